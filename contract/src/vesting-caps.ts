import type { State } from './australia.ts'
import { addMonths } from './dates.ts'
import type { MatterKind } from './matter-terms.ts'
import type { Certainty } from './sourced-terms.ts'

/* Statutory caps on the vesting date of a trust, by its governing law. They only warn: the date is the deed's, and is never computed (ADR 76). */

type Cap = {
  /** Years that are compared with a day that was entered; null: there is nothing to compare. */
  years: number | null
  says: string
  source: string
  certainty: Certainty
  readOn: string | null
}

const byDeed = 'Up to 80 years if the deed says so, otherwise lives in being and 21 years; “wait and see”.'
const others = 'Headings of sections were read, not their wording'
const read = '2026-11-23'

export const vestingCaps: Record<State, Cap> = {
  NSW: {
    years: 80,
    says: '80 years, fixed.',
    source: 'Perpetuities Act 1984 (NSW) s 7(1)',
    certainty: 'verified',
    readOn: read,
  },
  SA: {
    years: null,
    says: 'The rule is abolished. A court may vest on application after 80 years.',
    source: 'Law of Property Act 1936 (SA) ss 61–62',
    certainty: 'verified',
    readOn: read,
  },
  QLD: {
    years: 125,
    says: '125 years since 1 August 2025. An older trust has it only where its deed allows, all adult beneficiaries agree, or a court orders, before it vests; before that it was 80 years.',
    source: 'Property Law Act 2023 (Qld) ss 216–217',
    certainty: 'reported',
    readOn: null,
  },
  VIC: {
    years: 80,
    says: byDeed,
    source: `Perpetuities and Accumulations Act 1968 (Vic) s 5. ${others}`,
    certainty: 'reported',
    readOn: null,
  },
  TAS: {
    years: 80,
    says: byDeed,
    source: `Perpetuities and Accumulations Act 1992 (Tas) s 6. ${others}`,
    certainty: 'reported',
    readOn: null,
  },
  ACT: {
    years: 80,
    says: byDeed,
    source: `Perpetuities and Accumulations Act 1985 (ACT). ${others}`,
    certainty: 'reported',
    readOn: null,
  },
  NT: {
    years: 80,
    says: `${byDeed} It may have moved to the Law of Property Act.`,
    source: 'Perpetuities Act 1994 (NT)',
    certainty: 'unverified',
    readOn: null,
  },
  WA: {
    years: 80,
    says: byDeed,
    source: `Property Law Act 1969 (WA) Pt XI. ${others}`,
    certainty: 'reported',
    readOn: null,
  },
}

/** Kinds of matters of which the law caps the vesting date; charitable trusts and superannuation funds are mostly exempt. */
const capped: readonly MatterKind[] = [
  'family_trust',
  'unit_trust',
  'hybrid_trust',
  'testamentary_trust',
  'bare_trust',
]

/** The cap of a matter; null where there is none, or its governing law is not known. */
export const vestingCapOf = (matter: { kind: string; governingLaw: string | null }): Cap | null =>
  capped.some((kind) => kind === matter.kind) && matter.governingLaw
    ? (vestingCaps[matter.governingLaw as State] ?? null)
    : null

/** Tells whether a day lies beyond the cap, counted from the day on which the deed was signed; false where that cannot be told. */
export const beyondCap = (cap: Cap, signedOn: string | null, day: string | null): boolean =>
  cap.years !== null && signedOn !== null && day !== null && day > addMonths(signedOn, cap.years * 12)
