import { deviceText } from '@deedbox/contract/device.ts'
import { minuteMs } from '@deedbox/contract/durations.ts'
import type * as contract from '@deedbox/contract/security.ts'
import { and, eq, gt, inArray, ne, type SQL } from 'drizzle-orm'
import { devices, sessions } from '../../db/tables/accounts.ts'
import type { Acting, ReadCtx, WriteCtx } from '../../kernel/context/context.ts'
import type { Answer, Input } from '../../kernel/http/handler.ts'
import type { Services } from '../../kernel/services.ts'
import { Refusal } from '../../platform/errors.ts'
import { forgetDevices } from '../accounts/devices.ts'
import { from } from './from.ts'

/** Selects sessions of the actor, all but personal access tokens. */
const ofActor = ({ actor }: Acting<ReadCtx>): SQL | undefined =>
  and(eq(sessions.userId, actor.id), ne(sessions.kind, 'token'))

/** Lists the actor's own sessions. */
export async function listSessions(
  { geo, presence }: Pick<Services, 'geo' | 'presence'>,
  ctx: Acting<ReadCtx>,
): Promise<Answer<typeof contract.listSessions>> {
  const { tx, actor, now } = ctx
  const rows = await tx
    .select({ session: sessions, rememberedUntil: devices.rememberedUntil })
    .from(sessions)
    .leftJoin(devices, eq(devices.id, sessions.deviceId))
    .where(and(ofActor(ctx), gt(sessions.expiresAt, now)))
  const seenNow = new Set(presence.notedSince(new Date(now.getTime() - minuteMs)))
  const shown = rows.map(({ session, rememberedUntil }) => ({
    id: session.id,
    current: session.id === actor.sessionId,
    kind: session.kind === 'api' ? ('api' as const) : ('web' as const),
    ...from(geo, { ip: session.ipAddress, userAgent: session.userAgent }),
    signedInAt: session.createdAt.toISOString(),
    usedAt: (seenNow.has(session.id) ? now : (session.seenAt ?? session.createdAt)).toISOString(),
    methods: [...new Set(session.methods.map(({ method }) => method))],
    remembered: rememberedUntil !== null && rememberedUntil > now,
  }))
  const rank = ({ current, usedAt }: (typeof shown)[number]) => (current ? '~' : usedAt)
  return { sessions: shown.sort((one, other) => (rank(one) < rank(other) ? 1 : -1)) }
}

/**
 * Ends sessions of the actor, with their refresh tokens; what they have under way is cut off after the commit, as it is
 * when somebody signs out. Whoever has such a device may be a thief, so it is asked for the second factor again.
 */
async function end({ tx }: WriteCtx, which: SQL | undefined) {
  const ended = await tx.delete(sessions).where(which).returning()
  const deviceIds = ended.flatMap(({ deviceId }) => (deviceId ? [deviceId] : []))
  await tx.update(devices).set({ rememberedUntil: null }).where(inArray(devices.id, deviceIds))
  return ended
}

/**
 * Ends one of the actor's own sessions. No proof is asked for: who finds a stranger in their account must be able to put
 * them out at once, and a stranger gains nothing from it.
 * @throws Refusal not-found for a session that is not theirs, or that has ended.
 */
export async function endSession(
  ctx: Acting<WriteCtx>,
  { params: { sessionId } }: Input<typeof contract.endSession>,
): Promise<Answer<typeof contract.endSession>> {
  const [ended] = await end(ctx, and(ofActor(ctx), eq(sessions.id, sessionId)))
  if (!ended) throw new Refusal('not-found')
  await ctx.audit({
    event: 'session_ended',
    subjectEmail: ctx.actor.email,
    details: { device: deviceText(ended.userAgent), address: ended.ipAddress },
  })
  return { success: true }
}

/** Ends all sessions of the actor but this one, and forgets all remembered devices but this one; see {@link endSession}. */
export async function endOtherSessions(
  ctx: Acting<WriteCtx>,
): Promise<Answer<typeof contract.endOtherSessions>> {
  const { actor } = ctx
  const ended = await end(ctx, and(ofActor(ctx), ne(sessions.id, actor.sessionId)))
  await forgetDevices(ctx, actor.id, actor.sessionId)
  const details = { sessions: ended.length }
  await ctx.audit({ event: 'other_sessions_ended', subjectEmail: actor.email, details })
  return { ended: ended.length }
}
