import { Title } from '@mantine/core'
import type { Icon } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { PageTitle } from '../ui/page-title.tsx'
import classes from './notice.module.css'

/** A whole page with one message: the problem, and what to do next. */
export function Notice(props: { icon: Icon; title: string; children: ReactNode; action?: ReactNode }) {
  return (
    <div className={classes.notice}>
      <PageTitle title={props.title} />
      <props.icon size={44} stroke={1.2} className={classes.icon} aria-hidden="true" />
      <Title order={1} size="h2" tabIndex={-1}>
        {props.title}
      </Title>
      <div className={classes.text}>{props.children}</div>
      {props.action}
    </div>
  )
}
