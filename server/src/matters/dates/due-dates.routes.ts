import type { Handlers } from '../../kernel/http/handler.ts'
import type { Services } from '../../kernel/services.ts'
import { createDueDate, updateDueDate } from './edit.ts'
import { sendFeed } from './feed.ts'
import { listDueDates } from './list.ts'
import { proposeDates } from './propose.ts'
import { createDateRule, listDateRules, updateDateRule } from './rules.ts'
import { completeDueDate, dropDueDate, postponeDueDate, reopenDueDate } from './settle.ts'

export const dueDateHandlers = (services: Pick<Services, 'place'>) =>
  ({
    'GET /api/calendar/:token': { kind: 'raw', run: (raw) => sendFeed(services, raw) },
    'GET /api/date-rules': { kind: 'read', run: (ctx) => listDateRules(ctx) },
    'POST /api/date-rules': { kind: 'transact', run: (ctx, { body }) => createDateRule(ctx, body) },
    'PUT /api/date-rules/:ruleId': {
      kind: 'transact',
      run: (ctx, { params, body }) => updateDateRule(ctx, params.ruleId, body),
    },
    'GET /api/due-dates/proposals': { kind: 'snapshot', run: (ctx, { query }) => proposeDates(ctx, query) },
    'GET /api/due-dates': { kind: 'snapshot', run: (ctx, { query }) => listDueDates(ctx, query) },
    'POST /api/due-dates': { kind: 'transact', run: (ctx, { body }) => createDueDate(ctx, body) },
    'PUT /api/due-dates/:dueDateId': {
      kind: 'transact',
      run: (ctx, { params, body }) => updateDueDate(ctx, params.dueDateId, body),
    },
    'POST /api/due-dates/:dueDateId/done': {
      kind: 'transact',
      run: (ctx, { params, body }) => completeDueDate(ctx, params.dueDateId, body.note),
    },
    'POST /api/due-dates/:dueDateId/postpone': {
      kind: 'transact',
      run: (ctx, { params, body }) => postponeDueDate(ctx, params.dueDateId, body),
    },
    'POST /api/due-dates/:dueDateId/not-needed': {
      kind: 'transact',
      run: (ctx, { params, body }) => dropDueDate(ctx, params.dueDateId, body.reason),
    },
    'POST /api/due-dates/:dueDateId/reopen': {
      kind: 'transact',
      run: (ctx, { params }) => reopenDueDate(ctx, params.dueDateId),
    },
  }) satisfies Partial<Handlers>
