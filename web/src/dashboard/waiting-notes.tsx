import type { WaitingGroup, WaitingNote } from '@deedbox/contract/today.ts'
import { Link } from 'react-router'
import { useUser } from '../lib/session.ts'
import { useToday } from '../lib/today.ts'
import { Cut } from '../ui/cut.tsx'
import { totalText } from '../ui/total.ts'
import { When } from '../ui/when.tsx'
import classes from './waiting.module.css'
import { WaitingGroupFrame } from './waiting-group.tsx'
import { waitingTerms } from './waiting-terms.ts'

export type NotesGroup = Extract<WaitingGroup, { totalIsMore: boolean }>

/** A group of waiting things other than requests: its number, its first rows, and its one action. */
export function WaitingNotes({ group, open = true }: { group: NotesGroup; open?: boolean }) {
  const { kind, total, items } = group
  const viewer = { user: useUser(), today: useToday() }
  const { heading, action, rowTo, icon, help } = waitingTerms[kind]
  const address = action?.to(viewer)
  return (
    <WaitingGroupFrame
      icon={icon}
      help={help}
      open={open}
      title={heading(totalText(group), total === 1)}
      action={address && action && <Link to={address}>{action.label}</Link>}
    >
      <ul className={classes.notes}>
        {items.map((note) => (
          <li key={note.id}>
            <Note note={note} to={rowTo?.(note, viewer)} ends={kind === 'account'} />
          </li>
        ))}
      </ul>
    </WaitingGroupFrame>
  )
}

function Note({ note, to, ends }: { note: WaitingNote; to: string | undefined; ends: boolean }) {
  const { title, detail, at, day } = note
  const when = day ?? at
  const text = title || detail || (ends ? 'After that you can no longer open any document.' : '')
  return (
    <>
      <span className={classes.name}>
        {text && <Cut text={text} to={to} />}
        {title && detail && (
          <span className={classes.detail}>
            <Cut text={detail} />
          </span>
        )}
      </span>
      {when && (
        <span className={classes.when}>
          <When at={when} />
        </span>
      )}
    </>
  )
}
