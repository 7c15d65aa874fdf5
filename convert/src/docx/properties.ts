import type { Align, Face, Stop, Style } from '../blocks.ts'
import { faceOf, inkOf } from '../faces.ts'
import { childOf, type Element, elementsOf, within } from '../xml.ts'

/** Properties that a style or a place itself gives its letters and its paragraph; absent: as before. */
export type RunLook = {
  bold?: boolean
  italic?: boolean
  underline?: boolean
  strike?: boolean
  caps?: boolean
  hidden?: boolean
  size?: number
  face?: Face
  colour?: string | undefined
  raise?: 'super' | 'sub' | undefined
}
export type ParagraphLook = {
  align?: Align
  left?: number
  right?: number
  first?: number
  before?: number
  after?: number
  leading?: number
  keepNext?: boolean
  pageBefore?: boolean
  ruleAbove?: boolean
  ruleBelow?: boolean
  close?: boolean
  stops?: Stop[]
  list?: { id?: string; level?: number }
}
export type Look = { run: RunLook; paragraph: ParagraphLook }

/** Twentieths of a point. */
export const twips = (text: string | undefined): number | undefined => {
  const number = text === undefined ? Number.NaN : Number.parseFloat(text)
  return Number.isFinite(number) ? Math.max(-2_000, Math.min(4_000, number / 20)) : undefined
}

export const valOf = (element: Element | undefined, name: string): string | undefined =>
  childOf(element, name)?.attrs['w:val']

const off = new Set(['0', 'false', 'off', 'none'])
function flag(element: Element | undefined, name: string): boolean | undefined {
  const found = childOf(element, name)
  return found && !off.has(found.attrs['w:val'] ?? '')
}

function defined<T extends object>(object: T): T {
  return Object.fromEntries(Object.entries(object).filter(([, value]) => value !== undefined)) as T
}

export function runLook(
  properties: Element | undefined,
  themeFont: (name: string) => string | undefined,
): RunLook {
  if (!properties) return {}
  const fonts = childOf(properties, 'w:rFonts')?.attrs
  const font = fonts && (themeFont(fonts['w:asciiTheme'] ?? '') ?? fonts['w:ascii'] ?? fonts['w:hAnsi'])
  const half = Number.parseFloat(valOf(properties, 'w:sz') ?? '')
  const raise = valOf(properties, 'w:vertAlign')
  const colour = valOf(properties, 'w:color')
  return defined<RunLook>({
    bold: flag(properties, 'w:b'),
    italic: flag(properties, 'w:i'),
    underline: flag(properties, 'w:u'),
    strike: flag(properties, 'w:strike') ?? flag(properties, 'w:dstrike'),
    caps: flag(properties, 'w:caps') ?? flag(properties, 'w:smallCaps'),
    hidden: flag(properties, 'w:vanish'),
    size: half > 0 ? Math.min(96, Math.max(4, half / 2)) : undefined,
    face: font ? faceOf(font) : undefined,
    ...(colour === undefined ? {} : { colour: inkOf(colour) ?? '#000000' }),
    raise: raise === 'superscript' ? 'super' : raise === 'subscript' ? 'sub' : undefined,
  } as RunLook)
}

const aligns: Record<string, Align> = {
  left: 'left',
  start: 'left',
  right: 'right',
  end: 'right',
  center: 'center',
  both: 'justify',
  distribute: 'justify',
}

export function paragraphLook(properties: Element | undefined): ParagraphLook {
  if (!properties) return {}
  const indent = childOf(properties, 'w:ind')?.attrs ?? {}
  const spacing = childOf(properties, 'w:spacing')?.attrs ?? {}
  const hanging = twips(indent['w:hanging'])
  const line = Number.parseFloat(spacing['w:line'] ?? '')
  const list = childOf(properties, 'w:numPr')
  const level = Number.parseInt(valOf(list, 'w:ilvl') ?? '', 10)
  const rule = (side: string) => {
    const border = valOf(childOf(properties, 'w:pBdr'), side)
    return border === undefined ? undefined : !off.has(border) && border !== 'nil'
  }
  return defined<ParagraphLook>({
    align: aligns[valOf(properties, 'w:jc') ?? ''],
    left: twips(indent['w:left'] ?? indent['w:start']),
    right: twips(indent['w:right'] ?? indent['w:end']),
    first: hanging === undefined ? twips(indent['w:firstLine']) : -hanging,
    before: twips(spacing['w:before']),
    after: twips(spacing['w:after']),
    leading: line > 0 && (spacing['w:lineRule'] ?? 'auto') === 'auto' ? Math.min(3, line / 240) : undefined,
    keepNext: flag(properties, 'w:keepNext'),
    pageBefore: flag(properties, 'w:pageBreakBefore'),
    ruleAbove: rule('w:top'),
    ruleBelow: rule('w:bottom'),
    close: flag(properties, 'w:contextualSpacing'),
    stops: stopsOf(properties),
    list: list && defined({ id: valOf(list, 'w:numId'), level: level >= 0 ? Math.min(8, level) : undefined }),
  } as ParagraphLook)
}

