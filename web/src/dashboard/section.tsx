import { countText } from '@deedbox/contract/counts.ts'
import type { HelpTopic } from '@deedbox/contract/help.ts'
import { screen } from '@deedbox/contract/messages.ts'
import { type DashboardSection, dashboardSections } from '@deedbox/contract/preferences.ts'
import { Title } from '@mantine/core'
import { IconChevronDown } from '@tabler/icons-react'
import { type ReactNode, useId, useState } from 'react'
import { usePreferences } from '../lib/preferences.ts'
import { toast } from '../ui/toast.tsx'
import { WhatIsThis } from '../ui/what-is-this.tsx'
import classes from './dashboard.module.css'

/**
 * A part of a dashboard with its own heading, which folds it, and `actions` beside it. What a person folds or opens is remembered. `count` is the number
 * of things in it, told while it is folded; `sought`: it is open, because a filter that is set holds for it.
 */
export function Section(props: {
  fold: DashboardSection
  title: string
  lead?: ReactNode
  help?: HelpTopic
  actions?: ReactNode
  count?: number | string | undefined
  sought?: boolean
  children: ReactNode
}) {
  const heading = useId()
  const body = useId()
  const [folded, setFolded] = useFolded(props.fold, props.sought ?? false)
  return (
    <section aria-labelledby={heading} className={classes.section} data-folded={folded}>
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
              {folded && props.count !== undefined && (
                <span className={classes.number}>
                  {typeof props.count === 'number' ? countText(props.count) : props.count}
                </span>
              )}
              <IconChevronDown size={18} aria-hidden="true" />
            </button>
          </Title>
          {props.help && <WhatIsThis topic={props.help} />}
        </div>
        {props.actions}
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

function useFolded(section: DashboardSection, sought: boolean): [boolean, (fold: boolean) => void] {
  // While it is sought, folding it is for now only.
  const [foldedNow, setFoldedNow] = useState(false)
  const { preferences, change } = usePreferences({
    onFailed: (error) => toast.failure(screen.preferencesFailed, error),
  })
  if (sought) return [foldedNow, setFoldedNow]
  const turned = preferences?.turned ?? []
  const foldedAtFirst = dashboardSections[section] === 'folded'
  const others = turned.filter((one) => one !== section)
  return [
    turned.includes(section) !== foldedAtFirst,
    (fold) => change({ turned: fold === foldedAtFirst ? others : [...others, section] }),
  ]
}
