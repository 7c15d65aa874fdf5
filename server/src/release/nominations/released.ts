import { whosePapers } from '@deedbox/contract/release-words.ts'
import type { listReleased as endpoint, Released } from '@deedbox/contract/released.ts'
import { and, asc, eq, inArray, isNull, type SQL, sql } from 'drizzle-orm'
import { ofClient } from '../../db/client-key.ts'
import { readPage } from '../../db/list.ts'
import { byTime, sorted } from '../../db/sorted.ts'
import { profiles } from '../../db/tables/accounts.ts'
import { documents } from '../../db/tables/documents.ts'
import { askings, nominations, nominees, releasedDocuments, releases } from '../../db/tables/releases.ts'
import type { Acting, ReadCtx } from '../../kernel/context/context.ts'
import type { Answer, Input } from '../../kernel/http/handler.ts'
import { shapeOf } from '../../platform/cursor.ts'
import { answeredFor, liveRelease, openedRelease, visibleTo } from '../../policy/visible.ts'

type Ctx = Acting<ReadCtx>
type Query = Input<typeof endpoint>['query']

/** Number of titles that a row names; it says how many more there are. */
const titles = 20

const sorts = { askedAt: byTime(askings.askedAt) }

/** Conditions of what a list is of, over `released_documents` joined to `documents`. */
function which({ actor, now }: Ctx, { scope, document, matter, client }: Query): (SQL | undefined)[] {
  return [
    isNull(documents.deletedAt),
    visibleTo(actor, now),
    ...(scope === 'own'
      ? [eq(releasedDocuments.userId, actor.id), liveRelease(now)]
      : [answeredFor(actor, now), openedRelease(now)]),
    document ? eq(documents.id, document) : undefined,
    matter ? eq(documents.matterId, matter) : undefined,
    client ? ofClient(client) : undefined,
  ]
}

/**
 * Access that releases have given: 'own', what is open to the reader now; 'handled', all of it on documents that the reader sees through more than a grant,
 * also what has ended. The newest asking comes first, paged by key.
 * @throws Refusal 'invalid-input' for a cursor of another list.
 */
export async function listReleased(ctx: Ctx, query: Query): Promise<Answer<typeof endpoint>> {
  const { cursor, limit, ...asked } = query
  const where = and(...which(ctx, query))
  const order = { sort: 'askedAt' as const, cursor, shape: shapeOf('released', asked) }
  const { rows, ...page } = await readPage<{ id: string }>(ctx, {
    from: sql`${askings}`,
    where: [
      sql`${askings.id} = any(array(select ${releasedDocuments.askingId} from ${releasedDocuments}
        join ${documents} on ${documents.id} = ${releasedDocuments.documentId} where ${where}))`,
    ],
    order: sorted(sorts, order, askings.id),
    limit,
    columns: sql`${askings.id} as id`,
    rows: sql`${askings}`,
  })
  const ids = rows.map(({ id }) => id)
  return { released: await toReleased(ctx, query, ids), ...page }
}

async function toReleased(ctx: Ctx, query: Query, ids: string[]): Promise<Released[]> {
  const found = await ctx.tx
    .select({
      askingId: releasedDocuments.askingId,
      id: documents.id,
      title: documents.title,
      accessLevel: releasedDocuments.accessLevel,
      begins: releasedDocuments.begins,
      ends: releasedDocuments.ends,
      overAt: releasedDocuments.overAt,
    })
    .from(releasedDocuments)
    .innerJoin(documents, eq(documents.id, releasedDocuments.documentId))
    .where(and(inArray(releasedDocuments.askingId, ids), ...which(ctx, query)))
    .orderBy(asc(documents.title), asc(documents.id))
  const given = Map.groupBy(found, ({ askingId }) => askingId)
  const owner = sql`coalesce(${nominations.ownerId}, (select d.owner_id from documents d where d.id = ${nominations.documentId}))`
  const who = await ctx.tx
    .select({
      id: askings.id,
      name: nominees.name,
      email: sql<string>`(select reader.email from ${profiles} reader where reader.user_id = ${nominees.userId})`,
      onBehalfOf: nominations.onBehalfOf,
      ownerName: profiles.name,
      overHow: releases.overHow,
      overBy: releases.overByName,
      reason: releases.reason,
    })
    .from(askings)
    .innerJoin(releases, eq(releases.id, askings.releaseId))
    .innerJoin(nominees, eq(nominees.id, askings.nomineeId))
    .innerJoin(nominations, eq(nominations.id, releases.nominationId))
    .innerJoin(profiles, eq(profiles.id, owner))
    .where(inArray(askings.id, ids))
  const byId = new Map(who.map((row) => [row.id, row]))
  return ids.flatMap((id): Released[] => {
    const row = byId.get(id)
    const documents_ = given.get(id) ?? []
    const [first] = documents_
    if (!row || !first?.begins || !first.ends) return []
    return [
      {
        ...{ id, name: row.name, email: row.email, whose: whosePapers(row) },
        accessLevel: first.accessLevel,
        begins: first.begins.toISOString(),
        ends: first.ends.toISOString(),
        over: first.overAt && {
          ...{ at: first.overAt.toISOString(), how: row.overHow ?? 'ended', by: row.overBy },
          reason: row.reason,
        },
        documents: documents_.slice(0, titles).map((one) => ({ id: one.id, title: one.title })),
        more: Math.max(0, documents_.length - titles),
      },
    ]
  })
}
