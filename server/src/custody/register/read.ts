import {
  aboutEntry,
  type CustodyEntry,
  type CustodyPaper,
  type getPacket as endpoint,
  type Original,
  type Packet,
  packetNumber,
  type WholePacket,
} from '@deedbox/contract/custody.ts'
import { standing, stateOf, whereabouts, whyNot } from '@deedbox/contract/custody-rules.ts'
import { dayOf } from '@deedbox/contract/dates.ts'
import { asc, desc, eq, inArray, or, sql } from 'drizzle-orm'
import { run } from '../../db/named.ts'
import { profiles } from '../../db/tables/accounts.ts'
import { custodyPapers, movements, originals, packets } from '../../db/tables/custody.ts'
import { matters } from '../../db/tables/matters.ts'
import type { Acting, ReadCtx } from '../../kernel/context/context.ts'
import { notDeactivated } from '../../kernel/context/deactivated.ts'
import type { Answer } from '../../kernel/http/handler.ts'
import { findPacket, type StoredPacket } from '../../policy/custody.ts'
import { keepsMatters } from '../../policy/matters.ts'
import { documentsNamed, given, peopleNamed, placesNamed } from './named.ts'

export type StoredEntry = typeof movements.$inferSelect

/** @throws Refusal 'packet-not-found' */
export async function getPacket(ctx: Acting<ReadCtx>, packetId: string): Promise<Answer<typeof endpoint>> {
  return { packet: await toWhole(ctx, await findPacket(ctx, packetId)) }
}

/** Packets as lists show them, in the order of the rows, by five statements for any number. */
export async function toPackets(ctx: Acting<ReadCtx>, rows: StoredPacket[]): Promise<Packet[]> {
  const { tx } = ctx
  const standingIds = given(rows.map(({ standingId }) => standingId))
  const last = await tx.select().from(movements).where(inArray(movements.id, standingIds))
  const people = await peopleNamed(
    ctx,
    last.map(({ holderId }) => holderId),
  )
  const places = await placesNamed(
    ctx,
    last.map(({ placeId }) => placeId),
  )
  const { id, name } = matters
  const named = await tx
    .select({ id, name })
    .from(matters)
    .where(inArray(id, given(rows.map(({ matterId }) => matterId))))
  const counts = await run<{ id: string; n: number }>(
    ctx,
    sql`select packet_id as id, count(*)::int as n from originals
      where packet_id = any(${`{${rows.map((row) => row.id).join(',')}}`}::uuid[]) group by packet_id`,
    { prepared: false },
  )
  // A correction stands in the place of an earlier entry, whose time it has.
  const since = await firstTimes(ctx, last)
  const today = dayOf(ctx.now, ctx.settings.timeZone)
  const entries = new Map<string | null, StoredEntry>(last.map((entry) => [entry.id, entry]))
  const matter = new Map(named.map((row) => [row.id, row]))
  const count = new Map(counts.map((row) => [row.id, row.n]))
  return rows.map((row) => {
    const entry = entries.get(row.standingId)
    const of = matter.get(row.matterId)
    if (!entry || !of) throw new Error('A packet lacks its last entry or its matter')
    return {
      id: row.id,
      number: packetNumber(row.number),
      seal: row.seal,
      matter: of,
      createdAt: row.createdAt.toISOString(),
      where: {
        state: stateOf(entry, today),
        since: since.get(entry.id) ?? entry.at.toISOString(),
        holder: people.get(entry.holderId) ?? null,
        place: places.get(entry.placeId) ?? null,
        outside: entry.kind === 'out' ? entry.outside : '',
        expectedOn: entry.expectedOn,
      },
      originals: count.get(row.id) ?? 0,
    }
  })
}

