import { and, eq } from 'drizzle-orm'
import { uploads } from '../../db/tables/uploads.ts'
import type { Services } from '../../kernel/services.ts'
import { Refusal } from '../../platform/errors.ts'
import type { UploadCall } from './call.ts'
import { removeParts } from './parts.ts'
import { type UploadRow, unfinished } from './row.ts'

/** Removes an upload that has not finished, then its parts. `why`: what its audit event says. @throws Refusal 'upload-not-found' */
export async function discard(
  services: Pick<Services, 'storage' | 'logger'>,
  { transact }: Pick<UploadCall, 'transact'>,
  { id, fileName, fileSize }: UploadRow,
  why: string,
): Promise<void> {
  await transact(async ({ tx, audit }) => {
    const gone = await tx
      .delete(uploads)
      .where(and(eq(uploads.id, id), unfinished))
      .returning({ received: uploads.received })
    if (!gone[0]) throw new Refusal('upload-not-found')
    await audit({ event: 'upload_discarded', details: { fileName, fileSize, ...gone[0], why } })
  })
  await removeParts(services, id)
}
