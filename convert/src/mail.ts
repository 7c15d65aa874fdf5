import type { Address, Email } from 'postal-mime'
import { a4, type Block, type Cell, type Doc, paragraph, type Style, text } from './blocks.ts'
import type { ConvertOptions } from './convert.ts'
import { readHtml } from './html.ts'
import { parseMail } from './mail-attachments.ts'
import { linesOf } from './text.ts'

const body: Style = { face: 'sans', size: 10.5 }
const label: Style = { face: 'sans', size: 10, colour: '#555555' }
const maxCharacters = 2_000_000
const maxAddresses = 200
const none = { top: false, right: false, bottom: false, left: false }

/** A mail: who wrote to whom, when and of what, its text, and what was attached. */
export async function readMail(bytes: Uint8Array, options: ConvertOptions): Promise<Doc> {
  const mail = await parseMail(bytes, options)
  const rows: [string, string | undefined][] = [
    ['From', people([mail.from ?? mail.sender].filter((one) => one !== undefined))],
    ['To', people(mail.to)],
    ['Cc', people(mail.cc)],
    ['Bcc', people(mail.bcc)],
    ['Reply to', differs(mail)],
    ['Date', dateOf(mail.date, options.timeZone)],
  ]
  const cell = (words: string, style: Style): Cell => ({
    blocks: [paragraph([text(words, style)])],
    borders: none,
  })
  const blocks: Block[] = [
    paragraph([text(mail.subject?.trim() || '(no subject)', { face: 'sans', size: 16, bold: true })], {
      after: 8,
    }),
    {
      kind: 'table',
      widths: [62, a4.width],
      padding: 1.5,
      rows: rows.flatMap(([name, words]) =>
        words ? [{ cells: [cell(name, label), cell(words, body)] }] : [],
      ),
    },
    { kind: 'rule' },
    ...attachments(mail),
    ...bodyOf(mail),
  ]
  return { sections: [{ paper: a4, blocks }], notes: [] }
}

/** The better of the mail's two forms: HTML, as mail programs show it, unless it is empty or a stub of the plain text. */
function bodyOf({ text: plain = '', html = '' }: Email): Block[] {
  const blocks = html ? readHtml(html.slice(0, maxCharacters).toWellFormed(), body) : []
  const written = plain.slice(0, maxCharacters).toWellFormed().trimEnd()
  const isStub = lettersOf(blocks) < stubPart * lengthOf(written)
  if (written.trim() && (isStub || blocks.length === 0)) return linesOf(written, body)
  if (blocks.length > 0) return blocks
  return [paragraph([text('This email has no text.', { ...body, italic: true })])]
}

/** Part of the plain text's letters below which HTML is a stub, such as a logo or 'see the plain text'. */
const stubPart = 1 / 3
const lengthOf = (words: string): number => words.replace(/\s+/g, '').length

/** Letters of blocks, without the words that stand for pictures. */
const lettersOf = (blocks: readonly Block[]): number =>
  blocks.reduce((sum, block) => {
    if (block.kind === 'table')
      return (
        sum +
        block.rows.reduce((all, { cells }) => all + cells.reduce((n, c) => n + lettersOf(c.blocks), 0), 0)
      )
    if (block.kind !== 'paragraph') return sum
    const words = block.spans.map((span) => (span.kind === 'text' ? span.text : ''))
    return sum + lengthOf(words.join('').replace(/\[Picture: [^\]]*\]/g, ''))
  }, 0)

function attachments(mail: Email): Block[] {
  if (mail.attachments.length === 0) return []
  const count = mail.attachments.length
  const lines = mail.attachments.slice(0, maxAddresses).map(({ filename, mimeType, content }) => {
    const size = typeof content === 'string' ? Buffer.byteLength(content) : content.byteLength
    return paragraph(
      [
        text('•', body),
        { kind: 'tab', style: body },
        text(filename || 'without a name', body),
        text(` (${mimeType}, ${sizeOf(size)})`, label),
      ],
      { left: 16, first: -12, after: 1 },
    )
  })
  return [
    paragraph([text(count === 1 ? '1 attachment' : `${count} attachments`, { ...body, bold: true })], {
      after: 2,
      keepNext: true,
    }),
    ...lines,
    { kind: 'rule' },
  ]
}

function people(all: readonly Address[] | undefined): string | undefined {
  const flat = (all ?? []).flatMap((one) => one.group ?? [one])
  const named = flat
    .slice(0, maxAddresses)
    .map(({ name, address }) => (name && address ? `${name} <${address}>` : name || address || ''))
  if (flat.length > maxAddresses) named.push(`and ${flat.length - maxAddresses} more`)
  return named.filter(Boolean).join(', ') || undefined
}

function differs({ replyTo, from }: Email): string | undefined {
  return replyTo?.some(({ address }) => address !== from?.address) ? people(replyTo) : undefined
}

function dateOf(date: string | undefined, timeZone: string): string | undefined {
  if (!date) return undefined
  const at = new Date(date)
  // The time is unknown here, but the reader may know it.
  if (Number.isNaN(at.getTime())) return date.slice(0, 100)
  const day = { weekday: 'long', day: 'numeric', month: 'long', year: 'numeric' } as const
  return at.toLocaleString('en-AU', {
    timeZone,
    ...day,
    hour: 'numeric',
    minute: '2-digit',
    timeZoneName: 'short',
  })
}

const sizeOf = (bytes: number): string =>
  bytes < 1024
    ? `${bytes} bytes`
    : bytes < 1024 ** 2
      ? `${Math.round(bytes / 1024)} KB`
      : `${(bytes / 1024 ** 2).toFixed(1)} MB`
