import { z } from 'zod'
import { scanOutcomeNames } from './custody-terms.ts'
import { endpoint } from './endpoint.ts'
import { cursor, id, instant, line, pageLimit } from './fields.ts'
import { limits } from './limits.ts'

const who = ['canManageDocuments'] as const

const stockTake = z.object({
  id: z.string(),
  /** Places in words; empty: everything in the practice. */
  places: z.array(z.string()),
  begunAt: instant,
  begunBy: z.string(),
  endedAt: instant.nullable(),
  endedBy: z.string().nullable(),
  /** Packets that were found in these places, in others, recorded as out, codes that no packet has, and packets not seen: so far, or at its end. */
  found: z.number(),
  wrongPlace: z.number(),
  notExpected: z.number(),
  unknown: z.number(),
  missing: z.number(),
})
export type StockTake = z.output<typeof stockTake>

const scan = z.object({
  id: z.string(),
  outcome: z.enum(scanOutcomeNames),
  packet: z
    .object({ id: z.string(), number: z.string(), matter: z.string(), recorded: z.string() })
    .nullable(),
  code: z.string(),
  at: instant,
  by: z.string(),
})
export type StockTakeScan = z.output<typeof scan>

const stockTakeId = z.object({ stockTakeId: id })

export const listStockTakes = endpoint({
  id: 'listStockTakes',
  summary: 'The stock-takes of paper originals, the newest first; the 50 newest',
  who,
  scope: 'read',
  response: z.object({ stockTakes: z.array(stockTake) }),
})

export const beginStockTake = endpoint({
  id: 'beginStockTake',
  summary: 'Begin a stock-take of places, or of everything in the practice',
  who,
  noProof: 'work',
  /** `placeIds`: none means everything in the practice. */
  body: z.strictObject({ placeIds: z.array(id).max(200) }),
  status: 201,
  response: z.object({ stockTake }),
  refuses: ['place-not-found'],
})

export const getStockTake = endpoint({
  id: 'getStockTake',
  summary: 'A stock-take with what was scanned, the newest first, and what was not seen yet',
  who,
  scope: 'read',
  params: stockTakeId,
  query: z.object({ cursor: cursor.optional(), limit: pageLimit }),
  response: z.object({
    stockTake,
    scans: z.array(scan),
    /** The first packets that were not seen yet, by number. */
    missing: z.array(
      z.object({ id: z.string(), number: z.string(), matter: z.string(), recorded: z.string() }),
    ),
    nextCursor: z.string().nullable(),
  }),
  refuses: ['stock-take-not-found'],
})

export const scanPacket = endpoint({
  id: 'scanPacket',
  summary:
    'Record the scan of a code in a stock-take; the packet is sighted by it. The same scan sent again, and another one of the same packet, count once',
  who,
  noProof: 'work',
  params: stockTakeId,
  body: z.strictObject({
    /** Made by the device, so that one sent again counts once. */
    id,
    code: line(limits.text.search).min(1),
    placeId: id.nullable().default(null),
  }),
  response: z.object({ scan }),
  refuses: ['packet-full', 'packet-not-found', 'place-not-found', 'stock-take-ended', 'stock-take-not-found'],
})

export const endStockTake = endpoint({
  id: 'endStockTake',
  summary: 'End a stock-take: what was not seen is missing',
  who,
  noProof: 'work',
  params: stockTakeId,
  response: z.object({ stockTake }),
  refuses: ['stock-take-ended', 'stock-take-not-found'],
})
