/**
 * Milliseconds that tests wait for what must come. It decides only how soon one that hangs is reported, so it is far more than a quiet
 * machine needs, and no test has a number of its own: `wait` bounds one condition, `try` one try among several, `test` a test or the
 * setting up of a file.
 */
export const patience = { wait: 60_000, try: 2_000, test: 300_000 } as const
