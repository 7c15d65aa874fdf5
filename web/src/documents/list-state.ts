import {
  accessStatuses,
  documentSorts,
  documentStatuses,
  documentTypes,
  filterFields,
  withArchived,
} from '@deedbox/contract/document-terms.ts'
import type { DocumentFilter } from '@deedbox/contract/documents.ts'
import { readDay } from '@deedbox/contract/typed-day.ts'

export type DocumentSort = (typeof documentSorts)[number]
export type ListState = {
  filter: DocumentFilter
  /** Only the person's own. */
  owner?: 'me'
  /** Only of this client. */
  client?: string
  /** Words that the documents' text has. */
  text?: string
  sort: DocumentSort
  direction: 'asc' | 'desc'
}

const oneOf = <T extends string>(values: readonly T[], text: string | null): T | undefined =>
  values.find((value) => value === text)

const dayIn = (text: string | null) =>
  text && /^\d{4}-\d{2}-\d{2}$/.test(text) && 'day' in readDay(text, text, 'nearest') ? text : undefined

const textIn = (text: string | null) => text?.trim() || undefined

/** Reads a list's filter and sorting from the address; anything invalid counts as not set. */
export function readListState(params: URLSearchParams): ListState {
  const set = {
    search: textIn(params.get('search')),
    userEmail: textIn(params.get('userEmail')),
    documentType: oneOf(documentTypes, params.get('documentType')),
    status: oneOf([...documentStatuses, withArchived], params.get('status')),
    accessStatus: oneOf(accessStatuses, params.get('accessStatus')),
    expiryDateFrom: dayIn(params.get('expiryDateFrom')),
    expiryDateTo: dayIn(params.get('expiryDateTo')),
  } satisfies Record<(typeof filterFields)[number], unknown>
  const text = textIn(params.get('text'))
  const client = textIn(params.get('client'))
  return {
    ...(client && { client }),
    ...(text && { text }),
    filter: Object.fromEntries(Object.entries(set).filter(([, value]) => value !== undefined)),
    ...(params.get('owner') === 'me' && { owner: 'me' }),
    sort: oneOf(documentSorts, params.get('sort')) ?? 'uploadedAt',
    direction: params.get('direction') === 'asc' ? 'asc' : 'desc',
  }
}

/** The query string for a list's state; defaults are left out. */
export function writeListState({ filter, owner, client, text, sort, direction }: ListState): URLSearchParams {
  const params = new URLSearchParams()
  for (const name of filterFields) {
    const value = filter[name]
    if (value && value !== 'all') params.set(name, value)
  }
  if (owner) params.set('owner', owner)
  if (client) params.set('client', client)
  if (text) params.set('text', text)
  if (sort !== 'uploadedAt') params.set('sort', sort)
  if (direction !== 'desc') params.set('direction', direction)
  return params
}
