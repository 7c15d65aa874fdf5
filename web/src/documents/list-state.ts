import {
  accessStatuses,
  documentSorts,
  documentStatuses,
  documentTypes,
  filterFields,
} from '@deedbox/contract/document-terms.ts'
import type { DocumentFilter } from '@deedbox/contract/documents.ts'
import { readDay } from '@deedbox/contract/typed-day.ts'

export type DocumentSort = (typeof documentSorts)[number]
export type ListState = { filter: DocumentFilter; sort: DocumentSort; direction: 'asc' | 'desc' }

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
    status: oneOf(documentStatuses, params.get('status')),
    accessStatus: oneOf(accessStatuses, params.get('accessStatus')),
    expiryDateFrom: dayIn(params.get('expiryDateFrom')),
    expiryDateTo: dayIn(params.get('expiryDateTo')),
  } satisfies Record<(typeof filterFields)[number], unknown>
  return {
    filter: Object.fromEntries(Object.entries(set).filter(([, value]) => value !== undefined)),
    sort: oneOf(documentSorts, params.get('sort')) ?? 'uploadedAt',
    direction: params.get('direction') === 'asc' ? 'asc' : 'desc',
  }
}

/** The query string for a list's state; defaults are left out. */
export function writeListState({ filter, sort, direction }: ListState): URLSearchParams {
  const params = new URLSearchParams()
  for (const name of filterFields) {
    const value = filter[name]
    if (value && value !== 'all') params.set(name, value)
  }
  if (sort !== 'uploadedAt') params.set('sort', sort)
  if (direction !== 'desc') params.set('direction', direction)
  return params
}
