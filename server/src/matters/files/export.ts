import { filterText } from '@deedbox/contract/audit/words.ts'
import { matterExports } from '@deedbox/contract/matter-files.ts'
import type { exportMatters as endpoint } from '@deedbox/contract/matters.ts'
import type { FastifyReply } from 'fastify'
import type { Input, Raw } from '../../kernel/http/handler.ts'
import { sendTable } from '../../kernel/http/send-table.ts'
import { matterColumns, mattersIn } from '../register/export.ts'
import { checksTable, deathsTable, powersTable } from './recorded.ts'
import { dateColumns, datesIn, partiesIn, partyColumns } from './tables.ts'

/** Exports the list of matters, or the parties, dates and more of them, as CSV, streamed; audited before its first byte is sent. */
export async function exportMatters(
  { transact, read, reply, settings }: Raw<typeof endpoint>,
  { what, ...filter }: Input<typeof endpoint>['query'],
): Promise<FastifyReply> {
  const details = {
    filter: filterText(filter) ?? 'all',
    ...(what !== 'matters' && { what: matterExports[what] }),
  }
  await transact((ctx) => ctx.audit({ event: 'matters_exported', details }))
  const given = settings.timeZone
  if (what === 'deaths') return sendTable(reply, 'deaths.csv', deathsTable(read, filter))
  if (what === 'checks') return sendTable(reply, 'checks.csv', checksTable(read, filter))
  if (what === 'powers') return sendTable(reply, 'powers.csv', powersTable(read, filter, given))
  if (what === 'parties')
    return sendTable(reply, 'parties.csv', {
      columns: partyColumns,
      given,
      batches: () => partiesIn(read, filter),
    })
  if (what === 'dates')
    return sendTable(reply, 'dates.csv', {
      columns: dateColumns,
      given,
      batches: () => datesIn(read, filter),
    })
  return sendTable(reply, 'matters.csv', {
    columns: matterColumns,
    given,
    batches: () => mattersIn(read, filter),
  })
}
