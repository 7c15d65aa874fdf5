import type { HelpTopic } from '@deedbox/contract/help.ts'
import type { Icon } from '@tabler/icons-react'
import { type ReactNode, useId } from 'react'
import { WhatIsThis } from '../ui/what-is-this.tsx'
import classes from './waiting.module.css'

/** The frame of a group of waiting things: their number and kind, and their one action. */
export function WaitingGroupFrame(props: {
  icon: Icon
  title: string
  help?: HelpTopic | undefined
  action: ReactNode
  /** Heading level of a group that stands alone. */
  level?: 'h2'
  children: ReactNode
}) {
  const heading = useId()
  const Heading = props.level ?? 'h3'
  return (
    <section aria-labelledby={heading} className={classes.group}>
      <div className={classes.head}>
        <props.icon size={20} stroke={1.5} aria-hidden="true" />
        <Heading id={heading}>{props.title}</Heading>
        {props.help && <WhatIsThis topic={props.help} />}
        {props.action}
      </div>
      {props.children}
    </section>
  )
}
