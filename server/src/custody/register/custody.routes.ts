import type { Handlers } from '../../kernel/http/handler.ts'
import { findPacketByNumber, listPackets } from './list.ts'
import { originalsOf } from './of-document.ts'
import { addCustodyPaper } from './papers.ts'
import { addPlace, listPlaces, retirePlace } from './places.ts'
import { getPacket } from './read.ts'
import { addOriginal, changeOriginal, moveOriginal, receivePacket } from './receive.ts'
import { addMovement, correctMovement } from './record.ts'

export const custodyHandlers = {
  'GET /api/packets': { kind: 'snapshot', run: (ctx, { query }) => listPackets(ctx, query) },
  'POST /api/packets': { kind: 'transact', run: (ctx, { body }) => receivePacket(ctx, body) },
  'GET /api/packets/by-number': {
    kind: 'read',
    run: (ctx, { query }) => findPacketByNumber(ctx, query.number),
  },
  'GET /api/packets/:packetId': {
    kind: 'snapshot',
    run: (ctx, { params }) => getPacket(ctx, params.packetId),
  },
  'POST /api/packets/:packetId/originals': {
    kind: 'transact',
    run: (ctx, { params, body }) => addOriginal(ctx, params.packetId, body),
  },
  'PUT /api/packets/:packetId/originals/:originalId': {
    kind: 'transact',
    run: (ctx, { params, body }) => changeOriginal(ctx, params, body),
  },
  'POST /api/packets/:packetId/originals/:originalId/move': {
    kind: 'transact',
    run: (ctx, { params, body }) => moveOriginal(ctx, params, body),
  },
  'POST /api/packets/:packetId/movements': {
    kind: 'transact',
    run: (ctx, { params, body }) => addMovement(ctx, params.packetId, body),
  },
  'POST /api/packets/:packetId/movements/:movementId/correct': {
    kind: 'transact',
    run: (ctx, { params, body }) => correctMovement(ctx, params, body),
  },
  'POST /api/packets/:packetId/papers': {
    kind: 'transact',
    run: (ctx, { params, body }) => addCustodyPaper(ctx, params.packetId, body),
  },
  'GET /api/documents/:documentId/originals': {
    kind: 'snapshot',
    run: (ctx, { params }) => originalsOf(ctx, params.documentId),
  },
  'GET /api/places': { kind: 'read', run: (ctx) => listPlaces(ctx) },
  'POST /api/places': { kind: 'transact', run: (ctx, { body }) => addPlace(ctx, body) },
  'POST /api/places/:placeId/retire': {
    kind: 'transact',
    run: (ctx, { params, body }) => retirePlace(ctx, params.placeId, body),
  },
} satisfies Partial<Handlers>
