import type { Handlers } from '../../kernel/http/handler.ts'
import type { Services } from '../../kernel/services.ts'
import { printCustody } from './held.ts'
import { printLabels } from './labels.ts'
import { printReceipt, signReceipt } from './receipt.ts'
import { exportRegister, printRegister } from './register.ts'

export const custodyPaperHandlers = (services: Services) =>
  ({
    'GET /api/packets/export': { kind: 'raw', run: (raw) => exportRegister(raw) },
    'GET /api/packets/print': { kind: 'raw', run: (raw) => printRegister(raw) },
    'GET /api/packets/labels': { kind: 'raw', run: (raw, { query }) => printLabels(services, raw, query) },
    'GET /api/packets/:packetId/print': {
      kind: 'raw',
      run: (raw, { params, query }) => printCustody(raw, params.packetId, query.on),
    },
    'GET /api/packets/:packetId/movements/:movementId/receipt': {
      kind: 'raw',
      run: (raw, { params }) => printReceipt(raw, params),
    },
    'POST /api/packets/:packetId/movements/:movementId/receipt': {
      kind: 'raw',
      run: (raw, { params, body }) => signReceipt(services, raw, params, body),
    },
  }) satisfies Partial<Handlers>
