import { abnText, acnText } from '@deedbox/contract/business-numbers.ts'
import { dayOf } from '@deedbox/contract/dates.ts'
import type * as contract from '@deedbox/contract/organizations.ts'
import { phoneText } from '@deedbox/contract/phone.ts'
import type { FastifyReply } from 'fastify'
import type { Input, Raw } from '../../kernel/http/handler.ts'
import { pagesOf, sendTable, type TableColumns } from '../../kernel/http/send-table.ts'
import { listOrganizations } from './list.ts'

type Endpoint = typeof contract.exportOrganizations
type Row = contract.Organization

const batch = 500

const columns: TableColumns<Row, string> = {
  Name: ({ name }) => name,
  ABN: ({ abn }) => abnText(abn),
  ACN: ({ acn }) => acnText(acn),
  Address: ({ address }) => address,
  City: ({ city }) => city,
  State: ({ state }) => state,
  'Postal code': ({ postalCode }) => postalCode,
  Country: ({ country }) => country,
  'Contact name': ({ contactName }) => contactName,
  'Contact email': ({ contactEmail }) => contactEmail,
  'Contact phone': ({ contactPhone }) => phoneText(contactPhone),
  Status: ({ deactivatedAt }) => (deactivatedAt ? 'Deactivated' : 'Active'),
  Locked: ({ locksAt }, timeZone) => (locksAt ? dayOf(locksAt, timeZone) : ''),
  Members: ({ members }) => String(members),
  Documents: ({ documents }) => String(documents),
  Requests: ({ requests }) => String(requests),
  Created: ({ createdAt }, timeZone) => dayOf(createdAt, timeZone),
}

/** Exports the list of organisations as CSV, streamed; audited before its first byte is sent. */
export async function exportOrganizations(
  raw: Raw<Endpoint>,
  filter: Input<Endpoint>['query'],
): Promise<FastifyReply> {
  await raw.transact((ctx) => ctx.audit({ event: 'organizations_exported', details: { ...filter } }))
  const pages = () =>
    pagesOf((cursor) =>
      raw.read((ctx) => listOrganizations(ctx, { ...filter, sort: 'name', cursor, limit: batch })),
    )
  return sendTable(raw.reply, 'organizations.csv', {
    columns,
    given: raw.settings.timeZone,
    batches: async function* () {
      for await (const { organizations } of pages()) yield organizations
    },
  })
}
