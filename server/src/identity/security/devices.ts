import { deviceText } from '@deedbox/contract/device.ts'
import type * as contract from '@deedbox/contract/security.ts'
import { and, desc, eq, gt } from 'drizzle-orm'
import { devices, sessions } from '../../db/tables/accounts.ts'
import type { Acting, ReadCtx, WriteCtx } from '../../kernel/context/context.ts'
import type { Answer, Input } from '../../kernel/http/handler.ts'
import type { Services } from '../../kernel/services.ts'
import { Refusal } from '../../platform/errors.ts'
import { from } from './from.ts'

const rememberedOf = ({ actor, now }: Acting<ReadCtx>) =>
  and(eq(devices.userId, actor.id), gt(devices.rememberedUntil, now))

/** Lists the devices on which the actor is asked for no second factor. */
export async function listDevices(
  { geo }: Pick<Services, 'geo'>,
  ctx: Acting<ReadCtx>,
): Promise<Answer<typeof contract.listDevices>> {
  const rows = await ctx.tx
    .select({ device: devices, here: sessions.id })
    .from(devices)
    .leftJoin(sessions, and(eq(sessions.deviceId, devices.id), eq(sessions.id, ctx.actor.sessionId)))
    .where(rememberedOf(ctx))
    .orderBy(desc(devices.lastUsedAt), desc(devices.id))
  return {
    devices: rows.map(({ device, here }) => ({
      id: device.id,
      current: here !== null,
      ...from(geo, { ip: device.ipAddress, userAgent: device.userAgent }),
      usedAt: device.lastUsedAt.toISOString(),
      rememberedUntil: (device.rememberedUntil ?? ctx.now).toISOString(),
    })),
  }
}

/**
 * Asks for the second factor again on a device of the actor, who stays signed in there. No proof is asked for: it can only
 * make the account safer.
 * @throws Refusal not-found for a device that is not theirs, or not remembered.
 */
export async function forgetDevice(
  ctx: Acting<WriteCtx>,
  { params: { deviceId } }: Input<typeof contract.forgetDevice>,
): Promise<Answer<typeof contract.forgetDevice>> {
  const [forgotten] = await ctx.tx
    .update(devices)
    .set({ rememberedUntil: null })
    .where(and(rememberedOf(ctx), eq(devices.id, deviceId)))
    .returning()
  if (!forgotten) throw new Refusal('not-found')
  await ctx.audit({
    event: 'device_forgotten',
    subjectEmail: ctx.actor.email,
    details: { device: deviceText(forgotten.userAgent) },
  })
  return { success: true }
}
