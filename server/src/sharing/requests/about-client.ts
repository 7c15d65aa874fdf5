import { and, eq, type SQL, sql } from 'drizzle-orm'
import { clientKey, ofClient } from '../../db/client-key.ts'
import { documents } from '../../db/tables/documents.ts'
import { accessRequests } from '../../db/tables/requests.ts'
import type { Acting, ReadCtx } from '../../kernel/context/context.ts'
import { visibleTo } from '../../policy/visible.ts'

/** Selects requests that name a client, or are for a document of theirs that the reader sees. */
export function aboutClient({ actor, now }: Acting<ReadCtx>, name: string): SQL {
  const { id, clientName, documentId } = accessRequests
  const named = sql`select ${id} from ${accessRequests}
    where ${clientKey(sql`${clientName}`)} = ${clientKey(name)} and ${clientName} is not null`
  const onTheirs = sql`select ${id} from ${accessRequests} join ${documents} on ${eq(documentId, documents.id)}
    where ${and(ofClient(name), visibleTo(actor, now))}`
  return sql`${id} = any(array(${named} union ${onTheirs}))`
}
