import type { ReactNode } from 'react'
import { PageTop } from './parts.tsx'

type Part = { id: string; title: string; body: ReactNode }

/** A long page of numbered parts with a table of contents. */
export function LegalPage(props: { title: string; lead: string; parts: readonly Part[]; updated: string }) {
  return (
    <>
      <PageTop title={props.title}>{props.lead}</PageTop>
      <div className="legal">
        <nav aria-label="On this page" className="contents">
          <h2>On this page</h2>
          <ol>
            {props.parts.map(({ id, title }) => (
              <li key={id}>
                <a href={`#${id}`}>{title}</a>
              </li>
            ))}
          </ol>
        </nav>
        <div className="prose">
          {props.parts.map(({ id, title, body }, index) => (
            <section key={id} aria-labelledby={id}>
              <h2 id={id}>
                {index + 1}. {title}
              </h2>
              {body}
            </section>
          ))}
          <p className="updated">Last changed on {props.updated}.</p>
        </div>
      </div>
    </>
  )
}
