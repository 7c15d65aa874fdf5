import { type ReactNode, useId } from 'react'
import classes from './card.module.css'

/** A form, or what belongs to it, in a frame under its own heading. */
export function Card({ title, children }: { title: ReactNode; children: ReactNode }) {
  const heading = useId()
  return (
    <section className={classes.card} aria-labelledby={heading}>
      <h2 id={heading}>{title}</h2>
      {children}
    </section>
  )
}
