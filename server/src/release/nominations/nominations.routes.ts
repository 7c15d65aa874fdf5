import type { Handlers } from '../../kernel/http/handler.ts'
import type { Services } from '../../kernel/services.ts'
import { agreeRelease } from './agree.ts'
import { acceptNomination, confirmNomination, declineNomination } from './answer.ts'
import { askRelease, withdrawRelease } from './ask.ts'
import { createNomination } from './create.ts'
import { endNomination, setAbsences } from './edit.ts'
import { bringEvidence } from './evidence.ts'
import { findNomination } from './find.ts'
import { listNominated, listNominations } from './list.ts'
import { toNomination } from './read.ts'
import { listReleased } from './released.ts'
import { stopRelease } from './stop.ts'

export const nominationHandlers = (services: Services) =>
  ({
    'GET /api/nominations': { kind: 'snapshot', run: (ctx, { query }) => listNominations(ctx, query) },
    'POST /api/nominations': {
      kind: 'transact',
      run: (ctx, { body }) => createNomination(ctx, body, services),
    },
    'GET /api/nominations/:nominationId': {
      kind: 'snapshot',
      run: async (ctx, { params }) => {
        const { id } = await findNomination(ctx, params.nominationId)
        return { nomination: await toNomination(ctx, id) }
      },
    },
    'PUT /api/nominations/:nominationId/absences': {
      kind: 'transact',
      run: (ctx, { params, body }) => setAbsences(ctx, params.nominationId, body),
    },
    'POST /api/nominations/:nominationId/end': {
      kind: 'transact',
      run: (ctx, { params, body }) => endNomination(ctx, params.nominationId, body, services),
    },
    'POST /api/nominations/:nominationId/stop': {
      kind: 'transact',
      run: (ctx, { params, body }) => stopRelease(ctx, params.nominationId, body, services),
    },
    'POST /api/nominations/:nominationId/agree': {
      kind: 'transact',
      run: (ctx, { params, body }) => agreeRelease(ctx, params.nominationId, body.askingId),
    },
    'GET /api/released': { kind: 'snapshot', run: (ctx, { query }) => listReleased(ctx, query) },
    'GET /api/nominated': { kind: 'snapshot', run: (ctx) => listNominated(ctx) },
    'POST /api/nominated/:nomineeId/accept': {
      kind: 'transact',
      run: (ctx, { params }) => acceptNomination(ctx, params.nomineeId),
    },
    'POST /api/nominated/:nomineeId/decline': {
      kind: 'transact',
      run: (ctx, { params }) => declineNomination(ctx, params.nomineeId),
    },
    'POST /api/nominated/:nomineeId/confirm': {
      kind: 'transact',
      run: (ctx, { params }) => confirmNomination(ctx, params.nomineeId),
    },
    'POST /api/nominated/:nomineeId/ask': {
      kind: 'transact',
      run: (ctx, { params, body }) => askRelease(ctx, params.nomineeId, body, services),
    },
    'POST /api/nominated/:nomineeId/evidence': {
      kind: 'raw',
      run: (raw, input) => bringEvidence(services, raw, input),
    },
    'POST /api/nominated/:nomineeId/withdraw': {
      kind: 'transact',
      run: (ctx, { params }) => withdrawRelease(ctx, params.nomineeId),
    },
  }) satisfies Partial<Handlers>
