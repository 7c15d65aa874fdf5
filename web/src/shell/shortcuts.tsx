import { Kbd } from '@mantine/core'
import { keys as readerKeys } from '../documents/viewer/keys.ts'
import { Dialog } from '../ui/dialog.tsx'
import classes from './shortcuts.module.css'

const apple = /mac|iphone|ipad/i.test(navigator.platform)
const control = apple ? '⌘' : 'Ctrl'

type Shortcut = [ways: string[][], what: string]

/** Splits names into keys: 'Ctrl F' is two keys, 'Page Down' is one. */
const waysOf = (names: readonly string[]): string[][] =>
  names
    .filter(Boolean)
    .map((name) => name.split(/(?<=^(?:Ctrl|Shift)) /).map((one) => (one === 'Ctrl' ? control : one)))

/** Shortcuts, grouped by where they work. */
const groups: { where: string; keys: Shortcut[] }[] = [
  {
    where: 'Everywhere',
    keys: [
      [[['/'], [control, 'K']], 'Search, and commands'],
      [[['?']], 'This help'],
      [[['Esc']], 'Close what is open'],
      [[['Tab'], ['Shift', 'Tab']], 'To the next or the previous control'],
    ],
  },
  {
    where: 'In the search',
    keys: [
      [[['↑'], ['↓']], 'To the previous or the next result'],
      [[['Enter']], 'Open it'],
    ],
  },
  {
    where: 'In a list, on the checkbox of a row',
    keys: [
      [[['Space']], 'Select or deselect the row'],
      [[['↑'], ['↓']], 'To the row before or after'],
      [
        [
          ['Shift', '↑'],
          ['Shift', '↓'],
        ],
        'Select the row before or after too',
      ],
      [
        [
          ['Shift', 'click'],
          ['Shift', 'Space'],
        ],
        'Choose all from the row chosen last to this one',
      ],
      [[['Esc']], 'Choose none'],
    ],
  },
  {
    where: 'In the reader of documents',
    keys: readerKeys.map(({ what, keys }) => [waysOf(keys.map(([name]) => name)), what]),
  },
]

/** The list of shortcuts; open while mounted. */
export function Shortcuts({ onClose }: { onClose: () => void }) {
  return (
    <Dialog onClose={onClose} title="Keyboard shortcuts" size="md">
      {groups.map(({ where, keys }) => (
        <section key={where} aria-label={where} className={classes.group}>
          <h3 className={classes.where}>{where}</h3>
          <dl className={classes.list}>
            {keys.map(([ways, what]) => (
              <div key={what} className={classes.row}>
                <dt>
                  {ways.map((way, index) => (
                    <span key={way.join()}>
                      {index > 0 && ' or '}
                      {way.map((one, at) => (
                        <span key={one}>
                          {at > 0 && ' + '}
                          <Kbd>{one}</Kbd>
                        </span>
                      ))}
                    </span>
                  ))}
                </dt>
                <dd>{what}</dd>
              </div>
            ))}
          </dl>
        </section>
      ))}
    </Dialog>
  )
}
