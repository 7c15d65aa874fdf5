import { DOMParser } from '@xmldom/xmldom'

/** An element as read: its name without a prefix, its namespace, and the text directly in it. */
export type Xml = {
  name: string
  space: string
  attributes: Record<string, string>
  children: Xml[]
  text: string
}

/** Reason why XML or an answer of a provider was refused: a few words for the log and the audit trail, without personal data. */
export class SamlFault extends Error {
  override readonly name: string = 'SamlFault'
  readonly step: string

  constructor(step: string, cause?: unknown) {
    super(step, { cause })
    this.step = step
  }
}

/** Elements and attributes together. Real messages have some 100 of them, real metadata up to 2,000. */
export type XmlLimits = { parts: number; depth: number }
/** Numbers of the DOM standard. */
const kinds = { element: 1, text: 3, cdata: 4 }

/**
 * Reads well-formed XML. A DTD could define entities that expand without end or fetch other files, and instructions mean
 * nothing here, so both are refused before anything is parsed.
 * @throws SamlFault for XML that is not well-formed, too deep or too large
 */
export function readXml(text: string, { parts, depth }: XmlLimits): Xml {
  if (text.split('<', 2 * parts + 1).length > 2 * parts) throw new SamlFault('XML that is too large')
  const declared = text.replace(/^\uFEFF?\s*<\?xml\s[^<>?]*\?>/, '')
  if (/<\?|<!(?!--|\[CDATA\[)/.test(declared)) throw new SamlFault('XML with a DTD or instructions')
  const refuse = (_level: string, message: string) => {
    throw new SamlFault('XML that is not well-formed', new Error(message))
  }
  const parser = new DOMParser({ errorHandler: refuse as never })
  const document = parse(() => parser.parseFromString(text.replace(/^\uFEFF/, ''), 'text/xml'))
  const roots = [...list(document)].filter((node) => node.nodeType === kinds.element)
  const [root] = roots
  if (!root || roots.length > 1) throw new SamlFault('XML that is not well-formed')
  // The parser leaves out what follows the only element.
  if (!text.trimEnd().endsWith('>')) throw new SamlFault('XML that is not well-formed')
  return treeOf(root as Element, { parts, depth })
}

function parse(run: () => Document | undefined): Document {
  try {
    const document = run()
    if (document) return document
  } catch (error) {
    throw error instanceof SamlFault ? error : new SamlFault('XML that is not well-formed', error)
  }
  throw new SamlFault('XML that is not well-formed')
}

const list = (parent: Node): ChildNode[] => Array.from(parent.childNodes)

function treeOf(element: Element, room: XmlLimits, depth = 1): Xml {
  room.parts -= 1 + element.attributes.length
  if (room.parts < 0 || depth > room.depth) throw new SamlFault('XML that is too large')
  const nodes = list(element)
  return {
    name: element.localName,
    space: element.namespaceURI ?? '',
    attributes: Object.fromEntries(Array.from(element.attributes, ({ name, value }) => [name, value])),
    children: nodes
      .filter((node) => node.nodeType === kinds.element)
      .map((node) => treeOf(node as Element, room, depth + 1)),
    text: nodes
      .filter(({ nodeType }) => nodeType === kinds.text || nodeType === kinds.cdata)
      .map(({ nodeValue }) => nodeValue ?? '')
      .join(''),
  }
}

/** Lists the element and everything in it, in the order of the document. */
export const withAll = (element: Xml): Xml[] => [element, ...element.children.flatMap(withAll)]

/** Returns its children of this name. */
export const childrenOf = (element: Xml | undefined, space: string, name: string): Xml[] =>
  element?.children.filter((child) => child.name === name && child.space === space) ?? []

/** Returns its only child of this name. @throws SamlFault when there is none or another. */
export function onlyChild(element: Xml, space: string, name: string): Xml {
  const [child, ...more] = childrenOf(element, space, name)
  if (!child || more.length > 0) throw new SamlFault(`not exactly one ${name}`)
  return child
}
