import { asc, inArray } from 'drizzle-orm'
import { documents } from '../db/tables/documents.ts'
import type { Services } from '../kernel/services.ts'
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
      if (due.length > 0) {
        const ids = due.map(({ id }) => id)
        await ctx.tx
          .update(documents)
          .set({ wrappedKey: null, contentRemovedAt: ctx.now })
          .where(inArray(documents.id, ids))
        await removeTraces(ctx.tx, due)
        await jobs.send(ctx.tx, erasuresJob, { at: ctx.now.toISOString() })
        await ctx.audit(
          ...ids.map((documentId) => ({ event: 'document_content_removed' as const, documentId })),
        )
      }
      return due
    })
    for (const { id, filePath } of gone) {
      renderer.forget(id)
      await storage.remove(filePath)
      await storage.quarantine.remove(filePath)
    }
    removed = gone.length
  }
}

/** Defines jobs that run hourly, so that a server that is not always on runs them soon after it starts. */
export function defineDocumentJobs(services: Services): void {
  services.jobs.define('remove-deleted-content', () => removeDeletedContent(services), {
    cron: '7 * * * *',
  })
  services.jobs.define('sweep-content', () => sweepContent(services), { cron: '37 * * * *' })
  services.jobs.define('return-content', () => returnContent(services), { atStart: true })
}
