import { Readable } from 'node:stream'
import { wordsIn } from '@deedbox/contract/audit-events.ts'
import { aboutEntry, type CustodyEntry, pagesText, type WholePacket } from '@deedbox/contract/custody.ts'
import type * as contract from '@deedbox/contract/custody-papers.ts'
import { toDetails } from '@deedbox/contract/document-details.ts'
import type { FastifyReply } from 'fastify'
import { insertDocument, statusFor, whileSession } from '../../documents/store/insert.ts'
import { keepIfRecorded, storeContent } from '../../documents/store/store.ts'
import type { Answer, Input, Raw } from '../../kernel/http/handler.ts'
import type { Services } from '../../kernel/services.ts'
import { Refusal } from '../../platform/errors.ts'
import { timeIn } from '../../platform/instants.ts'
import { aboutPacket, findPacket, lockPacket } from '../../policy/custody.ts'
import { followMatters } from '../../policy/matter-shares.ts'
import { aboutMatter, findMatter, mayKeep } from '../../policy/matters.ts'
import { insertPaper } from '../register/papers.ts'
import { toWhole } from '../register/read.ts'
import { finish, grey, ink, newPdf, pdfHeaders } from './pdf.ts'

type Signed = Input<typeof contract.signReceipt>['body']

/**
 * Prints the receipt of an entry, to be signed on paper; audited before it is sent.
 * @throws Refusal 'packet-not-found', 'entry-not-found', 'entry-plain', 'entry-corrected'
 */
export async function printReceipt(
  raw: Raw<typeof contract.printReceipt>,
  { packetId, movementId }: Input<typeof contract.printReceipt>['params'],
): Promise<FastifyReply> {
  const { packet, entry } = await raw.transact(async (ctx) => {
    const row = await findPacket(ctx, packetId)
    mayKeep(ctx.actor)
    const whole = await toWhole(ctx, row)
    const found = receiptEntry(whole, movementId)
    await ctx.audit({
      event: 'matter_receipt_printed',
      details: { ...aboutPacket(row, await findMatter(ctx, row.matterId)), entry: found.number },
    })
    return { packet: whole, entry: found }
  })
  const pdf = await draw(raw, packet, entry, null)
  return raw.reply.headers(pdfHeaders(`receipt-${packet.number}-${entry.number}.pdf`, 'inline')).send(pdf)
}

/**
 * Makes the receipt of an entry with a signature drawn on the screen, and stores it as a document of the matter.
 * @throws Refusal 'packet-not-found', 'not-allowed', 'entry-not-found', 'entry-plain', 'entry-corrected', 'packet-full' and those of storing a file
 */
export async function signReceipt(
  services: Services,
  raw: Raw<typeof contract.signReceipt>,
  { packetId, movementId }: Input<typeof contract.signReceipt>['params'],
  signed: Signed,
): Promise<Answer<typeof contract.signReceipt>> {
  const { caller, actor, now } = raw
  const { packet, entry } = await raw.read(async (ctx) => {
    const row = await findPacket(ctx, packetId)
    mayKeep(ctx.actor)
    const whole = await toWhole(ctx, row)
    return { packet: whole, entry: receiptEntry(whole, movementId) }
  })
  const bytes = await draw(raw, packet, entry, signed)
  const origin = { ...caller, actor }
  const fileName = `receipt-${packet.number}-${entry.number}.pdf`
  const incoming = {
    owner: actor,
    origin,
    fileName,
    contentType: 'application/pdf',
    bytes: bytes.length,
    now,
  }
  const content = await storeContent(
    { ...services, logger: raw.request.log },
    incoming,
    Readable.from([bytes]),
  )
  return keepIfRecorded(services.storage, content, () =>
    raw.transact(async (ctx) => {
      const row = await lockPacket(ctx, packetId)
      const matter = await findMatter(ctx, row.matterId)
      // Somebody may have corrected it while the receipt was drawn.
      receiptEntry(await toWhole(ctx, row), movementId)
      const document = await insertDocument(services, origin, whileSession(actor), {
        status: statusFor(actor),
        owner: actor,
        content,
        details: toDetails({
          title: `Receipt of ${packet.number}, signed by ${signed.signedBy}`,
          type: 'other',
        }),
        matterId: row.matterId,
      })
      if (!document) throw new Refusal('not-signed-in')
      await insertPaper(ctx, { packetId, movementId, documentId: document.id, kind: 'receipt' })
      await ctx.audit(
        { event: 'matter_document_added', documentId: document.id, details: aboutMatter(matter) },
        {
          event: 'matter_receipt_signed',
          documentId: document.id,
          details: { ...aboutPacket(row, matter), entry: entry.number, signedBy: signed.signedBy },
        },
      )
      await followMatters(ctx, [document.id])
      return { packet: await toWhole(ctx, row) }
    }),
  )
}

