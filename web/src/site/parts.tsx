import type { ReactNode } from 'react'
import type { Question } from './faq.ts'
import { If, Unless } from './slots.tsx'

/** A part of a page below its own heading. */
export function Section(props: { id: string; title: string; lead?: ReactNode; children: ReactNode }) {
  return (
    <section aria-labelledby={props.id} className="section">
      <h2 id={props.id}>{props.title}</h2>
      {props.lead && <p className="lead">{props.lead}</p>}
      {props.children}
    </section>
  )
}

/** The top of a page: its title and a description. */
export function PageTop(props: { title: string; children: ReactNode }) {
  return (
    <div className="top">
      <h1 tabIndex={-1}>{props.title}</h1>
      <p className="lead">{props.children}</p>
    </div>
  )
}

type Fact = { title: string; text: ReactNode }

/** Short facts side by side. */
export function Facts({ facts }: { facts: readonly Fact[] }) {
  return (
    <ul className="facts">
      {facts.map(({ title, text }) => (
        <li key={title}>
          <h3>{title}</h3>
          <p>{text}</p>
        </li>
      ))}
    </ul>
  )
}

/** Questions that open to their answers. */
export function Questions({ questions }: { questions: readonly Question[] }) {
  const one = ({ question, answer }: Question) => (
    <details key={question}>
      <summary>
        <h3>{question}</h3>
      </summary>
      <p>{answer}</p>
    </details>
  )
  return (
    <>
      <div className="faq">
        {questions.map((each) =>
          each.needs ? (
            <If key={each.question} has={each.needs}>
              {one(each)}
            </If>
          ) : (
            one(each)
          ),
        )}
      </div>
      <p>
        Another question? <a href="/contact">Write to us</a>.
      </p>
    </>
  )
}

/** The last part of a marketing page: make an account, or ask for one where sign-up is not open. */
export function CallToAction({ title = 'Put the first deed in the box' }: { title?: string }) {
  return (
    <section className="call" aria-labelledby="start">
      <h2 id="start">{title}</h2>
      <If has="signUp">
        <p>An account takes two minutes: your name, your email address and a six-digit code.</p>
        <a className="button" href="/signup">
          Sign up
        </a>
      </If>
      <Unless has="signUp">
        <p>Accounts here are by invitation. Ask the person who looks after your documents, or ask us.</p>
        <a className="button" href="/contact">
          Contact us
        </a>
      </Unless>
    </section>
  )
}
