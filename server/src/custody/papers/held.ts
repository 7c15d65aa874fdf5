import { wordsIn } from '@deedbox/contract/audit-events.ts'
import {
  aboutEntry,
  type CustodyEntry,
  type printCustody as endpoint,
  originalKinds,
  placeText,
  type WholePacket,
} from '@deedbox/contract/custody.ts'
import { heldBetween } from '@deedbox/contract/custody-rules.ts'
import type { FastifyReply } from 'fastify'
import type { Raw } from '../../kernel/http/handler.ts'
import { endOfDay, startOfDay } from '../../platform/days.ts'
import { aboutPacket, findPacket } from '../../policy/custody.ts'
import { findMatter } from '../../policy/matters.ts'
import { toWhole } from '../register/read.ts'
import { finish, grey, ink, instantIn, newPdf, type Paper, pdfHeaders } from './pdf.ts'

/** Prints who held a packet on a day, and everything that was recorded of it; audited before it is sent. @throws Refusal 'packet-not-found' */
export async function printCustody(
  raw: Raw<typeof endpoint>,
  packetId: string,
  on: string,
): Promise<FastifyReply> {
  const packet = await raw.transact(async (ctx) => {
    const row = await findPacket(ctx, packetId)
    await ctx.audit({
      event: 'matter_custody_printed',
      details: { ...aboutPacket(row, await findMatter(ctx, row.matterId)), on },
    })
    return toWhole(ctx, row)
  })
  const { timeZone } = raw.settings
  const { day } = wordsIn(timeZone)
  const title = `Who held ${packet.number} on ${day(on)}`
  const paper = newPdf(title, raw.actor.name, raw.now)
  const { say, head } = paper
  say(title, 18, ink, 'bold')
  say([packet.matter.name, packet.seal && `seal ${packet.seal}`].filter(Boolean).join(' · '), 12, ink, 'bold')
  const held = stretchesOn(packet, on, timeZone)
  head('On this day')
  if (held.length === 0) say('It was not in the register yet.')
  for (const line of held) say(line, 11)
  head('Originals in it now')
  for (const { kind, title: own, document, pages } of packet.contents)
    say(
      [
        own || (document?.title ?? 'a document that you cannot see'),
        originalKinds[kind],
        pages && `${pages} pages`,
      ]
        .filter(Boolean)
        .join(' · '),
    )
  writeEntries(paper, packet, timeZone)
  say(
    `Asked by ${raw.actor.name} on ${instantIn(timeZone)(raw.now)}. Entries are dated by the server when they are made and never changed; a correction stands beside what it corrects. This page tells what is recorded in Deedbox and is no legal advice.`,
    8,
    grey,
  )
  return raw.reply.headers(pdfHeaders(`${packet.number}-${on}.pdf`, 'inline')).send(await finish(paper))
}

/** Who held a packet on a day, in lines, each with its time. */
export function stretchesOn(packet: Pick<WholePacket, 'entries'>, on: string, timeZone: string): string[] {
  const from = startOfDay(on, timeZone).toISOString()
  const to = endOfDay(on, timeZone).toISOString()
  const at = instantIn(timeZone)
  return heldBetween(rulesOf(packet.entries), from, to).map(({ entry: { said }, since, until }) => {
    const where = said.holder
      ? `${said.holder.name}${said.place ? `, ${placeText(said.place)}` : ''}`
      : `Out: ${said.outside}`
    return `${where} – from ${at(since)} ${until ? `until ${at(until)}` : 'until now'}`
  })
}

/** The entries as the pure rules read them, each with what the API says of it. */
function rulesOf(entries: CustodyEntry[]) {
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

function writeEntries({ say, head, pdf }: Paper, packet: WholePacket, timeZone: string): void {
  const at = instantIn(timeZone)
  const { day } = wordsIn(timeZone)
  head('Everything that was recorded, the oldest first')
  for (const entry of packet.entries.toReversed()) {
    const corrected = entry.correctedBy ? ` (corrected by entry ${entry.correctedBy})` : ''
    const corrects = entry.corrects ? `, corrects entry ${entry.corrects}` : ''
    const never = entry.never ? ', it did not happen' : ''
    say(`${entry.number}. ${aboutEntry(entry.kind).label}${corrects}${never}${corrected}`, 9, ink, 'bold')
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
    say(facts.filter(Boolean).join(' · '), 8)
  }
  pdf.moveDown()
}
