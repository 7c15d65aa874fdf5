import type { Column } from './data-table.tsx'

/** The minimum width of the name: 180 px plus the padding of its cell and the borders. In rem, like all widths here. */
const nameWidth = 13
/** Width in rem of the narrowest table; on a phone a row is always a card, of two lines. */
export const narrowest = 38

type Widths = Pick<Column<never>, 'width' | 'minor'>[]

/** Returns the width of a table in which each column without its own width is as wide as a name must be. */
function needed(columns: Widths): number {
  let fixed = 0
  let share = 1
  for (const { width } of columns) {
    if (width === undefined) fixed += nameWidth
    else if (width.endsWith('%')) share -= Number.parseFloat(width) / 100
    else fixed += Number.parseFloat(width)
  }
  return share > 0 ? fixed / share : Number.POSITIVE_INFINITY
}

/** Below `every` the extra columns are hidden, below `whole` all minor ones; below `cards` a row becomes a card. */
export function breakpoints(columns: Widths): { every: number; whole: number; cards: number } {
  const cards = Math.max(narrowest, needed(columns.filter(({ minor }) => !minor)))
  const whole = Math.max(cards, needed(columns.filter(({ minor }) => minor !== 'extra')))
  return { every: Math.max(whole, needed(columns)), whole, cards }
}

type Placed = Pick<Column<never>, 'kind' | 'minor' | 'brief'>

/** Returns the columns of the second line of a row on a phone: those that say so, or the first two that are not minor. */
export function briefColumns<One extends Placed>(columns: One[]): One[] {
  const said = columns.filter(({ brief }) => brief)
  if (said.length > 0) return said
  const main = columns.find(({ kind }) => kind === 'main') ?? columns[0]
  return columns.filter((one) => one !== main && one.kind !== 'actions' && !one.minor).slice(0, 2)
}
