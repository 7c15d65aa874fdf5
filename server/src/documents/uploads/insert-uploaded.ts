import type { Details } from '@deedbox/contract/document-details.ts'
import type { Actor } from '../../kernel/context/actor.ts'
import type { Caller } from '../../kernel/context/context.ts'
import type { Services } from '../../kernel/services.ts'
import type { StoredDocument } from '../../policy/find.ts'
import { insertDocument, statusFor, whileSession } from '../store/insert.ts'
import type { StoredContent } from '../store/store.ts'
import { checkStorage, holdUploads, isLimited } from './stored-bytes.ts'

/**
 * Inserts what a person has uploaded as a document of theirs, in the current transaction if there is one.
 * @param reserved bytes that count as theirs already, because a resumable upload announced them
 * @returns the document, or null if the session has ended
 * @throws Refusal 'storage-full'
 */
export async function insertUploaded(
  services: Services,
  { caller, actor }: { caller: Caller; actor: Actor },
  content: StoredContent,
  details: Details,
  reserved = 0,
): Promise<StoredDocument | null> {
  const insert = () =>
    insertDocument(services, { ...caller, actor }, whileSession(actor), {
      status: statusFor(actor),
      owner: actor,
      content,
      details,
    })
  if (!isLimited(actor)) return insert()
  return services.contexts.work(async (ctx) => {
    const own = { ...ctx, actor }
    await holdUploads(own)
    await checkStorage(own, content.fileSize - reserved)
    return insert()
  })
}
