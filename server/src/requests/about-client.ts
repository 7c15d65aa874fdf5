import { and, eq, type SQL, sql } from 'drizzle-orm'
import { visibleTo } from '../access/visible.ts'
import type { Acting, ReadCtx } from '../context/context.ts'
import { clientKey, ofClient } from '../db/client-key.ts'
import { documents } from '../db/tables/documents.ts'
import { accessRequests } from '../db/tables/requests.ts'

/** Requests that name a client, or are for a document of theirs that the reader sees. */
export function aboutClient({ actor, now }: Acting<ReadCtx>, name: string): SQL {
  const { id, clientName, documentId } = accessRequests
  const named = sql`select ${id} from ${accessRequests}
    where ${clientKey(sql`${clientName}`)} = ${clientKey(name)} and ${clientName} is not null`
  const onTheirs = sql`select ${id} from ${accessRequests} join ${documents} on ${eq(documentId, documents.id)}
    where ${and(ofClient(name), visibleTo(actor, now))}`
  return sql`${id} = any(array(${named} union ${onTheirs}))`
}
