import type { ReactNode } from 'react'
import classes from './detail.module.css'

/** A part of a document’s page with its heading. */
export function Section({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className={classes.section}>
      <h2>{title}</h2>
      {children}
    </section>
  )
}
