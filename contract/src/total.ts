import { z } from 'zod'

/** Rows of a list are counted up to here; only a tally says exactly how many there are beyond. */
export const countedTo = 1_000

/** Fields in the answer of a long list: its number of rows, or (`totalIsMore`) that it has more than `total`. */
export const totals = { total: z.number(), totalIsMore: z.boolean() }
export type Total = { total: number; totalIsMore: boolean }
