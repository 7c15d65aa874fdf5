import type { destroyKey as endpoint } from '@deedbox/contract/keys.ts'
import { ed25519Signer, signNote, verifierKeyText } from '@deedbox/proof/note.ts'
import { and, eq } from 'drizzle-orm'
import { documentAccess, documents } from '../../db/tables/documents.ts'
import { erasuresJob } from '../../documents/documents.jobs.ts'
import { removeTraces } from '../../documents/store/erase.ts'
import { mayAct } from '../../documents/store/sweep.ts'
import type { Answer, Input, Raw } from '../../kernel/http/handler.ts'
import type { Services } from '../../kernel/services.ts'
import { Refusal } from '../../platform/errors.ts'
import { findDocument, type StoredDocument } from '../../policy/find.ts'
import { auditEntry } from '../../policy/grants.ts'
import { refuseHeld } from '../../policy/holds.ts'

/**
 * Destroys the key of a document at once, without the days in which it could be restored: nobody can read its content again. The key, what is known
 * of its words, and the access end in the transaction that records the signed receipt; then the unreadable content is removed, and after a
 * kill in between the sweep does that. Copies of backups are told, as of every erasure.
 * @throws Refusal 'document-not-found', 'content-removed', 'title-wrong', 'hold-keeps'
 */
export async function destroyKey(
  services: Services,
  { transact }: Raw<typeof endpoint>,
  { params, body }: Input<typeof endpoint>,
): Promise<Answer<typeof endpoint>> {
  const { jobs, renderer, storage } = services
  const { document, receipt } = await transact(async (ctx) => {
    const { document } = await findDocument(ctx, params.documentId, { view: 'either', lock: true })
    const { id, wrappedKey, deletedAt, deletedBy, title } = document
    if (!wrappedKey) throw new Refusal('content-removed')
    if (body.title.trim() !== title.trim()) throw new Refusal('title-wrong')
    await refuseHeld(ctx, 'destroy-key', [id])
    await ctx.tx
      .update(documents)
      .set({
        wrappedKey: null,
        contentRemovedAt: ctx.now,
        deletedAt: deletedAt ?? ctx.now,
        deletedBy: deletedBy ?? ctx.actor.id,
      })
      .where(eq(documents.id, id))
    const ended = await ctx.tx
      .update(documentAccess)
      .set({ status: 'revoked' })
      .where(and(eq(documentAccess.documentId, id), eq(documentAccess.status, 'active')))
      .returning()
    await removeTraces(ctx.tx, [document])
    await jobs.send(ctx.tx, erasuresJob, { at: ctx.now.toISOString() })
    const receipt = receiptOf(services, document, ctx.now, ctx.actor.id)
    await ctx.audit(
      { event: 'document_key_destroyed', documentId: id, details: { reason: body.reason, receipt } },
      ...ended.map((grant) => auditEntry('revoked', grant)),
    )
    return { document, receipt }
  })
  renderer.forget(document.id)
  // The key is gone whatever happens now; the sweep removes what stays.
  if (await mayAct(services).catch(() => false)) {
    await storage.remove(document.filePath).catch(() => undefined)
    await storage.quarantine.remove(document.filePath).catch(() => undefined)
  }
  return { receipt, verifierKey: verifierKeyText(receiptSigner(services).key) }
}

/** Signer of receipts (Ed25519); its key stays when the master key is replaced. */
const receiptSigner = ({ keyring, place }: Pick<Services, 'keyring' | 'place'>) =>
  ed25519Signer(`${new URL(place().publicUrl).host}/receipts`, keyring.secret('receipts'))

/** Writes the receipt, a signed note (C2SP signed-note): it names the document by its id and hash, and nobody by name. */
function receiptOf(
  services: Pick<Services, 'keyring' | 'place'>,
  { id, sha256, fileSize }: Pick<StoredDocument, 'id' | 'sha256' | 'fileSize'>,
  at: Date,
  by: string,
): string {
  const lines = [
    'Deedbox: the key of a document was destroyed',
    `document ${id}`,
    `sha256 ${sha256}`,
    `bytes ${fileSize}`,
    `at ${at.toISOString()}`,
    `by ${by}`,
  ]
  return signNote(`${lines.join('\n')}\n`, [receiptSigner(services)])
}
