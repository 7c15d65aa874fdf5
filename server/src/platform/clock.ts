/**
 * Deedbox has one clock, the database's, read together with the session. `shiftMs` is added to its now(); only tests
 * set it.
 */
export type Clock = { shiftMs: number }

export const createClock = (): Clock => ({ shiftMs: 0 })
