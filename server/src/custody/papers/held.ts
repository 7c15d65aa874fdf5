import { wordsIn } from '@deedbox/contract/audit-events.ts'
import {
  aboutEntry,
  originalKinds,
  packetNumber,
  pagesText,
  placeText,
  type WholePacket,
} from '@deedbox/contract/custody.ts'
import type { printCustody as endpoint } from '@deedbox/contract/custody-papers.ts'
import { type Entry, heldBetween, staysOf } from '@deedbox/contract/custody-rules.ts'
import { and, eq, inArray } from 'drizzle-orm'
import type { FastifyReply } from 'fastify'
import { movements, packets } from '../../db/tables/custody.ts'
import type { Acting, ReadCtx } from '../../kernel/context/context.ts'
import type { Raw } from '../../kernel/http/handler.ts'
import { endOfDay, startOfDay } from '../../platform/days.ts'
import { timeIn } from '../../platform/instants.ts'
import { aboutPacket, findPacket, packetsVisibleTo } from '../../policy/custody.ts'
import { findMatter } from '../../policy/matters.ts'
import { given, peopleNamed, placesNamed } from '../register/named.ts'
import { toRule, toWhole } from '../register/read.ts'
import { finish, grey, ink, newPdf, type Paper, pdfHeaders } from './pdf.ts'

/** Prints who held a packet and its originals on a day, and everything that was recorded of it; audited before it is sent. @throws Refusal 'packet-not-found' */
export async function printCustody(
  raw: Raw<typeof endpoint>,
  packetId: string,
  on: string,
): Promise<FastifyReply> {
  const { packet, earlier } = await raw.transact(async (ctx) => {
    const row = await findPacket(ctx, packetId)
    await ctx.audit({
      event: 'matter_custody_printed',
      details: { ...aboutPacket(row, await findMatter(ctx, row.matterId)), on },
    })
    const whole = await toWhole(ctx, row)
    return { packet: whole, earlier: await readEarlier(ctx, whole) }
  })
  const { timeZone } = raw.settings
  const { day } = wordsIn(timeZone)
  const title = `Who held ${packet.number} on ${day(on)}`
  const paper = newPdf(title, raw.actor.name, raw.now)
  const { say, head } = paper
  say(title, 18, ink, 'bold')
  say([packet.matter.name, packet.seal && `seal ${packet.seal}`].filter(Boolean).join(' · '), 12, ink, 'bold')
  const lines = stretchesOn(packet, on, timeZone)
  head('On this day')
  if (lines.length === 0) say('It was not in the register yet.')
  for (const line of lines) say(line, 11)
  head('Originals in it now')
  for (const original of packet.contents) {
    const { kind, title: own, document, pages } = original
    say(
      [own || (document?.title ?? 'a document that you cannot see'), originalKinds[kind], pagesText(pages)]
        .filter(Boolean)
        .join(' · '),
    )
    for (const line of originalOn(original, { packet, earlier }, on, timeZone)) say(line, 8, grey)
  }
  writeEntries(paper, packet, timeZone)
  say(
    `Asked by ${raw.actor.name} on ${timeIn(raw.now, timeZone)}. Entries are dated by the server when they are made and never changed; a correction stands beside what it corrects. This page tells what is recorded in Deedbox and is no legal advice.`,
    8,
    grey,
  )
  return raw.reply.headers(pdfHeaders(`${packet.number}-${on}.pdf`, 'inline')).send(await finish(paper))
}

/** Writes who held a packet on a day, in lines, each with its time. */
export function stretchesOn(packet: Pick<WholePacket, 'entries'>, on: string, timeZone: string): string[] {
  const from = startOfDay(on, timeZone).toISOString()
  const to = endOfDay(on, timeZone).toISOString()
  return held(rulesOf(packet), from, to).map((one) => inWords(one, timeZone))
}

/**
 * Writes who held an original on a day that was in another packet before, or that is not as old as its packet, in lines; none where its packet says it all. A packet
 * that the reader does not see is not told.
 */
export function originalOn(
  { id, addedAt }: WholePacket['contents'][number],
  { packet, earlier }: { packet: WholePacket; earlier: Earlier },
  on: string,
  timeZone: string,
): string[] {
  const start = startOfDay(on, timeZone).toISOString()
  const end = endOfDay(on, timeZone).toISOString()
  if (addedAt >= end) return ['On this day it was not in the register yet.']
  const stays = staysOf(packet.id, earlier.moves.get(id) ?? [])
  if (stays.length === 1) return []
  return stays.flatMap(({ packetId, from, until }) => {
    const [since, to] = [from ?? addedAt, until ?? end]
    if (since >= end || to <= start) return []
    const here = packetId === packet.id
    const other = earlier.packets.get(packetId)
    const number = here ? packet.number : other?.number
    const entries = here ? rulesOf(packet) : (other?.entries ?? [])
    if (!number) return ['On this day it was in a packet that you cannot see.']
    return held(entries, last(since, start), first(to, end)).map((one) => {
      const clipped = {
        since: last(one.since, since),
        until: until === null ? one.until : first(until, one.until ?? until),
      }
      return `On this day in ${number}: ${inWords({ ...one, ...clipped }, timeZone)}`
    })
  })
}

