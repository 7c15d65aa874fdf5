import type { HelpTopic } from '@deedbox/contract/help.ts'
import type { Icon } from '@tabler/icons-react'
import { IconChevronDown } from '@tabler/icons-react'
import { type ReactNode, useId, useState } from 'react'
import { WhatIsThis } from '../ui/what-is-this.tsx'
import classes from './waiting.module.css'

/** The frame of a group of waiting things: their number and kind, which opens and folds it, and their one action. */
export function WaitingGroupFrame(props: {
  icon: Icon
  title: string
  help?: HelpTopic | undefined
  action: ReactNode
  /** Heading level of a group that stands alone. */
  level?: 'h2'
  /** State at first: its rows are shown. */
  open: boolean
  children: ReactNode
}) {
  const heading = useId()
  const body = useId()
  const Heading = props.level ?? 'h3'
  const [open, setOpen] = useState(props.open)
  return (
    <section aria-labelledby={heading} className={classes.group}>
      <div className={classes.head}>
        <props.icon size={20} stroke={1.5} aria-hidden="true" />
        <Heading id={heading}>
          <button
            type="button"
            className={classes.opens}
            aria-expanded={open}
            aria-controls={body}
            onClick={() => setOpen(!open)}
          >
            {props.title}
            <IconChevronDown size={16} className={classes.chevron} aria-hidden="true" />
          </button>
        </Heading>
        {props.help && <WhatIsThis topic={props.help} />}
        {props.action}
      </div>
      <div id={body} hidden={!open}>
        {open && props.children}
      </div>
    </section>
  )
}
