import { Title } from '@mantine/core'
import { type ReactNode, useId } from 'react'
import classes from './dashboard.module.css'

/** A part of a dashboard with its own heading and `actions` beside it. */
export function Section(props: {
  title: string
  lead?: ReactNode
  actions?: ReactNode
  children: ReactNode
}) {
  const heading = useId()
  return (
    <section aria-labelledby={heading} className={classes.section}>
      <div className={classes.heading}>
        <Title order={2} size="h4" id={heading}>
          {props.title}
        </Title>
        {props.actions}
      </div>
      {props.lead && <p className={classes.lead}>{props.lead}</p>}
      {props.children}
    </section>
  )
}
