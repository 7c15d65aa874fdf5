import { randomUUID } from 'node:crypto'
import type * as contract from '@deedbox/contract/custody.ts'
import { custodyLimits, type OriginalDetails } from '@deedbox/contract/custody.ts'
import { whereabouts, whyNot } from '@deedbox/contract/custody-rules.ts'
import { dayOf } from '@deedbox/contract/dates.ts'
import { and, eq, isNotNull } from 'drizzle-orm'
import { later } from '../../db/later.ts'
import { originals, packets } from '../../db/tables/custody.ts'
import type { Acting, WriteCtx } from '../../kernel/context/context.ts'
import type { Answer, Input } from '../../kernel/http/handler.ts'
import { Refusal } from '../../platform/errors.ts'
import { aboutPacket, lockPacket, lockPackets, type StoredPacket } from '../../policy/custody.ts'
import { findAllDocuments } from '../../policy/find.ts'
import { findMatter, lockMatter, type StoredMatter } from '../../policy/matters.ts'
import { readEntries, toRule, toWhole } from './read.ts'
import { findPlace, record, toldOf } from './record.ts'

/**
 * Receives a packet with its first originals. Whoever receives it is its first holder.
 * @throws Refusal 'matter-not-found', 'not-allowed', 'place-not-found', 'place-retired', 'document-not-found', 'paper-elsewhere', 'day-future'
 */
export async function receivePacket(
  ctx: Acting<WriteCtx>,
  { matterId, seal, originals: contents, ...said }: Input<typeof contract.receivePacket>['body'],
): Promise<Answer<typeof contract.receivePacket>> {
  const matter = await lockMatter(ctx, matterId)
  if (said.placeId) await findPlace(ctx, said.placeId)
  const packet = await newPacket(ctx, matter, seal)
  const entry = await record(ctx, packet, { kind: 'received', holderId: ctx.actor.id, ...said }, [])
  await insertOriginals(ctx, packet, contents)
  await ctx.audit({
    event: 'matter_packet_received',
    details: {
      ...aboutPacket(packet, matter),
      facts: await toldOf(ctx, entry),
      originals: contents.length,
    },
  })
  return { packet: await toWhole(ctx, await lockPacket(ctx, packet.id)) }
}

async function newPacket({ tx, now }: WriteCtx, { id }: StoredMatter, seal: string): Promise<StoredPacket> {
  const [packet] = await tx.insert(packets).values({ matterId: id, seal, createdAt: now }).returning()
  if (!packet) throw new Error('A packet was not inserted')
  return packet
}

/** @throws Refusal 'packet-not-found', 'not-allowed', 'packet-out', 'packet-not-yours', 'packet-full', 'document-not-found', 'paper-elsewhere', 'day-future' */
export async function addOriginal(
  ctx: Acting<WriteCtx>,
  packetId: string,
  details: OriginalDetails,
): Promise<Answer<typeof contract.addOriginal>> {
  const packet = await lockPacket(ctx, packetId)
  await refuseUnlessHolder(ctx, packet)
  const [original] = await insertOriginals(ctx, packet, [details])
  const entry = await record(ctx, packet, {
    kind: 'original_added',
    originalId: original,
    outside: details.receivedFrom,
    condition: details.condition,
  })
  await ctx.audit({
    event: 'matter_packet_entry',
    ...(details.documentId && { documentId: details.documentId }),
    details: {
      ...aboutPacket(packet, await findMatter(ctx, packet.matterId)),
      kind: 'original put in',
      facts: await toldOf(ctx, entry),
    },
  })
  return { packet: await toWhole(ctx, packet) }
}

/** Puts originals into a packet, by one statement for any number; returns their ids. */
async function insertOriginals(
  ctx: Acting<WriteCtx>,
  packet: StoredPacket,
  contents: readonly OriginalDetails[],
): Promise<string[]> {
  const { tx, now, actor } = ctx
  const held = await tx.$count(originals, eq(originals.packetId, packet.id))
  if (held + contents.length > custodyLimits.originals) throw new Refusal('packet-full')
  const scans = await findScans(
    ctx,
    packet,
    contents.flatMap(({ documentId }) => documentId ?? []),
  )
  const times = { addedAt: now, addedBy: actor.id, updatedAt: now }
  // Ids ascend, as originals of one time are listed by their ids.
  const ids = contents.map(() => randomUUID()).sort()
  const values = contents.map((details, at) => {
    refuseFutureDay(ctx, details.receivedOn)
    const scan = details.documentId ? scans.get(details.documentId) : undefined
    const sha256 = details.kind === 'electronic' ? (scan?.sha256 ?? details.sha256) : null
    return { ...details, id: ids[at], sha256, packetId: packet.id, ...times }
  })
  await tx.insert(originals).values(values)
  return ids
}

function refuseFutureDay({ now, settings }: Acting<WriteCtx>, day: string | null): void {
  if (day && day > dayOf(now, settings.timeZone))
    throw new Refusal('invalid-input', { fields: { receivedOn: 'Please choose today or an earlier day' } })
}

/** Finds the scans of originals, of their packet's matter, by their ids. @throws Refusal 'document-not-found', 'paper-elsewhere' */
async function findScans(ctx: Acting<WriteCtx>, { matterId }: StoredPacket, documentIds: string[]) {
  const found = await findAllDocuments(ctx, documentIds, { lock: true })
  if (found.some(({ document }) => document.matterId !== matterId)) throw new Refusal('paper-elsewhere')
  return new Map(found.map(({ document }) => [document.id, document]))
}

