import type { makeEscrow as endpoint } from '@deedbox/contract/keys.ts'
import { keyEscrows } from '../../db/tables/keys.ts'
import type { Answer, Input, Raw } from '../../kernel/http/handler.ts'
import type { Services } from '../../kernel/services.ts'
import { divideKey } from './escrow.ts'
import { escrowSheet } from './escrow-sheet.ts'

/** Divides the master key into parts, which are in this answer only, with a sheet for each holder. Parts made before stay good. */
export async function makeEscrow(
  { keyring, place }: Services,
  { actor, now, settings, transact }: Raw<typeof endpoint>,
  { body }: Input<typeof endpoint>,
): Promise<Answer<typeof endpoint>> {
  const masterKeyId = keyring.currentId
  const { mark, parts } = await divideKey(keyring, body)
  const host = new URL(place().publicUrl).host
  const about = { ...body, masterKeyId, mark, host, made: now, timeZone: settings.timeZone }
  const made = await Promise.all(
    parts.map(async (words, at) => {
      const sheet = await escrowSheet({ ...about, number: at + 1, words })
      return { number: at + 1, words, sheet: sheet.toString('base64') }
    }),
  )
  await transact(async (ctx) => {
    await ctx.tx.insert(keyEscrows).values({
      ...body,
      masterKeyId,
      mark,
      madeAt: ctx.now,
      madeBy: actor.id,
      madeByName: actor.name,
    })
    await ctx.audit({ event: 'key_escrow_made', details: { ...body, masterKey: masterKeyId, mark } })
  })
  return { mark, masterKeyId, parts: made }
}
