import type { Align, Stop, Style } from '../blocks.ts'
import { faceOf, groundOf, inkOf } from '../faces.ts'
import { childOf, type Element, elementsOf, within } from '../xml.ts'

export type OdtLook = Partial<Style> & {
  align?: Align
  left?: number
  right?: number
  first?: number
  before?: number
  after?: number
  pageBefore?: boolean
  shade?: string
  bordered?: boolean
  hidden?: boolean
  /** True for text in capital letters. */
  caps?: boolean
  stops?: Stop[]
}

const units: Record<string, number> = { cm: 28.3465, mm: 2.83465, in: 72, pt: 1, pc: 12, px: 0.75 }

/** A length in points. */
export function lengthOf(text: string | undefined): number | undefined {
  const [, number, unit] = /^(-?[\d.]+)(cm|mm|in|pt|pc|px)$/.exec(text ?? '') ?? []
  const points = Number(number) * (units[unit ?? ''] ?? Number.NaN)
  return Number.isFinite(points) ? Math.max(-2_000, Math.min(4_000, points)) : undefined
}

const aligns: Record<string, Align> = {
  start: 'left',
  left: 'left',
  end: 'right',
  right: 'right',
  center: 'center',
  justify: 'justify',
}

function stopsOf(properties: Element): Stop[] {
  return elementsOf(childOf(properties, 'style:tab-stops'))
    .flatMap(({ attrs }): Stop[] => {
      const at = lengthOf(attrs['style:position'])
      const kind = attrs['style:type']
      const align = kind === 'right' || kind === 'char' ? 'right' : kind === 'center' ? 'center' : 'left'
      return at === undefined ? [] : [{ at, align, leader: attrs['style:leader-text']?.slice(0, 1) }]
    })
    .sort((a, b) => a.at - b.at)
}

/** The list by which headings are numbered. */
export const outline = 'text:outline-style'

/** The styles of an ODT file, each with all that it is based on. A style that is based on itself ends there. */
export function odtStyles(...documents: Element[]) {
  const byName = new Map<string, Element>()
  const lists = new Map<string, Element>()
  const fonts = new Map<string, string>()
  for (const document of documents)
    for (const element of elementsOf(document).flatMap((part) => [part, ...elementsOf(part)])) {
      const name = element.attrs['style:name']
      const family = element.attrs['style:family']
      if (element.name === 'style:style' && name) byName.set(`${family} ${name}`, element)
      else if (element.name === 'style:default-style') byName.set(`${family} `, element)
      else if (element.name === 'text:list-style' && name) lists.set(name, element)
      else if (element.name === 'text:outline-style') lists.set(outline, element)
      else if (element.name === 'style:font-face' && name)
        fonts.set(
          name,
          `${element.attrs['svg:font-family']} ${element.attrs['style:font-family-generic'] ?? ''}`,
        )
    }
  const known = new Map<string, OdtLook>()

  function lookOf(family: string, name: string | undefined, seen = 0): OdtLook {
    const key = `${family} ${name ?? ''}`
    const ready = known.get(key)
    if (ready) return ready
    const element = byName.get(key)
    if (seen > 50) return {}
    const parent = element?.attrs['style:parent-style-name']
    const base = name && (parent || family === 'paragraph') ? lookOf(family, parent, seen + 1) : {}
    const look = { ...base, ...ownLook(element, base.size) }
    if (seen === 0) known.set(key, look)
    return look
  }

  function ownLook(element: Element | undefined, size: number | undefined): OdtLook {
    const look: OdtLook = {}
    for (const properties of elementsOf(element)) {
      const { name, attrs } = properties
      if (name === 'style:text-properties') Object.assign(look, letters(attrs, size))
      else if (name === 'style:paragraph-properties') {
        Object.assign(look, placed(attrs))
        if (childOf(properties, 'style:tab-stops')) look.stops = stopsOf(properties)
      } else if (name === 'style:table-cell-properties') {
        const shade = groundOf(attrs['fo:background-color'])
        const borders = ['', '-top', '-bottom', '-left', '-right'].map((side) => attrs[`fo:border${side}`])
        look.bordered = borders.some((border) => border !== undefined && border !== 'none')
        if (shade) look.shade = shade
      }
    }
    return look
  }

  function letters(attrs: Record<string, string>, base = 12): OdtLook {
    const look: OdtLook = {}
    const weight = attrs['fo:font-weight']
    if (weight) look.bold = weight === 'bold' || Number(weight) >= 600
    if (attrs['fo:font-style']) look.italic = attrs['fo:font-style'] !== 'normal'
    const underline = attrs['style:text-underline-style']
    if (underline) look.underline = underline !== 'none'
    const strike = attrs['style:text-line-through-style'] ?? attrs['style:text-line-through-type']
    if (strike) look.strike = strike !== 'none'
    const size = attrs['fo:font-size']
    const points = size?.endsWith('%') ? (base * Number.parseFloat(size)) / 100 : lengthOf(size)
    if (points) look.size = Math.min(96, Math.max(4, points))
    const font = attrs['style:font-name'] ?? attrs['fo:font-family']
    if (font) look.face = faceOf(`${font} ${fonts.get(font) ?? ''}`)
    if (attrs['fo:color']) look.colour = inkOf(attrs['fo:color'])
    const raise = attrs['style:text-position']
    if (raise)
      look.raise = /^(super|[1-9])/.test(raise) ? 'super' : /^(sub|-)/.test(raise) ? 'sub' : undefined
    if (attrs['text:display'] === 'none') look.hidden = true
    if (attrs['fo:text-transform']) look.caps = attrs['fo:text-transform'] === 'uppercase'
    return look
  }

  function placed(attrs: Record<string, string>): OdtLook {
    const look: OdtLook = {}
    const align = aligns[attrs['fo:text-align'] ?? '']
    if (align) look.align = align
    const lengths = {
      left: 'fo:margin-left',
      right: 'fo:margin-right',
      first: 'fo:text-indent',
      before: 'fo:margin-top',
      after: 'fo:margin-bottom',
    } as const
    for (const [key, name] of Object.entries(lengths)) {
      const length = lengthOf(attrs[name])
      if (length !== undefined) look[key as keyof typeof lengths] = length
    }
    if (attrs['fo:break-before'] === 'page') look.pageBefore = true
    return look
  }

  return {
    lookOf: (family: string, name: string | undefined) => lookOf(family, name),
    element: (family: string, name: string | undefined) => byName.get(`${family} ${name ?? ''}`),
    listLevel(list: string | undefined, level: number): Element | undefined {
      const found = list === undefined ? undefined : lists.get(list)
      return elementsOf(found).find(({ attrs }) => Number(attrs['text:level']) === level)
    },
    /** The properties of the pages, of the first layout there is. */
    page(): Record<string, string> {
      for (const document of documents)
        for (const layout of within(document, 'style:page-layout')) {
          const properties = childOf(layout, 'style:page-layout-properties')
          if (properties) return properties.attrs
        }
      return {}
    },
  }
}
