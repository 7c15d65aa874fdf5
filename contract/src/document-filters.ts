import { documentKindLabels } from './document-kinds.ts'
import {
  accessStatusLabels,
  documentStatusLabels,
  documentTypeLabels,
  withArchived,
} from './document-terms.ts'
import { fileKindLabels } from './file-types.ts'
import { choice, day, emailPart, type FilterOf, setFilters, text } from './filters.ts'

/**
 * The filters of documents (specification, section 3), in the order of their controls. The server has a condition for each
 * (`documents/lists/filter.ts`), typed by this table; screens, addresses and 'Clear filters' have nothing of their own.
 */
export const documentFilters = {
  search: text('Search'),
  documentKind: choice('Kind', documentKindLabels),
  documentType: choice('Document type', documentTypeLabels),
  status: choice(
    'Status',
    { ...documentStatusLabels, [withArchived]: 'All, with archived' } as Record<
      keyof typeof documentStatusLabels | typeof withArchived,
      string
    >,
    'All but archived',
  ),
  fileType: choice('Kind of file', fileKindLabels),
  versions: choice('Versions', { earlier: 'Earlier versions too' }, 'Current versions only'),
  userEmail: emailPart('Shared with'),
  accessStatus: choice('Access status', accessStatusLabels),
  expiryDateFrom: day('Expires from'),
  expiryDateTo: day('Expires until', 'expiryDateFrom'),
}
export type DocumentFilter = FilterOf<typeof documentFilters>

/** Filters by other people's access: offered to those who see it. */
export const byAccess: readonly (keyof DocumentFilter)[] = ['userEmail', 'accessStatus']

const { search, status: _, versions: __, ...same } = documentFilters
/** The same in lists of what belongs to documents, which have a search and a status of their own, and hide nothing. */
export const filtersOfDocuments = {
  documentStatus: choice('Status of the document', documentStatusLabels, 'All, with archived'),
  ...same,
  documentSearch: search,
}
export type OfDocuments = FilterOf<typeof filtersOfDocuments>

/** The filter of documents under its names in other lists. */
export const toOfDocuments = ({ search, status, versions: _, ...same }: DocumentFilter): OfDocuments => ({
  ...same,
  documentSearch: search,
  documentStatus: status === withArchived ? undefined : status,
})

/** The filter of documents that another list was asked with; undefined where nothing is set. */
export function fromOfDocuments(query: OfDocuments): DocumentFilter | undefined {
  const filter = Object.fromEntries(
    Object.keys(documentFilters).map((name) => {
      const named = name === 'search' ? 'documentSearch' : name === 'status' ? 'documentStatus' : name
      return [name, query[named as keyof OfDocuments]]
    }),
  ) as DocumentFilter
  return setFilters(filter).length > 0 ? filter : undefined
}
