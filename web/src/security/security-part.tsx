import type { ReactNode } from 'react'
import { useId } from 'react'
import classes from './security.module.css'

/** A part of the card 'Account security': its heading, its purpose, actions at its right, and its content. */
export function SecurityPart(props: {
  title: string
  lead?: ReactNode
  action?: ReactNode
  children?: ReactNode
}) {
  const heading = useId()
  return (
    <section className={classes.part} aria-labelledby={heading}>
      <div className={classes.head}>
        <div>
          <h3 id={heading}>{props.title}</h3>
          {props.lead && <p className={classes.lead}>{props.lead}</p>}
        </div>
        {props.action}
      </div>
      {props.children}
    </section>
  )
}
