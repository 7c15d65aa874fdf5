import type * as contract from '@deedbox/contract/profile.ts'
import { eq } from 'drizzle-orm'
import { profiles, sessions } from '../../db/tables/accounts.ts'
import type { Acting, ReadCtx, WriteCtx } from '../../kernel/context/context.ts'
import type { Answer, Input } from '../../kernel/http/handler.ts'
import { lockPerson } from '../accounts/managing.ts'
import { sessionUser } from '../accounts/session-user.ts'
import { follow } from './follow.ts'

/** Returns the actor's own profile and current session. */
export async function getProfile(ctx: Acting<ReadCtx>): Promise<Answer<typeof contract.getProfile>> {
  const { tx, actor } = ctx
  const [row] = await tx
    .select({ person: profiles, session: sessions })
    .from(profiles)
    .innerJoin(sessions, eq(sessions.id, actor.sessionId))
    .where(eq(profiles.id, actor.id))
  if (!row) throw new Error('The session of this request is gone')
  const { person, session } = row
  return {
    profile: toProfile(person),
    memberSince: person.createdAt.toISOString(),
    session: {
      startedAt: session.createdAt.toISOString(),
      ip: session.ipAddress,
      userAgent: session.userAgent,
    },
  }
}

/** Changes the actor's names alone; the others stay as they are. */
export async function changeNames(
  ctx: Acting<WriteCtx>,
  { firstName, lastName }: { firstName?: string | undefined; lastName?: string | undefined },
): Promise<void> {
  const person = toProfile(await lockPerson(ctx, ctx.actor.id))
  const { email: _, ...rest } = person
  const body = { ...rest, firstName: firstName ?? rest.firstName, lastName: lastName ?? rest.lastName }
  await updateProfile(ctx, { body, params: undefined, query: undefined })
}

/** Changes the actor's name, phone number and address. A new name shows at once wherever it is theirs. */
export async function updateProfile(
  ctx: Acting<WriteCtx>,
  { body }: Input<typeof contract.updateProfile>,
): Promise<Answer<typeof contract.updateProfile>> {
  const before = await lockPerson(ctx, ctx.actor.id)
  const name = `${body.firstName} ${body.lastName}`.trim()
  const changed = fields.filter((field) => before[field] !== body[field])
  const [person] = await ctx.tx
    .update(profiles)
    .set({ ...body, name, updatedAt: ctx.now })
    .where(eq(profiles.id, before.id))
    .returning()
  if (!person) throw new Error('A locked person no longer exists')
  if (before.name !== name) await follow(ctx, before, person)
  // The trail is kept for good, so it does not say where somebody lives.
  await ctx.audit({
    event: 'profile_updated',
    subjectEmail: person.email,
    details: { changed, ...(before.name !== name && { name: { from: before.name, to: name } }) },
  })
  const { firstName, lastName } = person
  return { user: sessionUser({ ...ctx.actor, firstName, lastName, name }), profile: toProfile(person) }
}

const fields = [
  'firstName',
  'lastName',
  'phone',
  'address',
  'city',
  'state',
  'postalCode',
  'country',
] as const

const toProfile = (person: typeof profiles.$inferSelect) => {
  const { firstName, lastName, email, phone, address, city, state, postalCode, country } = person
  return { firstName, lastName, email, phone, address, city, state, postalCode, country }
}
