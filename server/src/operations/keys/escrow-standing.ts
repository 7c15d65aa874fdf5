import type { EscrowToDo } from '@deedbox/contract/keys.ts'
import { count, desc, eq, max } from 'drizzle-orm'
import { keyEscrows } from '../../db/tables/keys.ts'
import type { ReadCtx } from '../../kernel/context/context.ts'
import type { Keyring } from '../../platform/encryption/keys.ts'

/** Returns the newest division of a master key, when parts of the current key were last tried, and what is left to do until they were. */
export async function escrowStanding({ tx }: Pick<ReadCtx, 'tx'>, { currentId }: Pick<Keyring, 'currentId'>) {
  const [newest = null] = await tx.select().from(keyEscrows).orderBy(desc(keyEscrows.madeAt)).limit(1)
  const [current] = await tx
    .select({ made: count(), drilledAt: max(keyEscrows.drilledAt) })
    .from(keyEscrows)
    .where(eq(keyEscrows.masterKeyId, currentId))
  const drilledAt = current?.drilledAt ?? null
  const toDo: EscrowToDo | null = drilledAt
    ? null
    : current?.made
      ? 'drill'
      : newest
        ? 'divide-again'
        : 'divide'
  return { newest, drilledAt, toDo }
}
