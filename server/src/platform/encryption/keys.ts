import {
  createCipheriv,
  createDecipheriv,
  createHmac,
  createSecretKey,
  hkdfSync,
  type KeyObject,
  randomBytes,
  randomUUID,
} from 'node:crypto'
import {
  closeSync,
  existsSync,
  fsyncSync,
  linkSync,
  mkdirSync,
  openSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { syncUpwards } from '../durable.ts'
import { ContentDamagedError } from './stream.ts'

/**
 * The master keys of the deployment, by id. The first wraps new data keys; the others still unwrap older ones, so a key
 * is rotated by adding a new one before it.
 */
export interface Keyring {
  /** True when there was no key and one was created: wrong in a deployment that already has documents. */
  created: boolean
  /** The id of the first key. */
  currentId: string
  masterKeys: ReadonlyMap<string, KeyObject>
  /** Makes a new random key for one document, and its wrapped form to store. Deleting `wrapped` makes the document unreadable. */
  newDataKey(documentId: string): { dataKey: Buffer; wrapped: Buffer; masterKeyId: string }
  /**
   * Unwraps the data key. Throws ContentDamagedError when `wrapped` is not the one made for this document,
   * MasterKeyError when its master key is not in the keyring.
   */
  unwrap(stored: { wrapped: Buffer; masterKeyId: string; documentId: string }): Buffer
}

/** A master key is malformed or missing. The message is for the operator and contains no secret. */
export class MasterKeyError extends Error {
  override readonly name = 'MasterKeyError'
}

const KEY_BYTES = 32
const NONCE_BYTES = 12
const TAG_BYTES = 16
const WRAPPED_VERSION = 1
const WRAPPED_BYTES = 1 + NONCE_BYTES + KEY_BYTES + TAG_BYTES
const ALGORITHM = 'aes-256-gcm'

/**
 * Loads the keyring from `masterKey`, or else from the file `master.key` in the data folder, which is created if missing
 * and never overwritten. Both hold 32 bytes in base64; older keys may follow the first, separated by white space.
 * Throws MasterKeyError for anything else.
 */
export function loadKeyring(options: { masterKey?: string | undefined; dataDir: string }): Keyring {
  const file = join(options.dataDir, 'master.key')
  const fresh = () => randomBytes(KEY_BYTES).toString('base64')
  const created = options.masterKey === undefined && createKeyFile(options.dataDir, file, fresh)
  const [text, source] =
    options.masterKey === undefined ? [readFileSync(file, 'utf8'), file] : [options.masterKey, 'MASTER_KEY']
  return keyringOf(text, source, created)
}

/** Makes the keyring of these keys in base64, separated by white space. `source` is named in errors. */
export function keyringOf(text: string, source = 'The backup', created = false): Keyring {
  const masterKeys = parseKeys(text, source)
  const wrappingKeys = new Map([...masterKeys].map(([id, key]) => [id, derive(key, 'deedbox/data-keys')]))
  const [[currentId, currentKey] = []] = wrappingKeys
  if (currentId === undefined || currentKey === undefined) throw new MasterKeyError(`${source} holds no key`)

  return {
    created,
    currentId,
    masterKeys,

    newDataKey(documentId) {
      const dataKey = randomBytes(KEY_BYTES)
      const nonce = randomBytes(NONCE_BYTES)
      const cipher = createCipheriv(ALGORITHM, currentKey, nonce, { authTagLength: TAG_BYTES })
      cipher.setAAD(boundTo(currentId, documentId))
      const sealed = [cipher.update(dataKey), cipher.final(), cipher.getAuthTag()]
      const wrapped = Buffer.concat([Buffer.from([WRAPPED_VERSION]), nonce, ...sealed])
      return { dataKey, wrapped, masterKeyId: currentId }
    },

    unwrap({ wrapped, masterKeyId, documentId }) {
      const key = wrappingKeys.get(masterKeyId)
      if (!key)
        throw new MasterKeyError(
          `The master key ${masterKeyId}, needed to read a document, is not configured`,
        )
      if (wrapped.length !== WRAPPED_BYTES || wrapped[0] !== WRAPPED_VERSION) {
        throw new ContentDamagedError('its data key has the wrong form')
      }
      const nonce = wrapped.subarray(1, 1 + NONCE_BYTES)
      const decipher = createDecipheriv(ALGORITHM, key, nonce, { authTagLength: TAG_BYTES })
      decipher.setAAD(boundTo(masterKeyId, documentId))
      decipher.setAuthTag(wrapped.subarray(-TAG_BYTES))
      const dataKey = decipher.update(wrapped.subarray(1 + NONCE_BYTES, -TAG_BYTES))
      try {
        decipher.final()
      } catch (cause) {
        throw new ContentDamagedError('its data key is not authentic', { cause })
      }
      return dataKey
    },
  }
}

/**
 * Derives a secret (32 bytes) from a master key, different for each purpose. It is derived from the first unless specified otherwise: such
 * a secret changes when that key is replaced.
 */
export function deriveSecret(keyring: Keyring, purpose: string, masterKeyId = keyring.currentId): Buffer {
  const key = keyring.masterKeys.get(masterKeyId)
  if (!key) throw new MasterKeyError(`The master key ${masterKeyId} is not configured`)
  return derive(key, `deedbox/secret/${purpose}`).export()
}

/** Derives a key by HKDF-SHA256 (RFC 5869) without a salt: the master key is already random. */
function derive(key: KeyObject, info: string): KeyObject {
  return createSecretKey(Buffer.from(hkdfSync('sha256', key, '', info, KEY_BYTES)))
}

const boundTo = (masterKeyId: string, documentId: string): Buffer =>
  Buffer.from(`${masterKeyId}\0${documentId}`)

function parseKeys(text: string, source: string): Map<string, KeyObject> {
  const keys = new Map<string, KeyObject>()
  for (const encoded of text.trim().split(/\s+/)) {
    const bytes = Buffer.from(encoded, 'base64')
    if (bytes.length !== KEY_BYTES || bytes.toString('base64') !== encoded) {
      throw new MasterKeyError(
        `${source} must hold 32 bytes in base64, as \`openssl rand -base64 32\` prints them`,
      )
    }
    const id = createHmac('sha256', bytes).update('deedbox/master-key-id').digest('hex').slice(0, 16)
    keys.set(id, createSecretKey(bytes))
  }
  return keys
}

/** Exports the master keys in base64, the current one first, as `MASTER_KEY` and `master.key` have them. Used by backups only. */
export const exportMasterKeys = ({ masterKeys }: Keyring): string =>
  [...masterKeys.values()].map((key) => key.export().toString('base64')).join(' ')

/** Writes `master.key` with these keys into a data folder that has none; false if it has one, which stays. */
export const putMasterKeys = (dataDir: string, keys: string): boolean =>
  createKeyFile(dataDir, join(dataDir, 'master.key'), () => keys)

/** Creates the key file atomically, or leaves an existing one; durable in both cases. True if it was created. */
function createKeyFile(dataDir: string, file: string, keys: () => string): boolean {
  const created = linkKeyFile(dataDir, file, keys)
  // The folder is synced also when it is there: who made it may have been killed before this.
  syncUpwards(dataDir)
  return created
}

function linkKeyFile(dataDir: string, file: string, keys: () => string): boolean {
  if (existsSync(file)) return false
  mkdirSync(dataDir, { recursive: true, mode: 0o700 })
  const temporary = `${file}.${randomUUID()}`
  try {
    const written = openSync(temporary, 'wx', 0o600)
    // The call writes all of it, also where the system takes a part at a time.
    writeFileSync(written, `${keys()}\n`)
    fsyncSync(written)
    closeSync(written)
    // Unlike a rename, a link fails if the file already exists.
    linkSync(temporary, file)
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'EEXIST') return false
    throw error
  } finally {
    rmSync(temporary, { force: true })
  }
  return true
}
