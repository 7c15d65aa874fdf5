import { type DefaultTreeAdapterTypes, defaultTreeAdapter, parse } from 'parse5'
import { type Block, listItem, type Paragraph, paragraph, type Span, type Style, text } from './blocks.ts'
import { ConvertError } from './error.ts'
import { attribute, type Element, gridOf, tableOf } from './html-table.ts'

type Node = DefaultTreeAdapterTypes.ChildNode

const unread = new Set(['script', 'style', 'head', 'title', 'template', 'noscript', 'object', 'svg', 'math'])
const block = new Set(
  'address article aside blockquote body center dd div dl dt fieldset figure footer form header html li main nav ol p pre section table tbody td tfoot th thead tr ul h1 h2 h3 h4 h5 h6'.split(
    ' ',
  ),
)
const headings: Record<string, number> = { h1: 18, h2: 15.5, h3: 13.5, h4: 12, h5: 11, h6: 11 }
/** Deeper nesting is hostile, and shown flat. */
const maxDepth = 60
const maxBlocks = 20_000
/** The parser's time grows with the square of it. */
const maxNesting = 1_000

/**
 * HTML as paragraphs and tables. Nothing is fetched, run or styled: of pictures only the words that stand for them remain, and
 * of tables in tables, which mails use for their layout, one paragraph for each cell.
 */
export const readHtml = (html: string, base: Style): Block[] =>
  readNodes(parseBounded(html).childNodes, base, 0)

function readNodes(nodes: Node[], base: Style, from: number): Block[] {
  const blocks: Block[] = []
  let spans: Span[] = []
  let look: Partial<Paragraph> = { after: 6 }
  /** True when a space is due before the next word. */
  let space = false

  const end = () => {
    if (spans.some((span) => span.kind !== 'line') && blocks.length < maxBlocks)
      blocks.push(paragraph(spans, look))
    spans = []
    space = false
  }
  const say = (words: string, style: Style, kept: boolean) => {
    if (kept) {
      for (const [index, line] of words.split(/\r\n|\r|\n/).entries()) {
        if (index > 0) spans.push({ kind: 'line', style })
        if (line) spans.push(text(line, style))
      }
      return
    }
    const flat = words.replace(/[ \t\r\n\f]+/g, ' ')
    if (flat === ' ' || flat === '') {
      if (flat && spans.length > 0) space = true
      return
    }
    const from = flat.trimStart()
    const needs = spans.length > 0 && spans.at(-1)?.kind !== 'line' && (space || from !== flat)
    spans.push(text((needs ? ' ' : '') + from.trimEnd(), style))
    space = from.trimEnd() !== from
  }

  const walk = (
    node: Node,
    style: Style,
    kept: boolean,
    list: { depth: number; next: number | null },
    depth: number,
  ) => {
    if ('value' in node) return say(node.value, style, kept)
    if (!('tagName' in node) || unread.has(node.tagName) || isHidden(node)) return
    const { tagName } = node
    if (tagName === 'br') return void spans.push({ kind: 'line', style })
    if (tagName === 'hr') {
      end()
      return void blocks.push({ kind: 'rule' })
    }
    if (tagName === 'img') return picture(node, style)
    const grid = tagName === 'table' && depth < maxDepth ? gridOf(node) : undefined
    if (grid) {
      end()
      const read = (cell: Element) => readNodes(cell.childNodes, styleOf(cell, style), depth + 1)
      if (blocks.length < maxBlocks) blocks.push(tableOf(grid, read))
      return
    }
    const inner = depth >= maxDepth ? style : styleOf(node, style)
    const here = { ...list }
    const isBlock = block.has(tagName)
    const outer = look
    if (isBlock) {
      end()
      look = lookOf(tagName, outer)
    }
    if (tagName === 'ul' || tagName === 'ol')
      Object.assign(here, { depth: Math.min(8, list.depth + 1), next: tagName === 'ol' ? 1 : null })
    if (tagName === 'li') {
      const marker = list.next === null ? '•' : `${list.next++}.`
      const { spans: marked, ...rest } = listItem(marker, Math.max(0, list.depth - 1), [], style)
      look = rest
      spans = marked
    }
    // Beyond the depth the text is still read, without recursion.
    if (depth >= maxDepth) say(flatText(node), inner, kept)
    else for (const child of node.childNodes) walk(child, inner, kept || tagName === 'pre', here, depth + 1)
    if (isBlock) {
      end()
      look = outer
    }
  }
  const picture = (node: Element, style: Style) => {
    const alt = attribute(node, 'alt')?.trim()
    if (alt) say(`[Picture: ${alt.slice(0, 200)}]`, { ...style, italic: true }, false)
  }
  for (const node of nodes) walk(node, base, false, { depth: 0, next: null }, from)
  end()
  return blocks
}

function parseBounded(html: string) {
  let open = 0
  const onItemPush = () => {
    if (++open > maxNesting) throw new ConvertError('too-large')
  }
  const onItemPop = () => void open--
  return parse(html, { treeAdapter: { ...defaultTreeAdapter, onItemPush, onItemPop } })
}

const isHidden = (node: Element): boolean =>
  attribute(node, 'hidden') !== undefined || /display\s*:\s*none/i.test(attribute(node, 'style') ?? '')

function lookOf(tagName: string, outer: Partial<Paragraph>): Partial<Paragraph> {
  if (headings[tagName]) return { before: 8, after: 6, keepNext: true }
  if (tagName === 'blockquote' || tagName === 'dd')
    return { ...outer, left: Math.min(200, (outer.left ?? 0) + 24) }
  if (tagName === 'center') return { ...outer, align: 'center' }
  return outer
}

function styleOf({ tagName }: Element, style: Style): Style {
  const size = headings[tagName]
  if (size) return { ...style, bold: true, size }
  switch (tagName) {
    case 'b':
    case 'strong':
    case 'th':
      return { ...style, bold: true }
    case 'i':
    case 'em':
    case 'cite':
      return { ...style, italic: true }
    case 'u':
    case 'ins':
      return { ...style, underline: true }
    case 's':
    case 'del':
    case 'strike':
      return { ...style, strike: true }
    case 'pre':
    case 'code':
    case 'tt':
      return { ...style, face: 'mono', size: style.size * 0.92 }
    default:
      return style
  }
}

function flatText(node: Element): string {
  const words: string[] = []
  const rest: Node[] = [node]
  for (let next = rest.pop(); next; next = rest.pop()) {
    if ('value' in next) words.push(next.value)
    else if ('tagName' in next && !unread.has(next.tagName)) rest.push(...next.childNodes.toReversed())
  }
  return words.join(' ')
}
