import type { Block, Paragraph, Picture, Span } from '../blocks.ts'
import { text } from '../blocks.ts'
import { missingPicture } from '../pictures.ts'
import { childOf, type Element, elementsOf, textOf, within } from '../xml.ts'
import type { Marker, numberer } from './numbering.ts'
import {
  type ParagraphLook,
  paragraphLook,
  type RunLook,
  styleOf,
  type stylesOf,
  valOf,
} from './properties.ts'
import { tableOf, wrappers } from './table.ts'

type Context = {
  styles: ReturnType<typeof stylesOf>
  numbers: ReturnType<typeof numberer>
  picture: (relation: string, width: number, height: number) => Promise<Picture | undefined>
  /** Facts found on the way. */
  marks: { tracked: boolean; footnotes: string[] }
}

const inserted: RunLook = { underline: true, colour: '#1b6e3c' }
const deleted: RunLook = { strike: true, colour: '#a3241b' }
const emusOfPoint = 12_700
export function bodyReader(context: Context) {
  const { styles, numbers, marks } = context

  async function blocks(parent: Element): Promise<Block[]> {
    const found: Block[] = []
    for (const element of elementsOf(parent)) {
      if (element.name === 'w:p') found.push(...(await paragraphOf(element)))
      else if (element.name === 'w:tbl') found.push(await tableOf(element, styles, blocks))
      else if (wrappers.has(element.name) || element.name === 'w:ins' || element.name === 'w:moveTo')
        found.push(...(await blocks(element)))
    }
    return found
  }

  async function paragraphOf(element: Element): Promise<Block[]> {
    const properties = childOf(element, 'w:pPr')
    const styleId = valOf(properties, 'w:pStyle') ?? styles.standard
    const style = styles.lookOf(styleId)
    const own = paragraphLook(properties)
    const list = { ...style.paragraph.list, ...own.list }
    const marker =
      list.id && list.id !== '0'
        ? numbers.next(list.id, list.level ?? numbers.levelOfStyle(list.id, styleId))
        : undefined
    // A list's indents count for more than those of its style, where the paragraph names the list itself.
    const layers = own.list
      ? [style.paragraph, marker?.paragraph, own]
      : [marker?.paragraph, style.paragraph, own]
    const look: ParagraphLook = Object.assign({}, styles.defaults.paragraph, ...layers)
    const base: RunLook = { ...styles.defaults.run, ...style.run }
    const pieces = await inline(element, base)
    const mark = { ...base, ...styles.runLook(childOf(properties, 'w:rPr')) }
    const spans = [...markerSpans(marker, mark), ...pieces.spans]
    // An empty paragraph is as high as its mark.
    if (spans.length === 0) spans.push(text('', styleOf(mark)), { kind: 'line', style: styleOf(mark) })
    return [...split(spans, look, styleId), ...pieces.after]
  }

  function markerSpans(marker: Marker | undefined, base: RunLook): Span[] {
    if (!marker?.text) return []
    const style = styleOf({ ...base, underline: false, ...marker.run })
    const label = text(marker.text, style)
    if (marker.suffix === 'tab') return [label, { kind: 'tab', style }]
    return marker.suffix === 'space' ? [label, text(' ', style)] : [label]
  }

  /** The paragraph; a page break within it makes two of it. */
  function split(spans: (Span | 'page')[], look: ParagraphLook, styleId: string): Block[] {
    const { list: _, close, ...rest } = look
    const parts: Block[] = []
    let part: Span[] = []
    const end = () => {
      const block: Paragraph = { kind: 'paragraph', spans: part, ...rest, tight: close ? styleId : undefined }
      parts.push(block)
      part = []
    }
    for (const span of spans) {
      if (span !== 'page') part.push(span)
      else {
        if (part.length > 0) end()
        parts.push({ kind: 'page' })
      }
    }
    if (part.length > 0 || parts.length === 0) end()
    return parts
  }

  /** The letters of a paragraph, and what stands in boxes beside them, which follows it. */
  async function inline(
    paragraph: Element,
    base: RunLook,
  ): Promise<{ spans: (Span | 'page')[]; after: Block[] }> {
    const spans: (Span | 'page')[] = []
    const after: Block[] = []
    /** Within a field: its instruction is not shown, its result is. */
    const fields: { result: boolean; instruction: string }[] = []

    const walk = async (element: Element, change: RunLook): Promise<void> => {
      for (const child of elementsOf(element)) {
        if (child.name === 'w:r') await run(child, change)
        else if (child.name === 'w:ins' || child.name === 'w:moveTo') {
          marks.tracked = true
          await walk(child, { ...change, ...inserted })
        } else if (child.name === 'w:del' || child.name === 'w:moveFrom') {
          marks.tracked = true
          await walk(child, { ...change, ...deleted })
        } else if (wrappers.has(child.name)) {
          if (child.name === 'w:fldSimple' && number(child.attrs['w:instr'], { ...base, ...change })) continue
          await walk(child, change)
        } else if (child.name === 'm:oMath' || child.name === 'm:oMathPara')
          spans.push(
            text(
              [...within(child, 'm:t')].map(textOf).join(''),
              styleOf({ ...base, ...change, italic: true }),
            ),
          )
      }
    }
    /** Fields that count pages count these. */
    const number = (instruction: string | undefined, look: RunLook): boolean => {
      const name = /^\s*(PAGE|NUMPAGES|SECTIONPAGES)\b/i.exec(instruction ?? '')?.[1]?.toUpperCase()
      if (name) spans.push({ kind: 'field', field: name === 'PAGE' ? 'page' : 'pages', style: styleOf(look) })
      return name !== undefined
    }
    const run = async (element: Element, change: RunLook): Promise<void> => {
      const properties = childOf(element, 'w:rPr')
      const named = styles.lookOf(valOf(properties, 'w:rStyle') ?? '').run
      const look: RunLook = { ...base, ...named, ...styles.runLook(properties), ...change }
      if (look.hidden) return
      const style = styleOf(look)
      for (const child of elementsOf(element)) {
        if (child.name === 'w:fldChar') {
          const kind = child.attrs['w:fldCharType']
          if (kind === 'begin') fields.push({ result: false, instruction: '' })
          const field = fields.at(-1)
          if (kind === 'separate' && field) field.result = !number(field.instruction, look)
          if (kind === 'end') fields.pop()
          continue
        }
        const field = fields.at(-1)
        if (child.name === 'w:instrText' && field) field.instruction += textOf(child)
        if (fields.some(({ result }) => !result)) continue
        switch (child.name) {
          case 'w:t':
          case 'w:delText': {
            const words = textOf(child)
            if (words) spans.push(text(look.caps ? words.toUpperCase() : words, style))
            break
          }
          case 'w:tab':
          case 'w:ptab':
            spans.push({ kind: 'tab', style })
            break
          case 'w:br':
            spans.push(child.attrs['w:type'] === 'page' ? 'page' : { kind: 'line', style })
            break
          case 'w:cr':
            spans.push({ kind: 'line', style })
            break
          case 'w:noBreakHyphen':
            spans.push(text('\u2011', style))
            break
          case 'w:sym': {
            const code = Number.parseInt(child.attrs['w:char'] ?? '', 16)
            if (code > 0 && code <= 0xff_ff)
              spans.push(text(String.fromCharCode(code < 0x100 ? code + 0xf000 : code), style))
            break
          }
          case 'w:footnoteReference':
            marks.footnotes.push(child.attrs['w:id'] ?? '')
            spans.push(text(String(marks.footnotes.length), { ...style, raise: 'super' }))
            break
          case 'w:drawing':
          case 'w:pict':
          case 'w:object':
            await drawing(child, style)
            break
          case 'mc:AlternateContent': {
            const inner = elementsOf(childOf(child, 'mc:Choice') ?? childOf(child, 'mc:Fallback'))
            for (const each of inner) await drawing(each, style)
          }
        }
      }
    }
    const drawing = async (element: Element, style: ReturnType<typeof styleOf>): Promise<void> => {
      const [extent] = within(element, 'wp:extent')
      const boxes = [...within(element, 'w:txbxContent')]
      const [picture] = within(element, 'a:blip')
      const [old] = within(element, 'v:imagedata')
      const shape = /width:([\d.]+)pt;height:([\d.]+)pt/.exec(
        [...within(element, 'v:shape')][0]?.attrs.style ?? '',
      )
      const width = Number(extent?.attrs.cx) / emusOfPoint || Number(shape?.[1]) || 200
      const height = Number(extent?.attrs.cy) / emusOfPoint || Number(shape?.[2]) || 120
      const relation = picture?.attrs['r:embed'] ?? old?.attrs['r:id']
      const drawn = relation && (await context.picture(relation, width, height))
      if (drawn) spans.push({ kind: 'picture', picture: drawn })
      else if (boxes.length === 0) {
        const [named] = within(element, 'wp:docPr')
        spans.push(missingPicture(named?.attrs.descr || named?.attrs.name || '', style))
      }
      for (const box of boxes) after.push(...(await blocks(box)))
    }
    await walk(paragraph, {})
    return { spans, after }
  }

  return { blocks }
}
