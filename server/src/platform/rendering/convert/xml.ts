import { RenderError } from '../messages.ts'
import { decodeText } from './text.ts'

/*
 * XML as office files have it. A document type is refused, so there are no entities to expand and nothing external; what is
 * nested too deeply or has too many elements is refused as well. Names get the usual prefixes of their namespaces.
 */

export type Element = { name: string; attrs: Record<string, string>; children: (Element | string)[] }
export type XmlEvent =
  | { kind: 'open'; name: string; attrs: Record<string, string> }
  | { kind: 'close'; name: string }
  | { kind: 'text'; text: string }

const maxDepth = 200
const maxElements = 1_500_000

const prefixes: [RegExp, string][] = [
  [/\/wordprocessingml\/(2006\/)?main$/, 'w'],
  [/\/spreadsheetml\/(2006\/)?main$/, 'x'],
  [/\/officeDocument\/(2006\/)?relationships$/, 'r'],
  [/\/package\/2006\/relationships$/, 'rel'],
  [/\/drawingml\/(2006\/)?main$/, 'a'],
  [/\/drawingml\/(2006\/)?picture$/, 'pic'],
  [/\/wordprocessingDrawing$/, 'wp'],
  [/\/wordprocessingShape$/, 'wps'],
  [/\/markup-compatibility\/2006$/, 'mc'],
  [/\/officeDocument\/(2006\/)?math$/, 'm'],
  [/^urn:schemas-microsoft-com:vml$/, 'v'],
  [/^http:\/\/www\.w3\.org\/1999\/xlink$/, 'xlink'],
  [/^urn:oasis:names:tc:opendocument:xmlns:xsl-fo-compatible:1\.0$/, 'fo'],
  [/^urn:oasis:names:tc:opendocument:xmlns:svg-compatible:1\.0$/, 'svg'],
  [/^urn:oasis:names:tc:opendocument:xmlns:drawing:1\.0$/, 'draw'],
]
function prefixOf(uri: string, own: string): string {
  const known = prefixes.find(([pattern]) => pattern.test(uri))?.[1]
  return known ?? /^urn:oasis:names:tc:opendocument:xmlns:(\w+):1\.0$/.exec(uri)?.[1] ?? own
}

const tag = /<(\/?)([^\s/>=<]+)((?:\s+[^\s=>/]+\s*=\s*(?:"[^"]*"|'[^']*'))*)\s*(\/?)>/y
const attribute = /([^\s=]+)\s*=\s*(?:"([^"]*)"|'([^']*)')/g
const entities: Record<string, string> = { lt: '<', gt: '>', amp: '&', quot: '"', apos: "'" }

const decode = (text: string): string =>
  text.includes('&')
    ? text.replace(/&(?:#(\d{1,7})|#x([\da-f]{1,6})|(\w+));/gi, (all, decimal, hex, name) => {
        if (name) return entities[name] ?? all
        const code = decimal ? Number(decimal) : Number.parseInt(hex, 16)
        return code <= 0x10_ff_ff ? String.fromCodePoint(code) : ''
      })
    : text

/** What an XML document has, in its order. What breaks off ends there. @throws RenderError unreadable, too-large */
export function* xmlEvents(bytes: Uint8Array): Generator<XmlEvent> {
  const xml = decodeText(bytes)
  const scopes: Record<string, string>[] = [{}]
  let elements = 0
  const broken = (): never => {
    throw new RenderError('unreadable', 'the XML is broken')
  }
  for (let at = 0; at < xml.length; ) {
    const next = xml.indexOf('<', at)
    const end = next < 0 ? xml.length : next
    if (end > at && scopes.length > 1) yield { kind: 'text', text: decode(xml.slice(at, end)) }
    if (next < 0) return
    at = next
    const after = (mark: string, from: number): number => {
      const place = xml.indexOf(mark, from)
      return place < 0 ? broken() : place
    }
    if (xml.startsWith('<?', at)) at = after('?>', at) + 2
    else if (xml.startsWith('<!--', at)) at = after('-->', at + 4) + 3
    else if (xml.startsWith('<![CDATA[', at)) {
      const close = after(']]>', at)
      yield { kind: 'text', text: xml.slice(at + 9, close) }
      at = close + 3
    } else {
      tag.lastIndex = at
      const [all, slash, own = '', rest = '', empty] = tag.exec(xml) ?? broken()
      at += all.length
      if (slash) {
        const scope = scopes.pop() ?? broken()
        yield { kind: 'close', name: nameIn(scope, own) }
        if (scopes.length === 0) broken()
        continue
      }
      if (++elements > maxElements || scopes.length > maxDepth) throw new RenderError('too-large')
      let scope = scopes.at(-1) ?? {}
      const attrs: Record<string, string> = {}
      const found = rest ? [...rest.matchAll(attribute)] : []
      for (const [, name = '', double, single] of found) {
        if (name !== 'xmlns' && !name.startsWith('xmlns:')) continue
        const mine = name.slice(6)
        scope = { ...scope, [mine]: prefixOf(double ?? single ?? '', mine) }
      }
      // As in XML, an attribute without a prefix has no namespace.
      for (const [, name = '', double, single] of found)
        attrs[name.includes(':') ? nameIn(scope, name) : name] = decode(double ?? single ?? '')
      const name = nameIn(scope, own)
      yield { kind: 'open', name, attrs }
      if (empty) yield { kind: 'close', name }
      else scopes.push(scope)
    }
  }
}

function nameIn(scope: Record<string, string>, own: string): string {
  const colon = own.indexOf(':')
  const prefix = colon < 0 ? '' : own.slice(0, colon)
  const known = scope[prefix] ?? prefix
  return known ? `${known}:${own.slice(colon + 1)}` : own
}

/** The whole of a small document. @throws RenderError unreadable, too-large */
export function parseXml(bytes: Uint8Array | undefined): Element {
  const root: Element = { name: '', attrs: {}, children: [] }
  const open = [root]
  for (const event of bytes ? xmlEvents(bytes) : []) {
    const inner = open.at(-1)
    if (event.kind === 'text') inner?.children.push(event.text)
    else if (event.kind === 'close') open.pop()
    else {
      const element = { name: event.name, attrs: event.attrs, children: [] }
      inner?.children.push(element)
      open.push(element)
    }
  }
  const first = root.children.find((child) => typeof child !== 'string')
  if (bytes && (!first || open.length !== 1)) throw new RenderError('unreadable', 'the XML breaks off')
  return first ?? root
}

export const elementsOf = (element: Element | undefined): Element[] =>
  (element?.children ?? []).filter((child) => typeof child !== 'string')

export const childOf = (element: Element | undefined, name: string): Element | undefined =>
  elementsOf(element).find((child) => child.name === name)

/** All of a name within an element, at any depth, in their order. */
export function* within(element: Element | undefined, name: string): Generator<Element> {
  for (const child of elementsOf(element)) {
    if (child.name === name) yield child
    yield* within(child, name)
  }
}

export const textOf = (element: Element | undefined): string =>
  (element?.children ?? []).map((child) => (typeof child === 'string' ? child : textOf(child))).join('')
