import type { Block, Doc, Paper, Section, Style } from '../blocks.ts'
import { paper, paragraph, text } from '../blocks.ts'
import type { ConvertOptions } from '../convert.ts'
import { pictureReader } from '../pictures.ts'
import { relationsOf } from '../relations.ts'
import { childOf, type Element, elementsOf, within } from '../xml.ts'
import { openZip } from '../zip.ts'
import { bodyReader } from './body.ts'
import { numberer } from './numbering.ts'
import { stylesOf, twips } from './properties.ts'

const noteStyle: Style = { face: 'serif', size: 9 }

export async function readDocx(bytes: Buffer, options: ConvertOptions): Promise<Doc> {
  const zip = await openZip(bytes, options)
  const start = [...(await relationsOf(zip, '')).values()].find(({ type }) => type === 'officeDocument')
  const main = start?.target ?? 'word/document.xml'
  const document = await zip.xml(main)
  const body = childOf(document, 'w:body')
  const relations = await relationsOf(zip, main)
  const part = async (type: string) => {
    const target = [...relations.values()].find((relation) => relation.type === type)?.target
    return zip.xml(target ?? '')
  }
  const styles = stylesOf(await part('styles'), await part('theme'))
  const picture = pictureReader(zip.read, options.preparePicture)
  const shared = {
    styles,
    numbers: numberer(await part('numbering'), styles.runLook),
    marks: { tracked: false, footnotes: [] as string[] },
  }
  const reader = (rels: typeof relations) =>
    bodyReader({
      ...shared,
      picture: async (id, width, height) => picture(rels.get(id)?.target ?? '', width, height),
    })

  const margins = async (properties: Element, kind: string): Promise<Block[] | undefined> => {
    const reference = elementsOf(properties).find(
      ({ name, attrs }) => name === kind && (attrs['w:type'] ?? 'default') === 'default',
    )
    const target = relations.get(reference?.attrs['r:id'] ?? '')?.target
    if (!target) return undefined
    return reader(await relationsOf(zip, target)).blocks(await zip.xml(target))
  }

  const sections: Section[] = []
  const read = reader(relations)
  let before: Section | undefined
  for (const { elements, properties } of sectionsOf(body)) {
    const section: Section = {
      paper: paperOf(properties),
      blocks: await read.blocks({ name: '', attrs: {}, children: elements }),
      // A section without its own has those of the one before.
      header: (await margins(properties, 'w:headerReference')) ?? before?.header,
      footer: (await margins(properties, 'w:footerReference')) ?? before?.footer,
      continuous: childOf(properties, 'w:type')?.attrs['w:val'] === 'continuous',
    }
    sections.push(section)
    before = section
  }
  const { marks } = shared
  const footnotes = await footnotesOf(await part('footnotes'), marks.footnotes, read.blocks)
  before?.blocks.push(...footnotes)
  const notes: string[] = []
  if (marks.tracked)
    notes.push(
      'This file has tracked changes: what was inserted is green and underlined, what was deleted is red and struck out.',
    )
  if (
    [...relations.values()].some(({ type }) => type === 'comments') &&
    childOf(await part('comments'), 'w:comment')
  )
    notes.push('This file has comments, which are not shown here.')
  return { sections, notes }
}

/** The parts of the body that end with a section's properties. */
function sectionsOf(body: Element | undefined): { elements: Element[]; properties: Element }[] {
  const sections: { elements: Element[]; properties: Element }[] = []
  let elements: Element[] = []
  const none: Element = { name: '', attrs: {}, children: [] }
  for (const element of elementsOf(body)) {
    const own = element.name === 'w:sectPr' ? element : childOf(childOf(element, 'w:pPr'), 'w:sectPr')
    if (element !== own) elements.push(element)
    if (!own) continue
    sections.push({ elements, properties: own })
    elements = []
  }
  if (elements.length > 0 || sections.length === 0) sections.push({ elements, properties: none })
  return sections.slice(0, 1_000)
}

function paperOf(properties: Element): Paper {
  const size = childOf(properties, 'w:pgSz')?.attrs ?? {}
  const margin = childOf(properties, 'w:pgMar')?.attrs ?? {}
  return paper(twips(size['w:w']), twips(size['w:h']), (side) => twips(margin[`w:${side}`]) ?? 72)
}

/** The notes that the text refers to, after its end. */
async function footnotesOf(
  part: Element,
  ids: readonly string[],
  read: (element: Element) => Promise<Block[]>,
): Promise<Block[]> {
  if (ids.length === 0) return []
  const blocks: Block[] = [{ kind: 'rule' }]
  const byId = new Map([...within(part, 'w:footnote')].map((note) => [note.attrs['w:id'] ?? '', note]))
  for (const [index, id] of ids.entries()) {
    const note = byId.get(id)
    const [first, ...others] = note ? await read(note) : []
    const number = text(`${index + 1} `, { ...noteStyle, raise: 'super' })
    if (first?.kind === 'paragraph') blocks.push({ ...first, spans: [number, ...first.spans] }, ...others)
    else blocks.push(paragraph([number]))
  }
  return blocks
}
