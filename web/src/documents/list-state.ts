import { documentFilters } from '@deedbox/contract/document-filters.ts'
import { documentSorts } from '@deedbox/contract/document-terms.ts'
import { choice, type FilterOf, readFilters, setFilters, text } from '@deedbox/contract/filters.ts'
import { limits } from '@deedbox/contract/limits.ts'

/** Further values that the address of a list of documents can hold. */
const others = {
  owner: choice('Owner', { me: 'Only your own documents' }),
  client: text('Client', limits.text.client),
  text: text('Words of the text'),
}
const order = {
  sort: choice(
    'Sort by',
    Object.fromEntries(documentSorts.map((sort) => [sort, sort])) as Record<DocumentSort, string>,
  ),
  direction: choice('Direction', { asc: 'Ascending', desc: 'Descending' }),
}

export type DocumentSort = (typeof documentSorts)[number]
export type ListState = {
  filter: FilterOf<typeof documentFilters>
  /** Owner; 'me' means the person's own documents. */
  owner?: 'me'
  /** Client of the documents. */
  client?: string
  /** Words that the documents' text must contain. */
  text?: string
  sort: DocumentSort
  direction: 'asc' | 'desc'
}

/** Reads a list's filter and sorting from the address; anything invalid counts as not set. */
export function readListState(params: URLSearchParams): ListState {
  const read = (name: string) => params.get(name)
  return {
    filter: readFilters(documentFilters, read),
    sort: 'uploadedAt',
    direction: 'desc',
    ...readFilters(others, read),
    ...readFilters(order, read),
  } as ListState
}

/** Writes the query string for a list's state, without defaults. */
export function writeListState({ filter, sort, direction, ...others }: ListState): URLSearchParams {
  return new URLSearchParams([
    ...setFilters(filter),
    ...setFilters(others),
    ...(sort === 'uploadedAt' ? [] : [['sort', sort]]),
    ...(direction === 'desc' ? [] : [['direction', direction]]),
  ])
}
