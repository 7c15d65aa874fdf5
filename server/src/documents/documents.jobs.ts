import { asc, inArray } from 'drizzle-orm'
import { deletedDocuments } from '../access/visible.ts'
import { documents } from '../db/tables/documents.ts'
import { unrecordedContent } from '../db/tables/storage.ts'
import { documentWords } from '../db/tables/words.ts'
import type { Services } from '../services.ts'
import { mayAct, returnContent, sweepContent } from './sweep.ts'

const batch = 200

type Needs = Pick<Services, 'contexts' | 'database' | 'storage' | 'renderer' | 'logger'>

/**
 * Shreds deleted documents that need not be kept any longer (decisions, section 1): its key and the hashes of its words are erased in the transaction that audits
 * this, then the unreadable content is removed. After a crash in between {@link sweepContent} finishes.
 * It does not go to the quarantine: the deletion was intended, and without its key the content is useless (ADR 7).
 */
export async function removeDeletedContent(services: Needs): Promise<void> {
  const { contexts, storage, renderer } = services
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
        await ctx.tx.delete(documentWords).where(inArray(documentWords.documentId, ids))
        await ctx.tx.delete(unrecordedContent).where(
          inArray(
            unrecordedContent.path,
            due.map(({ filePath }) => filePath),
          ),
        )
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

/** Hourly, so that a server that is not always on runs them soon after it starts. */
export function defineDocumentJobs(services: Services): void {
  services.jobs.define('remove-deleted-content', () => removeDeletedContent(services), {
    cron: '7 * * * *',
  })
  services.jobs.define('sweep-content', () => sweepContent(services), { cron: '37 * * * *' })
  services.jobs.define('return-content', () => returnContent(services), { atStart: true })
}
