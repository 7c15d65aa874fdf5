import { numeral } from '../numerals.ts'
import { childOf, type Element } from '../xml.ts'
import { lengthOf, type odtStyles, outline } from './styles.ts'

/** Place of a paragraph within lists, and the marker that its next one gets. */
export type List = { style: string | undefined; level: number; counts: number[]; marker: string | undefined }

/** The numbers of lists and headings, counted in the order in which they are asked for. */
export function listNumbers(styles: ReturnType<typeof odtStyles>) {
  /** The last numbers of each list style, for lists that go on. */
  const counted = new Map<string, number[]>()

  function markerOf(style: string | undefined, level: number, counts: number[]): string {
    const definition = styles.listLevel(style, level)
    if (
      definition?.name !== 'text:list-level-style-number' &&
      definition?.name !== 'text:outline-level-style'
    )
      return definition?.attrs['text:bullet-char'] ?? '•'
    const { attrs } = definition
    const shown = Math.min(level, Math.max(1, Number(attrs['text:display-levels'] ?? 1)))
    const numbers = Array.from({ length: shown }, (_, index) => {
      const at = level - shown + index + 1
      const kind = styles.listLevel(style, at)?.attrs['style:num-format'] ?? '1'
      return numeral(counts[at - 1] ?? 1, kind)
    })
    return `${attrs['style:num-prefix'] ?? ''}${numbers.join('.')}${attrs['style:num-suffix'] ?? ''}`
  }

  function count(list: List, start: number): void {
    const { style, level, counts } = list
    const first = Number(styles.listLevel(style, level)?.attrs['text:start-value'] ?? 1) || 1
    counts[level - 1] = Number.isInteger(start) ? start : (counts[level - 1] ?? first - 1) + 1
  }

  return {
    /** A list that begins. */
    open({ attrs }: Element, outer: List | undefined): List {
      const style = attrs['text:style-name'] ?? outer?.style
      const level = (outer?.level ?? 0) + 1
      const goesOn = attrs['text:continue-numbering'] === 'true' || attrs['text:continue-list'] !== undefined
      const counts = outer?.counts ?? (goesOn ? (counted.get(style ?? '') ?? []) : [])
      if (!outer) counted.set(style ?? '', counts)
      else counts.length = level - 1
      return { style, level, counts, marker: undefined }
    },

    /** The next item of a list; its header has no number. */
    item(list: List, { name, attrs }: Element): List {
      if (name === 'text:list-header') return { ...list, marker: undefined }
      count(list, Number(attrs['text:start-value'] ?? Number.NaN))
      return { ...list, marker: markerOf(list.style, list.level, list.counts) }
    },

    /** A heading, where headings have numbers. */
    heading(level: number): List | undefined {
      if (!styles.listLevel(outline, level)?.attrs['style:num-format']) return undefined
      const counts = counted.get(outline) ?? []
      counted.set(outline, counts)
      const list: List = { style: outline, level, counts, marker: undefined }
      count(list, Number.NaN)
      counts.length = level
      return { ...list, marker: markerOf(outline, level, counts) }
    },

    place: ({ style, level }: List) => listPlace(styles.listLevel(style, level), level),
  }
}

/** Places where the text of a list's level begins, and where its marker does. */
function listPlace(definition: Element | undefined, level: number): { left: number; first: number } {
  const properties = childOf(definition, 'style:list-level-properties')
  const label = childOf(properties, 'style:list-level-label-alignment')?.attrs
  const left = lengthOf(label?.['fo:margin-left'])
  if (left !== undefined) return { left, first: lengthOf(label?.['fo:text-indent']) ?? 0 }
  const space = lengthOf(properties?.attrs['text:space-before'])
  const width = lengthOf(properties?.attrs['text:min-label-width']) ?? 18
  return { left: space === undefined ? 18 * level + 18 : space + width, first: -width }
}
