import type * as contract from '@deedbox/contract/people.ts'
import type { UserRow } from '@deedbox/contract/people.ts'
import type { userSorts } from '@deedbox/contract/sorts.ts'
import { and, count, eq, isNotNull, isNull, like, ne, or, type SQL, sql } from 'drizzle-orm'
import { ofTheirs } from '../accounts/invitations.ts'
import type { Acting, ReadCtx, WriteCtx } from '../context/context.ts'
import { byTime, type Sort, sorted } from '../db/sorted.ts'
import { organizations, profiles } from '../db/tables/accounts.ts'
import { mailReports } from '../db/tables/mail.ts'
import type { Answer, Input } from '../http/handler.ts'
import { chosenEnd } from '../platform/chosen-end.ts'
import { shapeOf } from '../platform/cursor.ts'
import { Refusal } from '../platform/errors.ts'
import { anywhere, wordsOf } from '../platform/search.ts'
import type { Services } from '../services.ts'
import { userRow } from './row.ts'

const unconfirmed = and(eq(profiles.role, 'trustee'), isNull(profiles.confirmedAt))

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
  lastSignedInAt: {
    key: sql`coalesce(${profiles.lastSignedInAt}, '1970-01-01 00:00:00+00')`,
    type: 'timestamptz',
  },
}

/** People of this deployment (or an Org Admin's organisation), by default newest first, paged by key. */
export async function listUsers(
  ctx: Acting<ReadCtx>,
  { query: { search, role, confirmed, reported, limit, ...order } }: Input<typeof contract.listUsers>,
): Promise<Answer<typeof contract.listUsers>> {
  const theirs = ofTheirs(ctx.actor, profiles.organizationId)
  const wanted = and(
    theirs,
    ...wordsOf(search ?? '').map((word) => like(profiles.searchText, anywhere(word))),
    role && eq(profiles.role, role),
    confirmed === 'true' ? or(ne(profiles.role, 'trustee'), isNotNull(profiles.confirmedAt)) : undefined,
    confirmed === 'false' ? unconfirmed : undefined,
    reported && sql`exists (select 1 from ${mailReports} where ${mailReports.senderId} = ${profiles.id})`,
  )
  const shape = shapeOf('users', search, role, confirmed, reported)
  const { key, fromHere, orderBy, page } = sorted(sorts, { ...order, shape }, profiles.id)
  const rows = await ctx.tx
    .select({ ...columns, sortKey: key })
    .from(profiles)
    .leftJoin(organizations, eq(organizations.id, profiles.organizationId))
    .where(and(wanted, fromHere))
    .orderBy(...orderBy)
    .limit(limit + 1)
  const [all] = await ctx.tx.select({ count: count() }).from(profiles).where(wanted)
  const { shown, nextCursor } = page(rows, limit, ({ person }) => person.id)
  return {
    users: shown.map(userRow),
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

/** Sets the last day of a guest's access, which ends at the end of that day in the deployment's time zone. */
export async function setAccessExpiry(
  ctx: Acting<WriteCtx>,
  { params: { userId }, body: { expiresOn } }: Input<typeof contract.setAccessExpiry>,
): Promise<Answer<typeof contract.setAccessExpiry>> {
  const person = await lockPerson(ctx, userId, ofTheirs(ctx.actor, profiles.organizationId))
  if (person.role !== 'guest') throw new Refusal('not-a-guest')
  const accessExpiresAt = chosenEnd(expiresOn, ctx.now, ctx.settings.timeZone)
  await ctx.audit({ event: 'access_expiry_set', subjectEmail: person.email, details: { expiresOn } })
  return change(ctx, userId, { accessExpiresAt })
}

/** Locks a person until the end of the transaction. @throws Refusal user-not-found. */
export async function lockPerson(ctx: WriteCtx, userId: string, among?: SQL) {
  const [person] = await ctx.tx
    .select()
    .from(profiles)
    .where(and(eq(profiles.id, userId), among))
    .for('update')
  if (!person) throw new Refusal('user-not-found')
  return person
}

/** Updates a locked person. */
export async function change(
  ctx: WriteCtx,
  userId: string,
  set: Partial<typeof profiles.$inferInsert>,
): Promise<{ user: UserRow }> {
  await ctx.tx
    .update(profiles)
    .set({ ...set, updatedAt: ctx.now })
    .where(eq(profiles.id, userId))
  const [row] = await ctx.tx
    .select(columns)
    .from(profiles)
    .leftJoin(organizations, eq(organizations.id, profiles.organizationId))
    .where(eq(profiles.id, userId))
  if (!row) throw new Refusal('user-not-found')
  return { user: userRow(row) }
}

const columns = {
  person: profiles,
  organization: organizations,
  reports: sql<number>`(select count(*)::int from ${mailReports} where ${mailReports.senderId} = ${profiles.id})`,
}
