import { Readable } from 'node:stream'
import { setTimeout } from 'node:timers/promises'
import { wordsIn } from '@deedbox/contract/audit-events.ts'
import type * as contract from '@deedbox/contract/custody.ts'
import { originalKinds, type Packet, packetStates, placeText } from '@deedbox/contract/custody.ts'
import { dayOf } from '@deedbox/contract/dates.ts'
import { asc, inArray } from 'drizzle-orm'
import type { FastifyReply } from 'fastify'
import { originals } from '../../db/tables/custody.ts'
import type { Acting, ReadCtx } from '../../kernel/context/context.ts'
import type { Raw } from '../../kernel/http/handler.ts'
import { csvTable, localTime } from '../../platform/csv.ts'
import { listPackets } from '../register/list.ts'
import { documentsNamed } from '../register/named.ts'
import { grey, ink, instantIn, newPdf, pdfHeaders } from './pdf.ts'

/** Number of packets that are read at a time. */
const batch = 100

type Row = { packet: Packet; contents: (typeof originals.$inferSelect & { name: string })[] }

/** The packets that the reader sees with their originals, by number, one page after another. */
async function* pages(raw: { read: <T>(fn: (ctx: Acting<ReadCtx>) => Promise<T>) => Promise<T> }) {
  let cursor: string | undefined
  do {
    const query = { sort: 'number' as const, direction: 'asc' as const, cursor, limit: batch }
    const page = await raw.read(async (ctx) => {
      const { packets, nextCursor } = await listPackets(ctx, query)
      return { rows: await withContents(ctx, packets), nextCursor }
    })
    yield page.rows
    cursor = page.nextCursor ?? undefined
  } while (cursor)
}

async function withContents(ctx: Acting<ReadCtx>, packets: Packet[]): Promise<Row[]> {
  const ids = packets.map(({ id }) => id)
  const found = await ctx.tx
    .select()
    .from(originals)
    .where(inArray(originals.packetId, ids))
    .orderBy(asc(originals.addedAt), asc(originals.id))
  const document = await documentsNamed(
    ctx,
    found.map(({ documentId }) => documentId),
  )
  const named = found.map((one) => ({
    ...one,
    name:
      one.title || ((one.documentId && document(one.documentId).title) ?? 'a document that you cannot see'),
  }))
  const of = Map.groupBy(named, ({ packetId }) => packetId)
  return packets.map((packet) => ({ packet, contents: of.get(packet.id) ?? [] }))
}

type Cell = (row: Row, original: Row['contents'][number] | undefined, time: (at: Date) => string) => string
const columns: Record<string, Cell> = {
  Packet: ({ packet }) => packet.number,
  'Seal or envelope number': ({ packet }) => packet.seal,
  Matter: ({ packet }) => packet.matter.name,
  Original: (_, original) => original?.name ?? '',
  Kind: (_, original) => (original ? originalKinds[original.kind] : ''),
  'SHA-256': (_, original) => original?.sha256 ?? '',
  Pages: (_, original) => String(original?.pages ?? ''),
  Condition: (_, original) => original?.condition ?? '',
  'Do not unstaple': (_, original) => (original?.keepStaples ? 'yes' : ''),
  'Received from': (_, original) => original?.receivedFrom ?? '',
  'Received on': (_, original) => original?.receivedOn ?? '',
  'Entered at': (_, original, time) => (original ? time(original.addedAt) : ''),
  Where: ({ packet }) => packetStates[packet.where.state],
  'Held by': ({ packet }) => packet.where.holder?.name ?? '',
  Place: ({ packet }) => (packet.where.place ? placeText(packet.where.place) : ''),
  'With whom': ({ packet }) => packet.where.outside,
  Since: ({ packet }, _, time) => time(new Date(packet.where.since)),
  'Expected back': ({ packet }) => packet.where.expectedOn ?? '',
}

/** Exports the whole register as CSV, a line for each original, streamed; audited before its first byte is sent. */
export async function exportRegister(raw: Raw<typeof contract.exportRegister>): Promise<FastifyReply> {
  await raw.transact((ctx) => ctx.audit({ event: 'custody_exported', details: { form: 'CSV' } }))
  const time = localTime(raw.settings.timeZone)
  const cells = Object.values(columns)
  const rows = async function* () {
    for await (const page of pages(raw))
      yield page.flatMap((row) =>
        (row.contents.length > 0 ? row.contents : [undefined]).map((original) =>
          cells.map((cell) => cell(row, original, time)),
        ),
      )
  }
  return raw.reply
    .headers({ ...pdfHeaders('custody-register.csv'), 'content-type': 'text/csv; charset=utf-8' })
    .send(Readable.from(csvTable(Object.keys(columns), rows()), { objectMode: false }))
}

/** Prints the whole register as one legible document, streamed page by page; audited before its first byte is sent. */
export async function printRegister(raw: Raw<typeof contract.printRegister>): Promise<FastifyReply> {
  await raw.transact((ctx) => ctx.audit({ event: 'custody_exported', details: { form: 'PDF' } }))
  const { timeZone } = raw.settings
  const { pdf, say } = newPdf('Register of paper originals', raw.actor.name, raw.now)
  const at = instantIn(timeZone)
  const { day } = wordsIn(timeZone)
  void (async () => {
    try {
      say('Register of paper originals', 18, ink, 'bold')
      say(`Current on ${at(raw.now)}, printed by ${raw.actor.name}`, 9, grey)
      pdf.moveDown()
      let count = 0
      for await (const page of pages(raw)) {
        for (const { packet, contents } of page) {
          count++
          const { where } = packet
          say(
            [packet.number, packet.seal && `seal ${packet.seal}`, packet.matter.name]
              .filter(Boolean)
              .join(' · '),
            10,
            ink,
            'bold',
          )
          const holds = where.holder
            ? `${where.holder.name}, ${where.place ? placeText(where.place) : 'with the holder'}`
            : `${where.outside}, ${where.expectedOn ? `expected back on ${day(where.expectedOn)}` : 'not expected back'}`
          say(`${packetStates[where.state]}: ${holds}, since ${at(where.since)}`)
          for (const one of contents)
            say(
              [
                `– ${one.name}`,
                originalKinds[one.kind],
                one.pages && `${one.pages} pages`,
                one.keepStaples && 'do not unstaple',
                `received from ${one.receivedFrom}${one.receivedOn ? ` on ${day(one.receivedOn)}` : ''}`,
                one.condition,
                one.sha256 && `SHA-256 ${one.sha256}`,
              ]
                .filter(Boolean)
                .join(' · '),
              8,
            )
          pdf.moveDown(0.5)
        }
        // Lets what was written go out before more is read.
        while (pdf.readableLength > 1_000_000 && !pdf.destroyed) await setTimeout(20)
        if (pdf.destroyed) return
      }
      if (count === 0) say('No packets.')
      say(
        'Made to be one document in English, legible and current, as rules 93 and 95A of the Legal Profession Uniform General Rules 2015 want (read). Which columns a register of safe custody documents must have was not verified.',
        8,
        grey,
      )
      pdf.end()
    } catch (error) {
      pdf.destroy(error as Error)
    }
  })()
  return raw.reply.headers(pdfHeaders(`custody-register-${dayOf(raw.now, timeZone)}.pdf`)).send(pdf)
}
