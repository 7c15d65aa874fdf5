import type { Death } from '@deedbox/contract/deaths.ts'
import { and, desc, eq, inArray, or, sql } from 'drizzle-orm'
import { profiles } from '../../db/tables/accounts.ts'
import { documents } from '../../db/tables/documents.ts'
import { parties, partyDeaths } from '../../db/tables/parties.ts'
import type { Acting, ReadCtx } from '../../kernel/context/context.ts'
import { visibleTo } from '../../policy/visible.ts'

export type StoredDeath = typeof partyDeaths.$inferSelect

/** Selects records that no other one corrects and that do not say that the person is alive. */
export const holding = sql`(not ${partyDeaths.never} and not exists (select from ${partyDeaths} later where later.corrects = ${partyDeaths.id}))`

/** Condition, over `parties`, for a party and those that were merged into it: each is found by an index. */
export const sameParty = (id: string) => or(eq(parties.id, id), eq(parties.mergedInto, id))

/** Records of the deaths of parties, also of those that were merged into them, newest first; three statements. */
export async function deathsOf(
  ctx: Acting<ReadCtx>,
  partyIds: readonly string[],
  which: 'holding' | 'all' = 'holding',
): Promise<Death[]> {
  const ids = [...new Set(partyIds)]
  const rows = await ctx.tx
    .select({ death: partyDeaths, party: parties })
    .from(partyDeaths)
    .innerJoin(parties, eq(parties.id, partyDeaths.partyId))
    .where(
      and(
        or(inArray(parties.id, ids), inArray(parties.mergedInto, ids)),
        which === 'holding' ? holding : undefined,
      ),
    )
    .orderBy(desc(partyDeaths.recordedAt), desc(partyDeaths.id))
  if (rows.length === 0) return []
  const wanted = rows.map(({ party }) => party.mergedInto ?? party.id)
  const names = await ctx.tx
    .select({ id: parties.id, name: parties.name })
    .from(parties)
    .where(inArray(parties.id, wanted))
  const nameOf = new Map(names.map((row) => [row.id, row.name]))
  return toDeaths(
    ctx,
    rows.map(({ death, party }) => {
      const id = party.mergedInto ?? party.id
      return { ...death, party: { id, name: nameOf.get(id) ?? party.name } }
    }),
  )
}

type Row = StoredDeath & { party: { id: string; name: string } }

export async function toDeaths(ctx: Acting<ReadCtx>, rows: Row[]): Promise<Death[]> {
  const { tx, actor, now } = ctx
  const papers = rows.flatMap(({ documentId }) => documentId ?? [])
  const seen = and(inArray(documents.id, papers), visibleTo(actor, now, 'either', { lockedToo: true }))
  const found = await tx
    .select({
      id: documents.id,
      title: documents.title,
      kind: sql<string>`coalesce(${documents.kind}, ${documents.type})`,
    })
    .from(documents)
    .where(seen)
  const people = rows.flatMap(({ recordedBy, seenBy }) => [recordedBy, ...(seenBy ? [seenBy] : [])])
  const writers = await tx
    .select({ id: profiles.id, name: profiles.name })
    .from(profiles)
    .where(inArray(profiles.id, people))
  const paper = new Map(found.map((row) => [row.id, row]))
  const writer = new Map(writers.map((row) => [row.id, row.name]))
  return rows.map(({ id, party, diedOn, documentId, note, corrects, reason, never, ...row }) => ({
    ...{ id, party, diedOn, note, corrects, reason, never },
    document: documentId === null ? null : (paper.get(documentId) ?? { id: null, title: null, kind: null }),
    recordedAt: row.recordedAt.toISOString(),
    recordedBy: writer.get(row.recordedBy) ?? null,
    seen: row.seenAt && { at: row.seenAt.toISOString(), by: writer.get(row.seenBy ?? '') ?? null },
  }))
}
