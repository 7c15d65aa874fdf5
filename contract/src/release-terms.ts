import type { Lack, ReleaseState } from './release-rules.ts'

/** Ways in which nominees come in: one after the other, each alone, or so many of them together. */
export const nominationWays = {
  order: 'One after the other',
  quorum: 'So many of them together',
} as const
export type NominationWay = keyof typeof nominationWays
export const nominationWayNames = Object.keys(nominationWays) as [NominationWay, ...NominationWay[]]

export const releaseLimits = {
  nominees: 10,
  waitDays: 90,
  afterDays: 365,
  lastsDays: 3650,
  absences: 20,
  evidence: 10,
  documents: 200,
}

/** Ways in which an asking ends before its time. */
export const releaseEnds = {
  vetoed: 'Vetoed',
  ended: 'Ended',
  withdrawn: 'Withdrawn',
  lapsed: 'Lapsed',
} as const
export type ReleaseEnd = keyof typeof releaseEnds
export const releaseEndNames = Object.keys(releaseEnds) as [ReleaseEnd, ...ReleaseEnd[]]

export const releaseStates: Record<ReleaseState, string> = {
  waiting: 'Waiting',
  open: 'Open',
  past: 'Over',
  stopped: 'Stopped',
  lapsed: 'Lapsed',
}
export const releaseStateNames = Object.keys(releaseStates) as [ReleaseState, ...ReleaseState[]]

export const lackLabels: Record<Lack, string> = {
  evidence: 'Evidence is missing',
  others: 'Other nominees have not asked',
  agreement: 'A trustee has not agreed',
}
export const lackNames = Object.keys(lackLabels) as [Lack, ...Lack[]]

/** Days after which a nominee is asked to confirm again. */
export const confirmDays = 365
