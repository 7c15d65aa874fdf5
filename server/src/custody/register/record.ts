import { wordsIn } from '@deedbox/contract/audit-events.ts'
import {
  type addMovement as AddMovement,
  aboutEntry,
  type correctMovement as CorrectMovement,
  custodyLimits,
  type EntryField,
  fieldLabels,
  type MovementKind,
} from '@deedbox/contract/custody.ts'
import { whereabouts, whyNot } from '@deedbox/contract/custody-rules.ts'
import { dayOf } from '@deedbox/contract/dates.ts'
import { and, eq } from 'drizzle-orm'
import { profiles } from '../../db/tables/accounts.ts'
import { movements, originals, packets, places } from '../../db/tables/custody.ts'
import type { Acting, WriteCtx } from '../../kernel/context/context.ts'
import type { Answer, Input } from '../../kernel/http/handler.ts'
import { Refusal } from '../../platform/errors.ts'
import { aboutPacket, lockPacket, type StoredPacket } from '../../policy/custody.ts'
import { findMatter, keeping } from '../../policy/matters.ts'
import { inWords, peopleNamed, placesNamed } from './named.ts'
import { findPaper, insertPaper } from './papers.ts'
import { isGone, isLast, readEntries, type StoredEntry, toRule, toWhole } from './read.ts'

type NewEntry = Omit<typeof movements.$inferInsert, 'packetId' | 'number' | 'at' | 'byId' | 'id'>

/**
 * Adds an entry to a packet that this transaction has locked, dated by the server and never before the entry before it. If it says where the packet is,
 * the packet points to it from then on.
 */
export async function record(
  ctx: Acting<WriteCtx>,
  packet: StoredPacket,
  entry: NewEntry,
  before?: StoredEntry[],
): Promise<StoredEntry> {
  const { tx, now, actor } = ctx
  const entries = before ?? (await readEntries(ctx, packet.id))
  if (entries.length >= custodyLimits.entries) throw new Refusal('packet-full')
  const last = entries.at(-1)
  const [row] = await tx
    .insert(movements)
    .values({
      ...entry,
      packetId: packet.id,
      number: entries.length + 1,
      // A transaction that waited for the lock began before the one that it waited for ended.
      at: new Date(Math.max(now.getTime(), last?.at.getTime() ?? 0)),
      byId: actor.id,
    })
    .returning()
  if (!row) throw new Error('An entry was not inserted')
  const standingId = whereabouts([...entries, row].map(toRule))?.entry.id
  if (!standingId) throw new Error('A packet is nowhere')
  if (standingId !== packet.standingId || row.seal)
    await tx
      .update(packets)
      .set({ standingId, ...(row.seal && { seal: row.seal }) })
      .where(eq(packets.id, packet.id))
  return row
}

/**
 * Records what happens to a packet now.
 * @throws Refusal 'packet-not-found', 'not-allowed', 'packet-out', 'packet-in', 'packet-not-yours', 'packet-holder-here', 'packet-full', 'place-not-found',
 *   'place-retired', 'holder-unfit', 'holder-same', 'expected-past', 'original-not-found', 'document-not-found', 'paper-elsewhere'
 */
export async function addMovement(
  ctx: Acting<WriteCtx>,
  packetId: string,
  { kind, ...body }: Input<typeof AddMovement>['body'],
): Promise<Answer<typeof AddMovement>> {
  const packet = await lockPacket(ctx, packetId)
  const before = await readEntries(ctx, packetId)
  const now = whereabouts(before.map(toRule))?.entry
  if (!now) throw new Error('A packet is nowhere')
  const mover = { id: ctx.actor.id, isAdministrator: ctx.actor.role === 'admin' }
  const refusal = whyNot(kind, now, mover, kind === 'taken_over' && (await isGone(ctx, now.holderId)))
  if (refusal) throw new Refusal(refusal)
  const { authorityId, ...given } = ofKind(kind, body)
  await check(ctx, packet, given)
  if (kind === 'handed' && given.holderId === now.holderId) throw new Refusal('holder-same')
  const authority = authorityId && (await findPaper(ctx, packet, authorityId))
  const { moves } = aboutEntry(kind)
  const holderId = kind === 'out' || !moves ? null : (given.holderId ?? ctx.actor.id)
  const entry = await record(ctx, packet, { ...given, kind, holderId }, before)
  if (authority)
    await insertPaper(ctx, { packetId, movementId: entry.id, documentId: authority, kind: 'authority' })
  const matter = await findMatter(ctx, packet.matterId)
  await ctx.audit({
    event: 'matter_packet_entry',
    ...(authority && { documentId: authority }),
    details: {
      ...aboutPacket(packet, matter),
      kind: aboutEntry(kind).label.toLowerCase(),
      facts: await toldOf(ctx, entry),
    },
  })
  return { packet: await toWhole(ctx, await lockPacket(ctx, packetId)) }
}

/**
 * Corrects an entry by another one, which stands in its place. Its words can always be corrected; that it did not happen can be said while nothing was
 * recorded after it that says where the packet is.
 * @throws Refusal 'packet-not-found', 'not-allowed', 'entry-not-found', 'entry-corrected', 'entry-not-yours', 'entry-stands', 'entry-plain', 'packet-full',
 *   'place-not-found', 'place-retired', 'holder-unfit', 'expected-past'
 */
