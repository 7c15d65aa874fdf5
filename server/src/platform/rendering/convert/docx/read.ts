import type { Block, Doc, Paper, Section, Style } from '../blocks.ts'
import { a4, paragraph, text } from '../blocks.ts'
import { pictureReader } from '../pictures.ts'
import { childOf, type Element, elementsOf, parseXml, within } from '../xml.ts'
import { openZip, type Zip } from '../zip.ts'
import { bodyReader } from './body.ts'
import { numberer } from './numbering.ts'
import { stylesOf, twips } from './properties.ts'

const noteStyle: Style = { face: 'serif', size: 9 }

/** Where the relations of a part lead, within the file: what is outside of it is never fetched. */
async function relationsOf(zip: Zip, part: string): Promise<Map<string, { target: string; type: string }>> {
  const folder = part.slice(0, part.lastIndexOf('/') + 1)
  const rels = parseXml(await zip.read(`${folder}_rels/${part.slice(folder.length)}.rels`))
  const found = new Map<string, { target: string; type: string }>()
  for (const { attrs } of elementsOf(rels)) {
    if (attrs.TargetMode === 'External' || !attrs.Id || !attrs.Target) continue
    const target = attrs.Target.startsWith('/') ? attrs.Target.slice(1) : `${folder}${attrs.Target}`
    const type = attrs.Type?.slice(attrs.Type.lastIndexOf('/') + 1) ?? ''
    found.set(attrs.Id, { target: withoutDots(target), type })
  }
  return found
}

function withoutDots(path: string): string {
  const parts: string[] = []
  for (const part of path.split('/')) {
    if (part === '..') parts.pop()
    else if (part !== '.' && part !== '') parts.push(part)
  }
  return parts.join('/')
}

export async function readDocx(bytes: Buffer): Promise<Doc> {
  const zip = openZip(bytes)
  const start = [...(await relationsOf(zip, '')).values()].find(({ type }) => type === 'officeDocument')
  const main = start?.target ?? 'word/document.xml'
  const document = parseXml(await zip.read(main))
  const body = childOf(document, 'w:body')
  const relations = await relationsOf(zip, main)
  const part = async (type: string) => {
    const target = [...relations.values()].find((relation) => relation.type === type)?.target
    return parseXml(target ? await zip.read(target) : undefined)
  }
  const styles = stylesOf(await part('styles'), await part('theme'))
  const picture = pictureReader((name) => zip.read(name))
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
    return reader(await relationsOf(zip, target)).blocks(parseXml(await zip.read(target)))
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
  const within = (value: number | undefined, least: number, most: number, otherwise: number) =>
    Math.min(most, Math.max(least, value ?? otherwise))
  const width = within(twips(size['w:w']), 150, 2_000, a4.width)
  const height = within(twips(size['w:h']), 150, 2_000, a4.height)
  const edge = (name: string, whole: number) => within(twips(margin[name]), 12, whole * 0.4, 72)
  return {
    width,
    height,
    margin: {
      top: edge('w:top', height),
      bottom: edge('w:bottom', height),
      left: edge('w:left', width),
      right: edge('w:right', width),
    },
  }
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
