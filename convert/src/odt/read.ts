import type { Block, Cell, Doc, Paper, Paragraph, Span, Style, Table } from '../blocks.ts'
import { paper, text } from '../blocks.ts'
import type { ConvertOptions } from '../convert.ts'
import { missingPicture, pictureReader } from '../pictures.ts'
import { childOf, type Element, elementsOf, textOf, within } from '../xml.ts'
import { openZip } from '../zip.ts'
import { type List, listNumbers } from './lists.ts'
import { lengthOf, type OdtLook, odtStyles } from './styles.ts'

const maxRepeat = 100
const maxColumns = 200

/** Elements that only wrap other blocks. */
const wrappers = new Set([
  'text:section',
  'text:index-body',
  'text:table-of-content',
  'text:alphabetical-index',
  'text:illustration-index',
  'text:index-title',
  'draw:text-box',
  'office:text',
])
/** Elements that only wrap words. */
const inlineWrappers = new Set([
  'text:a',
  'text:ruby',
  'text:ruby-base',
  'text:meta',
  'text:meta-field',
  'text:bookmark-ref',
  'text:reference-ref',
  'text:date',
  'text:time',
  'text:author-name',
  'text:title',
  'text:sequence',
  'text:user-field-get',
  'text:variable-set',
  'text:placeholder',
  'text:chapter',
  'text:text-input',
])

