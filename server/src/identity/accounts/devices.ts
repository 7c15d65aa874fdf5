import { createHash } from 'node:crypto'
import { and, eq, isNotNull, sql } from 'drizzle-orm'
import { devices } from '../../db/tables/accounts.ts'
import type { WriteCtx } from '../../kernel/context/context.ts'
import { networkOf } from '../../platform/address.ts'

/** A device as a sign-in found it. `known`: the person signed in with it before. `remembered`: it is asked for no second factor. */
export type Device = { id: string; known: boolean; remembered: boolean }

/** Programs without cookies are told apart by name and network. */
const keyOf = ({ device, userAgent, ip }: WriteCtx) =>
  createHash('sha256')
    .update(device ? `cookie\0${device}` : `program\0${userAgent ?? ''}\0${ip === null ? '' : networkOf(ip)}`)
    .digest('base64url')

/** Notes the device that a person is signing in with. */
export async function noteDevice(ctx: WriteCtx, userId: string): Promise<Device> {
  const seen = { lastUsedAt: ctx.now, userAgent: ctx.userAgent, ipAddress: ctx.ip }
  const [row] = await ctx.tx
    .insert(devices)
    .values({ userId, key: keyOf(ctx), createdAt: ctx.now, ...seen })
    .onConflictDoUpdate({ target: [devices.userId, devices.key], set: seen })
    .returning()
  if (!row) throw new Error('The device was not stored')
  return {
    id: row.id,
    known: row.createdAt < ctx.now,
    // The cookie alone proves that it is the same device.
    remembered: ctx.device !== null && row.rememberedUntil !== null && row.rememberedUntil > ctx.now,
  }
}

/**
 * Asks a person for their second factor again on every device, except that of one session: they, or an administrator, may
 * have reason to think that somebody else uses one.
 */
export async function forgetDevices({ tx }: WriteCtx, userId: string, exceptSession?: string): Promise<void> {
  const except = sql`${devices.id} is distinct from (select device_id from sessions where id = ${exceptSession ?? null})`
  await tx
    .update(devices)
    .set({ rememberedUntil: null })
    .where(and(eq(devices.userId, userId), isNotNull(devices.rememberedUntil), except))
}
