import { z } from 'zod'

/** Rows are counted up to here; only a tally says exactly how many there are beyond. */
export const countedTo = 10_000

/** In the answer of a list that may be long: how many rows it has, or (`totalIsMore`) that it has more than `total`. */
export const totals = { total: z.number(), totalIsMore: z.boolean() }
export type Total = { total: number; totalIsMore: boolean }
