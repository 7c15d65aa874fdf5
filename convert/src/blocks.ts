/** The one model that every format is read into, before it is laid out as a PDF. Lengths are points. */

export type Face = 'serif' | 'sans' | 'mono'

export type Style = {
  face: Face
  size: number
  bold?: boolean
  italic?: boolean
  underline?: boolean
  strike?: boolean
  /** #rrggbb; black if absent. */
  colour?: string | undefined
  raise?: 'super' | 'sub' | undefined
}

export type Picture = { bytes: Buffer; width: number; height: number }

export type Span =
  | { kind: 'text'; text: string; style: Style }
  | { kind: 'tab'; style: Style }
  | { kind: 'line'; style: Style }
  | { kind: 'picture'; picture: Picture }
  /** The number of this page, or of all pages: in headers and footers. */
  | { kind: 'field'; field: 'page' | 'pages'; style: Style }

/** Tab stop: its place from the left edge of the text, and how text stands at it. */
export type Stop = { at: number; align: 'left' | 'right' | 'center'; leader?: string | undefined }

export type Align = 'left' | 'right' | 'center' | 'justify'

export type Paragraph = {
  kind: 'paragraph'
  spans: Span[]
  align?: Align | undefined
  left?: number
  right?: number
  /** The first line's indent, from `left`; negative for a hanging number. */
  first?: number
  before?: number
  after?: number
  /** Height of a line: 1 is single. */
  leading?: number
  stops?: Stop[]
  keepNext?: boolean
  pageBefore?: boolean
  ruleAbove?: boolean
  ruleBelow?: boolean
  /** Neighbours of the same name have no space between them. */
  tight?: string | undefined
}

export type Borders = { top: boolean; right: boolean; bottom: boolean; left: boolean }

export type Cell = {
  blocks: Block[]
  /** Number of columns it covers. */
  span?: number
  /** A colour, #rrggbb. */
  shade?: string | undefined
  borders: Borders
}

export type Table = {
  kind: 'table'
  /** Widths of the columns; shrunk together if they are wider than the page. */
  widths: number[]
  left?: number
  padding?: number
  /** The first rows, repeated on every page. */
  headers?: number
  rows: { cells: Cell[]; minHeight?: number }[]
}

export type Block = Paragraph | Table | { kind: 'rule' } | { kind: 'page' }

export type Paper = {
  width: number
  height: number
  margin: { top: number; right: number; bottom: number; left: number }
}

/** Pages of one size, with what stands at the top and at the foot of each. */
export type Section = {
  paper: Paper
  blocks: Block[]
  header?: Block[] | undefined
  footer?: Block[] | undefined
  /** Follows on the same page if its paper is the same. */
  continuous?: boolean | undefined
}

export type Doc = {
  sections: Section[]
  /** Note that the reader must know about these pages; it stands above the first. */
  notes: string[]
}

const margin = (all: number) => ({ top: all, right: all, bottom: all, left: all })
export const a4: Paper = { width: 595.28, height: 841.89, margin: margin(64) }
export const a4Wide: Paper = { width: 841.89, height: 595.28, margin: margin(40) }

/** Paper of a size that can be laid out; A4 where the file does not say. `edge`: how wide the margin at a side is to be. */
export function paper(
  wide: number | undefined,
  high: number | undefined,
  edge: (side: keyof Paper['margin']) => number,
): Paper {
  const within = (value: number, least: number, most: number) => Math.min(most, Math.max(least, value))
  const width = within(wide ?? a4.width, 150, 2_000)
  const height = within(high ?? a4.height, 150, 2_000)
  const across = (side: 'left' | 'right') => within(edge(side), 12, width * 0.4)
  const along = (side: 'top' | 'bottom') => within(edge(side), 12, height * 0.4)
  const margin = { top: along('top'), right: across('right'), bottom: along('bottom'), left: across('left') }
  return { width, height, margin }
}

export const text = (words: string, style: Style): Span => ({ kind: 'text', text: words, style })

export const paragraph = (spans: Span[], look: Partial<Paragraph> = {}): Paragraph => ({
  kind: 'paragraph',
  spans,
  ...look,
})

/** A numbered or bulleted paragraph. `level` counts from 0. */
export function listItem(marker: string, level: number, spans: Span[], style: Style): Paragraph {
  return paragraph([text(marker, style), { kind: 'tab', style }, ...spans], {
    left: 24 * (level + 1),
    first: -18,
    after: 3,
  })
}
