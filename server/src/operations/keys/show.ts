import type { getKeys as endpoint } from '@deedbox/contract/keys.ts'
import { inArray } from 'drizzle-orm'
import { type keyEscrows, masterKeys } from '../../db/tables/keys.ts'
import type { ReadCtx } from '../../kernel/context/context.ts'
import type { Answer } from '../../kernel/http/handler.ts'
import type { Services } from '../../kernel/services.ts'
import { escrowStanding } from './escrow-standing.ts'
import { keyPlace, kmsKeyOf, removableFrom } from './rotate.ts'

/** Returns where the master keys are, how far a rotation is, and the newest escrow. No key is in it. */
export async function getKeys({ config, keyring }: Services, ctx: ReadCtx): Promise<Answer<typeof endpoint>> {
  const { tx, now } = ctx
  const { currentId, masterKeys: ring } = keyring
  const rows = await tx
    .select()
    .from(masterKeys)
    .where(inArray(masterKeys.id, [...ring.keys()]))
  const seen = (id: string) => (rows.find((row) => row.id === id)?.firstSeenAt ?? now).toISOString()
  const current = rows.find(({ id }) => id === currentId)
  const older = [...ring.keys()].filter((id) => id !== currentId)
  const { newest, drilledAt, toDo } = await escrowStanding(ctx, keyring)
  return {
    escrow: newest && shown(newest),
    drilledAt: drilledAt?.toISOString() ?? null,
    escrowToDo: toDo,
    place: keyPlace(config),
    kmsKey: kmsKeyOf(config.masterKey),
    masterKey: { id: currentId, firstSeenAt: seen(currentId) },
    older: older.map((id) => ({ id, firstSeenAt: seen(id) })),
    rotation:
      older.length === 0
        ? null
        : {
            toRewrap: current?.toRewrap ?? null,
            rewrapped: current?.rewrapped ?? 0,
            settledAt: current?.settledAt?.toISOString() ?? null,
            olderRemovableFrom: removableFrom(current?.settledAt)?.toISOString() ?? null,
          },
  }
}

const shown = ({
  masterKeyId,
  mark,
  parts,
  threshold,
  madeAt,
  madeByName,
}: typeof keyEscrows.$inferSelect) => ({
  masterKeyId,
  mark,
  parts,
  threshold,
  madeAt: madeAt.toISOString(),
  madeByName,
})
