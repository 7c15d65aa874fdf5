import { aboutEntry, custodyPaperKinds, placeText } from '@deedbox/contract/custody-terms.ts'
import { ActionIcon, Menu } from '@mantine/core'
import { IconDots, IconEraser, IconPaperclip, IconSignature } from '@tabler/icons-react'
import { useRef } from 'react'
import { Link } from 'react-router'
import { dateText, dateTimeText } from '../lib/format.ts'
import { useDeployment } from '../lib/session.ts'
import classes from './custody.module.css'
import { unseen } from './names.ts'
import type { CustodyEntry, CustodyPaper, WholePacket } from './queries.ts'

export type EntryAction = 'correct' | 'paper' | 'receipt'

/** Everything that was ever recorded of a packet, the newest first. */
export function Entries(props: {
  packet: WholePacket
  onChoose: (action: EntryAction, entry: CustodyEntry) => void
}) {
  const { packet, onChoose } = props
  const { timeZone } = useDeployment()
  return (
    <ol className={classes.entries} aria-label="Entries, the newest first">
      {packet.entries.map((entry) => {
        const corrected = entry.correctedBy !== null
        return (
          <li key={entry.id} className={classes.entry} data-corrected={corrected || undefined}>
            <div>
              <span className={classes.what}>
                {entry.number}. {entry.corrects ? `Correction of ${entry.corrects}: ` : ''}
                {aboutEntry(entry.kind).label}
                {entry.never ? ' – did not happen' : ''}
              </span>
              <div className={classes.small}>
                {dateTimeText(entry.at, timeZone)} · {entry.by.name}
              </div>
              <ul className={classes.lines}>
                {linesOf(entry).map((line) => (
                  <li key={line}>{line}</li>
                ))}
                {entry.otherPacket && (
                  <li>
                    Other packet:{' '}
                    <Link to={`/custody/packets/${entry.otherPacket.id}`}>{entry.otherPacket.number}</Link>
                  </li>
                )}
                {entry.papers.map((paper) => (
                  <li key={paper.id}>
                    {custodyPaperKinds[paper.kind]}: <PaperLink paper={paper} />
                  </li>
                ))}
              </ul>
            </div>
            {packet.can.keep && <EntryMenu entry={entry} onChoose={onChoose} />}
          </li>
        )
      })}
    </ol>
  )
}

export const PaperLink = ({ paper: { document } }: { paper: CustodyPaper }) =>
  document.title === null ? unseen : <Link to={`/documents/${document.id}`}>{document.title}</Link>

/** Words of an entry, in lines. */
function linesOf(entry: CustodyEntry): string[] {
  const { kind, holder, place, outside, reason, expectedOn, condition, seal, original, why } = entry
  if (entry.never) return [`Why: ${why}`]
  const who = kind === 'out' ? 'To' : kind === 'in' || kind === 'received' ? 'Brought by' : 'From'
  return [
    entry.correctedBy ? `Corrected by entry ${entry.correctedBy}` : '',
    outside && `${who} ${outside}`,
    original ? `Original: ${original.title ?? unseen}` : '',
    holder ? `Held by ${holder.name}` : '',
    place ? placeText(place) : '',
    reason && `Reason: ${reason}`,
    expectedOn
      ? `Expected back on ${dateText(expectedOn, 'UTC')}`
      : kind === 'out'
        ? 'Not expected back'
        : '',
    condition && `Condition: ${condition}`,
    seal && `Seal or envelope number ${seal}`,
    why && `Why it was corrected: ${why}`,
  ].filter(Boolean)
}

function EntryMenu(props: {
  entry: CustodyEntry
  onChoose: (action: EntryAction, entry: CustodyEntry) => void
}) {
  const { entry } = props
  const button = useRef<HTMLButtonElement>(null)
  const choose = (action: EntryAction) => () => {
    // Focus on the button first, as the dialog returns the focus there and the menu item is gone by then.
    button.current?.focus()
    props.onChoose(action, entry)
  }
  return (
    <Menu position="bottom-end" returnFocus={false} withInitialFocusPlaceholder={false}>
      <Menu.Target>
        <ActionIcon ref={button} variant="subtle" color="gray" aria-label={`More for entry ${entry.number}`}>
          <IconDots size={18} aria-hidden="true" />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        {['out', 'in', 'received'].includes(entry.kind) && !entry.never && entry.correctedBy === null && (
          <Menu.Item leftSection={<IconSignature size={16} aria-hidden="true" />} onClick={choose('receipt')}>
            Receipt
          </Menu.Item>
        )}
        <Menu.Item leftSection={<IconPaperclip size={16} aria-hidden="true" />} onClick={choose('paper')}>
          Add a paper
        </Menu.Item>
        {entry.can.correct && (
          <Menu.Item leftSection={<IconEraser size={16} aria-hidden="true" />} onClick={choose('correct')}>
            Correct
          </Menu.Item>
        )}
      </Menu.Dropdown>
    </Menu>
  )
}
