import { daysAfter } from '@deedbox/contract/durations.ts'
import { asc, inArray } from 'drizzle-orm'
import { documents } from '../db/tables/documents.ts'
import type { WriteCtx } from '../kernel/context/context.ts'
import type { Services } from '../kernel/services.ts'
import { heldAmong } from '../policy/holds.ts'
import { deletedDocuments } from '../policy/visible.ts'
import { removeTraces } from './store/erase.ts'
import { mayAct, returnContent, sweepContent } from './store/sweep.ts'

const batch = 200

/** The job that names erasures where backups are, see `operations/backup/copy/note-erasures.ts`. */
export const erasuresJob = 'note-erasures'

type Needs = Pick<Services, 'contexts' | 'database' | 'jobs' | 'storage' | 'renderer' | 'logger'>

/**
 * Shreds deleted documents that need not be kept any longer (decisions, section 1): its key and the hashes of its words are erased in the transaction that audits
 * this, and in which the job is sent that names them where backups are; then the unreadable content is removed. After a crash in between {@link sweepContent} finishes.
 * It does not go to the quarantine: the deletion was intended, and without its key the content is useless (ADR 7).
 */
export async function removeDeletedContent(services: Needs): Promise<void> {
  const { contexts, jobs, storage, renderer } = services
  for (let removed = batch; removed === batch; ) {
    if (!(await mayAct(services))) return
    const gone = await contexts.work(async (ctx) => {
      const due = await ctx.tx
        .select({ id: documents.id, filePath: documents.filePath })
        .from(documents)
        .where(deletedDocuments('due', ctx.now))
        .orderBy(asc(documents.deletedAt))
        .limit(batch)
        .for('update', { skipLocked: true })
      const held = new Set(await keepHeld(ctx, due))
      const free = due.filter(({ id }) => !held.has(id))
      if (free.length > 0) {
        const ids = free.map(({ id }) => id)
        await ctx.tx
          .update(documents)
          .set({ wrappedKey: null, contentRemovedAt: ctx.now })
          .where(inArray(documents.id, ids))
        await removeTraces(ctx.tx, free)
        await jobs.send(ctx.tx, erasuresJob, { at: ctx.now.toISOString() })
        await ctx.audit(
          ...ids.map((documentId) => ({ event: 'document_content_removed' as const, documentId })),
        )
      }
      return { due, free }
    })
    for (const { id, filePath } of gone.free) {
      renderer.forget(id)
      await storage.remove(filePath)
      await storage.quarantine.remove(filePath)
    }
    removed = gone.due.length
  }
}

/**
 * Keeps those of these deleted documents that a legal hold covers as long again as the setting says, so that they can still be seen and
 * restored, and are looked at again only then. Returns their ids.
 */
async function keepHeld(ctx: WriteCtx, due: readonly { id: string }[]): Promise<string[]> {
  if (due.length === 0) return []
  const held = await heldAmong(
    ctx,
    'remove-deleted-content',
    due.map(({ id }) => id),
  )
  if (held.length === 0) return []
  const ids = held.map(({ id }) => id)
  const until = daysAfter(ctx.now, ctx.settings.deletedKeptDays)
  await ctx.tx.update(documents).set({ keptUntil: until }).where(inArray(documents.id, ids))
  await ctx.audit(
    ...ids.map((documentId) => ({
      event: 'document_kept_by_hold' as const,
      documentId,
      details: { until: until.toISOString() },
    })),
  )
  return ids
}

/** Defines jobs that run hourly, so that a server that is not always on runs them soon after it starts. */
export function defineDocumentJobs(services: Services): void {
  services.jobs.define('remove-deleted-content', () => removeDeletedContent(services), {
    cron: '7 * * * *',
  })
  services.jobs.define('sweep-content', () => sweepContent(services), { cron: '37 * * * *' })
  services.jobs.define('return-content', () => returnContent(services), { atStart: true })
}
