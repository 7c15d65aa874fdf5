import type { Block, Borders, Cell, Table } from '../blocks.ts'
import { groundOf } from '../faces.ts'
import { childOf, type Element, elementsOf, within } from '../xml.ts'
import { type stylesOf, twips, valOf } from './properties.ts'

type Styles = ReturnType<typeof stylesOf>

/** Elements that only wrap others. */
export const wrappers = new Set([
  'w:sdt',
  'w:sdtContent',
  'w:smartTag',
  'w:customXml',
  'w:hyperlink',
  'w:fldSimple',
  'w:dir',
  'w:bdo',
  'mc:AlternateContent',
  'mc:Choice',
])

/** A table. `blocks` reads what is in its cells. */
export async function tableOf(
  element: Element,
  styles: Styles,
  blocks: (cell: Element) => Promise<Block[]>,
): Promise<Table> {
  const properties = childOf(element, 'w:tblPr')
  const lines =
    bordersOf(childOf(properties, 'w:tblBorders')) ?? bordersOfStyle(styles, valOf(properties, 'w:tblStyle'))
  const grid = elementsOf(childOf(element, 'w:tblGrid')).map(({ attrs }) =>
    Math.max(4, twips(attrs['w:w']) ?? 72),
  )
  const rows: Table['rows'] = []
  let headers = 0
  const rowElements = elementsOf(element).flatMap((row) =>
    wrappers.has(row.name) ? [...within(row, 'w:tr')] : [row],
  )
  for (const row of rowElements) {
    if (row.name !== 'w:tr') continue
    const about = childOf(row, 'w:trPr')
    if (childOf(about, 'w:tblHeader') && headers === rows.length) headers++
    const cells: Cell[] = []
    const cellElements = elementsOf(row).flatMap((cell) =>
      wrappers.has(cell.name) ? [...within(cell, 'w:tc')] : [cell],
    )
    for (const cell of cellElements) {
      if (cell.name !== 'w:tc') continue
      const look = childOf(cell, 'w:tcPr')
      const merged = childOf(look, 'w:vMerge')
      const goesOn = merged !== undefined && merged.attrs['w:val'] !== 'restart'
      const borders = { ...lines, ...bordersOf(childOf(look, 'w:tcBorders')) } as Borders
      cells.push({
        blocks: goesOn ? [] : await blocks(cell),
        span: Math.min(100, Number(valOf(look, 'w:gridSpan')) || 1),
        shade: groundOf(childOf(look, 'w:shd')?.attrs['w:fill']),
        borders: goesOn ? { ...borders, top: false } : borders,
      })
    }
    const minHeight = Math.min(600, twips(valOf(about, 'w:trHeight')) ?? 0)
    if (cells.length > 0) rows.push({ cells, minHeight: Math.max(0, minHeight) })
  }
  const columns = Math.max(1, ...rows.map(({ cells }) => cells.reduce((sum, { span = 1 }) => sum + span, 0)))
  const widths = Array.from({ length: Math.min(200, columns) }, (_, index) => grid[index] ?? 72)
  return {
    kind: 'table',
    widths,
    rows,
    headers,
    left: twips(childOf(properties, 'w:tblInd')?.attrs['w:w']) ?? 0,
  }
}

function bordersOfStyle(styles: Styles, id: string | undefined): Borders {
  let style = id === undefined ? undefined : styles.element(id)
  for (let depth = 0; style && depth < 20; depth++) {
    const found = bordersOf(childOf(childOf(style, 'w:tblPr'), 'w:tblBorders'))
    if (found) return { top: false, right: false, bottom: false, left: false, ...found }
    style = styles.element(valOf(style, 'w:basedOn') ?? '')
  }
  return { top: false, right: false, bottom: false, left: false }
}

/** Sides that have a line; one inside of the table is one of each cell. */
function bordersOf(element: Element | undefined): Partial<Borders> | undefined {
  if (!element) return undefined
  const side = (...names: string[]): boolean | undefined => {
    const found = names.map((name) => valOf(element, name)).filter((value) => value !== undefined)
    return found.length === 0 ? undefined : found.some((value) => value !== 'nil' && value !== 'none')
  }
  const sides = {
    top: side('w:top', 'w:insideH'),
    bottom: side('w:bottom', 'w:insideH'),
    left: side('w:left', 'w:start', 'w:insideV'),
    right: side('w:right', 'w:end', 'w:insideV'),
  }
  return Object.fromEntries(Object.entries(sides).filter(([, value]) => value !== undefined))
}
