import type { ClientHit } from '@deedbox/contract/search.ts'
import { sql } from 'drizzle-orm'
import { run } from '../../db/named.ts'
import { documents } from '../../db/tables/documents.ts'
import type { Acting, ReadCtx } from '../../kernel/context/context.ts'
import { documentsOf } from '../../practice/clients/client-documents.ts'
import { suggestClients } from '../../practice/clients/suggest.ts'
import { few } from './few.ts'

/** Finds clients of documents that the reader may see, and whether they have a page for the reader. */
export async function searchClients(ctx: Acting<ReadCtx>, text: string): Promise<ClientHit[]> {
  const names = (await suggestClients(ctx, text)).names.slice(0, few)
  if (names.length === 0) return []
  const pages = names.map((name) => {
    const ofClient = documentsOf(ctx.actor, ctx.now, name)
    return sql`exists (select 1 from ${documents} where ${ofClient})`
  })
  const [row] = await run<{ open: boolean[] }>(ctx, sql`select array[${sql.join(pages, sql`, `)}] as open`, {
    prepared: false,
  })
  return names.map((name, at) => ({ name, can: { open: row?.open[at] ?? false } }))
}
