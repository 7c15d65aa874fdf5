import { z } from 'zod'
import { movementId, onePacket, packetId, readers, required } from './custody.ts'
import { packetFilters } from './custody-terms.ts'
import { endpoint } from './endpoint.ts'
import { day, line } from './fields.ts'
import { schemasOf } from './filter-schemas.ts'
import { limits } from './limits.ts'
import { storing } from './refusals.ts'

/* Papers of the custody register: the register itself, labels, who held a packet, receipts. */

export const exportRegister = endpoint({
  id: 'exportCustodyRegister',
  summary: 'The whole custody register that the caller sees as CSV, a line for each original',
  who: readers,
  needsProof: true,
  perPersonMinute: 20,
  sends: 'text/csv',
  response: z.unknown(),
})

export const printRegister = endpoint({
  id: 'printCustodyRegister',
  summary: 'The same as one PDF',
  who: readers,
  needsProof: true,
  perPersonMinute: 20,
  sends: 'application/pdf',
  response: z.unknown(),
})

export const printLabels = endpoint({
  id: 'printPacketLabels',
  summary: 'Labels with QR codes of the packets of a filter, on sheets of 24, as a PDF',
  who: ['canManageDocuments'],
  noProof: 'looks',
  perPersonMinute: 30,
  query: z.object(schemasOf(packetFilters)),
  sends: 'application/pdf',
  response: z.unknown(),
  refuses: ['labels-many', 'labels-none'],
})

export const printCustody = endpoint({
  id: 'printPacketCustody',
  summary: 'Who held a packet on a day, and everything that was recorded of it, as a PDF',
  who: readers,
  noProof: 'looks',
  perPersonMinute: 30,
  params: packetId,
  query: z.object({ on: day }),
  sends: 'application/pdf',
  response: z.unknown(),
  refuses: ['packet-not-found'],
})

export const printReceipt = endpoint({
  id: 'printPacketReceipt',
  summary: 'The receipt of an entry, to be signed on paper, as a PDF',
  who: ['canManageDocuments'],
  noProof: 'looks',
  perPersonMinute: 30,
  params: movementId,
  sends: 'application/pdf',
  response: z.unknown(),
  refuses: ['entry-corrected', 'entry-not-found', 'entry-plain', 'packet-not-found'],
})

const coordinate = (most: number) => z.int().min(0).max(most)

export const signReceipt = endpoint({
  id: 'signPacketReceipt',
  summary: 'Make the receipt of an entry with a signature drawn on the screen, and store it in the matter',
  who: ['canManageDocuments'],
  noProof: 'work',
  perPersonMinute: 20,
  params: movementId,
  body: z.strictObject({
    signedBy: line(limits.text.client).min(1, required),
    /** Strokes of the signature: points on a field of 1,000 by 500. */
    strokes: z
      .array(
        z
          .array(z.strictObject({ x: coordinate(1_000), y: coordinate(500) }))
          .min(1)
          .max(2_000),
      )
      .min(1, { error: 'Please sign' })
      .max(200),
  }),
  status: 201,
  response: onePacket,
  refuses: [
    ...storing,
    'entry-corrected',
    'entry-not-found',
    'entry-plain',
    'packet-full',
    'packet-not-found',
  ],
})
