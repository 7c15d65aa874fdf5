import { states } from './australia.ts'
import { choice, type FilterOf, id, text } from './filters.ts'

/* Values, labels and filters of matters, without zod, so that screens do not load it. */

export const matterKinds = {
  family_trust: 'Family trust',
  unit_trust: 'Unit trust',
  hybrid_trust: 'Hybrid trust',
  testamentary_trust: 'Testamentary trust',
  bare_trust: 'Bare trust',
  charitable_trust: 'Charitable trust',
  estate: 'Estate',
  super_fund: 'Superannuation fund',
  company: 'Company',
  person: 'Person',
} as const
export type MatterKind = keyof typeof matterKinds

export const matterStatuses = {
  open: 'Open',
  closed: 'Closed',
  wound_up: 'Wound up',
  vested: 'Vested',
} as const
export type MatterStatus = keyof typeof matterStatuses

/** The fields of a matter that people enter, in the order of forms, as labels and in its history. */
export const matterFields = {
  name: 'Name',
  kind: 'Kind',
  reference: 'Reference',
  abn: 'ABN',
  acn: 'ACN',
  governingLaw: 'Governing law',
  status: 'Status',
  responsible: 'Responsible trustee',
  organization: 'Organisation',
  notes: 'Notes',
} as const
export type MatterField = keyof typeof matterFields
export const matterFieldNames = Object.keys(matterFields) as MatterField[]

/** The filters of matters, in the order of their controls; the server has a condition for each, typed by this table. */
export const matterFilters = {
  search: text('Search'),
  matterKind: choice('Kind', matterKinds),
  matterStatus: choice('Status', matterStatuses),
  governingLaw: choice('Governing law', states),
  organization: id('Organisation'),
  responsible: id('Responsible trustee'),
}
export type MatterFilter = FilterOf<typeof matterFilters>
