import { keptSecretAbout } from '../../db/kept-secrets.ts'
import { wordsPurpose } from '../../db/word-hashes.ts'
import { keyOwner } from '../../documents/uploads/parts.ts'
import { signingKeyPurpose } from '../../identity/accounts/signing-keys.ts'
import { totpPurpose } from '../../identity/factors/totp-secret.ts'
import { secretPurpose } from '../../identity/providers/discovery.ts'
import type { Keyring } from '../../platform/encryption/keys.ts'
import { seal, unseal } from '../../platform/encryption/sealed.ts'

/** Something that stands in a row under a master key: as text, with the id of that key. */
export type Stored = { id: string; value: string; masterKeyId: string }

/** A place where the database keeps something under a master key. Names are of tables and columns, as SQL has them. */
export type Place = {
  table: string
  id: string
  /** Type of the id in SQL. */
  type: 'uuid' | 'text' | 'boolean'
  column: string
  /** Expression of the stored value as text, and of the id of its master key. */
  value: string
  masterKeyId: string
  /** Assignments that store `n.value` and the id of the current master key, `$1`. */
  set: string
  /** Puts the same under the first master key. @throws ContentDamagedError, MasterKeyError when it cannot be opened */
  rewrap(keyring: Keyring, stored: Stored): string
}

/** Data keys, as `keyring.newDataKey` wraps them. */
const dataKeys = (table: string, ownerOf: (id: string) => string): Place => ({
  table,
  id: 'id',
  type: 'uuid',
  column: 'wrapped_key',
  value: `encode(wrapped_key, 'hex')`,
  masterKeyId: 'master_key_id',
  set: `wrapped_key = decode(n.value, 'hex'), master_key_id = $1`,
  rewrap(keyring, { id, value, masterKeyId }) {
    const documentId = ownerOf(id)
    const dataKey = keyring.unwrap({ wrapped: Buffer.from(value, 'hex'), masterKeyId, documentId })
    return keyring.wrap(documentId, dataKey).wrapped.toString('hex')
  },
})

/** Secrets, as `seal` encrypts them. */
const secrets = (
  table: string,
  column: string,
  about: (id: string) => string,
  id = 'id',
  type: Place['type'] = 'uuid',
): Place => ({
  table,
  id,
  type,
  column,
  value: column,
  masterKeyId: `split_part(${column}, '.', 1)`,
  set: `${column} = n.value`,
  rewrap: (keyring, stored) =>
    seal(keyring, about(stored.id), unseal(keyring, about(stored.id), stored.value)),
})

/** Every place; a column that is missing here would be lost with an older key, which `rotation.test.ts` finds. */
export const places: readonly Place[] = [
  secrets('kept_secrets', 'sealed', keptSecretAbout, 'purpose', 'text'),
  secrets('word_index', '"key"', () => wordsPurpose, 'one', 'boolean'),
  secrets('signing_keys', 'private_key', signingKeyPurpose, 'kid', 'text'),
  secrets('identity_providers', 'client_secret', secretPurpose),
  secrets('factors', 'secret', totpPurpose),
  dataKeys('uploads', keyOwner),
  dataKeys('documents', (id) => id),
]

/** Condition that something of the place is under another master key than `$1`. */
export const underAnother = ({ column, masterKeyId }: Place): string =>
  `${column} is not null and ${masterKeyId} <> $1`
