import { setTimeout } from 'node:timers/promises'
import { wordsIn } from '@deedbox/contract/audit-events.ts'
import { originalKinds, type Packet, packetStates, pagesText, placeText } from '@deedbox/contract/custody.ts'
import type * as contract from '@deedbox/contract/custody-papers.ts'
import { dayOf } from '@deedbox/contract/dates.ts'
import { asc, inArray } from 'drizzle-orm'
import type { FastifyReply } from 'fastify'
import { originals } from '../../db/tables/custody.ts'
import { matters } from '../../db/tables/matters.ts'
import type { Acting, ReadCtx } from '../../kernel/context/context.ts'
import type { Raw } from '../../kernel/http/handler.ts'
import { pagesOf, sendTable, type TableColumns } from '../../kernel/http/send-table.ts'
import { localTime } from '../../platform/csv.ts'
import { timeIn } from '../../platform/instants.ts'
import { listPackets } from '../register/list.ts'
import { documentsNamed } from '../register/named.ts'
import { grey, ink, newPdf, pdfHeaders } from './pdf.ts'

/** Number of packets that are read at a time. */
const batch = 100

type Row = {
  packet: Packet
  /** Reference of its matter. */
  reference: string
  contents: (typeof originals.$inferSelect & { name: string })[]
}

/** The packets that the reader sees with their originals, by number, one page after another. */
async function* pages(raw: { read: <T>(fn: (ctx: Acting<ReadCtx>) => Promise<T>) => Promise<T> }) {
  const query = { sort: 'number' as const, direction: 'asc' as const, limit: batch }
  const all = pagesOf((cursor) =>
    raw.read(async (ctx) => {
      const { packets, nextCursor } = await listPackets(ctx, { ...query, cursor })
      return { rows: await withContents(ctx, packets), nextCursor }
    }),
  )
  for await (const { rows } of all) yield rows
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
  const { id, reference } = matters
  const matterIds = packets.map(({ matter }) => matter.id)
  const references = await ctx.tx.select({ id, reference }).from(matters).where(inArray(id, matterIds))
  const referenceOf = new Map(references.map((one) => [one.id, one.reference]))
  return packets.map((packet) => ({
    packet,
    reference: referenceOf.get(packet.matter.id) ?? '',
    contents: of.get(packet.id) ?? [],
  }))
}

/** A line for each original of a packet, or one for a packet without any. */
type Line = Omit<Row, 'contents'> & { original: Row['contents'][number] | undefined }
const linesOf = ({ contents, ...row }: Row): Line[] =>
  (contents.length > 0 ? contents : [undefined]).map((original) => ({ ...row, original }))

const columns: TableColumns<Line, ReturnType<typeof localTime>> = {
  Packet: ({ packet }) => packet.number,
  'Seal or envelope number': ({ packet }) => packet.seal,
  Matter: ({ packet }) => packet.matter.name,
  'Reference of the matter': ({ reference }) => reference,
  Original: ({ original }) => original?.name ?? '',
  Kind: ({ original }) => (original ? originalKinds[original.kind] : ''),
  'SHA-256': ({ original }) => original?.sha256 ?? '',
  Pages: ({ original }) => String(original?.pages ?? ''),
  Condition: ({ original }) => original?.condition ?? '',
  'Do not unstaple': ({ original }) => (original?.keepStaples ? 'yes' : ''),
  'Received from': ({ original }) => original?.receivedFrom ?? '',
  'Received on': ({ original }) => original?.receivedOn ?? '',
  'Entered at': ({ original }, local) => local(original?.addedAt ?? null),
  Where: ({ packet }) => packetStates[packet.where.state],
  'Held by': ({ packet }) => packet.where.holder?.name ?? '',
  Place: ({ packet }) => (packet.where.place ? placeText(packet.where.place) : ''),
  'With whom': ({ packet }) => packet.where.outside,
  Since: ({ packet }, local) => local(new Date(packet.where.since)),
  'Expected back': ({ packet }) => packet.where.expectedOn ?? '',
}

/** Exports the whole register as CSV, a line for each original, streamed; audited before its first byte is sent. */
export async function exportRegister(raw: Raw<typeof contract.exportRegister>): Promise<FastifyReply> {
  await raw.transact((ctx) => ctx.audit({ event: 'custody_exported', details: { form: 'CSV' } }))
  return sendTable(raw.reply, 'custody-register.csv', {
    columns,
    given: localTime(raw.settings.timeZone),
    batches: async function* () {
      for await (const page of pages(raw)) yield page.flatMap(linesOf)
    },
  })
}

/** Prints the whole register as one legible document, streamed page by page; audited before its first byte is sent. */
export async function printRegister(raw: Raw<typeof contract.printRegister>): Promise<FastifyReply> {
  await raw.transact((ctx) => ctx.audit({ event: 'custody_exported', details: { form: 'PDF' } }))
  const { timeZone } = raw.settings
  const { pdf, say, together } = newPdf('Register of paper originals', raw.actor.name, raw.now)
  const at = (instant: string | Date) => timeIn(instant, timeZone)
  void (async () => {
    try {
      say('Register of paper originals', 18, ink, 'bold')
      say(`Current on ${at(raw.now)}, printed by ${raw.actor.name}`, 9, grey)
      pdf.moveDown()
      let count = 0
      for await (const page of pages(raw)) {
        for (const row of page) {
          count++
          together(...inWords(row, timeZone))
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

/** Writes a packet and its originals, in paragraphs. */
function inWords({ packet, reference, contents }: Row, timeZone: string) {
  const at = (instant: string | Date) => timeIn(instant, timeZone)
  const { day } = wordsIn(timeZone)
  const { where } = packet
  const head = [
    packet.number,
    packet.seal && `seal ${packet.seal}`,
    packet.matter.name,
    reference && `reference ${reference}`,
  ]
  const holds = where.holder
    ? `${where.holder.name}, ${where.place ? placeText(where.place) : 'with the holder'}`
    : `${where.outside}, ${where.expectedOn ? `expected back on ${day(where.expectedOn)}` : 'not expected back'}`
  const facts = contents.map((one) => [
    `– ${one.name}`,
    originalKinds[one.kind],
    pagesText(one.pages),
    one.keepStaples && 'do not unstaple',
    `received from ${one.receivedFrom}${one.receivedOn ? ` on ${day(one.receivedOn)}` : ''}`,
    `entered on ${day(dayOf(one.addedAt, timeZone))}`,
    one.condition,
    one.sha256 && `SHA-256 ${one.sha256}`,
  ])
  const words = (some: unknown[]) => some.filter(Boolean).join(' · ')
  return [
    [words(head), 10, ink, 'bold'] as const,
    [`${packetStates[where.state]}: ${holds}, since ${at(where.since)}`] as const,
    ...facts.map((some) => [words(some), 8] as const),
  ]
}
