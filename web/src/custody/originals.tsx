import { originalKinds, pagesText } from '@deedbox/contract/custody-terms.ts'
import { ActionIcon, Menu } from '@mantine/core'
import { IconCamera, IconDots, IconPencil, IconTransfer } from '@tabler/icons-react'
import { useRef } from 'react'
import { Link } from 'react-router'
import { dateText } from '../lib/format.ts'
import { useDeployment } from '../lib/session.ts'
import classes from './custody.module.css'
import { PaperLink } from './entries.tsx'
import { nameOf } from './names.ts'
import type { Original, WholePacket } from './queries.ts'

export type OriginalAction = 'change' | 'move' | 'photograph'

/** The originals in a packet. */
export function Originals(props: {
  packet: WholePacket
  onChoose: (action: OriginalAction, original: Original) => void
}) {
  const { packet } = props
  const { timeZone } = useDeployment()
  if (packet.contents.length === 0) return <p className={classes.small}>Nothing is in it any more.</p>
  return (
    <ul className={classes.entries} aria-label="Originals">
      {packet.contents.map((original) => {
        const { id, document, photographs } = original
        const name = nameOf(original)
        return (
          <li key={id} className={classes.entry}>
            <div>
              {document?.title ? (
                <Link to={`/documents/${document.id}`}>{name}</Link>
              ) : (
                <strong>{name}</strong>
              )}
              <ul className={classes.lines}>
                {linesOf(original, timeZone).map((line) => (
                  <li key={line}>{line}</li>
                ))}
                {original.sha256 && <li className={classes.hash}>SHA-256 {original.sha256}</li>}
                {photographs.map((paper) => (
                  <li key={paper.id}>
                    Photograph: <PaperLink paper={paper} />
                  </li>
                ))}
              </ul>
            </div>
            {packet.can.keep && (
              <OriginalMenu
                name={name}
                moves={packet.can.move}
                onChoose={(action) => props.onChoose(action, original)}
              />
            )}
          </li>
        )
      })}
    </ul>
  )
}

function linesOf(original: Original, timeZone: string): string[] {
  const { kind, pages, keepStaples, condition, receivedFrom, receivedOn, sighted } = original
  return [
    [originalKinds[kind], pagesText(pages), keepStaples && 'do not unstaple'].filter(Boolean).join(' · '),
    condition && `Condition: ${condition}`,
    `Received from ${receivedFrom}${receivedOn ? ` on ${dateText(receivedOn, 'UTC')}` : ''}`,
    sighted ? `Last sighted on ${dateText(sighted.at, timeZone)} by ${sighted.by}` : '',
  ].filter(Boolean)
}

const items = [
  { action: 'photograph', icon: IconCamera, label: 'Add a photograph' },
  { action: 'change', icon: IconPencil, label: 'Change' },
  { action: 'move', icon: IconTransfer, label: 'Move to another packet' },
] as const

function OriginalMenu(props: { name: string; moves: boolean; onChoose: (action: OriginalAction) => void }) {
  const button = useRef<HTMLButtonElement>(null)
  return (
    <Menu position="bottom-end" returnFocus={false} withInitialFocusPlaceholder={false}>
      <Menu.Target>
        <ActionIcon ref={button} variant="subtle" color="gray" aria-label={`More for ${props.name}`}>
          <IconDots size={18} aria-hidden="true" />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        {items
          .filter(({ action }) => action !== 'move' || props.moves)
          .map(({ action, icon: ItemIcon, label }) => (
            <Menu.Item
              key={action}
              leftSection={<ItemIcon size={16} aria-hidden="true" />}
              onClick={() => {
                // Focus on the button first, as the dialog returns the focus there and the menu item is gone by then.
                button.current?.focus()
                props.onChoose(action)
              }}
            >
              {label}
            </Menu.Item>
          ))}
      </Menu.Dropdown>
    </Menu>
  )
}
