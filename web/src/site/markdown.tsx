import { createElement, Fragment, type ReactNode } from 'react'

/** A block of the guide. */
type Block =
  | { kind: 'heading'; level: number; text: string; id: string }
  | { kind: 'picture'; alt: string; src: string }
  | { kind: 'list'; ordered: boolean; items: string[] }
  | { kind: 'paragraph'; text: string }

const idOf = (text: string) =>
  text
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '')

/** Joins the lines of a list item or a paragraph. */
const joined = (lines: string[]) => lines.map((line) => line.trim()).join(' ')

function blockOf(lines: string[]): Block {
  const [first = ''] = lines
  const heading = /^(#+) (.*)$/.exec(first)
  if (heading)
    return {
      kind: 'heading',
      level: heading[1]?.length ?? 1,
      text: heading[2] ?? '',
      id: idOf(heading[2] ?? ''),
    }
  const picture = /^!\[(.*)\]\((.*)\)$/.exec(first)
  if (picture) return { kind: 'picture', alt: picture[1] ?? '', src: picture[2] ?? '' }
  const item = /^(?:-|\d+\.) /
  if (!item.test(first)) return { kind: 'paragraph', text: joined(lines) }
  const items: string[][] = []
  for (const line of lines)
    if (item.test(line)) items.push([line.replace(item, '')])
    else items.at(-1)?.push(line)
  return { kind: 'list', ordered: /^\d/.test(first), items: items.map(joined) }
}

/** Splits a text into blocks, in the part of Markdown that the guide uses: headings, paragraphs, lists and pictures. */
export const blocksOf = (markdown: string): Block[] =>
  markdown
    .trim()
    .split(/\n{2,}/)
    .map((block) => blockOf(block.split('\n')))

/** A line with bold text, code and links. */
export function Line({ text }: { text: string }): ReactNode {
  const parts = text.split(/(\*\*[^*]+\*\*|`[^`]+`|\[[^\]]+\]\([^)]+\))/)
  return createElement(Fragment, null, ...parts.map(marked))
}

function marked(part: string): ReactNode {
  if (part.startsWith('**')) return <strong>{part.slice(2, -2)}</strong>
  if (part.startsWith('`')) return <code>{part.slice(1, -1)}</code>
  const link = /^\[(.+)\]\((.+)\)$/.exec(part)
  return link ? <a href={link[2]}>{link[1]}</a> : part
}