export async function readOdt(bytes: Buffer, options: ConvertOptions): Promise<Doc> {
  const zip = await openZip(bytes, options)
  const content = await zip.xml('content.xml')
  const stylesXml = await zip.xml('styles.xml')
  const styles = odtStyles(stylesXml, content)
  const picture = pictureReader(zip.read, options.preparePicture)
  const footnotes: Block[] = []
  let noted = 0
  const numbers = listNumbers(styles)

  async function blocks(parent: Element, list?: List): Promise<Block[]> {
    const found: Block[] = []
    for (const element of elementsOf(parent)) {
      if (element.name === 'text:p' || element.name === 'text:h')
        found.push(...(await paragraphOf(element, list)))
      else if (element.name === 'text:list') found.push(...(await listOf(element, list)))
      else if (element.name === 'table:table') found.push(await tableOf(element))
      else if (element.name === 'draw:frame')
        found.push(...(await paragraphOf({ name: 'text:p', attrs: {}, children: [element] })))
      else if (wrappers.has(element.name)) found.push(...(await blocks(element, list)))
    }
    return found
  }

  async function listOf(element: Element, outer: List | undefined): Promise<Block[]> {
    const list = numbers.open(element, outer)
    const found: Block[] = []
    for (const item of elementsOf(element))
      if (item.name === 'text:list-item' || item.name === 'text:list-header')
        found.push(...(await blocks(item, numbers.item(list, item))))
    return found
  }

  async function paragraphOf(element: Element, within?: List): Promise<Block[]> {
    let list = within
    const look = styles.lookOf('paragraph', element.attrs['text:style-name'])
    const heading = element.name === 'text:h'
    if (heading && !list) list = numbers.heading(Number(element.attrs['text:outline-level']))
    const after: Block[] = []
    const spans: Span[] = []
    await inline(element, look, spans, after)
    const style = letters(look)
    const block: Paragraph = {
      kind: 'paragraph',
      spans: spans.length > 0 ? spans : [{ kind: 'line', style }],
      align: look.align,
      left: look.left ?? 0,
      right: look.right ?? 0,
      first: look.first ?? 0,
      before: look.before ?? 0,
      stops: look.stops ?? [],
      after: look.after ?? 0,
      keepNext: heading,
      pageBefore: look.pageBefore === true,
    }
    if (list) {
      Object.assign(block, numbers.place(list), list.marker === undefined ? { first: 0 } : {})
      if (list.marker)
        block.spans = [
          text(list.marker, { ...style, underline: false }),
          { kind: 'tab', style },
          ...block.spans,
        ]
      // The item's other paragraphs stand under its first.
      list.marker = undefined
    }
    return [block, ...after]
  }

  async function inline(element: Element, look: OdtLook, spans: Span[], after: Block[]): Promise<void> {
    if (look.hidden) return
    const style = letters(look)
    for (const child of element.children) {
      if (typeof child === 'string') {
        const words = child.replace(/\s+/g, ' ')
        if (words) spans.push(text(look.caps ? words.toUpperCase() : words, style))
        continue
      }
      const { name, attrs } = child
      if (name === 'text:span')
        await inline(child, { ...look, ...styles.lookOf('text', attrs['text:style-name']) }, spans, after)
      else if (name === 'text:s')
        spans.push(text(' '.repeat(Math.min(maxRepeat, Number(attrs['text:c'] ?? 1) || 1)), style))
      else if (name === 'text:tab') spans.push({ kind: 'tab', style })
      else if (name === 'text:line-break') spans.push({ kind: 'line', style })
      else if (name === 'text:page-number') spans.push({ kind: 'field', field: 'page', style })
      else if (name === 'text:page-count') spans.push({ kind: 'field', field: 'pages', style })
      else if (name === 'text:note') {
        const number = text(String(++noted), { ...style, raise: 'super' })
        spans.push(number)
        const [first, ...others] = await blocks(childOf(child, 'text:note-body') ?? child)
        if (first?.kind === 'paragraph')
          footnotes.push({ ...first, spans: [number, text(' ', style), ...first.spans] }, ...others)
      } else if (name === 'draw:frame') await frame(child, style, spans, after)
      else if (name === 'draw:a') await inline(child, look, spans, after)
      else if (inlineWrappers.has(name)) await inline(child, look, spans, after)
    }
  }

  async function frame(element: Element, style: Style, spans: Span[], after: Block[]): Promise<void> {
    const box = childOf(element, 'draw:text-box')
    if (box) return void after.push(...(await blocks(box)))
    // A picture outside of the file is not fetched.
    const name = childOf(element, 'draw:image')?.attrs['xlink:href']?.replace(/^\.\//, '') ?? ''
    const drawn = await picture(
      name,
      lengthOf(element.attrs['svg:width']) ?? 200,
      lengthOf(element.attrs['svg:height']) ?? 120,
    )
    if (drawn) spans.push({ kind: 'picture', picture: drawn })
    else {
      const title = textOf(childOf(element, 'svg:title')) || element.attrs['draw:name'] || ''
      spans.push(missingPicture(title, style))
    }
  }

  async function tableOf(element: Element): Promise<Table> {
    const widths: number[] = []
    for (const column of within(element, 'table:table-column')) {
      const about = childOf(
        styles.element('table-column', column.attrs['table:style-name']),
        'style:table-column-properties',
      )
      const count = Math.min(maxRepeat, Number(column.attrs['table:number-columns-repeated'] ?? 1) || 1)
      for (let n = 0; n < count && widths.length < maxColumns; n++) widths.push(widthOf(about))
    }
    const rows: Table['rows'] = []
    let headers = 0
    const walk = async (parent: Element, header: boolean): Promise<void> => {
      for (const child of elementsOf(parent)) {
        if (child.name === 'table:table-row') {
          const cells: Cell[] = []
          for (const cell of elementsOf(child))
            if (cell.name === 'table:table-cell') cells.push(await cellOf(cell))
          if (cells.length > 0) rows.push({ cells })
          if (header && headers === rows.length - 1) headers++
        } else if (child.name === 'table:table-header-rows') await walk(child, true)
        else if (child.name === 'table:table-rows' || child.name === 'table:table-row-group')
          await walk(child, header)
      }
    }
    await walk(element, false)
    const columns = Math.max(
      1,
      ...rows.map(({ cells }) => cells.reduce((sum, { span = 1 }) => sum + span, 0)),
    )
    while (widths.length < Math.min(maxColumns, columns)) widths.push(90)
    return { kind: 'table', widths, rows, headers }
  }

  async function cellOf(cell: Element): Promise<Cell> {
    const look = styles.lookOf('table-cell', cell.attrs['table:style-name'])
    const lines = look.bordered === true
    return {
      blocks: await blocks(cell),
      span: Math.min(maxColumns, Number(cell.attrs['table:number-columns-spanned'] ?? 1) || 1),
      shade: look.shade,
      borders: { top: lines, right: lines, bottom: lines, left: lines },
    }
  }

  const [body] = within(content, 'office:text')
  const found = body ? await blocks(body) : []
  if (footnotes.length > 0) found.push({ kind: 'rule' }, ...footnotes)
  const [master] = within(stylesXml, 'style:master-page')
  const margins = async (name: string) => {
    const part = childOf(master, name)
    return part && (await blocks(part))
  }
  const notes = within(content, 'text:changed-region').next().done
    ? []
    : ['This file has tracked changes. What was deleted is not shown here.']
  return {
    sections: [
      {
        paper: paperOf(styles.page()),
        blocks: found,
        header: await margins('style:header'),
        footer: await margins('style:footer'),
      },
    ],
    notes,
  }
}

function letters({ face, size, bold, italic, underline, strike, colour, raise }: OdtLook): Style {
  return {
    face: face ?? 'serif',
    size: size ?? 12,
    ...(bold ? { bold } : {}),
    ...(italic ? { italic } : {}),
    ...(underline ? { underline } : {}),
    ...(strike ? { strike } : {}),
    ...(colour ? { colour } : {}),
    ...(raise ? { raise } : {}),
  }
}

/** A column's width; where it is a share of the table's, so wide that the table is shrunk to the page. */
function widthOf(column: Element | undefined): number {
  const share = Number(/^(\d+)\*$/.exec(column?.attrs['style:rel-column-width'] ?? '')?.[1])
  return lengthOf(column?.attrs['style:column-width']) ?? (share > 0 ? Math.min(65_535, share) : 90)
}

function paperOf(page: Record<string, string>): Paper {
  const edge = (side: string) => lengthOf(page[`fo:margin-${side}`] ?? page['fo:margin']) ?? 56
  return paper(lengthOf(page['fo:page-width']), lengthOf(page['fo:page-height']), edge)
}
