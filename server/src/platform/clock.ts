/**
 * The one clock is the database's, read together with the session. Tests shift it; nothing else does.
 * `shiftMs` is added to the database's now().
 */
export type Clock = { shiftMs: number }

export const createClock = (): Clock => ({ shiftMs: 0 })
