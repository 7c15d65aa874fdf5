import type { getClient as endpoint } from '@deedbox/contract/clients.ts'
import { countedTo } from '@deedbox/contract/total.ts'
import { and, eq, sql } from 'drizzle-orm'
import { run } from '../../db/named.ts'
import { documentAccess, documents } from '../../db/tables/documents.ts'
import { accessRequests } from '../../db/tables/requests.ts'
import { moreThan, totalOf } from '../../db/total.ts'
import type { Acting, ReadCtx } from '../../kernel/context/context.ts'
import type { Answer } from '../../kernel/http/handler.ts'
import { Refusal } from '../../platform/errors.ts'
import { liveGrant } from '../../policy/visible.ts'
import { aboutClient } from '../../sharing/requests/about-client.ts'
import { inView } from '../../sharing/requests/list.ts'
import { documentsOf } from './client-documents.ts'

type Found = {
  counted: number
  newest: { name: string; at: string } | null
  names: string[]
  people: number
  next: string | null
}

/** Number of documents of one client, the newest, whose access is looked up. */
const usual = { withAccess: 5_000 }

/**
 * Returns a client as the caller sees them: figures of the documents that they handle, oversee or own.
 * @throws Refusal 'client-not-found', the same if there is no such client or the caller may see none of it.
 */
export async function getClient(
  ctx: Acting<ReadCtx>,
  name: string,
  { withAccess } = usual,
): Promise<Answer<typeof endpoint>> {
  const { actor, now } = ctx
  const condition = documentsOf(actor, now, name)
  const handles = actor.permissions.includes('canManageDocuments')
  const statement = sql`
    with newest_of as materialized (
      select ${documents.id}, ${documents.clientName} as name, ${documents.createdAt} from ${documents} where ${condition}
      order by ${documents.createdAt} desc, ${documents.id} desc limit ${countedTo + 1}
    ), readers as materialized (
      select ${documentAccess.userEmail}, min(least(${documentAccess.expiresAt}, ${documentAccess.autoRevokeDate})) as ends
      from (select id from newest_of limit ${withAccess}) newest_of join ${documentAccess} on ${eq(documentAccess.documentId, sql`newest_of.id`)} where ${handles ? liveGrant(now) : sql`false`}
      group by 1
    )
    select (select count(*) from newest_of)::int as counted,
      (select json_build_object('name', name, 'at', created_at) from newest_of order by created_at desc, id desc limit 1) as newest,
      (select coalesce(json_agg(name order by name), '[]') from (select distinct name from newest_of limit 20) spelt) as names,
      (select count(*) from readers)::int as people, (select min(ends) from readers) as next`
  const [found] = await run<Found>(ctx, statement, { prepared: false })
  if (!found?.newest) throw new Refusal('client-not-found')
  const { newest, names, people, next } = found
  const ends = next && new Date(next).toISOString()
  const access =
    found.counted > withAccess
      ? { people: moreThan(people).total, peopleIsMore: true, nextEnd: null }
      : { people, peopleIsMore: false, nextEnd: ends }
  const view = handles
    ? 'review'
    : actor.permissions.includes('canManageOrganization')
      ? 'organization'
      : 'own'
  return {
    client: {
      name: newest.name,
      alsoWritten: names.filter((one) => one !== newest.name),
      ...totalOf(found.counted),
      lastUploadedAt: new Date(newest.at).toISOString(),
      access: handles ? access : null,
      requests: { view, pending: await pendingOf(ctx, name, view) },
      can: {
        share: handles,
        upload: actor.permissions.some((one) => one === 'canManageDocuments' || one === 'canUploadDocuments'),
        seeAccess: handles,
        // The rule is that of each document: who handles it or owns it.
        seeHistory: actor.permissions.includes('canManageDocuments') || (await ownsOne(ctx, name)),
      },
    },
  }
}

async function pendingOf(ctx: Acting<ReadCtx>, name: string, view: 'own' | 'review' | 'organization') {
  const pending = eq(accessRequests.status, 'pending')
  const where = and(inView(ctx.actor, view, undefined), pending, aboutClient(ctx, name))
  return ctx.tx.$count(accessRequests, where)
}

async function ownsOne(ctx: Acting<ReadCtx>, name: string): Promise<boolean> {
  const where = and(documentsOf(ctx.actor, ctx.now, name), eq(documents.ownerId, ctx.actor.id))
  const [row] = await run(ctx, sql`select 1 from ${documents} where ${where} limit 1`, { prepared: false })
  return row !== undefined
}
