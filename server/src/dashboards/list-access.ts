import type { listAccess as endpoint } from '@deedbox/contract/bulk.ts'
import { sql } from 'drizzle-orm'
import { listAccess as listGrants } from '../access/list.ts'
import type { Acting, ReadCtx } from '../context/context.ts'
import { documentAccess } from '../db/tables/documents.ts'
import { filterOf } from '../documents/filter.ts'
import type { Answer, Input } from '../http/handler.ts'
import { isCovered, scopeOf } from './scope.ts'

/** Grants on all documents; with a filter of documents, those that the figures of a dashboard with this filter count. */
export async function listAccess(
  ctx: Acting<ReadCtx>,
  query: Input<typeof endpoint>['query'],
): Promise<Answer<typeof endpoint>> {
  const filter = query.scope === 'handled' ? filterOf(query) : undefined
  if (!filter) return listGrants(ctx, query)
  const scope = await scopeOf(ctx, filter)
  return listGrants(ctx, query, {
    place: scope.few ? sql`true` : scope.shown,
    few: scope.few && isCovered(documentAccess.documentId, scope),
  })
}
