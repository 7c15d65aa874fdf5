import type { listAccess as endpoint, GrantRow as Listed } from '@deedbox/contract/bulk.ts'
import { limits } from '@deedbox/contract/limits.ts'
import type { accessSorts } from '@deedbox/contract/sorts.ts'
import { and, eq, like, lte, or, type SQL, sql } from 'drizzle-orm'
import type { Actor } from '../context/actor.ts'
import type { Acting, ReadCtx } from '../context/context.ts'
import { byText, byTime, type Sort, sorted } from '../db/sorted.ts'
import { documentAccess, documents } from '../db/tables/documents.ts'
import type { Answer, Input } from '../http/handler.ts'
import { shapeOf } from '../platform/cursor.ts'
import { Refusal } from '../platform/errors.ts'
import { anywhere, wordsOf } from '../platform/search.ts'
import { abilities } from './authorize.ts'
import { type GrantRow, toGrant } from './grants.ts'
import { grantIs, liveGrant, visibleTo } from './visible.ts'

type Query = Input<typeof endpoint>['query']
type Place = Pick<
  typeof documents.$inferSelect,
  'title' | 'fileSize' | 'clientName' | 'ownerId' | 'organizationId' | 'deletedAt' | 'contentRemovedAt'
>

/** The selected columns of a grant and its document, for a query on `document_access` joined to `documents`. */
export const grantWithPlace = {
  grant: documentAccess,
  document: {
    title: documents.title,
    fileSize: documents.fileSize,
    clientName: documents.clientName,
    ownerId: documents.ownerId,
    organizationId: documents.organizationId,
    deletedAt: documents.deletedAt,
    contentRemovedAt: documents.contentRemovedAt,
  },
}

/** Granted more than 12 months of 30 days ago (specification, section 4). */
const longTermSince = (now: Date): Date => new Date(now.getTime() - limits.longTermDays * 86_400_000)

/** Grants that give access now and have done so for more than 12 months. */
export const longTermGrant = (now: Date): SQL =>
  sql`(${liveGrant(now)} and ${lte(documentAccess.grantedAt, longTermSince(now))})`

/** A grant as it is sent to tables across all documents. */
export function toGrantRow(
  { actor, now }: Acting<ReadCtx>,
  { grant, document }: { grant: GrantRow; document: Place },
): Listed {
  const sent = toGrant(grant, document, now)
  return {
    ...sent,
    can: abilities(actor, document, null).seeAccess ? sent.can : { revoke: false, renew: false },
    documentTitle: document.title,
    documentSize: document.fileSize,
    longTerm: grant.grantedAt <= longTermSince(now),
    clientName: grant.clientName ?? document.clientName,
  }
}

/** The default order: own access by its end, soonest first; handled access newest first. */
const usual = { own: 'endsAt', handled: 'grantedAt' } as const

const end = sql`least(${documentAccess.expiresAt}, ${documentAccess.autoRevokeDate})`
const sorts = (now: Date): Record<(typeof accessSorts)[number], Sort> => ({
  grantedAt: byTime(documentAccess.grantedAt),
  // Never null: every grant has an end.
  endsAt: { key: end, type: 'timestamptz' },
  documentTitle: { key: sql`lower(${documents.title})`, type: 'text' },
  userName: { key: sql`lower(${documentAccess.userName})`, type: 'text' },
  grantedByName: byText(documentAccess.grantedByName),
  accessLevel: byText(documentAccess.accessLevel),
  // Active, expired, revoked: the status now.
  status: {
    key: sql`(case when ${liveGrant(now)} then 0 when ${grantIs('expired', now)} then 1 else 2 end)`,
    type: 'bigint',
  },
})

/**
 * Grants on all documents, paged by key, with their total number. 'own': those that give the
 * caller access now (specification, section 6). 'handled': all grants on documents that the caller handles.
 * @throws Refusal 'not-allowed' for 'handled' if the caller handles none, 'invalid-input' for a cursor of another list.
 */
export async function listAccess(ctx: Acting<ReadCtx>, query: Query): Promise<Answer<typeof endpoint>> {
  const { sort, direction, cursor, limit, ...filter } = query
  const where = and(
    scoped(ctx.actor, ctx.now, filter.scope),
    viewed(filter.view, ctx.now),
    ...filtered(filter, ctx.now),
  )
  const order = { sort: sort ?? usual[filter.scope], direction, cursor, shape: shapeOf('access', filter) }
  const { key, fromHere, orderBy, page } = sorted(sorts(ctx.now), order, documentAccess.id)
  const rows = await ctx.tx
    .select({ ...grantWithPlace, sortKey: key })
    .from(documentAccess)
    .innerJoin(documents, eq(documents.id, documentAccess.documentId))
    .where(and(where, fromHere))
    .orderBy(...orderBy)
    .limit(limit + 1)
  const [count] = await ctx.tx
    .select({ total: sql<number>`count(*)::int` })
    .from(documentAccess)
    .innerJoin(documents, eq(documents.id, documentAccess.documentId))
    .where(where)
  const { shown, nextCursor } = page(rows, limit, ({ grant }) => grant.id)
  return {
    grants: shown.map((row) => toGrantRow(ctx, row)),
    total: count?.total ?? 0,
    nextCursor,
  }
}

function scoped(actor: Actor, now: Date, scope: Query['scope']): SQL | undefined {
  if (scope === 'own')
    return and(eq(documentAccess.userEmail, actor.email), liveGrant(now), visibleTo(actor, now))
  if (!actor.permissions.includes('canManageDocuments')) throw new Refusal('not-allowed')
  return visibleTo(actor, now, 'either')
}

function viewed(view: Query['view'], now: Date): SQL | undefined {
  if (view === 'all') return undefined
  return view === 'long-term' ? longTermGrant(now) : grantIs(view, now)
}

function filtered({ search, userEmail, accessLevel, status }: Query | Omit<Query, 'limit'>, now: Date) {
  return [
    ...wordsOf(search ?? '').map((word) => {
      const pattern = anywhere(word)
      // Looked up once for all grants, not for each.
      const found = sql`(select ${documents.id} from ${documents} where ${like(documents.searchText, pattern)})`
      return or(like(documentAccess.searchText, pattern), sql`${documentAccess.documentId} in ${found}`)
    }),
    userEmail ? like(documentAccess.userEmail, anywhere(userEmail)) : undefined,
    accessLevel ? eq(documentAccess.accessLevel, accessLevel) : undefined,
    status && status !== 'all' ? grantIs(status, now) : undefined,
  ]
}
