import { and, asc, inArray, isNotNull, isNull, lte } from 'drizzle-orm'
import { deletedKeptSince } from '../access/visible.ts'
import { documents } from '../db/tables/documents.ts'
import type { Services } from '../services.ts'

const batch = 200
const orphanAgeMs = 86_400_000

type Needs = Pick<Services, 'contexts' | 'storage' | 'renderer'>

/**
 * Shreds what was deleted more than 30 days ago (decisions, section 1): its key is forgotten in the transaction that
 * tells of it, then the unreadable rest is removed. What a crash leaves in between, {@link sweepOrphans} finds.
 */
export async function removeDeletedContent({ contexts, storage, renderer }: Needs): Promise<void> {
  for (let removed = batch; removed === batch; ) {
    const gone = await contexts.work(async (ctx) => {
      const due = await ctx.tx
        .select({ id: documents.id, filePath: documents.filePath })
        .from(documents)
        .where(and(lte(documents.deletedAt, deletedKeptSince(ctx.now)), isNull(documents.contentRemovedAt)))
        .orderBy(asc(documents.deletedAt))
        .limit(batch)
        .for('update', { skipLocked: true })
      if (due.length > 0) {
        const ids = due.map(({ id }) => id)
        await ctx.tx
          .update(documents)
          .set({ wrappedKey: null, contentRemovedAt: ctx.now })
          .where(inArray(documents.id, ids))
        await ctx.audit(
          ...ids.map((documentId) => ({ event: 'document_content_removed' as const, documentId })),
        )
      }
      return due
    })
    for (const { id, filePath } of gone) {
      renderer.forget(id)
      await storage.remove(filePath)
    }
    removed = gone.length
  }
}

/** Removes stored content older than a day that no document has: uploads that a crash cut off, content shredded. */
export async function sweepOrphans({ contexts, storage }: Needs): Promise<void> {
  const before = await contexts.work(async ({ now }) => new Date(now.getTime() - orphanAgeMs))
  let paths: string[] = []
  const sweep = async () => {
    const named = await contexts.work(({ tx }) =>
      tx
        .select({ filePath: documents.filePath })
        .from(documents)
        .where(and(inArray(documents.filePath, paths), isNotNull(documents.wrappedKey))),
    )
    const kept = new Set(named.map(({ filePath }) => filePath))
    for (const path of paths) if (!kept.has(path)) await storage.remove(path)
    paths = []
  }
  for await (const { path, modifiedAt } of storage.list()) {
    if (modifiedAt < before) paths.push(path)
    if (paths.length === batch) await sweep()
  }
  if (paths.length > 0) await sweep()
}

/** Hourly, so that a server that is not always on does it soon after it starts. */
export function defineDocumentJobs(services: Services): void {
  services.jobs.define('remove-deleted-content', () => removeDeletedContent(services), {
    cron: '7 * * * *',
  })
  services.jobs.define('sweep-orphans', () => sweepOrphans(services), { cron: '37 * * * *' })
}
