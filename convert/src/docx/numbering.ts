import { numeral } from '../numerals.ts'
import { childOf, type Element, elementsOf } from '../xml.ts'
import { type ParagraphLook, paragraphLook, type RunLook, valOf } from './properties.ts'

type Level = {
  start: number
  kind: string | undefined
  /** '%1.%2' */
  pattern: string
  suffix: string
  legal: boolean
  paragraph: ParagraphLook
  run: RunLook
}
type List = { abstract: string; levels: Level[]; restarts: Map<number, number> }

export type Marker = { text: string; suffix: string; paragraph: ParagraphLook; run: RunLook }

const levelsAtMost = 9

/** Counts the numbered paragraphs of a document in their order, as a word processor does. */
export function numberer(numbering: Element, runLook: (properties: Element | undefined) => RunLook) {
  const abstracts = new Map<string, Element>()
  const lists = new Map<string, List>()
  for (const element of elementsOf(numbering))
    if (element.name === 'w:abstractNum') abstracts.set(element.attrs['w:abstractNumId'] ?? '', element)
  for (const element of elementsOf(numbering)) {
    if (element.name !== 'w:num') continue
    const abstract = valOf(element, 'w:abstractNumId') ?? ''
    lists.set(element.attrs['w:numId'] ?? '', listOf(element, abstract))
  }
  /** The last number of each level, by abstract list: lists of one kind go on counting. */
  const counts = new Map<string, (number | undefined)[]>()
  const restarted = new Set<string>()

  function listOf(num: Element, abstract: string): List {
    const levels: Level[] = []
    const restarts = new Map<number, number>()
    let definition = abstracts.get(abstract)
    // A list may be another's by the name of a style.
    const link = valOf(definition, 'w:numStyleLink')
    if (link)
      definition = [...abstracts.values()].find((other) => valOf(other, 'w:styleLink') === link) ?? definition
    const read = (from: Element | undefined) => {
      for (const level of elementsOf(from)) {
        const index = Number(level.attrs['w:ilvl'])
        if (level.name === 'w:lvl' && index >= 0 && index < levelsAtMost) levels[index] = levelOf(level)
      }
    }
    read(definition)
    for (const change of elementsOf(num)) {
      if (change.name !== 'w:lvlOverride') continue
      read(change)
      const start = Number.parseInt(valOf(change, 'w:startOverride') ?? '', 10)
      if (start >= 0) restarts.set(Number(change.attrs['w:ilvl']), start)
    }
    return { abstract, levels, restarts }
  }

  function levelOf(level: Element): Level {
    return {
      start: Number.parseInt(valOf(level, 'w:start') ?? '1', 10) || 0,
      kind: valOf(level, 'w:numFmt'),
      pattern: valOf(level, 'w:lvlText') ?? '',
      suffix: valOf(level, 'w:suff') ?? 'tab',
      legal: childOf(level, 'w:isLgl') !== undefined,
      paragraph: paragraphLook(childOf(level, 'w:pPr')),
      run: runLook(childOf(level, 'w:rPr')),
    }
  }

  return {
    /** The level that a style's numbering has, where it is the level that names the style. */
    levelOfStyle(id: string, style: string): number {
      const abstract = abstracts.get(lists.get(id)?.abstract ?? '')
      const level = elementsOf(abstract).find((each) => valOf(each, 'w:pStyle') === style)
      return Math.min(levelsAtMost - 1, Number(level?.attrs['w:ilvl'] ?? 0) || 0)
    },

    /** The number or bullet of the next paragraph of this list. */
    next(id: string, at: number): Marker | undefined {
      const list = lists.get(id)
      const level = list?.levels[at]
      if (!list || !level) return undefined
      const count = counts.get(list.abstract) ?? []
      counts.set(list.abstract, count)
      const key = `${id} ${at}`
      const restart = list.restarts.get(at)
      if (restart !== undefined && !restarted.has(key)) {
        restarted.add(key)
        count[at] = restart
      } else count[at] = count[at] === undefined ? level.start : count[at] + 1
      count.length = at + 1
      const text =
        level.kind === 'bullet'
          ? level.pattern || '•'
          : level.pattern.replace(/%([1-9])/g, (_, digit) => {
              const which = Number(digit) - 1
              const other = list.levels[which]
              const number = count[which] ?? other?.start ?? 1
              return numeral(number, level.legal && which < at ? 'decimal' : other?.kind)
            })
      return { text, suffix: level.suffix, paragraph: level.paragraph, run: level.run }
    },
  }
}
