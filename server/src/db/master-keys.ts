import type { Config } from '../platform/config.ts'
import { type Keyring, keyringOf, loadKeyring, readKeyring } from '../platform/encryption/keys.ts'
import { kmsArn } from '../platform/encryption/kms-name.ts'
import { StartFault } from '../platform/errors.ts'
import type { Database } from './client.ts'
import { masterKeys } from './tables/keys.ts'

type Settings = Pick<Config, 'dataDir' | 'masterKey'>
type Kept = { id: string; blob: string }

/**
 * Reads the keyring, which KMS decrypts where `MASTER_KEY` names a key of AWS KMS; null where there is no key yet. Writes nothing, and knows the
 * tables of every version. A key of KMS that is new here is tried, so that one that cannot be used stops a start before anything is written.
 * @throws MasterKeyError, StartFault when KMS gives no key
 */
export async function readMasterKeys(
  database: Pick<Database, 'query'>,
  config: Settings,
): Promise<Keyring | null> {
  const settings = await resolved(config, async (arn) => {
    const id = await deploymentId(database)
    const kept = await keptKey(database, arn)
    if (kept) return openKept(arn, id, kept)
    await (await kms(arn, id)).make()
    return null
  })
  return settings.masterKey === '' ? null : readKeyring(settings)
}

/** Does the same for a command that works on a deployment that was started before. @throws StartFault when there is no key */
export async function needMasterKeys(database: Pick<Database, 'query'>, config: Settings): Promise<Keyring> {
  const keyring = await readMasterKeys(database, config)
  if (keyring) return keyring
  throw new StartFault('There is no master key here. Give the DATA_DIR or the MASTER_KEY of the server.')
}

/**
 * Does the same at a start, when the database has its deployment, and makes what is missing: the key file, or the master key that a key of KMS
 * encrypts and the database keeps.
 */
export const loadMasterKeys = async (database: Database, config: Settings): Promise<Keyring> =>
  loadKeyring(await resolved(config, (arn) => keyOf(database, arn)))

/** Puts the master keys that KMS gives in the places of its names. */
async function resolved(
  { dataDir, masterKey }: Settings,
  keyOfArn: (arn: string) => Promise<string | null>,
): Promise<Settings> {
  if (masterKey === undefined) return { dataDir, masterKey }
  const keys: string[] = []
  for (const word of masterKey.trim().split(/\s+/)) {
    const arn = kmsArn(word)
    const key = arn === null ? word : await keyOfArn(arn)
    if (key !== null) keys.push(key)
  }
  return { dataDir, masterKey: keys.join(' ') }
}

/** Opens the master key of a key of KMS, or has it made, once: servers that start at a time wait for the first, and take its key. */
const keyOf = (database: Database, arn: string): Promise<string> =>
  database.transaction(async (tx) => {
    await database.query('select from deployment for update')
    const id = await deploymentId(database)
    const kept = await keptKey(database, arn)
    if (kept) return openKept(arn, id, kept)
    const { key, blob } = await (await kms(arn, id)).make()
    await tx.insert(masterKeys).values({ id: keyringOf(key).currentId, kmsBlob: `${arn} ${blob}` })
    return key
  })

/** Reads what the database keeps of a key of KMS. */
async function keptKey({ query }: Pick<Database, 'query'>, arn: string): Promise<Kept | null> {
  const { rows: there } = await query(
    `select from pg_attribute where attrelid = to_regclass('public.master_keys') and attname = 'kms_blob'`,
  )
  if (there.length === 0) return null
  const { rows } = await query<Kept>(
    `select id, split_part(kms_blob, ' ', 2) as blob from master_keys where split_part(kms_blob, ' ', 1) = $1`,
    [arn],
  )
  return rows[0] ?? null
}

/** Reads the id of the deployment; 'new' before its first start. */
async function deploymentId({ query }: Pick<Database, 'query'>): Promise<string> {
  const { rows: there } = await query(`select where to_regclass('public.deployment') is not null`)
  if (there.length === 0) return 'new'
  const { rows } = await query<{ id: string }>('select id::text as id from deployment')
  return rows[0]?.id ?? 'new'
}

async function openKept(arn: string, deployment: string, { id, blob }: Kept): Promise<string> {
  const key = await (await kms(arn, deployment)).open(blob)
  if (keyringOf(key).currentId === id) return key
  throw new StartFault(`AWS KMS gave another master key for ${arn} than the one with the fingerprint ${id}.`)
}

/** Opens KMS; its client is loaded only where it is used. */
async function kms(arn: string, deployment: string) {
  const { openKms } = await import('../platform/encryption/kms.ts')
  return openKms(arn, deployment)
}
