import { counted } from '@deedbox/contract/counts.ts'
import { lackLabels, type Release, releaseEnds } from '@deedbox/contract/nominations.ts'
import { IconCircleOff, IconHourglass, IconLockOpen } from '@tabler/icons-react'
import { StatusBadge } from '../ui/status-badge.tsx'
import { When } from '../ui/when.tsx'
import type { Nomination } from './queries.ts'
import classes from './release.module.css'

const shown = {
  waiting: { tone: 'warning', icon: IconHourglass, says: 'Waits' },
  open: { tone: 'good', icon: IconLockOpen, says: 'Access is open' },
  past: { tone: 'quiet', icon: IconCircleOff, says: 'Over' },
  stopped: { tone: 'quiet', icon: IconCircleOff, says: 'Stopped' },
  lapsed: { tone: 'quiet', icon: IconCircleOff, says: 'Lapsed' },
} as const

/** State of a release in words; a rehearsal says so, as it opens nothing. */
export function ReleaseState({ release }: { release: Release }) {
  const { tone, icon, says } = shown[release.state]
  const words = release.over ? releaseEnds[release.over.how] : says
  const open = release.rehearsal && release.state === 'open' ? 'Would be open' : words
  return (
    <StatusBadge tone={tone} icon={icon}>
      {release.rehearsal ? `Rehearsal: ${open.toLowerCase()}` : open}
    </StatusBadge>
  )
}

type Asking = Pick<
  Nomination['releases'][number]['askings'][number],
  'begins' | 'periodEnds' | 'lacks' | 'evidenceCount' | 'agreedBy'
>

/** Says when access begins, and what is missing until then. */
export function AskingTimes({ release, asking }: { release: Release; asking: Asking }) {
  if (release.over)
    return (
      <p className={classes.small}>
        {releaseEnds[release.over.how]} by {release.over.by} <When at={release.over.at} />
        {release.over.reason && `: ${release.over.reason}`}
      </p>
    )
  return (
    <>
      {asking.begins ? (
        <p>
          {release.rehearsal ? 'Access would begin ' : 'Access begins '}
          <When at={asking.begins} />
          {release.ends && (
            <>
              , and ends <When at={release.ends} />
            </>
          )}
        </p>
      ) : (
        <p>
          {asking.periodEnds && (
            <>
              The waiting period ends <When at={asking.periodEnds} />.{' '}
            </>
          )}
          {asking.lacks.map((lack) => `${lackLabels[lack]}.`).join(' ')}
        </p>
      )}
      {(asking.evidenceCount > 0 || asking.agreedBy) && (
        <p className={classes.small}>
          {[
            asking.evidenceCount > 0 && `${counted(asking.evidenceCount, 'file')} of evidence`,
            asking.agreedBy && `${asking.agreedBy} agreed`,
          ]
            .filter(Boolean)
            .join(' · ')}
        </p>
      )}
    </>
  )
}
