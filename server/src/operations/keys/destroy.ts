import type { destroyKey as endpoint } from '@deedbox/contract/keys.ts'
import { ed25519Signer, signNote, verifierKeyText } from '@deedbox/proof/note.ts'
import { and, eq, inArray, sql } from 'drizzle-orm'
import { documentAccess, documents } from '../../db/tables/documents.ts'
import { erasuresJob } from '../../documents/documents.jobs.ts'
import { removeTraces } from '../../documents/store/erase.ts'
import { mayAct } from '../../documents/store/sweep.ts'
import type { WriteCtx } from '../../kernel/context/context.ts'
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
  const { document, receipt } = await transact(async (ctx) => {
    const { document } = await findDocument(ctx, params.documentId, { view: 'either', lock: true })
    const { id, wrappedKey, title } = document
    if (!wrappedKey) throw new Refusal('content-removed')
    if (body.title.trim() !== title.trim()) throw new Refusal('title-wrong')
    await refuseHeld(ctx, 'destroy-key', [id])
    const [done] = await destroyKeys(services, ctx, [document], {
      reason: body.reason,
      deletedBy: ctx.actor.id,
      lines: [`by ${ctx.actor.id}`],
    })
    if (!done) throw new Error('A key was not destroyed')
    return { document, receipt: done.receipt }
  })
  await removeUnreadable(services, document)
  return { receipt, verifierKey: receiptKey(services) }
}

type Doomed = Pick<StoredDocument, 'id' | 'filePath' | 'sha256' | 'fileSize'>

/**
 * Destroys the keys of documents that the caller has locked and asked holds about, ends their access and what is known of their words, and records a signed
 * receipt of each, in the caller's transaction; then {@link removeUnreadable}.
 * @param how `lines` of the receipts that say who did it; who counts as the person who deleted those that were not
 */
export async function destroyKeys(
  services: Pick<Services, 'jobs' | 'keyring' | 'place'>,
  ctx: WriteCtx,
  doomed: readonly Doomed[],
  how: { reason: string; deletedBy: string; lines: readonly string[] },
): Promise<{ documentId: string; receipt: string }[]> {
  const ids = doomed.map(({ id }) => id)
  await ctx.tx
    .update(documents)
    .set({
      wrappedKey: null,
      contentRemovedAt: ctx.now,
      deletedAt: sql`coalesce(${documents.deletedAt}, ${sql.param(ctx.now, documents.deletedAt)})`,
      deletedBy: sql`coalesce(${documents.deletedBy}, ${how.deletedBy}::uuid)`,
    })
    .where(inArray(documents.id, ids))
  const ended = await ctx.tx
    .update(documentAccess)
    .set({ status: 'revoked' })
    .where(and(inArray(documentAccess.documentId, ids), eq(documentAccess.status, 'active')))
    .returning()
  await removeTraces(ctx.tx, doomed)
  await services.jobs.send(ctx.tx, erasuresJob, { at: ctx.now.toISOString() })
  const receipts = doomed.map((document) => ({
    documentId: document.id,
    receipt: receiptOf(services, document, ctx.now, how.lines),
  }))
  await ctx.audit(
    ...receipts.map(({ documentId, receipt }) => ({
      event: 'document_key_destroyed' as const,
      documentId,
      details: { reason: how.reason, receipt },
    })),
    ...ended.map((grant) => auditEntry('revoked', grant)),
  )
  return receipts
}

/** Removes content whose key is gone. Whatever happens now, nobody can read it; the sweep removes what stays. */
export async function removeUnreadable(
  services: Pick<Services, 'contexts' | 'database' | 'logger' | 'renderer' | 'storage'>,
  { id, filePath }: Pick<Doomed, 'id' | 'filePath'>,
): Promise<void> {
  const { renderer, storage } = services
  renderer.forget(id)
  if (await mayAct(services).catch(() => false)) {
    await storage.remove(filePath).catch(() => undefined)
    await storage.quarantine.remove(filePath).catch(() => undefined)
  }
}

/** Returns the key that verifies receipts, as a signed-note verifier key. */
export const receiptKey = (services: Pick<Services, 'keyring' | 'place'>): string =>
  verifierKeyText(receiptSigner(services).key)

/** Signer of receipts (Ed25519); its key stays when the master key is replaced. */
const receiptSigner = ({ keyring, place }: Pick<Services, 'keyring' | 'place'>) =>
  ed25519Signer(`${new URL(place().publicUrl).host}/receipts`, keyring.secret('receipts'))

/** Writes the receipt, a signed note (C2SP signed-note): it names the document by its id and hash, and nobody by name. */
function receiptOf(
  services: Pick<Services, 'keyring' | 'place'>,
  { id, sha256, fileSize }: Doomed,
  at: Date,
  who: readonly string[],
): string {
  const lines = [
    'Deedbox: the key of a document was destroyed',
    `document ${id}`,
    `sha256 ${sha256}`,
    `bytes ${fileSize}`,
    `at ${at.toISOString()}`,
    ...who,
  ]
  return signNote(`${lines.join('\n')}\n`, [receiptSigner(services)])
}