/** Refuses to change the content of a packet that the actor does not hold. @throws Refusal 'packet-out', 'packet-not-yours' */
async function refuseUnlessHolder(ctx: Acting<WriteCtx>, packet: StoredPacket): Promise<void> {
  const now = whereabouts((await readEntries(ctx, packet.id)).map(toRule))?.entry
  if (!now) throw new Error('A packet is nowhere')
  const refusal = whyNot('placed', now, { id: ctx.actor.id, isAdministrator: false }, false)
  if (refusal) throw new Refusal(refusal)
}

const changeable = {
  title: 'Name',
  documentId: 'Scan',
  pages: 'Pages',
  condition: 'Condition',
  keepStaples: 'Do not unstaple',
  receivedFrom: 'Received from',
  receivedOn: 'Received on',
} as const

/**
 * Changes what is said of an original, unless somebody has changed it since the caller read it. An electronic one keeps its document and hash.
 * @throws Refusal 'packet-not-found', 'not-allowed', 'original-not-found', 'original-changed', 'document-not-found', 'paper-elsewhere'
 */
export async function changeOriginal(
  ctx: Acting<WriteCtx>,
  { packetId, originalId }: Input<typeof contract.changeOriginal>['params'],
  { updatedAt, ...details }: Input<typeof contract.changeOriginal>['body'],
): Promise<Answer<typeof contract.changeOriginal>> {
  const packet = await lockPacket(ctx, packetId)
  const before = await lockOriginal(ctx, packetId, originalId)
  if (before.updatedAt.toISOString() !== updatedAt) throw new Refusal('original-changed')
  const documentId = before.kind === 'electronic' ? before.documentId : details.documentId
  if (documentId && documentId !== before.documentId) await findScans(ctx, packet, [documentId])
  refuseFutureDay(ctx, details.receivedOn)
  const after = { ...details, documentId }
  await ctx.tx
    .update(originals)
    .set({ ...after, updatedAt: later(before, ctx.now) })
    .where(eq(originals.id, originalId))
  const said = (value: string | number | boolean | null) =>
    value === null || value === false ? '' : value === true ? 'yes' : String(value)
  type Change = { field: string; from: string; to: string }
  const changes = (Object.keys(changeable) as (keyof typeof changeable)[]).flatMap((field): Change[] => {
    if (before[field] === after[field]) return []
    // Titles and ids of documents stay out.
    if (field === 'documentId')
      return [
        {
          field: changeable[field],
          from: before.documentId ? 'a document' : '',
          to: documentId ? 'a document' : '',
        },
      ]
    return [{ field: changeable[field], from: said(before[field]), to: said(after[field]) }]
  })
  await ctx.audit({
    event: 'matter_original_changed',
    ...(documentId && { documentId }),
    details: { ...aboutPacket(packet, await findMatter(ctx, packet.matterId)), changes, originalId },
  })
  return { packet: await toWhole(ctx, packet) }
}

async function lockOriginal({ tx }: WriteCtx, packetId: string, id: string) {
  const [row] = await tx
    .select()
    .from(originals)
    .where(and(eq(originals.id, id), eq(originals.packetId, packetId)))
    .for('update')
  if (!row) throw new Refusal('original-not-found')
  return row
}

/**
 * Moves an original to another packet, or into a new one of the same matter: an entry in both. Whoever does it holds both.
 * @throws Refusal 'packet-not-found', 'not-allowed', 'packet-same', 'packet-out', 'packet-not-yours', 'packet-full', 'original-not-found'
 */
export async function moveOriginal(
  ctx: Acting<WriteCtx>,
  { packetId, originalId }: Input<typeof contract.moveOriginal>['params'],
  { to, seal, reason }: Input<typeof contract.moveOriginal>['body'],
): Promise<Answer<typeof contract.moveOriginal>> {
  if (to === packetId) throw new Refusal('packet-same')
  const locked = await lockPackets(ctx, to ? [packetId, to] : [packetId])
  const from = locked.find(({ id }) => id === packetId)
  if (!from) throw new Refusal('packet-not-found')
  for (const packet of locked) await refuseUnlessHolder(ctx, packet)
  await lockOriginal(ctx, packetId, originalId)
  const matter = await findMatter(ctx, from.matterId)
  let target = locked.find(({ id }) => id === to)
  if (!target) {
    target = await newPacket(ctx, matter, seal)
    const now = whereabouts((await readEntries(ctx, packetId)).map(toRule))?.entry
    const said = { kind: 'received' as const, holderId: ctx.actor.id, placeId: now?.placeId ?? null }
    await record(ctx, target, { ...said, reason }, [])
  }
  const inside = and(eq(originals.packetId, target.id), isNotNull(originals.id))
  if ((await ctx.tx.$count(originals, inside)) >= custodyLimits.originals) throw new Refusal('packet-full')
  await ctx.tx.update(originals).set({ packetId: target.id }).where(eq(originals.id, originalId))
  for (const [packet, other] of [
    [from, target],
    [target, from],
  ] as const) {
    const moved = { kind: 'original_moved' as const, originalId, otherPacketId: other.id, reason }
    const standing = await lockPacket(ctx, packet.id)
    const entry = await record(ctx, standing, moved)
    await ctx.audit({
      event: 'matter_packet_entry',
      details: {
        ...aboutPacket(packet, await findMatter(ctx, packet.matterId)),
        kind: packet === from ? 'original moved to another packet' : 'original came from another packet',
        facts: await toldOf(ctx, entry),
      },
    })
  }
  return { packetId: target.id }
}