/** The times of the entries that were first in the places of these, where these correct others. */
export async function firstTimes(ctx: ReadCtx, entries: StoredEntry[]): Promise<Map<string, string>> {
  const correcting = entries.filter(({ corrects }) => corrects !== null)
  if (correcting.length === 0) return new Map()
  const rows = await run<{ id: string; at: Date | string }>(
    ctx,
    sql`with recursive chain as (
      select m.id as wanted, m.corrects, m.at from movements m
      where m.id = any(${`{${correcting.map(({ id }) => id).join(',')}}`}::uuid[])
      union all select chain.wanted, m.corrects, m.at from chain join movements m on m.id = chain.corrects)
    select wanted as id, at from chain where corrects is null`,
    { prepared: false },
  )
  return new Map(rows.map(({ id, at }) => [id, new Date(at).toISOString()]))
}

export const readEntries = (ctx: ReadCtx, packetId: string): Promise<StoredEntry[]> =>
  ctx.tx.select().from(movements).where(eq(movements.packetId, packetId)).orderBy(asc(movements.number))

/** An entry as the pure rules read it. */
export const toRule = (entry: StoredEntry) => ({ ...entry, at: entry.at.toISOString() })

/** A packet with its originals and entries. */
export async function toWhole(ctx: Acting<ReadCtx>, row: StoredPacket): Promise<WholePacket> {
  const { tx, actor } = ctx
  const [packet] = await toPackets(ctx, [row])
  if (!packet) throw new Error('A packet is gone')
  const entries = await readEntries(ctx, row.id)
  const contents = await tx
    .select()
    .from(originals)
    .where(eq(originals.packetId, row.id))
    .orderBy(asc(originals.addedAt), asc(originals.id))
  const papers = await tx
    .select()
    .from(custodyPapers)
    .where(
      or(
        eq(custodyPapers.packetId, row.id),
        inArray(
          custodyPapers.originalId,
          contents.map(({ id }) => id),
        ),
      ),
    )
    .orderBy(asc(custodyPapers.addedAt), asc(custodyPapers.id))
  const mentioned = await tx
    .select()
    .from(originals)
    .where(inArray(originals.id, given(entries.map(({ originalId }) => originalId))))
  const document = await documentsNamed(ctx, [
    ...[...contents, ...mentioned].map(({ documentId }) => documentId),
    ...papers.map(({ documentId }) => documentId),
  ])
  const people = await peopleNamed(ctx, [
    ...entries.flatMap(({ byId, holderId }) => [byId, holderId]),
    ...contents.map(({ addedBy }) => addedBy),
  ])
  const places = await placesNamed(
    ctx,
    entries.map(({ placeId }) => placeId),
  )
  const others = await tx
    .select({ id: packets.id, number: packets.number })
    .from(packets)
    .where(inArray(packets.id, given(entries.map(({ otherPacketId }) => otherPacketId))))
  const sightings = await sightingsOf(
    ctx,
    contents.map(({ id }) => id),
  )
  const papersBy = (key: 'originalId' | 'movementId', id: string): CustodyPaper[] =>
    papers
      .filter((paper) => paper[key] === id)
      .map((paper) => ({
        id: paper.id,
        kind: paper.kind,
        document: document(paper.documentId),
        addedAt: paper.addedAt.toISOString(),
      }))
  const titleOf = ({ title, documentId }: { title: string; documentId: string | null }) =>
    title || (documentId ? document(documentId).title : null)
  const titles = new Map([...contents, ...mentioned].map((one) => [one.id, titleOf(one)]))
  const keeps = keepsMatters(actor)
  const numberOf = new Map<string | null, number>(entries.map(({ id, number }) => [id, number]))
  const correctedBy = new Map(entries.map(({ corrects, number }) => [corrects, number]))
  const other = new Map<string | null, number>(others.map(({ id, number }) => [id, number]))
  const name = (id: string) => people.get(id) ?? { id, name: '' }
  const now = whereabouts(entries.map(toRule))?.entry
  if (!now) throw new Error('A packet is nowhere')
  const may = {
    mover: { id: actor.id, isAdministrator: actor.role === 'admin' },
    gone: keeps && actor.role === 'admin' ? await isGone(ctx, now.holderId) : false,
  }
  const can = (kind: 'placed' | 'in' | 'taken_over') =>
    keeps && whyNot(kind, now, may.mover, may.gone) === null
  return {
    ...packet,
    contents: contents.map(
      ({
        id,
        kind,
        title,
        sha256,
        pages,
        condition,
        keepStaples,
        receivedFrom,
        receivedOn,
        ...one
      }): Original => ({
        ...{ id, kind, title, sha256, pages, condition, keepStaples, receivedFrom, receivedOn },
        document: one.documentId ? document(one.documentId) : null,
        addedAt: one.addedAt.toISOString(),
        addedBy: name(one.addedBy).name,
        sighted: sightings.get(id) ?? null,
        photographs: papersBy('originalId', id),
        updatedAt: one.updatedAt.toISOString(),
      }),
    ),
    entries: entries.toReversed().map(
      (entry): CustodyEntry => ({
        id: entry.id,
        number: entry.number,
        kind: entry.kind,
        at: entry.at.toISOString(),
        by: name(entry.byId),
        holder: people.get(entry.holderId) ?? null,
        place: places.get(entry.placeId) ?? null,
        outside: entry.outside,
        reason: entry.reason,
        expectedOn: entry.expectedOn,
        condition: entry.condition,
        seal: entry.seal,
        original: entry.originalId
          ? { id: entry.originalId, title: titles.get(entry.originalId) ?? null }
          : null,
        otherPacket: entry.otherPacketId
          ? { id: entry.otherPacketId, number: packetNumber(other.get(entry.otherPacketId) ?? 0) }
          : null,
        corrects: numberOf.get(entry.corrects) ?? null,
        why: entry.why,
        never: entry.never,
        correctedBy: correctedBy.get(entry.id) ?? null,
        papers: papersBy('movementId', entry.id),
        can: {
          correct:
            keeps &&
            !correctedBy.has(entry.id) &&
            !entry.never &&
            (entry.byId === actor.id || actor.role === 'admin') &&
            (aboutEntry(entry.kind).corrects.length > 0 || isLast(entry, entries)),
        },
      }),
    ),
    can: { keep: keeps, move: can('placed'), takeIn: can('in'), takeOver: can('taken_over') },
  }
}

