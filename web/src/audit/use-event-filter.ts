import { auditEvents } from '@deedbox/contract/audit-events.ts'
import { auditGroups } from '@deedbox/contract/audit-groups.ts'
import type { EventFilter } from '@deedbox/contract/audit-trail.ts'
import { choice, day, emailPart, id, text } from '@deedbox/contract/filters.ts'
import { limits } from '@deedbox/contract/limits.ts'
import { useAddressFilter } from '../lib/use-address-filter.ts'

export type FilterName = keyof EventFilter

const labels = <K extends string>(table: Record<K, { label: string }>) =>
  Object.fromEntries(
    Object.entries<{ label: string }>(table).map(([name, { label }]) => [name, label]),
  ) as Record<K, string>

const filters = {
  group: choice('Topic', labels(auditGroups)),
  event: choice('Event', labels(auditEvents)),
  person: emailPart('Person'),
  by: emailPart('Done by'),
  owner: emailPart('Owner'),
  document: id('Document'),
  client: text('Client', limits.text.client),
  address: text('Address', 64),
  from: day('From'),
  to: day('To'),
  pages: choice('Pages', { hidden: 'Hidden' }),
} satisfies Record<FilterName, unknown>

/** Returns the filter of the audit trail, stored in the address, and functions to change it. */
export const useEventFilter = () => useAddressFilter(filters)
