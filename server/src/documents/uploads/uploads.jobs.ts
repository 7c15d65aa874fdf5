import { lt } from 'drizzle-orm'
import { uploads } from '../../db/tables/uploads.ts'
import type { Services } from '../../kernel/services.ts'
import { mayAct } from '../store/sweep.ts'
import { removeParts } from './parts.ts'
import { keptSince } from './row.ts'

type Needs = Pick<Services, 'contexts' | 'database' | 'storage' | 'logger'>

/**
 * Discards uploads to which nothing was added for a day, forgets finished ones after as long, and removes parts that
 * belong to no unfinished upload. Documents are never touched: parts are kept apart from them.
 */
export async function removeOldUploads(services: Needs): Promise<void> {
  const { contexts } = services
  if (!(await mayAct(services))) return
  const gone = await contexts.work(async ({ tx, now, audit }) => {
    const rows = await tx
      .delete(uploads)
      .where(lt(uploads.changedAt, keptSince(now)))
      .returning()
    await audit(
      ...rows
        .filter(({ documentId }) => documentId === null)
        .map(({ fileName, fileSize, received }) => ({
          event: 'upload_discarded' as const,
          details: { fileName, fileSize, received, why: 'not finished within a day' },
        })),
    )
    return rows
  })
  for (const { id } of gone) await removeParts(services, id)
  await removeStrayParts(services)
}

/**
 * Removes parts that were stored and never recorded, because the server died, and what could not be removed at the time. Those of an upload
 * that this database does not know are left for a day: it may be an older copy.
 */
async function removeStrayParts(services: Needs): Promise<void> {
  const { contexts, database, storage } = services
  const rows = await database.db.select({ id: uploads.id, documentId: uploads.documentId }).from(uploads)
  const known = new Map(rows.map(({ id, documentId }) => [id, documentId]))
  const before = keptSince(await contexts.work(async ({ now }) => now))
  for await (const { path, modifiedAt } of storage.parts.list()) {
    const [id = ''] = path.split('.')
    const finished = known.get(id)
    if (finished === null) continue
    if (finished === undefined && modifiedAt >= before) continue
    await storage.parts.remove(path)
  }
}

export function defineUploadJobs(services: Services): void {
  services.jobs.define('remove-old-uploads', () => removeOldUploads(services), { cron: '22 * * * *' })
}
