import { type DetailName, detailLabels, documentTypeLabels } from '@deedbox/contract/document-terms.ts'
import { z } from 'zod'
import type { auditEvents } from '../db/tables/audit.ts'

const value = z.string().nullable()
const known = z.object({
  outline: z.unknown().optional(),
  page: z.number().nullish(),
  to: z.number().optional(),
  text: z.unknown().optional(),
  thumbnails: z.unknown().optional(),
  changes: z.array(z.object({ field: z.string(), from: value, to: value })).optional(),
  grants: z.enum(['keep', 'end']).optional(),
  ended: z.number().optional(),
})
type Known = z.output<typeof known>
type Change = NonNullable<Known['changes']>[number]

const date = new Intl.DateTimeFormat('en-AU', { timeZone: 'UTC', dateStyle: 'medium' })

function inWords(field: DetailName, text: string | null): string {
  if (text === null) return 'none'
  if (field === 'type') return (documentTypeLabels as Record<string, string>)[text] ?? text
  return field === 'expiryDate' ? date.format(new Date(text)) : `“${text}”`
}

/** Which pages were read, and what of them. */
function pages(page: number, { to = page, text, thumbnails }: Known): string {
  const many = to > page
  const which = many ? `Pages ${page} to ${to}` : `Page ${page}`
  if (text) return `${which}, ${many ? 'their' : 'its'} text`
  return thumbnails ? `${which}, small` : which
}

const isDetail = (field: string): field is DetailName => Object.hasOwn(detailLabels, field)

/** What was corrected: each detail with its old and its new value. */
const corrected = (changes: Change[]): string =>
  changes
    .flatMap(({ field, from, to }) =>
      isDetail(field) ? `${detailLabels[field]}: ${inWords(field, from)} → ${inWords(field, to)}` : [],
    )
    .join('; ') || 'Nothing differed'

function archived(grants: 'keep' | 'end', ended: number): string {
  if (grants === 'keep') return 'Access was kept'
  if (ended === 0) return 'Nobody had access'
  return ended === 1 ? 'Access of one person ended' : `Access of ${ended} people ended`
}

/** What an event says besides, in words: its note, which page was read, what was corrected, whether access ended. */
export function notesOf({
  notes,
  details,
}: Pick<typeof auditEvents.$inferSelect, 'notes' | 'details'>): string | null {
  if (notes) return notes
  const read = known.safeParse(details ?? {})
  if (!read.success) return null
  const { outline, page, changes, grants, ended = 0 } = read.data
  if (outline) return 'Outline'
  if (page != null) return pages(page, read.data)
  if (changes) return corrected(changes)
  return grants ? archived(grants, ended) : null
}
