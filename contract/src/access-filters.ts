import { filtersOfDocuments } from './document-filters.ts'
import { accessLevelLabels, accessStatusLabels } from './document-terms.ts'
import { choice, day, emailPart, type FilterOf, text } from './filters.ts'
import { limits } from './limits.ts'

/** The filters that concern grants themselves; the server has a condition for each (`sharing/grants/list.ts`). */
export const grantFilters = {
  search: text('Search'),
  /** expired: marked expired, or still marked active although the end has passed; still-open: only the latter. */
  view: choice('Access', {
    active: 'Active',
    'long-term': 'Active for more than 12 months',
    'still-open': 'Expired, still open',
    expired: 'Expired',
    revoked: 'Revoked',
  }),
  userEmail: emailPart('Email'),
  /** Finds only grants on documents of this client that are not deleted. */
  client: text('Client', limits.text.client),
  accessLevel: choice('Access level', accessLevelLabels),
  status: choice('Status', accessStatusLabels),
  /** Finds only live grants that end on this day or before; all of a guest's whose account ends by then. */
  endsUntil: day('Ends until'),
}
export type GrantFilter = FilterOf<typeof grantFilters>

/** The filters of a list of grants: with those of their documents. */
export const accessFilters = { ...filtersOfDocuments, ...grantFilters }
export type AccessFilter = FilterOf<typeof accessFilters>