/**
 * Finds the entry of a receipt: one by which a packet went out, or came in, as it stands. One that corrects another has the time of that one, and its person.
 * @throws Refusal 'entry-not-found', 'entry-plain', 'entry-corrected'
 */
export function receiptEntry(packet: WholePacket, movementId: string): CustodyEntry {
  const entry = packet.entries.find(({ id }) => id === movementId)
  if (!entry) throw new Refusal('entry-not-found')
  if (!['out', 'in', 'received'].includes(entry.kind) || entry.never) throw new Refusal('entry-plain')
  if (entry.correctedBy !== null) throw new Refusal('entry-corrected')
  // They are in order, the newest first.
  let first = entry
  for (const one of packet.entries) if (one.number === first.corrects) first = one
  return { ...entry, at: first.at, by: first.by }
}

async function draw(
  {
    actor,
    now,
    settings: { timeZone },
  }: Pick<Raw<typeof contract.printReceipt>, 'actor' | 'now' | 'settings'>,
  packet: WholePacket,
  entry: CustodyEntry,
  signed: Signed | null,
): Promise<Buffer> {
  const out = entry.kind === 'out'
  const title = `Receipt of ${packet.number}`
  const paper = newPdf(title, actor.name, now)
  const { pdf, say, head } = paper
  const at = (instant: string | Date) => timeIn(instant, timeZone)
  const { day } = wordsIn(timeZone)
  say(title, 18, ink, 'bold')
  say(packet.matter.name, 12, ink, 'bold')
  pdf.moveDown()
  say(
    out
      ? `${entry.outside || 'The undersigned'} received the packet ${packet.number} from ${entry.by.name} on ${at(entry.at)}.`
      : `${entry.by.name} received the packet ${packet.number}${entry.outside ? ` from ${entry.outside}` : ''} on ${at(entry.at)}.`,
    11,
  )
  const facts = [
    packet.seal && `Seal or envelope number: ${packet.seal}`,
    entry.reason && `Reason: ${entry.reason}`,
    out && (entry.expectedOn ? `To be brought back by ${day(entry.expectedOn)}` : 'Given back for good'),
    entry.condition && `Condition: ${entry.condition}`,
  ]
  for (const fact of facts) if (fact) say(fact)
  head('Originals')
  for (const { title: own, document, pages, keepStaples } of packet.contents)
    say(
      [`– ${own || (document?.title ?? 'a document')}`, pagesText(pages), keepStaples && 'do not unstaple']
        .filter(Boolean)
        .join(' · '),
    )
  const [width, height] = [260, 130]
  // The field, with the name and the entry under it.
  head('Signature', height + 60)
  const top = pdf.y
  if (signed) {
    pdf.lineWidth(1.4).lineCap('round').lineJoin('round').strokeColor('#000000')
    for (const stroke of signed.strokes) {
      for (const [index, { x, y }] of stroke.entries()) {
        const point = [48 + (x / 1_000) * width, top + (y / 500) * height] as const
        if (index === 0) pdf.moveTo(...point)
        else pdf.lineTo(...point)
      }
      pdf.stroke()
    }
  }
  pdf
    .moveTo(48, top + height)
    .lineTo(48 + width, top + height)
    .lineWidth(0.5)
    .strokeColor(grey)
    .stroke()
  pdf.y = top + height + 6
  say(
    signed
      ? `${signed.signedBy}, on the screen before ${actor.name} on ${at(now)}`
      : `Name:                                                        Date:`,
  )
  pdf.moveDown()
  say(`Entry ${entry.number}: ${aboutEntry(entry.kind).label.toLowerCase()}, ${at(entry.at)}.`, 8, grey)
  return finish(paper)
}
