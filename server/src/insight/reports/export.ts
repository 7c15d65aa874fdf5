import { Readable } from 'node:stream'
import { filterText } from '@deedbox/contract/audit/words.ts'
import type { AuditDetails } from '@deedbox/contract/audit-events.ts'
import type { exportEvents as eventsEndpoint } from '@deedbox/contract/audit-trail.ts'
import { type exportAudit as endpoint, exportTypes } from '@deedbox/contract/reports.ts'
import type { FastifyReply } from 'fastify'
import type { Input, Raw } from '../../kernel/http/handler.ts'
import type { Services } from '../../kernel/services.ts'
import { seesEveryDocument } from '../../policy/visible.ts'
import { csvOf } from './csv.ts'
import { conditionsOf } from './events-filter.ts'
import { eventsReport } from './events-report.ts'
import { type Days, periodOf } from './period.ts'
import type { Report, Scope } from './report.ts'
import { reports } from './reports.ts'
import { rowsOf } from './rows.ts'

/** Rows per statement: fewer for a PDF, so that other requests are answered while pages are drawn. */
const batch = { csv: 2_000, pdf: 200 }

/** Exports an audit report on what the caller may see (specification, section 9). */
export function exportAudit(
  services: Services,
  raw: Raw<typeof endpoint>,
  file: Input<typeof endpoint>['params']['file'],
  days: Input<typeof endpoint>['query'],
): Promise<FastifyReply> {
  const type = exportTypes.find((known) => file.startsWith(known)) ?? 'documents'
  return send(services, raw, { file, days, details: { file, ...days }, report: reports[type] })
}

/** Exports the events of the audit trail that the caller sees and has filtered. */
export function exportEvents(
  services: Services,
  raw: Raw<typeof eventsEndpoint>,
  file: Input<typeof eventsEndpoint>['params']['file'],
  filter: Input<typeof eventsEndpoint>['query'],
): Promise<FastifyReply> {
  const { from, to, pages, ...others } = filter
  const text = filterText({ ...others, ...(pages === 'hidden' && { pages }) })
  return send(services, raw, {
    file,
    days: { from, to },
    details: { file, from, to, ...(text && { filter: text }) },
    report: (scope) => eventsReport(scope, conditionsOf(scope.actor, scope.now, filter)),
  })
}

type Wanted = {
  file: string
  days: Days
  details: AuditDetails<'audit_exported'>
  report: (scope: Scope) => Report
}

/**
 * Streams a report as CSV or PDF. The export is audited before its first byte is sent.
 * @throws Refusal 'invalid-input' for a period that ends before it begins.
 */
async function send(
  { database, replica, place }: Pick<Services, 'database' | 'replica' | 'place'>,
  raw: Pick<Raw<typeof endpoint>, 'settings' | 'transact' | 'reply'>,
  { file, days, details, report: reportOf }: Wanted,
): Promise<FastifyReply> {
  const { timeZone } = raw.settings
  const format = file.endsWith('.pdf') ? 'pdf' : 'csv'
  const { actor, now, period } = await raw.transact(async (ctx) => {
    const period = periodOf(days, ctx.now, timeZone)
    await ctx.audit({ event: 'audit_exported', details })
    return { ...ctx, period }
  })
  const report = reportOf({ actor, now, timeZone })
  // Callers who see everything are denied nothing by these rows, so they may come from a replica.
  const source = seesEveryDocument(actor, now) ? await replica.reader() : database
  const rows = rowsOf(source, report, period, batch[format])
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
