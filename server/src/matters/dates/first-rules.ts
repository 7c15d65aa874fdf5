import type { dateRules } from '../../db/tables/due-dates.ts'

type NewRule = Omit<typeof dateRules.$inferInsert, 'updatedAt'>

const stamping = {
  kind: 'stamping' as const,
  documentKinds: ['trust_deed' as const],
  matterKinds: [],
  monthDay: null,
  months: 0,
  days: 0,
  validFrom: null,
  validTo: null,
}
const read = { certainty: 'verified' as const, readOn: '2026-11-23' }

/**
 * Rules with which a deployment begins; an administrator changes them like all others. What was not read in the law says so. The ids are fixed, so that
 * a rule is inserted once, however often a server starts.
 */
export const firstRules: readonly NewRule[] = [
  {
    id: '0b0a6f3e-9d0e-4c53-8a4d-6a9f2c1e0001',
    ...stamping,
    ...read,
    title: 'Stamp the trust deed (New South Wales)',
    place: 'NSW',
    months: 3,
    act: 'Duties Act 1997 (NSW) s 58',
    source: 'legislation.nsw.gov.au',
    note: 'For an instrument executed in New South Wales over no dutiable property. One that was signed electronically counts as executed where the trustee has its registered office, registered business address or residence (s 58(2A)).',
  },
  {
    id: '0b0a6f3e-9d0e-4c53-8a4d-6a9f2c1e0002',
    ...stamping,
    ...read,
    title: 'Stamp the trust deed (Victoria)',
    place: 'VIC',
    days: 30,
    act: 'Duties Act 2000 (Vic) s 37',
    source: 'legislation.vic.gov.au',
    note: 'For a declaration of trust executed in Victoria. A scan suffices.',
  },
  {
    id: '0b0a6f3e-9d0e-4c53-8a4d-6a9f2c1e0003',
    ...stamping,
    ...read,
    documentKinds: ['trust_deed', 'variation'],
    title: 'Stamp the deed (Northern Territory)',
    place: 'NT',
    days: 60,
    act: '',
    source: 'treasury.nt.gov.au',
    note: 'Deeds that constitute, extinguish or vary a trust. The section and the amount were not verified.',
  },
  {
    id: '0b0a6f3e-9d0e-4c53-8a4d-6a9f2c1e0004',
    ...stamping,
    kind: 'lodgement',
    title: 'Lodge the trust deed (Queensland)',
    place: 'QLD',
    days: 30,
    certainty: 'reported',
    readOn: null,
    act: '',
    source: 'Practice of providers of deeds',
    note: 'No duty on the deed itself; some lodge it within 30 days all the same.',
  },
  {
    id: '0b0a6f3e-9d0e-4c53-8a4d-6a9f2c1e0005',
    kind: 'distribution',
    title: 'Resolve on the distribution of income',
    documentKinds: [],
    matterKinds: ['family_trust', 'hybrid_trust', 'testamentary_trust'],
    monthDay: '06-30',
    months: 0,
    days: 0,
    place: null,
    certainty: 'unverified',
    readOn: null,
    validFrom: null,
    validTo: null,
    act: 'Income Tax Assessment Act 1936 (Cth) s 97',
    source: 'Usual practice; the deed may name an earlier day',
    note: '',
  },
]
