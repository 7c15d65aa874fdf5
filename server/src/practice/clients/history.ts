import type { clientHistory as endpoint } from '@deedbox/contract/clients.ts'
import { and, eq, type SQL, sql } from 'drizzle-orm'
import { z } from 'zod'
import { run } from '../../db/named.ts'
import { auditEvents } from '../../db/tables/audit.ts'
import { documents } from '../../db/tables/documents.ts'
import { entryOf } from '../../documents/history/history.ts'
import type { Acting, ReadCtx } from '../../kernel/context/context.ts'
import type { Answer, Input } from '../../kernel/http/handler.ts'
import { fromCursor, toCursor } from '../../platform/cursor.ts'
import { Refusal } from '../../platform/errors.ts'
import { documentsOf } from './client-documents.ts'

/** Number of documents of one client whose history is read, the newest first. */
const most = 10_000

type Row = { id: number; documentId: string; documentTitle: string }

/**
 * Lists what happened to a client's documents, newest first.
 * @throws Refusal 'client-not-found' for whoever may see the history of none of them.
 */
export async function clientHistory(
  ctx: Acting<ReadCtx>,
  { name, cursor, limit }: Input<typeof endpoint>['query'],
): Promise<Answer<typeof endpoint>> {
  const { actor, now, tx } = ctx
  const before = cursor === undefined ? undefined : fromCursor(cursor, z.int().positive())
  const handles = actor.permissions.includes('canManageDocuments')
  const condition = and(documentsOf(actor, now, name), handles ? undefined : eq(documents.ownerId, actor.id))
  const rows = await run<Row>(ctx, newestOf(condition, before, limit), { prepared: false })
  if (rows.length === 0 && before === undefined) throw new Refusal('client-not-found')
  const shown = rows.slice(0, limit)
  const ids = sql`${auditEvents.id} = any(${`{${shown.map(({ id }) => id).join(',')}}`}::bigint[])`
  const events = new Map((await tx.select().from(auditEvents).where(ids)).map((event) => [event.id, event]))
  return {
    entries: shown.flatMap(({ id, documentId, documentTitle }) => {
      const event = events.get(id)
      return event ? [{ ...entryOf(event, ctx.settings.timeZone), documentId, documentTitle }] : []
    }),
    nextCursor: rows.length > limit ? toCursor(shown.at(-1)?.id) : null,
  }
}

/** Selects the newest events of each document from its own index, so that no other events are read. */
const newestOf = (theirs: SQL | undefined, before: number | undefined, limit: number): SQL => sql`
  select events.id::int8 as id, newest_of.id as "documentId", newest_of.title as "documentTitle" from (
    select ${documents.id}, ${documents.title} from ${documents} where ${theirs}
    order by ${documents.createdAt} desc, ${documents.id} desc limit ${most}
  ) newest_of cross join lateral (
    select ${auditEvents.id} from ${auditEvents}
    where ${and(eq(auditEvents.documentId, sql`newest_of.id`), before === undefined ? undefined : sql`${auditEvents.id} < ${before}`)}
    order by ${auditEvents.id} desc limit ${limit + 1}
  ) events order by events.id desc limit ${limit + 1}`
