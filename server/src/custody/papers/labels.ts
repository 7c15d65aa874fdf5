import { filterText } from '@deedbox/contract/audit/words.ts'
import { custodyLimits, type PacketFilter, packetNumber } from '@deedbox/contract/custody.ts'
import type { printLabels as endpoint } from '@deedbox/contract/custody-papers.ts'
import { and, asc, eq } from 'drizzle-orm'
import type { FastifyReply } from 'fastify'
import { encode } from 'uqr'
import { packets } from '../../db/tables/custody.ts'
import { matters } from '../../db/tables/matters.ts'
import type { Raw } from '../../kernel/http/handler.ts'
import type { Services } from '../../kernel/services.ts'
import { Refusal } from '../../platform/errors.ts'
import { packetsVisibleTo } from '../../policy/custody.ts'
import { packetsIn } from '../register/list.ts'
import { finish, grey, ink, newPdf, type Paper, pdfHeaders } from './pdf.ts'

/** A sheet of A4 with 24 labels of 70 × 37 mm, in points. */
const sheet = { columns: 3, rows: 8, width: 198.43, height: 104.88, top: 1.4 }
const code = 80

/** The address that a label's code holds. */
const labelAddress = (publicUrl: string, number: string): string => `${publicUrl}/custody/packets/${number}`

/** Prints labels of packets, the lowest number first; audited before they are sent. @throws Refusal 'labels-none', 'labels-many' */
export async function printLabels(
  { place }: Pick<Services, 'place'>,
  raw: Raw<typeof endpoint>,
  filter: PacketFilter,
): Promise<FastifyReply> {
  const rows = await raw.transact(async (ctx) => {
    const found = await ctx.tx
      .select({ number: packets.number, seal: packets.seal, matter: matters.name })
      .from(packets)
      .innerJoin(matters, eq(matters.id, packets.matterId))
      .where(and(packetsVisibleTo(ctx.actor, ctx.now), ...packetsIn(ctx, filter)))
      .orderBy(asc(packets.number))
      .limit(custodyLimits.labels + 1)
    if (found.length === 0) throw new Refusal('labels-none')
    if (found.length > custodyLimits.labels) throw new Refusal('labels-many')
    await ctx.audit({
      event: 'custody_labels_printed',
      details: { filter: filterText(filter) ?? 'all', packets: found.length },
    })
    return found
  })
  const paper = newPdf('Labels of packets', raw.actor.name, raw.now, 0)
  const { publicUrl } = place()
  const each = sheet.columns * sheet.rows
  for (const [index, row] of rows.entries()) {
    if (index > 0 && index % each === 0) paper.pdf.addPage()
    const at = index % each
    const left = (at % sheet.columns) * sheet.width
    const top = sheet.top + Math.floor(at / sheet.columns) * sheet.height
    const number = packetNumber(row.number)
    drawCode(paper, labelAddress(publicUrl, number), left + 10, top + 12)
    const text = { width: sheet.width - code - 30, lineBreak: true, ellipsis: true }
    const x = left + code + 18
    paper.pdf
      .font('bold')
      .fontSize(14)
      .fillColor(ink)
      .text(number, x, top + 18, { ...text, height: 18 })
    paper.pdf
      .font('plain')
      .fontSize(8)
      .text(row.matter, x, top + 38, { ...text, height: 32 })
    if (row.seal) paper.pdf.fillColor(grey).text(`Seal ${row.seal}`, x, top + 76, { ...text, height: 10 })
  }
  return raw.reply.headers(pdfHeaders('labels.pdf', 'inline')).send(await finish(paper))
}

/** Draws a QR code as squares, so that it stays sharp at any size. */
function drawCode({ pdf }: Paper, address: string, left: number, top: number): void {
  const { data, size } = encode(address, { ecc: 'M', border: 2 })
  const unit = code / size
  pdf.fillColor('#000000')
  for (const [y, line] of data.entries())
    for (const [x, dark] of line.entries()) if (dark) pdf.rect(left + x * unit, top + y * unit, unit, unit)
  pdf.fill()
}