function stopsOf(properties: Element): Stop[] | undefined {
  const tabs = childOf(properties, 'w:tabs')
  if (!tabs) return undefined
  const leaders: Record<string, string> = { dot: '.', hyphen: '-', underscore: '_', middleDot: '·' }
  return elementsOf(tabs)
    .flatMap(({ attrs }): Stop[] => {
      const at = twips(attrs['w:pos'])
      const kind = attrs['w:val'] ?? 'left'
      if (at === undefined || at <= 0 || kind === 'clear' || kind === 'bar') return []
      const align =
        kind === 'right' || kind === 'end' || kind === 'decimal'
          ? 'right'
          : kind === 'center'
            ? 'center'
            : 'left'
      return [{ at, align, leader: leaders[attrs['w:leader'] ?? ''] }]
    })
    .sort((a, b) => a.at - b.at)
}

/** The styles of a document: what each says with all that it is based on. A style that is based on itself ends there. */
export function stylesOf(styles: Element, theme: Element) {
  const themeFont = (name: string): string | undefined => {
    if (!name) return undefined
    const [font] = within(theme, name.startsWith('major') ? 'a:majorFont' : 'a:minorFont')
    return childOf(font, 'a:latin')?.attrs.typeface
  }
  const byId = new Map<string, Element>()
  let standard = ''
  for (const style of elementsOf(styles)) {
    const id = style.attrs['w:styleId']
    if (style.name !== 'w:style' || id === undefined) continue
    byId.set(id, style)
    if (style.attrs['w:type'] === 'paragraph' && style.attrs['w:default'] === '1') standard = id
  }
  const known = new Map<string, Look>()
  const lookOf = (id: string, seen: string[] = []): Look => {
    const ready = known.get(id)
    if (ready) return ready
    const style = byId.get(id)
    if (!style || seen.includes(id) || seen.length > 50) return { run: {}, paragraph: {} }
    const base = lookOf(valOf(style, 'w:basedOn') ?? '', [...seen, id])
    const own = paragraphLook(childOf(style, 'w:pPr'))
    const look = {
      run: { ...base.run, ...runLook(childOf(style, 'w:rPr'), themeFont) },
      paragraph: {
        ...base.paragraph,
        ...own,
        list: own.list ? { ...base.paragraph.list, ...own.list } : base.paragraph.list,
      },
    } as Look
    if (seen.length === 0) known.set(id, look)
    return look
  }
  const defaults = childOf(styles, 'w:docDefaults')
  const first: Look = {
    run: runLook(childOf(childOf(defaults, 'w:rPrDefault'), 'w:rPr'), themeFont),
    paragraph: paragraphLook(childOf(childOf(defaults, 'w:pPrDefault'), 'w:pPr')),
  }
  return {
    standard,
    element: (id: string) => byId.get(id),
    lookOf: (id: string) => lookOf(id),
    defaults: first,
    runLook: (properties: Element | undefined) => runLook(properties, themeFont),
  }
}

export function styleOf(look: RunLook): Style {
  const { bold, italic, underline, strike, colour, raise } = look
  return {
    face: look.face ?? 'serif',
    size: look.size ?? 10,
    ...(bold ? { bold } : {}),
    ...(italic ? { italic } : {}),
    ...(underline ? { underline } : {}),
    ...(strike ? { strike } : {}),
    ...(colour && colour !== '#000000' ? { colour } : {}),
    ...(raise ? { raise } : {}),
  }
}
