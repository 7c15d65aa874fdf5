import { type ReactNode, useId } from 'react'
import classes from './card.module.css'

/** A frame with its own heading, for a form or related content. */
export function Card({ title, id, children }: { title: ReactNode; id?: string; children: ReactNode }) {
  const heading = useId()
  return (
    <section id={id} className={classes.card} aria-labelledby={heading}>
      <h2 id={heading}>{title}</h2>
      {children}
    </section>
  )
}
