import { choice, text } from '@deedbox/contract/filters.ts'
import { limits } from '@deedbox/contract/limits.ts'
import type { PeopleFilter } from '@deedbox/contract/people.ts'
import { personStatuses, signInPeriods } from '@deedbox/contract/people-terms.ts'
import { type Role, roleShortLabel, roles } from '@deedbox/contract/permissions.ts'
import { useAddressFilter } from '../lib/use-address-filter.ts'

export type FilterName = keyof PeopleFilter

const roleLabels = Object.fromEntries(roles.map((role) => [role, roleShortLabel(role)])) as Record<
  Role,
  string
>

const filters = {
  search: text('Search'),
  role: choice('Role', roleLabels),
  organization: text('Organisation', limits.text.client),
  state: text('State', limits.text.state),
  signedIn: choice('Signed in', signInPeriods),
  status: choice('Status', personStatuses),
} satisfies Record<FilterName, unknown>

/** Returns the filter of a list of people, stored in the address, and functions to change it. */
export const usePeopleFilter = () => useAddressFilter(filters)