export async function correctMovement(
  ctx: Acting<WriteCtx>,
  { packetId, movementId }: Input<typeof CorrectMovement>['params'],
  { never, why, ...given }: Input<typeof CorrectMovement>['body'],
): Promise<Answer<typeof CorrectMovement>> {
  const packet = await lockPacket(ctx, packetId)
  const before = await readEntries(ctx, packetId)
  const wrong = before.find(({ id }) => id === movementId)
  if (!wrong) throw new Refusal('entry-not-found')
  if (wrong.never || before.some(({ corrects }) => corrects === movementId))
    throw new Refusal('entry-corrected')
  if (wrong.byId !== ctx.actor.id && ctx.actor.role !== 'admin') throw new Refusal('entry-not-yours')
  if (never && !isLast(wrong, before)) throw new Refusal('entry-stands')
  const may = aboutEntry(wrong.kind).corrects
  if (!never && may.length === 0) throw new Refusal('entry-plain')
  const { id: _, number: __, at: ___, byId: ____, packetId: _____, ...said } = wrong
  const changed = never
    ? {}
    : Object.fromEntries(Object.entries(given).filter(([field]) => may.includes(field as EntryField)))
  if (!never) await check(ctx, packet, { ...said, ...changed }, wrong)
  const entry = await record(ctx, packet, { ...said, ...changed, corrects: movementId, why, never }, before)
  const matter = await findMatter(ctx, packet.matterId)
  await ctx.audit({
    event: 'matter_packet_corrected',
    details: {
      ...aboutPacket(packet, matter),
      kind: aboutEntry(wrong.kind).label.toLowerCase(),
      entry: wrong.number,
      facts: never ? [] : await toldOf(ctx, entry),
      never,
      reason: why,
    },
  })
  return { packet: await toWhole(ctx, await lockPacket(ctx, packetId)) }
}

/** The fields that a kind of entry has; the others are left blank. */
function ofKind(kind: MovementKind, body: Omit<Input<typeof AddMovement>['body'], 'kind'>) {
  const { needs, takes } = aboutEntry(kind)
  const has = (field: EntryField) => needs.includes(field) || takes.includes(field)
  const orNull = (field: EntryField & keyof typeof body) => (has(field) ? body[field] || null : null)
  const orBlank = (field: 'outside' | 'reason' | 'condition' | 'seal') => (has(field) ? body[field] : '')
  return {
    ...{ placeId: orNull('placeId'), holderId: orNull('holderId'), originalId: orNull('originalId') },
    ...{ authorityId: orNull('authorityId'), expectedOn: orNull('expectedOn') },
    ...{ outside: orBlank('outside'), reason: orBlank('reason') },
    ...{ condition: orBlank('condition'), seal: orBlank('seal') },
  }
}

type Named = {
  placeId: string | null
  holderId: string | null
  expectedOn: string | null
  originalId?: string | null
}

/** Checks what an entry names; what it named before it was corrected may stay. */
async function check(ctx: Acting<WriteCtx>, packet: StoredPacket, named: Named, was?: Named): Promise<void> {
  const { placeId, holderId, expectedOn, originalId = null } = named
  if (placeId && placeId !== was?.placeId) await findPlace(ctx, placeId)
  if (holderId && holderId !== was?.holderId) await findHolder(ctx, holderId)
  if (expectedOn && expectedOn !== was?.expectedOn && expectedOn < dayOf(ctx.now, ctx.settings.timeZone))
    throw new Refusal('expected-past')
  if (originalId && originalId !== was?.originalId) {
    const here = and(eq(originals.id, originalId), eq(originals.packetId, packet.id))
    if ((await ctx.tx.$count(originals, here)) === 0) throw new Refusal('original-not-found')
  }
}

/** Finds a place that is in use, and keeps it from being retired until the transaction ends. @throws Refusal 'place-not-found', 'place-retired' */
export async function findPlace({ tx }: WriteCtx, id: string): Promise<void> {
  const [row] = await tx.select().from(places).where(eq(places.id, id)).for('share')
  if (!row) throw new Refusal('place-not-found')
  if (row.retiredAt) throw new Refusal('place-retired')
}

async function findHolder({ tx }: WriteCtx, id: string): Promise<void> {
  if ((await tx.$count(profiles, and(eq(profiles.id, id), keeping))) === 0) throw new Refusal('holder-unfit')
}

/** Words of an entry for the audit trail. */
export async function toldOf(ctx: Acting<WriteCtx>, entry: StoredEntry) {
  const people = await peopleNamed(ctx, [entry.holderId])
  const place = await placesNamed(ctx, [entry.placeId])
  const { day } = wordsIn(ctx.settings.timeZone)
  const facts: [EntryField, string][] = [
    ['outside', entry.outside],
    ['holderId', people.get(entry.holderId)?.name ?? ''],
    ['placeId', inWords(place.get(entry.placeId))],
    ['reason', entry.reason],
    ['expectedOn', entry.expectedOn ? day(entry.expectedOn) : ''],
    ['condition', entry.condition],
    ['seal', entry.seal],
  ]
  return facts.flatMap(([field, says]) => (says ? [{ field: fieldLabels[field].toLowerCase(), says }] : []))
}
