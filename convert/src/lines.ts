import type { Paragraph, Picture, Span, Style } from './blocks.ts'
import { legible, type Run, runsOf } from './fonts.ts'

/** A part of a line at its place, `x` from the left edge of the text. */
export type Piece = { x: number; width: number } & (
  | { run: Run; style: Style; size: number }
  | { picture: Picture }
)
export type Line = { pieces: Piece[]; height: number; ascent: number }

type Measure = (run: Pick<Run, 'text' | 'font'>, size: number) => number
export type Numbers = { page: number; pages: number }

type Atom =
  | { kind: 'word'; run: Run; style: Style; size: number; width: number; breakAfter: boolean }
  | { kind: 'space'; run: Run; style: Style; size: number; width: number }
  | { kind: 'tab'; style: Style }
  | { kind: 'line'; style: Style }
  | { kind: 'picture'; picture: Picture; width: number }

const defaultTab = 36
const raised = 0.65
const lineHeight = 1.18
const ascent = 0.92

const sizeOf = ({ size, raise }: Style): number => (raise ? size * raised : size)

function atomsOf(spans: readonly Span[], measure: Measure, numbers: Numbers, room: number): Atom[] {
  const atoms: Atom[] = []
  const add = (kind: 'word' | 'space', words: string, style: Style, breakAfter = false) => {
    const runs = runsOf(words, style)
    for (const [index, run] of runs.entries()) {
      const size = sizeOf(style) * run.scale
      const part = { run, style, size, width: measure(run, size) }
      if (kind === 'space') atoms.push({ kind, ...part })
      // Scripts without a font here are written without spaces, or may as well be.
      else atoms.push({ kind, ...part, breakAfter: breakAfter && index === runs.length - 1 })
    }
  }
  for (const span of spans) {
    if (span.kind === 'tab' || span.kind === 'line') atoms.push(span)
    else if (span.kind === 'picture') {
      const { picture } = span
      const shrink = Math.min(1, room / picture.width)
      const shrunk = { ...picture, width: picture.width * shrink, height: picture.height * shrink }
      atoms.push({ kind: 'picture', picture: shrunk, width: shrunk.width })
    } else if (span.kind === 'field') add('word', String(numbers[span.field]), span.style)
    else
      for (const part of legible(span.text).split(/( +)/)) {
        if (part === '') continue
        if (part.startsWith(' ')) add('space', part, span.style)
        else
          for (const piece of part.split(/(?<=[\p{L}\p{N}][-–—/])(?=[\p{L}\p{N}])/u))
            add('word', piece, span.style, /[-–—/]$/.test(piece))
      }
  }
  return atoms
}

/**
 * Breaks a paragraph into lines of a width, at spaces and hyphens if possible.
 *
 * @param height the tallest line that a page can hold
 */
export function breakLines(
  block: Paragraph,
  width: number,
  height: number,
  measure: Measure,
  numbers: Numbers,
): Line[] {
  const left = Math.min(block.left ?? 0, width * 0.8)
  const right = width - Math.min(block.right ?? 0, (width - left) * 0.5)
  const atoms = atomsOf(block.spans, measure, numbers, right - left)
  const lines: Line[] = []
  let line: Atom[] = []
  let places: number[] = []
  let x = Math.max(0, left + (block.first ?? 0))
  let last: Style | undefined

  const put = (atom: Atom, at = x) => {
    line.push(atom)
    places.push(at)
    x = at + ('width' in atom ? atom.width : 0)
  }
  const finish = (soft: boolean) => {
    lines.push(place(line, places, block, right, soft, last, height))
    line = []
    places = []
    x = left
  }
  for (let at = 0; at < atoms.length; ) {
    const atom = atoms[at] as Atom
    if ('style' in atom) last = atom.style
    if (atom.kind === 'line') {
      finish(false)
      at++
    } else if (atom.kind === 'space') {
      // A line that was broken does not begin with a space.
      if (line.length > 0 || lines.length === 0 || atoms[at - 1]?.kind === 'line') put(atom)
      at++
    } else if (atom.kind === 'tab') {
      const target = tabFrom(x, atoms, at, block, left, right)
      if (target.x > right - 1 && line.length > 0 && target.wraps) {
        finish(true)
        continue
      }
      const dots = target.leader && leaderOf(target.leader, target.x - x, atom.style, measure)
      if (dots) put(dots)
      x = Math.min(target.x, right)
      at++
    } else {
      let end = at
      let wide = 0
      for (let next = atoms[end]; next?.kind === 'word' || next?.kind === 'picture'; next = atoms[end]) {
        wide += next.width
        end++
        if (next.kind === 'word' && next.breakAfter) break
      }
      if (x + wide > right + 0.01) {
        if (line.some(({ kind }) => kind !== 'space') && x > left + 0.01) {
          finish(true)
          continue
        }
        // One word longer than a line is split where the line ends.
        end = at + 1
        if (atom.kind === 'word' && x + atom.width > right + 0.01) {
          const [head, tail] = split(atom, right - x, measure)
          put(head)
          if (tail) {
            atoms[at] = tail
            finish(true)
          } else at++
          continue
        }
      }
      for (; at < end; at++) put(atoms[at] as Atom)
    }
  }
  const ended = atoms.at(-1)?.kind === 'line' && lines.length > 0
  if (!ended || line.length > 0) finish(false)
  return lines
}

