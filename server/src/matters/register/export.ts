import { Readable } from 'node:stream'
import { filterText } from '@deedbox/contract/audit/words.ts'
import { isState, states } from '@deedbox/contract/australia.ts'
import { abnText, acnText } from '@deedbox/contract/business-numbers.ts'
import { dayOf } from '@deedbox/contract/dates.ts'
import type { exportMatters as endpoint, Matter } from '@deedbox/contract/matters.ts'
import { matterKinds, matterStatuses } from '@deedbox/contract/matters.ts'
import type { FastifyReply } from 'fastify'
import type { Input, Raw } from '../../kernel/http/handler.ts'
import { csvTable } from '../../platform/csv.ts'
import { listMatters } from './list.ts'

type Endpoint = typeof endpoint

/** Number of matters that are read at a time. */
const batch = 100

const inWords = (words: Record<string, string>, value: string) => words[value] ?? value

const columns: Record<string, (row: Matter, timeZone: string) => string> = {
  Name: ({ name }) => name,
  Kind: ({ kind }) => inWords(matterKinds, kind),
  Reference: ({ reference }) => reference,
  ABN: ({ abn }) => abnText(abn),
  ACN: ({ acn }) => acnText(acn),
  'Governing law': ({ governingLaw }) =>
    governingLaw && isState(governingLaw) ? states[governingLaw] : (governingLaw ?? ''),
  Status: ({ status }) => inWords(matterStatuses, status),
  'Responsible trustee': ({ responsible }) => responsible?.name ?? '',
  Organisation: ({ organization }) => organization?.name ?? '',
  Documents: ({ documents }) => `${documents.totalIsMore ? 'more than ' : ''}${documents.total}`,
  Notes: ({ notes }) => notes,
  Created: ({ createdAt }, timeZone) => dayOf(createdAt, timeZone),
}

/** Exports the list of matters as CSV, streamed; audited before its first byte is sent. */
export async function exportMatters(
  raw: Raw<Endpoint>,
  filter: Input<Endpoint>['query'],
): Promise<FastifyReply> {
  await raw.transact((ctx) =>
    ctx.audit({ event: 'matters_exported', details: { filter: filterText(filter) ?? 'all' } }),
  )
  const { timeZone } = raw.settings
  const cells = (row: Matter) => Object.values(columns).map((cell) => cell(row, timeZone))
  const rows = async function* () {
    let cursor: string | undefined
    do {
      const query = { ...filter, sort: 'name' as const, cursor, limit: batch }
      const page = await raw.read((ctx) => listMatters(ctx, query))
      yield page.matters.map(cells)
      cursor = page.nextCursor ?? undefined
    } while (cursor)
  }
  return raw.reply
    .headers({
      'content-type': 'text/csv; charset=utf-8',
      'content-disposition': 'attachment; filename="matters.csv"',
      'cache-control': 'no-store',
      'x-content-type-options': 'nosniff',
    })
    .send(Readable.from(csvTable(Object.keys(columns), rows()), { objectMode: false }))
}
