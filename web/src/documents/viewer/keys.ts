/** Keys of the reader and what they do, in the order of the help panel. */
export const keys = [
  ...command('Next page, previous page', [['→', 'ArrowRight', 'next']], [['←', 'ArrowLeft', 'previous']]),
  ...command(
    'A screen on, a screen back',
    [['Page Down', 'PageDown', 'screen-on']],
    [['Page Up', 'PageUp', 'screen-back']],
  ),
  ...command('A little on, a little back', [['↓', 'ArrowDown', 'line-on']], [['↑', 'ArrowUp', 'line-back']]),
  ...command('First page, last page', [['Home', 'Home', 'first']], [['End', 'End', 'last']]),
  ...command('Go to a page', [['G', 'g', 'go']]),
  ...command('Find', [['F', 'f', 'find']], [['Ctrl F', 'Ctrl+f', 'find']]),
  ...command('Next find, previous find', [['N', 'n', 'next-hit']], [['Shift N', 'Shift+n', 'previous-hit']]),
  ...command(
    'Thumbnails, outline, notes',
    [['T', 't', 'thumbnails']],
    [['O', 'o', 'outline']],
    [['M', 'm', 'notes']],
  ),
  ...command('Select the whole document', [['Ctrl A', 'Ctrl+a', 'select-all']]),
  ...command(
    'Larger, smaller, 100 %',
    [
      ['+', '+', 'larger'],
      ['', '=', 'larger'],
    ],
    [['-', '-', 'smaller']],
    [['0', '0', 'own']],
  ),
  ...command('Fit the width, the whole page', [['W', 'w', 'width']], [['H', 'h', 'page']]),
  ...command('Rotate', [['R', 'r', 'turn']]),
  ...command('Print', [['P', 'p', 'print']], [['Ctrl P', 'Ctrl+p', 'print']]),
  ...command('Copy a link to this page', [['L', 'l', 'link']]),
  ...command('This help', [['?', '?', 'help']]),
  ...command('Close', [['Esc', 'Escape', 'close']]),
]

type Key = readonly [shown: string, key: string, command: Command]
export type Command =
  | 'next'
  | 'previous'
  | 'screen-on'
  | 'screen-back'
  | 'line-on'
  | 'line-back'
  | 'first'
  | 'last'
  | 'go'
  | 'find'
  | 'next-hit'
  | 'previous-hit'
  | 'thumbnails'
  | 'outline'
  | 'notes'
  | 'select-all'
  | 'larger'
  | 'smaller'
  | 'own'
  | 'width'
  | 'page'
  | 'turn'
  | 'print'
  | 'link'
  | 'help'
  | 'close'

function command(what: string, ...groups: Key[][]) {
  return [{ what, keys: groups.flat() }]
}

const commands = new Map(keys.flatMap(({ keys }) => keys.map(([, key, name]) => [key, name] as const)))

type Pressed = Pick<KeyboardEvent, 'key' | 'ctrlKey' | 'metaKey' | 'altKey' | 'shiftKey'>

/**
 * Returns the command of a key. In a field only Escape and keys with Ctrl count, and Ctrl+A selects what is typed; in a list of the side panel the arrows, Home and End belong to the
 * list.
 */
export function commandOf(event: Pressed, where: 'field' | 'list' | 'page'): Command | null {
  if (event.altKey) return null
  const ctrl = event.ctrlKey || event.metaKey
  if (where === 'field' && !ctrl && event.key !== 'Escape') return null
  if (where === 'list' && /^(Arrow|Home$|End$)/.test(event.key)) return null
  const letter = /^[a-z]$/i.test(event.key)
  if (where === 'field' && /^a$/i.test(event.key)) return null
  const key = letter ? event.key.toLowerCase() : event.key
  if (ctrl) return commands.get(`Ctrl+${key}`) ?? null
  return (letter && event.shiftKey && commands.get(`Shift+${key}`)) || (commands.get(key) ?? null)
}
