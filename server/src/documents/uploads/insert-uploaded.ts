import type { Details } from '@deedbox/contract/document-details.ts'
import { type AuditEntry, recordEvents } from '../../kernel/audit/record.ts'
import type { Actor } from '../../kernel/context/actor.ts'
import type { Caller } from '../../kernel/context/context.ts'
import type { Services } from '../../kernel/services.ts'
import type { StoredDocument } from '../../policy/find.ts'
import { followMatters } from '../../policy/matter-shares.ts'
import { aboutMatter, lockMatter } from '../../policy/matters.ts'
import { insertDocument, statusFor, whileSession } from '../store/insert.ts'
import type { StoredContent } from '../store/store.ts'
import { checkStorage, holdUploads, isLimited } from './stored-bytes.ts'

/**
 * Inserts what a person has uploaded as a document of theirs, in the current transaction if there is one, and in its matter.
 * @param given `reserved`: bytes that count as theirs already, because a resumable upload announced them
 * @returns the document, or null if the session has ended
 * @throws Refusal 'storage-full', 'matter-not-found', 'not-allowed'
 */
export async function insertUploaded(
  services: Services,
  { caller, actor }: { caller: Caller; actor: Actor },
  content: StoredContent,
  given: { details: Details; matterId?: string | null | undefined; reserved?: number },
): Promise<StoredDocument | null> {
  const { details, matterId = null, reserved = 0 } = given
  const origin = { ...caller, actor }
  const insert = () =>
    insertDocument(services, origin, whileSession(actor), {
      status: statusFor(actor),
      owner: actor,
      content,
      details,
      matterId,
    })
  if (!isLimited(actor) && !matterId) return insert()
  return services.contexts.work(async (ctx) => {
    const audit = (...entries: AuditEntry[]) =>
      recordEvents(services.database, { ...origin, now: ctx.now }, entries)
    const own = { ...ctx, actor, audit }
    if (isLimited(actor)) {
      await holdUploads(own)
      await checkStorage(own, content.fileSize - reserved)
    }
    const matter = matterId && (await lockMatter(own, matterId))
    const document = await insert()
    if (document && matter) {
      await audit({ event: 'matter_document_added', documentId: document.id, details: aboutMatter(matter) })
      await followMatters(own, [document.id])
    }
    return document
  })
}
