import { type ReactNode, useId } from 'react'
import classes from './client.module.css'

/** A part of a client's page, with its own heading. */
export function Part({ title, children }: { title: string; children: ReactNode }) {
  const heading = useId()
  return (
    <section className={classes.part} aria-labelledby={heading}>
      <h2 id={heading}>{title}</h2>
      {children}
    </section>
  )
}
