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
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { syncUpwards } from '../durable.ts'
import { ContentDamagedError } from './stream.ts'

/** Purposes of secrets that outlive the master key they were derived from. */
export const purposes = [
  'session cookies',
  'set-up link',
  'report links',
  'contact form',
  'inspection form',
  'backup codes',
  'receipts',
  'push messages',
] as const
export type Purpose = (typeof purposes)[number]

/**
 * The master keys of the deployment, by id. The first wraps new data keys; the others still unwrap older ones, so a key
 * is rotated by adding a new one before it, also while the server runs.
 */
export interface Keyring {
  /** The id of the first key. */
  readonly currentId: string
  readonly masterKeys: ReadonlyMap<string, KeyObject>
  /** Takes other keys in base64, separated by white space, from now on. @throws MasterKeyError */
  replace(keys: string): void
  /** Takes the secrets that the database keeps sealed (db/kept-secrets.ts). */
  keep(secrets: ReadonlyMap<Purpose, Buffer>): void
  /** Returns a secret (32 bytes) of the deployment, which stays the same when the master key is replaced. */
  secret(purpose: Purpose): Buffer
  /** Makes a new random key for one document, and its wrapped form to store. Deleting `wrapped` makes the document unreadable. */
  newDataKey(documentId: string): { dataKey: Buffer; wrapped: Buffer; masterKeyId: string }
  /** Wraps a data key by the first master key. */
  wrap(documentId: string, dataKey: Buffer): { wrapped: Buffer; masterKeyId: string }
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

const newKeyText = () => randomBytes(KEY_BYTES).toString('base64')
const keyFileIn = (dataDir: string) => join(dataDir, 'master.key')

/**
 * Loads the keyring from `masterKey`, or else from the file `master.key` in the data folder; null if there is neither. Both hold 32 bytes in
 * base64; older keys may follow the first, separated by white space.
 * @throws MasterKeyError for anything else
 */
export function readKeyring(options: { masterKey?: string | undefined; dataDir: string }): Keyring | null {
  const file = keyFileIn(options.dataDir)
  if (options.masterKey !== undefined) return keyringOf(options.masterKey, 'MASTER_KEY')
  return existsSync(file) ? keyringOf(readFileSync(file, 'utf8'), file) : null
}

/** Does the same, and creates the file if it is missing; one that exists is never overwritten. */
export function loadKeyring(options: { masterKey?: string | undefined; dataDir: string }): Keyring {
  const { masterKey, dataDir } = options
  const file = keyFileIn(dataDir)
  if (masterKey === undefined) createKeyFile(dataDir, file, newKeyText)
  return readKeyring(options) ?? keyringOf(readFileSync(file, 'utf8'), file)
}

/** Makes the keyring of these keys in base64, separated by white space. `source` is named in errors. */
export function keyringOf(text: string, source = 'The backup'): Keyring {
  let ring = ringOf(text, source)
  let kept: ReadonlyMap<Purpose, Buffer> = new Map()

  const wrap = (documentId: string, dataKey: Buffer) => {
    const { currentId, currentKey } = ring
    const nonce = randomBytes(NONCE_BYTES)
    const cipher = createCipheriv(ALGORITHM, currentKey, nonce, { authTagLength: TAG_BYTES })
    cipher.setAAD(boundTo(currentId, documentId))
    const sealed = [cipher.update(dataKey), cipher.final(), cipher.getAuthTag()]
    return {
      wrapped: Buffer.concat([Buffer.from([WRAPPED_VERSION]), nonce, ...sealed]),
      masterKeyId: currentId,
    }
  }

  return {
    get currentId() {
      return ring.currentId
    },
    get masterKeys() {
      return ring.masterKeys
    },
    replace(keys) {
      ring = ringOf(keys, source)
    },
    keep(secrets) {
      kept = secrets
    },
    secret(purpose) {
      const secret = kept.get(purpose)
      if (!secret) throw new MasterKeyError(`The secret of ${purpose} was not opened`)
      return secret
    },
    wrap,

    newDataKey(documentId) {
      const dataKey = randomBytes(KEY_BYTES)
      return { dataKey, ...wrap(documentId, dataKey) }
    },

    unwrap({ wrapped, masterKeyId, documentId }) {
      const key = ring.wrappingKeys.get(masterKeyId)
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

function ringOf(text: string, source: string) {
  const masterKeys = parseKeys(text, source)
  const wrappingKeys = new Map([...masterKeys].map(([id, key]) => [id, derive(key, 'deedbox/data-keys')]))
  const [[currentId, currentKey] = []] = wrappingKeys
  if (currentId === undefined || currentKey === undefined) throw new MasterKeyError(`${source} holds no key`)
  return { masterKeys, wrappingKeys, currentId, currentKey }
}

/** Derives a secret (32 bytes) from a master key, different for each purpose. */
export function deriveSecret({ masterKeys }: Keyring, purpose: string, masterKeyId: string): Buffer {
  const key = masterKeys.get(masterKeyId)
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

/** Exports the master keys in base64, the current one first, as `MASTER_KEY` and `master.key` have them. For backups and the key file only. */
export const exportMasterKeys = ({ masterKeys }: Keyring): string =>
  [...masterKeys.values()].map((key) => key.export().toString('base64')).join(' ')

/** Writes `master.key` with these keys into a data folder that has none; false if it has one, which stays. */
export const putMasterKeys = (dataDir: string, keys: string): boolean =>
  createKeyFile(dataDir, keyFileIn(dataDir), () => keys)

/**
 * Puts a new key in front of those of the file `master.key`, durably, and returns the file's new content. A kill leaves the old file or the new one,
 * which opens all that the old one does.
 */
export function addMasterKey(dataDir: string): string {
  const keys = `${newKeyText()} ${readFileSync(keyFileIn(dataDir), 'utf8').trim()}`
  replaceKeyFile(dataDir, keys)
  return keys
}

/** Leaves only the first key in the file `master.key`, durably, and returns it. */
export function dropOlderMasterKeys(dataDir: string): string {
  const [first = ''] = readFileSync(keyFileIn(dataDir), 'utf8').trim().split(/\s+/)
  replaceKeyFile(dataDir, first)
  return first
}

function replaceKeyFile(dataDir: string, keys: string): void {
  const file = keyFileIn(dataDir)
  const temporary = writeBeside(file, keys)
  try {
    renameSync(temporary, file)
  } finally {
    rmSync(temporary, { force: true })
  }
  syncUpwards(dataDir)
}

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
  const temporary = writeBeside(file, keys())
  try {
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

/** Writes a file beside this one, synced, and returns its path. */
function writeBeside(file: string, keys: string): string {
  const temporary = `${file}.${randomUUID()}`
  const written = openSync(temporary, 'wx', 0o600)
  try {
    // The call writes all of it, also where the system takes a part at a time.
    writeFileSync(written, `${keys}\n`)
    fsyncSync(written)
  } catch (error) {
    rmSync(temporary, { force: true })
    throw error
  } finally {
    closeSync(written)
  }
  return temporary
}
