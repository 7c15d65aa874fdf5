import { fromOfDocuments } from '@deedbox/contract/document-filters.ts'
import type { SchemaOutput } from '@deedbox/contract/endpoint.ts'
import type { listRequests as endpoint } from '@deedbox/contract/requests.ts'
import type { requestSorts } from '@deedbox/contract/sorts.ts'
import { and, eq, inArray, isNotNull, type SQL, sql } from 'drizzle-orm'
import { readPage } from '../../db/list.ts'
import { byText, byTime, type Sort, sorted } from '../../db/sorted.ts'
import { documents } from '../../db/tables/documents.ts'
import { accessRequests } from '../../db/tables/requests.ts'
import { filtered } from '../../documents/lists/filter.ts'
import { organizationAsked } from '../../identity/accounts/organizations.ts'
import type { Actor } from '../../kernel/context/actor.ts'
import type { Acting, ReadCtx } from '../../kernel/context/context.ts'
import { shapeOf } from '../../platform/cursor.ts'
import { Refusal } from '../../platform/errors.ts'
import { contains, wordsOf } from '../../platform/search.ts'
import { visibleTo } from '../../policy/visible.ts'
import { aboutClient } from './about-client.ts'
import { ofOrganization, own, reviewable, selectRequests, shownName, toRequest } from './find.ts'

type Query = SchemaOutput<typeof endpoint.query>

const { createdAt, reviewedAt, requesterName, clientName, clientEmail } = accessRequests
const sorts: Record<(typeof requestSorts)[number], Sort> = {
  createdAt: byTime(createdAt),
  // The order is by what the reader sees, so that it reveals no title.
  documentName: byText(shownName),
  requesterName: byText(requesterName),
  clientName: byText(sql`coalesce(${clientName}, ${clientEmail})`),
  status: byText(accessRequests.status),
  // Undecided requests come last where the latest come first.
  reviewedAt: { key: sql`coalesce(${reviewedAt}, '1970-01-01 00:00:00+00')`, type: 'timestamptz' },
}

/**
 * The reader's own requests, those they may decide, or those of an organisation; newest first, decided ones by the time of the decision.
 * @throws Refusal 'not-allowed' for the review list of a person who decides nothing; for an organisation what
 * {@link organizationAsked} throws; 'invalid-input' for a cursor of another list.
 */
export async function listRequests(
  ctx: Acting<ReadCtx>,
  query: Query,
): Promise<SchemaOutput<typeof endpoint.response>> {
  const { actor } = ctx
  const { view, organization, status, matter, sort, direction, cursor, limit, ...filter } = query
  const { client } = filter
  const ofView = inView(actor, view, organization)
  const about = client ? aboutClient(ctx, client) : undefined
  const by = sort ?? (status === 'decided' ? 'reviewedAt' : 'createdAt')
  const shape = shapeOf('requests', view, organization, status, matter, filter)
  const { rows, ...page } = await readPage<{ id: string }>(ctx, {
    from: sql`${accessRequests} left join ${documents} on ${and(eq(documents.id, accessRequests.documentId), visibleTo(actor, ctx.now))}`,
    where: [
      ofView,
      ofStatus(status),
      matches(filter),
      await onDocuments(ctx, filter),
      about,
      matter ? eq(documents.matterId, matter) : undefined,
    ],
    order: sorted(sorts, { sort: by, direction, cursor, shape }, accessRequests.id),
    limit,
    columns: sql`${accessRequests.id} as id`,
    rows: sql`${accessRequests}`,
  })
  const ids = rows.map(({ id }) => id)
  const found = ids.length > 0 ? await selectRequests(ctx).where(inArray(accessRequests.id, ids)) : []
  const byId = new Map(found.map((row) => [row.request.id, row]))
  return {
    requests: ids.flatMap((id) => byId.get(id) ?? []).map((row) => toRequest(ctx, row)),
    ...page,
    counts: await counts(ctx, ofView),
  }
}

/** The requests of a view, over `access_requests`. */
export function inView(actor: Actor, view: Query['view'], organization: string | undefined): SQL {
  if (view === 'own') return own(actor)
  if (view === 'organization') {
    const id = organizationAsked(actor, organization)
    return id ? ofOrganization(id) : sql`false`
  }
  if (!actor.permissions.includes('canManageDocuments')) throw new Refusal('not-allowed')
  return reviewable(actor)
}

function ofStatus(status: Query['status']): SQL | undefined {
  if (status === 'all') return undefined
  if (status === 'decided') return inArray(accessRequests.status, ['approved', 'denied'])
  return eq(accessRequests.status, status)
}

/** Finds requests only for the documents that a filter chooses; one that names no document is for none of them. */
async function onDocuments(ctx: Acting<ReadCtx>, query: Parameters<typeof fromOfDocuments>[0]) {
  const filter = fromOfDocuments(query)
  return filter && and(isNotNull(documents.id), ...(await filtered(ctx, filter)))
}

/** Searches only what the reader sees, so that a search reveals no title. */
function matches({
  search = '',
  documentId,
  request,
}: Pick<Query, 'search' | 'documentId' | 'request'>): SQL | undefined {
  const { requesterName, requesterEmail, clientName, clientEmail } = accessRequests
  const text = sql`deedbox_fold(concat_ws(' ', ${shownName}, ${requesterName}, ${requesterEmail}, ${clientName}, ${clientEmail}))`
  return and(
    documentId ? eq(documents.id, documentId) : undefined,
    request ? eq(accessRequests.id, request) : undefined,
    ...wordsOf(search).map((word) => contains(text, word)),
  )
}

async function counts({ tx }: ReadCtx, ofView: SQL) {
  const of = (status: 'pending' | 'approved') =>
    sql<number>`(count(*) filter (where ${accessRequests.status} = ${status}))::int`
  const [row] = await tx
    .select({ pending: of('pending'), approved: of('approved'), total: sql<number>`count(*)::int` })
    .from(accessRequests)
    .where(ofView)
  return row ?? { pending: 0, approved: 0, total: 0 }
}
