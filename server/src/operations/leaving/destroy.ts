import { instructionWords } from '@deedbox/contract/leaving-terms.ts'
import { and, asc, eq, gt, isNotNull, isNull } from 'drizzle-orm'
import { organizations } from '../../db/tables/accounts.ts'
import { documents } from '../../db/tables/documents.ts'
import { destructionReceipts, destructions } from '../../db/tables/leaving.ts'
import type { WriteCtx } from '../../kernel/context/context.ts'
import type { Services } from '../../kernel/services.ts'
import { heldAmong } from '../../policy/holds.ts'
import { destroyKeys, removeUnreadable } from '../keys/destroy.ts'
import { contentOf, type DestructionRow } from './standing.ts'

export const destroyJob = 'destroy-organizations'
/** Documents of one transaction. */
const batch = 50

type Needs = Pick<
  Services,
  'contexts' | 'database' | 'jobs' | 'keyring' | 'logger' | 'place' | 'renderer' | 'storage'
>
type Erased = { id: string; filePath: string }
/** `last`: id of the last document that was looked at; null after the last batch. */
type Done = { last: string | null; erased: Erased[] }

/**
 * Destroys what was confirmed, in short transactions: whoever kills it loses at most one, and the next run goes on with the documents that have their
 * keys yet. What a legal hold keeps stays.
 */
export async function destroyContent(services: Needs, signal?: AbortSignal): Promise<void> {
  const { contexts, database } = services
  const confirmed = await database.db
    .select()
    .from(destructions)
    .where(and(isNotNull(destructions.confirmedAt), isNull(destructions.endedAt)))
    .orderBy(asc(destructions.confirmedAt))
  for (const row of confirmed) {
    for (let after: string | null = null; ; ) {
      signal?.throwIfAborted()
      const from: string | null = after
      const done: Done = await contexts.work((ctx) => destroySome(services, ctx, row, from))
      for (const one of done.erased) await removeUnreadable(services, one)
      if (done.last === null) break
      after = done.last
    }
    await contexts.work((ctx) => end(ctx, row))
  }
}

async function destroySome(
  services: Needs,
  ctx: WriteCtx,
  row: DestructionRow,
  after: string | null,
): Promise<Done> {
  const found = await ctx.tx
    .select()
    .from(documents)
    .where(and(contentOf(row.organizationId), after ? gt(documents.id, after) : undefined))
    .orderBy(asc(documents.id))
    .limit(batch)
    .for('update')
  const ids = found.map(({ id }) => id)
  const held = new Set((await heldAmong(ctx, 'destroy-organization-content', ids)).map(({ id }) => id))
  const free = found.filter(({ id }) => !held.has(id))
  if (free.length > 0) {
    const { id: destructionId, kind, givenBy, givenOn, askedBy, confirmedBy } = row
    const receipts = await destroyKeys(services, ctx, free, {
      reason: `${instructionWords[kind]}, given by ${givenBy} on ${givenOn}`,
      deletedBy: askedBy,
      lines: [`by ${askedBy}`, `confirmed by ${confirmedBy}`, `destruction ${destructionId}`],
    })
    await ctx.tx
      .insert(destructionReceipts)
      .values(
        receipts.map(({ documentId, receipt }) => ({ documentId, receipt, destructionId, at: ctx.now })),
      )
  }
  return { last: found.length < batch ? null : (ids.at(-1) ?? null), erased: free }
}

async function end(ctx: WriteCtx, { id, organizationId }: DestructionRow): Promise<void> {
  const [ended] = await ctx.tx
    .update(destructions)
    .set({ endedAt: ctx.now })
    .where(and(eq(destructions.id, id), isNull(destructions.endedAt)))
    .returning()
  if (!ended) return
  const [of] = await ctx.tx
    .select({ name: organizations.name })
    .from(organizations)
    .where(eq(organizations.id, organizationId))
  const destroyed = await ctx.tx.$count(destructionReceipts, eq(destructionReceipts.destructionId, id))
  const kept = await ctx.tx.$count(documents, contentOf(organizationId))
  await ctx.audit({
    event: 'organization_content_destroyed',
    details: { organizationId, name: of?.name ?? '', destructionId: id, destroyed, kept },
  })
}
