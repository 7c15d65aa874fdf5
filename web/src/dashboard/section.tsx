import type { HelpTopic } from '@deedbox/contract/help.ts'
import { screen } from '@deedbox/contract/messages.ts'
import type { DashboardSection } from '@deedbox/contract/preferences.ts'
import { Title } from '@mantine/core'
import { IconChevronDown } from '@tabler/icons-react'
import { type ReactNode, useId } from 'react'
import { usePreferences } from '../lib/preferences.ts'
import { toast } from '../ui/toast.tsx'
import { WhatIsThis } from '../ui/what-is-this.tsx'
import classes from './dashboard.module.css'

/** A part of a dashboard with its own heading, which folds it, and `actions` beside it. Folded sections are remembered for the person. */
export function Section(props: {
  fold: DashboardSection
  title: string
  lead?: ReactNode
  help?: HelpTopic
  actions?: ReactNode
  children: ReactNode
}) {
  const heading = useId()
  const body = useId()
  const [folded, setFolded] = useFolded(props.fold)
  return (
    <section aria-labelledby={heading} className={classes.section}>
      <div className={classes.heading}>
        <div className={classes.title}>
          <Title order={2} size="h4" id={heading}>
            <button
              type="button"
              className={classes.fold}
              aria-expanded={!folded}
              aria-controls={body}
              onClick={() => setFolded(!folded)}
            >
              {props.title}
              <IconChevronDown size={18} aria-hidden="true" />
            </button>
          </Title>
          {props.help && <WhatIsThis topic={props.help} />}
        </div>
        {!folded && props.actions}
      </div>
      <div id={body} hidden={folded}>
        {!folded && (
          <>
            {props.lead && <p className={classes.lead}>{props.lead}</p>}
            {props.children}
          </>
        )}
      </div>
    </section>
  )
}

/** The part with owner requests that nobody has claimed. */
export const UnclaimedSection = (props: Omit<Parameters<typeof Section>[0], 'fold'>) => (
  <Section fold="unclaimed-requests" {...props} />
)

function useFolded(section: DashboardSection): [boolean, (fold: boolean) => void] {
  const { preferences, change } = usePreferences({
    onFailed: (error) => toast.failure(screen.preferencesFailed, error),
  })
  const folded = preferences?.folded ?? []
  const others = folded.filter((one) => one !== section)
  return [folded.includes(section), (fold) => change({ folded: fold ? [...others, section] : others })]
}
