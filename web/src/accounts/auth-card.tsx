import { Paper, Title } from '@mantine/core'
import type { ReactNode } from 'react'
import { Mark } from '../ui/mark.tsx'
import { PageTitle } from '../ui/page-title.tsx'
import classes from './auth-card.module.css'

/** Id of the card's title, which names its form too: somebody who hears the page lands in a field and is told what it is for. */
const titleId = 'card-title'

/** The narrow page for signing in, signing up and the steps between. */
export function AuthCard(props: {
  title: string
  lead?: ReactNode
  children: ReactNode
  footer?: ReactNode
}) {
  return (
    <div className={classes.page}>
      <PageTitle title={props.title} />
      <Paper className={classes.card} withBorder radius="md">
        <div className={classes.head}>
          <Mark size={36} />
          <Title id={titleId} order={1} size="h2" tabIndex={-1}>
            {props.title}
          </Title>
          {props.lead && <div className={classes.lead}>{props.lead}</div>}
        </div>
        {props.children}
      </Paper>
      {props.footer && <div className={classes.footer}>{props.footer}</div>}
    </div>
  )
}

/** A form with its fields below each other. */
export function FormStack(props: {
  onSubmit: (event: React.FormEvent<HTMLFormElement>) => void
  children: ReactNode
}) {
  return (
    <form aria-labelledby={titleId} noValidate onSubmit={props.onSubmit} className={classes.form}>
      {props.children}
    </form>
  )
}
