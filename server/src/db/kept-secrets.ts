import { deriveSecret, type Keyring, type Purpose, purposes } from '../platform/encryption/keys.ts'
import { seal, unseal } from '../platform/encryption/sealed.ts'
import type { Database } from './client.ts'
import { keptSecrets } from './tables/keys.ts'

/** Names what a kept secret is sealed for. */
export const keptSecretAbout = (purpose: string): string => `kept secret: ${purpose}`

/**
 * Opens the secrets of the deployment. Each is derived once from the master key of that time and from then on kept sealed, so that replacing the
 * master key signs nobody out and breaks no link.
 * @throws MasterKeyError when their master key is not in the keyring
 */
export async function openSecrets({ db }: Pick<Database, 'db'>, keyring: Keyring): Promise<void> {
  const derived = purposes.map((purpose) => ({
    purpose,
    sealed: seal(
      keyring,
      keptSecretAbout(purpose),
      deriveSecret(keyring, purpose, keyring.currentId).toString('base64'),
    ),
  }))
  let rows = await db.select().from(keptSecrets)
  const missing = derived.filter(({ purpose }) => !rows.some((row) => row.purpose === purpose))
  if (missing.length > 0) {
    // Another server may have been faster: what is stored counts.
    await db.insert(keptSecrets).values(missing).onConflictDoNothing()
    rows = await db.select().from(keptSecrets)
  }
  const open = ({ purpose, sealed }: (typeof rows)[number]): [Purpose, Buffer] => [
    purpose,
    Buffer.from(unseal(keyring, keptSecretAbout(purpose), sealed), 'base64'),
  ]
  keyring.keep(new Map(rows.map(open)))
}
