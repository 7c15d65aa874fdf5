import { Parser } from 'htmlparser2'
import { ConvertError } from './error.ts'
import { checkTime, type Limits } from './limits.ts'
import { encodingOf } from './text.ts'

/*
 * XML as office files have it, read by htmlparser2. It knows only the five entities of XML itself and numbers of characters; a
 * document type is refused, so there are no others and nothing external. Names get the usual prefixes of their namespaces.
 */

type Attributes = Readonly<Record<string, string>>
export type Element = { name: string; attrs: Attributes; children: (Element | string)[] }
export type XmlEvent =
  | { kind: 'open'; name: string; attrs: Attributes }
  | { kind: 'close'; name: string }
  | { kind: 'text'; text: string }

const maxDepth = 200
/** Elements of one document. */
const maxElements = 1_500_000
/** Attributes of one element. */
const maxAttributes = 1_000
/** Names that are kept, so that elements of one name share it. */
const maxNames = 1_000
/** Bytes that are parsed before their events are handed over. */
const pieceBytes = 64 * 1024

/** Shared by all elements without attributes. */
const none: Attributes = Object.freeze({})

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

/**
 * Content of an XML document in its order, parsed as it is asked for. A text may come in several pieces; what breaks off ends there.
 * @param limits `cut`: the bytes are the start of a document
 * @throws ConvertError unreadable, too-large, timeout
 */
export function* xmlEvents(bytes: Uint8Array, limits: Limits & { cut?: boolean } = {}): Generator<XmlEvent> {
  const decoder = new TextDecoder(encodingOf(bytes, limits))
  let events: XmlEvent[] = []
  const open: { name: string; scope: Scope }[] = []
  let elements = 0
  let attributes = 0
  const parser = new Parser(
    {
      onprocessinginstruction(name) {
        if (name.startsWith('!')) throw new ConvertError('unreadable', 'the XML has a document type')
      },
      onopentagname() {
        attributes = 0
        if (++elements > maxElements || open.length > maxDepth) throw new ConvertError('too-large')
      },
      onattribute() {
        if (++attributes > maxAttributes) throw new ConvertError('too-large')
      },
      onopentag(own, all) {
        const scope = scopeOf(all, open.at(-1)?.scope ?? { prefixes: {}, names: new Map() })
        const name = nameIn(scope, own)
        const keys = Object.keys(all)
        const attrs: Record<string, string> = keys.length > 0 ? {} : none
        // XML gives an attribute without a prefix no namespace.
        for (const key of keys) attrs[key.includes(':') ? nameIn(scope, key) : key] = all[key] ?? ''
        open.push({ name, scope })
        events.push({ kind: 'open', name, attrs })
      },
      onclosetag() {
        events.push({ kind: 'close', name: open.pop()?.name ?? '' })
      },
      ontext(text) {
        if (open.length > 0) events.push({ kind: 'text', text })
      },
    },
    { xmlMode: true },
  )
  for (let at = 0; at < bytes.length; at += pieceBytes) {
    checkTime(limits)
    parser.write(decoder.decode(bytes.subarray(at, at + pieceBytes), { stream: true }))
    yield* events
    events = []
  }
}

/** The usual prefix for each prefix that a document declares, the empty one for names without; and the names that were met. */
type Scope = { prefixes: Readonly<Record<string, string>>; names: Map<string, string> }

function scopeOf(attrs: Record<string, string>, outer: Scope): Scope {
  const names = Object.keys(attrs).filter((name) => name === 'xmlns' || name.startsWith('xmlns:'))
  if (names.length === 0) return outer
  const own = names.map((name) => [name.slice(6), prefixOf(attrs[name] ?? '', name.slice(6))])
  return { prefixes: { ...outer.prefixes, ...Object.fromEntries(own) }, names: new Map() }
}

function nameIn(scope: Scope, own: string): string {
  const met = scope.names.get(own)
  if (met !== undefined) return met
  const colon = own.indexOf(':')
  const prefix = colon < 0 ? '' : own.slice(0, colon)
  const known = scope.prefixes[prefix] ?? prefix
  const name = known ? `${known}:${own.slice(colon + 1)}` : own
  if (scope.names.size < maxNames) scope.names.set(own, name)
  return name
}

/** The whole of a small document; an element without name and children where there is none. @throws ConvertError as {@link xmlEvents} */
export function parseXml(bytes: Uint8Array | undefined, limits: Limits = {}): Element {
  const root: Element = { name: '', attrs: {}, children: [] }
  if (!bytes) return root
  const open = [root]
  for (const event of xmlEvents(bytes, limits)) {
    const children = open.at(-1)?.children ?? []
    if (event.kind === 'close') {
      const element = open.pop()
      // A copy has no room for more, which is most of what a small element takes.
      if (element) element.children = children.slice()
    } else if (event.kind === 'open') {
      const element = { name: event.name, attrs: event.attrs, children: [] }
      children.push(element)
      open.push(element)
    } else if (typeof children.at(-1) === 'string') children.push(`${children.pop()}${event.text}`)
    else children.push(event.text)
  }
  const [first] = elementsOf(root)
  if (!first || open.length !== 1) throw new ConvertError('unreadable', 'the XML breaks off')
  return first
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
