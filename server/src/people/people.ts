import type * as contract from '@deedbox/contract/people.ts'
import type { userSorts } from '@deedbox/contract/sorts.ts'
import { and, count, sql } from 'drizzle-orm'
import type { Acting, ReadCtx, WriteCtx } from '../context/context.ts'
import { byTime, type Sort, sorted } from '../db/sorted.ts'
import { profiles } from '../db/tables/accounts.ts'
import type { Answer, Input } from '../http/handler.ts'
import { chosenEnd } from '../platform/chosen-end.ts'
import { shapeOf } from '../platform/cursor.ts'
import { Refusal } from '../platform/errors.ts'
import type { Services } from '../services.ts'
import { lastSignIn, matching, unconfirmed } from './filter.ts'
import { lockPerson, mayManage, theirPeople } from './managing.ts'
import { change, selectPeople, userRow } from './row.ts'

const sorts: Record<(typeof userSorts)[number], Sort> = {
  createdAt: byTime(profiles.createdAt),
  name: { key: sql`lower(${profiles.name})`, type: 'text' },
  email: { key: sql`${profiles.email}`, type: 'text' },
  role: { key: sql`${profiles.role}`, type: 'text' },
  // People whose access has no end come last, and people who never signed in come first.
  accessExpiresAt: {
    key: sql`coalesce(${profiles.accessExpiresAt}, '9999-12-31 00:00:00+00')`,
    type: 'timestamptz',
  },
  lastSignedInAt: { key: lastSignIn, type: 'timestamptz' },
}

/** People of this deployment (or an Org Admin's organisation), by default newest first, paged by key. */
export async function listUsers(
  ctx: Acting<ReadCtx>,
  { query: { sort, direction, cursor, limit, ...filter } }: Input<typeof contract.listUsers>,
): Promise<Answer<typeof contract.listUsers>> {
  const theirs = theirPeople(ctx.actor)
  const wanted = and(theirs, matching(filter, ctx.now))
  const order = { sort, direction, cursor, shape: shapeOf('users', filter) }
  const { key, fromHere, orderBy, page } = sorted(sorts, order, profiles.id)
  const rows = await selectPeople(ctx, key)
    .where(and(wanted, fromHere))
    .orderBy(...orderBy)
    .limit(limit + 1)
  const [all] = await ctx.tx.select({ count: count() }).from(profiles).where(wanted)
  const { shown, nextCursor } = page(rows, limit, ({ person }) => person.id)
  return {
    users: shown.map((row) => userRow(ctx.actor, row)),
    total: all?.count ?? 0,
    waiting: await ctx.tx.$count(profiles, and(theirs, unconfirmed)),
    nextCursor,
  }
}

/** Confirms a self-registered trustee, who then sees what trustees see (decisions, section 2), and mails them. */
export async function confirmTrustee(
  { mail }: Services,
  ctx: Acting<WriteCtx>,
  { params: { userId } }: Input<typeof contract.confirmTrustee>,
): Promise<Answer<typeof contract.confirmTrustee>> {
  const person = await lockPerson(ctx, userId)
  if (person.role !== 'trustee' || person.confirmedAt) throw new Refusal('not-a-trustee')
  await ctx.audit({ event: 'trustee_confirmed', subjectEmail: person.email })
  await mail.enqueue(ctx, 'trustee_confirmed', person.email, { firstName: person.firstName })
  return change(ctx, userId, { confirmedAt: ctx.now })
}

/**
 * Sets the last day of a guest's access, which ends at the end of that day in the deployment's time zone; an
 * administrator may also give access without an end.
 * @throws Refusal user-not-found, not-a-guest, person-above, expiry-…
 */
export async function setAccessExpiry(
  ctx: Acting<WriteCtx>,
  { params: { userId }, body: { expiresOn } }: Input<typeof contract.setAccessExpiry>,
): Promise<Answer<typeof contract.setAccessExpiry>> {
  const person = await lockPerson(ctx, userId, theirPeople(ctx.actor))
  if (person.role !== 'guest') throw new Refusal('not-a-guest')
  if (!mayManage(ctx.actor, person)) throw new Refusal('person-above')
  if (expiresOn === null && !ctx.actor.permissions.includes('canManageSystem'))
    throw new Refusal('expiry-required')
  const accessExpiresAt = expiresOn === null ? null : chosenEnd(expiresOn, ctx.now, ctx.settings.timeZone)
  await ctx.audit({ event: 'access_expiry_set', subjectEmail: person.email, details: { expiresOn } })
  return change(ctx, userId, { accessExpiresAt })
}
