/* Words of entries that rest on the law, without zod, so that screens do not load it. */

/** Certainty of an entry: what was read where. One that was not read in the law itself says so wherever it is shown. */
export const certainties = {
  verified: 'Read in the law',
  reported: 'Reported by others, not read in the law',
  unverified: 'Not verified',
} as const
export type Certainty = keyof typeof certainties
export const certaintyNames = Object.keys(certainties) as [Certainty, ...Certainty[]]

/** Labels of the facts that say where an entry stands, how certain that is, and when it holds. */
export const sourcedLabels = {
  act: 'Act and section',
  source: 'Source',
  certainty: 'Certainty',
  readOn: 'Read on',
  validFrom: 'Valid from',
  validTo: 'Valid until',
  note: 'Note',
} as const

export type Sourced = {
  act: string
  source: string
  certainty: Certainty
  readOn: string | null
  validFrom: string | null
  validTo: string | null
  note: string
}
