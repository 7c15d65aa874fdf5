import { dayMs } from './durations.ts'

/*
 * Beginning and end of a release (ADR 82), from the terms of a nomination and what was done: all times are milliseconds. The server stores nothing else
 * than what this says, and says it again after each act.
 */

/** Days after the first asking within which the other conditions must be met; then the asking lapses. */
export const lapseDays = 180

/** A time during which the owner is known to be away: from `from` until before `until`. It does not count towards the waiting period. */
export type Absence = { from: number; until: number }

export type ReleaseTerms = {
  /** Number of nominees who must ask; 1 where each may ask alone, in order. */
  quorum: number
  waitDays: number
  /** A trustee must agree to each asking that counts. */
  needsAgreement: boolean
  absences: readonly Absence[]
  /** The access ends so many days after it began, or at a time, whichever is given. */
  lasts: { days: number } | { until: number }
}

/** One nominee who has asked and has not taken it back. */
export type Asked = {
  by: string
  /** Time from which it counts: when they asked, or when the evidence that they must bring was there; null while it is not. */
  at: number | null
  /** Days that this nominee waits before the waiting period begins. */
  afterDays: number
  agreedAt: number | null
}

export type Lack = 'evidence' | 'others' | 'agreement'
export type Share = {
  by: string
  /** End of the waiting period as far as it is known; null while evidence or other nominees are missing. */
  periodEnds: number | null
  /** Time at which access begins; null while something is missing, or if it would begin after its end. */
  begins: number | null
  lacks: Lack[]
}
export type Release = { shares: Share[]; begins: number | null; ends: number | null }

/** Returns the time so many days after a time, days of 24 hours that lie outside of all absences. */
export function afterDays(start: number, days: number, absences: readonly Absence[]): number {
  let left = days * dayMs
  let at = start
  for (const { from, until } of [...absences].sort((a, b) => a.from - b.from)) {
    if (until <= at) continue
    if (from > at) {
      if (from - at >= left) break
      left -= from - at
    }
    at = until
  }
  return at + left
}

const nth = (times: (number | null)[], n: number): number | null =>
  times.filter((time) => time !== null).sort((a, b) => a - b)[n - 1] ?? null

/** Says when each of those who asked gets access, and until when. Whether somebody stopped it is known to the caller: then nothing begins. */
export function releaseOf(terms: ReleaseTerms, asked: readonly Asked[]): Release {
  const { quorum, waitDays, needsAgreement, absences, lasts } = terms
  const enough = nth(
    asked.map(({ at }) => at),
    quorum,
  )
  const agreed = needsAgreement
    ? nth(
        asked.map(({ at, agreedAt }) => (at === null ? null : agreedAt)),
        quorum,
      )
    : 0
  const shares = asked.map((one): Share => {
    const counts = one.at !== null && enough !== null ? Math.max(one.at, enough) : null
    const periodEnds = counts === null ? null : afterDays(counts, one.afterDays + waitDays, absences)
    const lacks: Lack[] = []
    if (one.at === null) lacks.push('evidence')
    // Others count without this one: a nominee who lacks only their own evidence waits for nobody else.
    if (asked.filter((other) => other !== one && other.at !== null).length < quorum - 1) lacks.push('others')
    if (needsAgreement && (one.agreedAt === null || agreed === null)) lacks.push('agreement')
    const agreedAt = needsAgreement ? Math.max(one.agreedAt ?? 0, agreed ?? 0) : 0
    const begins = lacks.length > 0 || periodEnds === null ? null : Math.max(periodEnds, agreedAt)
    return { by: one.by, periodEnds, begins, lacks }
  })
  const first = nth(
    shares.map(({ begins }) => begins),
    1,
  )
  const ends = first === null ? null : 'until' in lasts ? lasts.until : first + lasts.days * dayMs
  return {
    shares: shares.map((share) =>
      share.begins !== null && ends !== null && share.begins >= ends ? { ...share, begins: null } : share,
    ),
    begins: first !== null && ends !== null && first < ends ? first : null,
    ends,
  }
}

/** State of a release at a time. 'lapsed': the conditions were not met in time. */
export type ReleaseState = 'waiting' | 'open' | 'past' | 'stopped' | 'lapsed'

export function stateOf(
  { begins, ends }: Pick<Release, 'begins' | 'ends'>,
  { begunAt, overAt }: { begunAt: number; overAt: number | null },
  now: number,
): ReleaseState {
  if (overAt !== null) return 'stopped'
  if (begins === null) return ends !== null || now >= begunAt + lapseDays * dayMs ? 'lapsed' : 'waiting'
  if (now < begins) return 'waiting'
  return ends !== null && now >= ends ? 'past' : 'open'
}