/** Tells whether an entry, or the one that it corrects, is the last that holds, and may be taken back. */
export function isLast(entry: Pick<StoredEntry, 'id' | 'kind'>, entries: StoredEntry[]): boolean {
  const those = standing(entries.map(toRule))
  const last = aboutEntry(entry.kind).moves
    ? those.findLast((one) => aboutEntry(one.entry.kind).moves)
    : those.find((one) => one.entry.id === entry.id)
  return last?.entry.id === entry.id && entry.kind !== 'received' && !entry.kind.startsWith('original_')
}

/** Tells whether the account of a holder is deactivated. */
export async function isGone({ tx }: ReadCtx, holderId: string | null): Promise<boolean> {
  if (holderId === null) return false
  return (await tx.$count(profiles, sql`${eq(profiles.id, holderId)} and ${notDeactivated}`)) === 0
}

/** Last sight of each original itself: when and by whom, by what holds. */
async function sightingsOf(ctx: ReadCtx, ids: string[]): Promise<Map<string, { at: string; by: string }>> {
  const rows = await ctx.tx
    .select({ id: movements.originalId, at: movements.at, by: profiles.name })
    .from(movements)
    .innerJoin(profiles, eq(profiles.id, movements.byId))
    .where(
      sql`${inArray(movements.originalId, ids)} and ${movements.kind} = 'sighted' and not ${movements.never} and ${movements.corrects} is null
        and not exists (select from movements later where later.corrects = ${movements.id} and later.never)`,
    )
    .orderBy(desc(movements.at))
  const found = new Map<string, { at: string; by: string }>()
  for (const { id, at, by } of rows) if (id && !found.has(id)) found.set(id, { at: at.toISOString(), by })
  return found
}
