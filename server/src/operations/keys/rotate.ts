import { hourMs } from '@deedbox/contract/durations.ts'
import type { Keys } from '@deedbox/contract/keys.ts'
import { eq } from 'drizzle-orm'
import { masterKeys } from '../../db/tables/keys.ts'
import type { ReadCtx, WriteCtx } from '../../kernel/context/context.ts'
import { advisoryLock } from '../../kernel/context/lock.ts'
import type { Services } from '../../kernel/services.ts'
import type { Handler } from '../../platform/control.ts'
import { addMasterKey, dropOlderMasterKeys } from '../../platform/encryption/keys.ts'
import { kmsArn } from '../../platform/encryption/kms-name.ts'
import { Refusal } from '../../platform/errors.ts'
import { noteMasterKey } from './note.ts'
import { countUnderAnother, rewrapJob } from './rewrap.ts'

type Needs = Pick<Services, 'config' | 'database' | 'jobs' | 'keyring'>

/** Hours that older keys stay after everything is under the new one: an upload that began before may take as long. */
const olderKeptHours = 24

/** Place where the master keys are kept. */
export const keyPlace = ({ masterKey }: Pick<Services['config'], 'masterKey'>): Keys['place'] => {
  if (masterKey === undefined) return 'file'
  return kmsKeyOf(masterKey) === null ? 'environment' : 'kms'
}

/** Returns the ARN of the key of AWS KMS that keeps the current master key, or null. */
export const kmsKeyOf = (masterKey = ''): string | null => kmsArn(masterKey.trim().split(/\s+/)[0] ?? '')

export async function currentKey({ tx }: ReadCtx, { keyring }: Pick<Services, 'keyring'>) {
  const [row] = await tx.select().from(masterKeys).where(eq(masterKeys.id, keyring.currentId))
  return row
}

/**
 * Makes a new master key, which from now on wraps what is new, and sends the job that wraps what is older. The key is on the disk before anything is
 * under it: after a kill at any moment the next start finds both keys, notes the new one and goes on.
 * @throws Refusal 'key-elsewhere', 'key-rotating'
 */
export async function rotateMasterKey(services: Needs, ctx: WriteCtx): Promise<{ success: true }> {
  const { config, jobs, keyring } = services
  if (keyPlace(config) !== 'file') throw new Refusal('key-elsewhere')
  await advisoryLock(ctx, 'master-key')
  if (keyring.masterKeys.size > 1 && !(await currentKey(ctx, services))?.settledAt)
    throw new Refusal('key-rotating')
  keyring.replace(addMasterKey(config.dataDir))
  await noteMasterKey(ctx, keyring)
  await jobs.send(ctx.tx, rewrapJob, {})
  return { success: true }
}

/** Replaces the master key for the command, in the server that has the embedded database open. */
export const rotateOnCommand =
  (services: Needs & Pick<Services, 'contexts'>): Handler =>
  () =>
    services.contexts.work((ctx) => rotateMasterKey(services, ctx))

/** Returns the time from which older keys may be removed; null while something may still need them. */
export const removableFrom = (settledAt: Date | null | undefined): Date | null =>
  settledAt ? new Date(settledAt.getTime() + olderKeptHours * hourMs) : null

/**
 * Removes the older master keys from their file, once nothing needs them.
 * @throws Refusal 'key-elsewhere', 'key-needed'
 */
export async function removeOlderKeys(services: Needs, ctx: WriteCtx): Promise<{ success: true }> {
  const { config, database, keyring } = services
  if (keyPlace(config) !== 'file') throw new Refusal('key-elsewhere')
  await advisoryLock(ctx, 'master-key')
  const from = removableFrom((await currentKey(ctx, services))?.settledAt)
  const { currentId } = keyring
  const older = [...keyring.masterKeys.keys()].filter((id) => id !== currentId)
  if (older.length === 0 || !from || from > ctx.now || (await countUnderAnother(database, currentId)) > 0)
    throw new Refusal('key-needed')
  await ctx.audit({ event: 'master_keys_removed', details: { masterKeys: older } })
  keyring.replace(dropOlderMasterKeys(config.dataDir))
  return { success: true }
}
