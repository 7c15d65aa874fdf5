import type { Details } from '@deedbox/contract/document-details.ts'
import { eq } from 'drizzle-orm'
import { matters } from '../../db/tables/matters.ts'
import { type AuditEntry, recordEvents } from '../../kernel/audit/record.ts'
import type { Actor } from '../../kernel/context/actor.ts'
import type { Acting, Caller, WriteCtx } from '../../kernel/context/context.ts'
import type { Services } from '../../kernel/services.ts'
import type { StoredDocument } from '../../policy/find.ts'
import { followMatters, lockMattersOf } from '../../policy/matter-shares.ts'
import { aboutMatter, lockMatter } from '../../policy/matters.ts'
import { lockVersions } from '../../policy/versions.ts'
import { insertDocument, statusFor, whileSession } from '../store/insert.ts'
import type { Owner, StoredContent } from '../store/store.ts'
import { appendVersion, findEarlier } from '../versions/version.ts'
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
  given: {
    details: Details
    matterId?: string | null | undefined
    versionOf?: string | null | undefined
    reserved?: number
  },
): Promise<StoredDocument | null> {
  const { details, matterId = null, versionOf = null, reserved = 0 } = given
  const origin = { ...caller, actor }
  const insert = (owner: Owner = actor, into = matterId) =>
    insertDocument(services, origin, whileSession(actor), {
      status: statusFor(actor),
      owner,
      content,
      details,
      matterId: into,
    })
  if (!isLimited(actor) && !matterId && !versionOf) return insert()
  return services.contexts.work(async (ctx) => {
    const audit = (...entries: AuditEntry[]) =>
      recordEvents(services.database, { ...origin, now: ctx.now }, entries)
    const own = { ...ctx, actor, audit }
    if (isLimited(actor)) {
      await holdUploads(own)
      await checkStorage(own, content.fileSize - reserved)
    }
    if (versionOf) return insertVersion(own, versionOf, insert)
    const matter = matterId && (await lockMatter(own, matterId))
    const document = await insert()
    if (document && matter) {
      await audit({ event: 'matter_document_added', documentId: document.id, details: aboutMatter(matter) })
      await followMatters(own, [document.id])
    }
    return document
  })
}

/** Inserts the next version of a document: of the same owner, organisation and matter. */
async function insertVersion(
  ctx: Acting<WriteCtx>,
  documentId: string,
  insert: (owner: Owner, into: string | null) => Promise<StoredDocument | null>,
): Promise<StoredDocument | null> {
  await lockMattersOf(ctx, [documentId])
  await lockVersions(ctx, [documentId])
  const earlier = await findEarlier(ctx, documentId)
  const { ownerId: id, ownerName: name, ownerEmail: email, organizationId, matterId } = earlier
  const document = await insert({ id, name, email, organizationId, organizationLeavingFrom: null }, matterId)
  if (!document) return null
  await ctx.audit(...(await appendVersion(ctx, earlier, document)))
  if (!matterId) return document
  const [matter] = await ctx.tx.select().from(matters).where(eq(matters.id, matterId))
  if (!matter) throw new Error('A matter is gone')
  await ctx.audit({ event: 'matter_document_added', documentId: document.id, details: aboutMatter(matter) })
  await followMatters(ctx, [document.id])
  return document
}
