import { randomUUID } from 'node:crypto'
import type * as contract from '@deedbox/contract/document-versions.ts'
import { limits } from '@deedbox/contract/limits.ts'
import { asc, eq, inArray } from 'drizzle-orm'
import { documentVersions } from '../../db/tables/document-versions.ts'
import { documents } from '../../db/tables/documents.ts'
import type { AuditEntry } from '../../kernel/audit/record.ts'
import type { Acting, ReadCtx, WriteCtx } from '../../kernel/context/context.ts'
import type { Answer, Input } from '../../kernel/http/handler.ts'
import { Refusal } from '../../platform/errors.ts'
import { findAllDocuments, findDocument, type StoredDocument } from '../../policy/find.ts'
import { lockVersions } from '../../policy/versions.ts'

type File = Pick<StoredDocument, 'id' | 'sha256'>

/**
 * Finds a document of which the actor may add a version.
 * @throws Refusal 'document-not-found', 'not-allowed', 'version-of-copy'
 */
export async function findEarlier(ctx: Acting<ReadCtx>, documentId: string): Promise<StoredDocument> {
  const { document, can } = await findDocument(ctx, documentId)
  if (!can.correct) throw new Refusal('not-allowed')
  if (document.copy) throw new Refusal('version-of-copy')
  return document
}

/**
 * Makes a document the next version of another one, after those that there are.
 * @throws Refusal 'link-self', 'document-not-found', 'not-allowed', 'version-of-copy', 'version-apart', 'version-exists', 'version-full'
 */
export async function addVersion(
  ctx: Acting<WriteCtx>,
  { documentId, versionOf }: Input<typeof contract.addVersion>['body'],
): Promise<Answer<typeof contract.addVersion>> {
  if (documentId === versionOf) throw new Refusal('link-self')
  await lockVersions(ctx, [documentId, versionOf])
  const both = await findAllDocuments(ctx, [documentId, versionOf])
  if (both.some(({ can }) => !can.correct)) throw new Refusal('not-allowed')
  const [one, other] = both.map(({ document }) => document)
  if (!one || !other) throw new Refusal('document-not-found')
  if (one.copy || other.copy) throw new Refusal('version-of-copy')
  const apart = (['ownerId', 'organizationId', 'matterId'] as const).some((name) => one[name] !== other[name])
  if (apart) throw new Refusal('version-apart')
  const [earlier, later] = one.id === versionOf ? [one, other] : [other, one]
  if ((await chainOf(ctx, documentId)).length > 0) throw new Refusal('version-exists')
  await ctx.audit(...(await appendVersion(ctx, earlier, later)))
  return { success: true }
}

/**
 * Takes a document apart from its versions. One that is left alone is no version of anything any more.
 * @throws Refusal 'document-not-found', 'not-allowed', 'version-not-found'
 */
export async function removeVersion(
  ctx: Acting<WriteCtx>,
  documentId: string,
): Promise<Answer<typeof contract.removeVersion>> {
  await lockVersions(ctx, [documentId])
  const { document, can } = await findDocument(ctx, documentId)
  if (!can.correct) throw new Refusal('not-allowed')
  const chain = await chainOf(ctx, documentId)
  const at = chain.findIndex(({ id }) => id === documentId)
  const other = chain[at - 1] ?? chain[at + 1]
  if (!other) throw new Refusal('version-not-found')
  const gone = chain.length === 2 ? chain.map(({ id }) => id) : [documentId]
  await ctx.tx.delete(documentVersions).where(inArray(documentVersions.documentId, gone))
  const [earlier, later] = at === 0 ? [document, other] : [other, document]
  await ctx.audit(...told('document_version_removed', earlier, later))
  return { success: true }
}

/**
 * Stores that a document is the version after all others of one, whose versions are locked. Returns the events of both, with both hashes.
 * @throws Refusal 'version-full'
 */
export async function appendVersion(
  ctx: Acting<WriteCtx>,
  earlier: StoredDocument,
  later: File,
): Promise<AuditEntry[]> {
  const chain = await chainOf(ctx, earlier.id)
  const limit = limits.documentVersions
  if (chain.length >= limit) throw new Refusal('version-full', { values: { limit } })
  const last = chain.at(-1)
  const chainId = last?.chainId ?? randomUUID()
  const number = last ? last.number + 1 : 2
  const first = {
    ...{ documentId: earlier.id, chainId, number: 1, addedAt: earlier.createdAt },
    ...{ addedBy: earlier.ownerId, addedByName: earlier.ownerName },
  }
  const next = {
    ...{ documentId: later.id, chainId, number, addedAt: ctx.now },
    ...{ addedBy: ctx.actor.id, addedByName: ctx.actor.name },
  }
  await ctx.tx.insert(documentVersions).values(last ? [next] : [first, next])
  const before = chain.findLast(({ deletedAt }) => deletedAt === null) ?? last ?? earlier
  return told('document_version_added', before, later)
}

/** The versions with a document, deleted ones too, the first one first. */
const chainOf = ({ tx }: ReadCtx, documentId: string) =>
  tx
    .select({
      ...{ id: documents.id, sha256: documents.sha256, deletedAt: documents.deletedAt },
      ...{ chainId: documentVersions.chainId, number: documentVersions.number },
    })
    .from(documentVersions)
    .innerJoin(documents, eq(documents.id, documentVersions.documentId))
    .where(
      inArray(
        documentVersions.chainId,
        tx
          .select({ id: documentVersions.chainId })
          .from(documentVersions)
          .where(eq(documentVersions.documentId, documentId)),
      ),
    )
    .orderBy(asc(documentVersions.number))

/** Events of both documents, without titles: a reader of one history may not see the other document. */
const told = (
  event: 'document_version_added' | 'document_version_removed',
  earlier: File,
  later: File,
): AuditEntry[] => [
  {
    event,
    documentId: later.id,
    details: { side: 'later', otherId: earlier.id, sha256: later.sha256, otherSha256: earlier.sha256 },
  },
  {
    event,
    documentId: earlier.id,
    details: { side: 'earlier', otherId: later.id, sha256: earlier.sha256, otherSha256: later.sha256 },
  },
]