function split(
  atom: Extract<Atom, { kind: 'word' }>,
  room: number,
  measure: Measure,
): [Atom, typeof atom | undefined] {
  const letters = [...atom.run.text]
  let fits = 1
  let low = 1
  // No letter is narrower than a tenth of its height.
  for (let high = Math.min(letters.length, Math.ceil((room / atom.size) * 10) + 1); low <= high; ) {
    const middle = (low + high) >> 1
    const { font } = atom.run
    if (measure({ text: letters.slice(0, middle).join(''), font }, atom.size) <= room) {
      fits = middle
      low = middle + 1
    } else high = middle - 1
  }
  const part = (from: number, to?: number) => {
    const missing = atom.run.missing && [...atom.run.missing].slice(from, to).join('')
    return { ...atom.run, text: letters.slice(from, to).join(''), missing }
  }
  const head = part(0, fits)
  const width = measure(head, atom.size)
  if (fits === letters.length) return [{ ...atom, run: head, width }, undefined]
  // Measured again when it is on its line.
  return [
    { ...atom, run: head, width },
    { ...atom, run: part(fits), width: atom.width - width },
  ]
}

function tabFrom(x: number, atoms: Atom[], at: number, block: Paragraph, left: number, right: number) {
  const own = (block.stops ?? []).find((stop) => stop.at > x + 0.5)
  // A hanging number ends where the other lines begin.
  if (x < left - 0.5 && (!own || own.at > left)) return { x: left, wraps: false, leader: undefined }
  if (!own) return { x: (Math.floor(x / defaultTab + 0.01) + 1) * defaultTab, wraps: true, leader: undefined }
  let wide = 0
  for (let next = at + 1; next < atoms.length; next++) {
    const atom = atoms[next]
    if (!atom || !('width' in atom)) break
    wide += atom.width
  }
  const stop = Math.min(own.at, right)
  const back = own.align === 'right' ? wide : own.align === 'center' ? wide / 2 : 0
  return { x: Math.max(x, stop - back), wraps: false, leader: own.leader }
}

function leaderOf(leader: string, room: number, style: Style, measure: Measure): Atom | undefined {
  const [run] = runsOf(leader, style)
  if (!run) return undefined
  const each = measure(run, style.size)
  const count = Math.min(400, Math.floor((room - 4) / each))
  if (count < 1) return undefined
  const filled = { ...run, text: run.text.repeat(count) }
  return {
    kind: 'word',
    run: filled,
    style,
    size: style.size,
    width: measure(filled, style.size),
    breakAfter: false,
  }
}

/** The finished line: spaces at its end dropped, moved or stretched to its alignment. */
function place(
  atoms: Atom[],
  places: number[],
  { align, leading = 1 }: Paragraph,
  right: number,
  soft: boolean,
  last: Style | undefined,
  maxHeight: number,
): Line {
  let count = atoms.length
  while (count > 0 && atoms[count - 1]?.kind === 'space') count--
  const final = atoms[count - 1]
  const end = final && 'width' in final ? (places[count - 1] ?? 0) + final.width : (places[count - 1] ?? 0)
  const spare = Math.max(0, right - end)
  const gaps = atoms.slice(0, count).filter(({ kind }) => kind === 'space').length
  const stretch = align === 'justify' && soft && gaps > 0 ? spare / gaps : 0
  let moved = align === 'right' ? spare : align === 'center' ? spare / 2 : 0
  const pieces: Piece[] = []
  let size = 0
  let tall = 0
  for (const [index, atom] of atoms.slice(0, count).entries()) {
    const x = (places[index] ?? 0) + moved
    if (atom.kind === 'picture') {
      const shrink = Math.min(1, (maxHeight - 4) / atom.picture.height)
      const picture = { ...atom.picture, width: atom.width * shrink, height: atom.picture.height * shrink }
      tall = Math.max(tall, picture.height)
      pieces.push({ x, width: picture.width, picture })
    } else if (atom.kind === 'word' || atom.kind === 'space') {
      size = Math.max(size, atom.style.size)
      const before = pieces.at(-1)
      if (stretch === 0 && before && 'run' in before && joins(before, atom, x)) {
        before.run = { ...before.run, text: before.run.text + atom.run.text }
        before.width = x + atom.width - before.x
      } else pieces.push({ x, width: atom.width, run: atom.run, style: atom.style, size: atom.size })
      if (atom.kind === 'space') moved += stretch
    }
  }
  if (size === 0 && tall === 0) size = last?.size ?? 11
  return {
    pieces,
    height: Math.max(size * lineHeight * leading, tall + (tall > 0 ? 2 : 0)),
    ascent: Math.max(size * ascent + (size * lineHeight * Math.max(0, leading - 1)) / 2, tall),
  }
}

/** Tells whether the letters go on in the same font and style. */
function joins(
  before: Extract<Piece, { run: Run }>,
  { run, style, size }: { run: Run; style: Style; size: number },
  x: number,
) {
  return (
    before.run.font === run.font &&
    before.style === style &&
    before.size === size &&
    before.run.missing === undefined &&
    run.missing === undefined &&
    Math.abs(before.x + before.width - x) < 0.01
  )
}