const first = (...times: string[]): string => times.toSorted()[0] ?? ''
const last = (...times: string[]): string => times.toSorted().at(-1) ?? ''

type Ruled = Entry & { said: Pick<WholePacket['entries'][number], 'holder' | 'place' | 'outside'> }
const held = heldBetween<Ruled>

function inWords({ entry: { said }, since, until }: ReturnType<typeof held>[number], timeZone: string) {
  const at = (instant: string | Date) => timeIn(instant, timeZone)
  const where = said.holder
    ? `${said.holder.name}${said.place ? `, ${placeText(said.place)}` : ''}`
    : `Out: ${said.outside}`
  return `${where} – from ${at(since)} ${until ? `until ${at(until)}` : 'until now'}`
}

/** The entries as the pure rules read them, each with what the API says of it. */
function rulesOf({ entries }: Pick<WholePacket, 'entries'>): Ruled[] {
  const byNumber = new Map(entries.map(({ number, id }) => [number, id]))
  return entries.map((said) => ({
    ...{ id: said.id, number: said.number, kind: said.kind, at: said.at, never: said.never },
    holderId: said.holder?.id ?? null,
    placeId: said.place?.id ?? null,
    outside: said.outside,
    expectedOn: said.expectedOn,
    corrects: said.corrects === null ? null : (byNumber.get(said.corrects) ?? null),
    said,
  }))
}

/** Moves of originals, by original, and the other packets in which they were, as far as the reader sees those. */
type Earlier = Awaited<ReturnType<typeof readEarlier>>
async function readEarlier(ctx: Acting<ReadCtx>, { id, contents }: WholePacket) {
  const { tx, actor, now } = ctx
  const originalIds = contents.map((one) => one.id)
  const moved = await tx
    .select()
    .from(movements)
    .where(and(eq(movements.kind, 'original_moved'), inArray(movements.originalId, originalIds)))
  const moves = Map.groupBy(
    moved.map((entry) => ({ ...toRule(entry), otherPacketId: entry.otherPacketId ?? '' })),
    ({ originalId }) => originalId ?? '',
  )
  const others = given(moved.map(({ packetId }) => packetId)).filter((other) => other !== id)
  const rows = await tx
    .select({ number: packets.number, entry: movements })
    .from(movements)
    .innerJoin(packets, eq(packets.id, movements.packetId))
    .where(and(inArray(packets.id, others), packetsVisibleTo(actor, now)))
  const people = await peopleNamed(
    ctx,
    rows.map(({ entry }) => entry.holderId),
  )
  const places = await placesNamed(
    ctx,
    rows.map(({ entry }) => entry.placeId),
  )
  const seen = new Map<string, { number: string; entries: Ruled[] }>()
  for (const { number, entry } of rows) {
    const one = seen.get(entry.packetId) ?? { number: packetNumber(number), entries: [] }
    const said = {
      holder: people.get(entry.holderId) ?? null,
      place: places.get(entry.placeId) ?? null,
      outside: entry.outside,
    }
    one.entries.push({ ...toRule(entry), said })
    seen.set(entry.packetId, one)
  }
  return { moves, packets: seen }
}

function writeEntries({ together, head, pdf }: Paper, packet: WholePacket, timeZone: string): void {
  const at = (instant: string | Date) => timeIn(instant, timeZone)
  const { day } = wordsIn(timeZone)
  head('Everything that was recorded, the oldest first')
  for (const entry of packet.entries.toReversed()) {
    const corrected = entry.correctedBy ? ` (corrected by entry ${entry.correctedBy})` : ''
    const corrects = entry.corrects ? `, corrects entry ${entry.corrects}` : ''
    const never = entry.never ? ', it did not happen' : ''
    const title = `${entry.number}. ${aboutEntry(entry.kind).label}${corrects}${never}${corrected}`
    const facts = [
      `${at(entry.at)} by ${entry.by.name}`,
      entry.holder && `held by ${entry.holder.name}`,
      entry.place && placeText(entry.place),
      entry.outside && `person: ${entry.outside}`,
      entry.expectedOn && `expected back on ${day(entry.expectedOn)}`,
      entry.condition && `condition: ${entry.condition}`,
      entry.reason && `reason: ${entry.reason}`,
      entry.otherPacket && `other packet: ${entry.otherPacket.number}`,
      entry.why && `why: ${entry.why}`,
    ]
    together([title, 9, ink, 'bold'], [facts.filter(Boolean).join(' · '), 8])
  }
  pdf.moveDown()
}
