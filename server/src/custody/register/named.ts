import { type Place, placeText } from '@deedbox/contract/custody.ts'
import { and, inArray } from 'drizzle-orm'
import { profiles } from '../../db/tables/accounts.ts'
import { places } from '../../db/tables/custody.ts'
import { documents } from '../../db/tables/documents.ts'
import type { Acting, ReadCtx } from '../../kernel/context/context.ts'
import { keepsMatters } from '../../policy/matters.ts'
import { visibleTo } from '../../policy/visible.ts'

/* Names of what the rows of the register name by ids: one statement for any number. */

export const given = (ids: (string | null)[]): string[] => [...new Set(ids)].filter((id) => id !== null)

export async function peopleNamed({ tx }: ReadCtx, ids: (string | null)[]) {
  const { id, name } = profiles
  const rows = await tx
    .select({ id, name })
    .from(profiles)
    .where(inArray(id, given(ids)))
  return new Map<string | null, { id: string; name: string }>(rows.map((row) => [row.id, row]))
}

export async function placesNamed({ tx }: ReadCtx, ids: (string | null)[]) {
  const rows = await tx
    .select()
    .from(places)
    .where(inArray(places.id, given(ids)))
  return new Map<string | null, Place>(rows.map((row) => [row.id, toPlace(row)]))
}

export const toPlace = ({ createdAt: _, retiredAt, ...row }: typeof places.$inferSelect): Place => ({
  ...row,
  retiredAt: retiredAt?.toISOString() ?? null,
})

export const inWords = (place: Place | undefined): string => (place ? placeText(place) : '')

/** Returns documents of the register as the reader may know them: without a title, and an id only for who keeps matters, where they do not see it. */
export async function documentsNamed({ tx, actor, now }: Acting<ReadCtx>, ids: (string | null)[]) {
  const { id, title } = documents
  const seen = and(inArray(id, given(ids)), visibleTo(actor, now, 'either', { lockedToo: true }))
  const rows = await tx.select({ id, title }).from(documents).where(seen)
  const titles = new Map(rows.map((row) => [row.id, row.title]))
  return (documentId: string) => {
    const seenTitle = titles.get(documentId) ?? null
    return { id: seenTitle !== null || keepsMatters(actor) ? documentId : null, title: seenTitle }
  }
}
