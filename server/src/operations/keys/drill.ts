import { once } from 'node:events'
import { pipeline } from 'node:stream'
import type { drillEscrow as endpoint } from '@deedbox/contract/keys.ts'
import { and, desc, eq, isNotNull, isNull } from 'drizzle-orm'
import { keptSecretAbout } from '../../db/kept-secrets.ts'
import { documents } from '../../db/tables/documents.ts'
import { keptSecrets, keyEscrows } from '../../db/tables/keys.ts'
import type { Answer, Input, Raw } from '../../kernel/http/handler.ts'
import type { Services } from '../../kernel/services.ts'
import type { Keyring } from '../../platform/encryption/keys.ts'
import { unseal } from '../../platform/encryption/sealed.ts'
import { decryptStream } from '../../platform/encryption/stream.ts'
import { Refusal } from '../../platform/errors.ts'
import { putTogether } from './escrow.ts'

/**
 * Puts parts together and proves that their key opens a sample: the beginning of the newest document, or, where there is none, a secret of the
 * deployment. The key that runs here has no part in it, and nothing of either is written.
 * @throws Refusal of `putTogether`, and 'parts-former'
 */
export async function drillEscrow(
  services: Services,
  { transact }: Raw<typeof endpoint>,
  { body }: Input<typeof endpoint>,
): Promise<Answer<typeof endpoint>> {
  const { keyring, mark } = await putTogether(body.parts)
  const masterKeyId = keyring.currentId
  if (masterKeyId !== services.keyring.currentId) throw new Refusal('parts-former')
  const documentId = await openSample(services, keyring)
  return transact(async (ctx) => {
    await ctx.tx
      .update(keyEscrows)
      .set({ drilledAt: ctx.now })
      .where(and(eq(keyEscrows.masterKeyId, masterKeyId), eq(keyEscrows.mark, mark)))
    await ctx.audit({
      event: 'key_escrow_drilled',
      ...(documentId !== null && { documentId }),
      details: { masterKey: masterKeyId, mark, parts: body.parts.length },
    })
    return { opened: documentId === null ? ('secret' as const) : ('document' as const) }
  })
}

/** Opens a sample with this keyring alone, and returns the document; null where a secret was opened instead. */
async function openSample({ database, storage }: Services, keyring: Keyring): Promise<string | null> {
  const [document] = await database.db
    .select()
    .from(documents)
    .where(
      and(
        isNull(documents.deletedAt),
        isNotNull(documents.wrappedKey),
        eq(documents.masterKeyId, keyring.currentId),
      ),
    )
    .orderBy(desc(documents.createdAt), desc(documents.id))
    .limit(1)
  if (!document?.wrappedKey) {
    const [secret] = await database.db.select().from(keptSecrets).limit(1)
    if (!secret) throw new Error('There is nothing that the master key opens')
    unseal(keyring, keptSecretAbout(secret.purpose), secret.sealed)
    return null
  }
  const { id, wrappedKey: wrapped, masterKeyId, filePath, fileSize } = document
  const key = keyring.unwrap({ wrapped, masterKeyId, documentId: id })
  const plain = decryptStream({ key, aad: Buffer.from(id), plainBytes: fileSize })
  pipeline(await storage.open(filePath), plain, () => undefined)
  // Readable is only what was authenticated.
  await once(plain, 'readable')
  plain.destroy()
  return id
}
