import { Readable } from 'node:stream'
import { type exportAudit as endpoint, exportTypes } from '@deedbox/contract/bulk.ts'
import type { FastifyReply } from 'fastify'
import { seesEveryDocument } from '../access/visible.ts'
import type { Input, Raw } from '../http/handler.ts'
import { endOfDay, startOfDay } from '../platform/days.ts'
import { Refusal } from '../platform/errors.ts'
import type { Services } from '../services.ts'
import { csvOf } from './csv.ts'
import { reports } from './reports.ts'
import { type Period, rowsOf } from './rows.ts'

type Days = Input<typeof endpoint>['query']

/** Rows per statement: fewer for a PDF, so that other requests are answered while pages are drawn. */
const batch = { csv: 2_000, pdf: 200 }

/**
 * An audit report on what the caller may see, streamed as CSV or PDF. The export is audited before its first byte is
 * sent. `from` and `to` are days in the deployment's time zone, both included.
 * @throws Refusal 'invalid-input' for a period that ends before it begins.
 */
export async function exportAudit(
  { database, replica, place }: Services,
  raw: Raw<typeof endpoint>,
  file: Input<typeof endpoint>['params']['file'],
  days: Days,
): Promise<FastifyReply> {
  const { timeZone } = raw.settings
  if (days.from && days.to && days.to < days.from)
    throw new Refusal('invalid-input', { fields: { to: 'The end date cannot be before the start date.' } })
  const type = exportTypes.find((known) => file.startsWith(known)) ?? 'documents'
  const format = file.endsWith('.pdf') ? 'pdf' : 'csv'
  const { actor, now } = await raw.transact(async (ctx) => {
    await ctx.audit({ event: 'audit_exported', details: { file, ...days } })
    return ctx
  })
  const report = reports[type]({ actor, now, timeZone })
  // Whoever sees everything is denied nothing by these rows, so they may come from a replica.
  const source = seesEveryDocument(actor, now) ? await replica.reader() : database
  const rows = rowsOf(source, report, periodOf(days, now, timeZone), batch[format])
  const content =
    format === 'csv'
      ? csvOf(report, rows)
      : // Loaded with the first PDF, because it loads fonts.
        (await import('./pdf.ts')).pdfOf(report, rows, {
          by: actor,
          at: now,
          days,
          timeZone,
          publicUrl: place().publicUrl,
        })
  return (
    raw.reply
      .headers({
        'content-type': format === 'csv' ? 'text/csv; charset=utf-8' : 'application/pdf',
        'content-disposition': `attachment; filename="${file}"`,
        'cache-control': 'no-store',
        'x-content-type-options': 'nosniff',
      })
      // Rows are read only as fast as the client takes them, and no longer once the connection closes.
      .send(Readable.from(content, { objectMode: false, highWaterMark: 64 * 1024 }))
  )
}

/** Events that happen while a report is written are not in it. */
function periodOf({ from, to }: Days, now: Date, timeZone: string): Period {
  const end = to ? endOfDay(to, timeZone).getTime() + 1 : Number.POSITIVE_INFINITY
  return {
    from: from ? startOfDay(from, timeZone) : null,
    before: new Date(Math.min(end, now.getTime() + 1)),
  }
}
