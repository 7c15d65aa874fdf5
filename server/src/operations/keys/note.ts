import { and, desc, isNotNull, isNull, ne } from 'drizzle-orm'
import { masterKeys } from '../../db/tables/keys.ts'
import type { WriteCtx } from '../../kernel/context/context.ts'
import type { Keyring } from '../../platform/encryption/keys.ts'

/** Notes the first time that a master key is in use here: its age then is known. A key that comes after another one leaves an event. */
export async function noteMasterKey(
  ctx: Pick<WriteCtx, 'tx' | 'audit' | 'now'>,
  { currentId }: Pick<Keyring, 'currentId'>,
): Promise<void> {
  const [noted] = await ctx.tx
    .insert(masterKeys)
    .values({ id: currentId, firstSeenAt: ctx.now })
    .onConflictDoUpdate({
      target: masterKeys.id,
      set: { firstSeenAt: ctx.now },
      setWhere: isNull(masterKeys.firstSeenAt),
    })
    .returning({ id: masterKeys.id })
  if (!noted) return
  const [before] = await ctx.tx
    .select({ id: masterKeys.id })
    .from(masterKeys)
    .where(and(ne(masterKeys.id, currentId), isNotNull(masterKeys.firstSeenAt)))
    .orderBy(desc(masterKeys.firstSeenAt))
    .limit(1)
  if (before)
    await ctx.audit({ event: 'master_key_replaced', details: { former: before.id, masterKey: currentId } })
}
