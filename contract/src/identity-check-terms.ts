/* Values of identity checks, without zod, so that screens do not load it. */

/** Ways in which somebody's identity was checked. */
export const checkWays = {
  in_person: 'In person, with the originals',
  video: 'By video',
  electronic: 'Electronically, by a provider',
  certified: 'By certified copies',
  relied: 'By another practice, relied upon',
} as const
export type CheckWay = keyof typeof checkWays
export const checkWayNames = Object.keys(checkWays) as [CheckWay, ...CheckWay[]]

/** Limit of people who are named on one check. */
export const checkPeople = 20
