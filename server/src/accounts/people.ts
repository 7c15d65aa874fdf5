import type * as contract from '@deedbox/contract/accounts.ts'
import { and, count, desc, eq, isNotNull, isNull, like, ne, or, type SQL, sql } from 'drizzle-orm'
import { z } from 'zod'
import type { Acting, ReadCtx, WriteCtx } from '../context/context.ts'
import { organizations, profiles } from '../db/tables/accounts.ts'
import type { Answer, Input } from '../http/handler.ts'
import { chosenEnd } from '../platform/chosen-end.ts'
import { carried, fromCursor, toCursor } from '../platform/cursor.ts'
import { Refusal } from '../platform/errors.ts'
import { anywhere, wordsOf } from '../platform/search.ts'
import type { Services } from '../services.ts'
import { userRow } from './session-user.ts'

const position = z.tuple([carried.instant, z.uuid()])

/** People of this deployment, newest first, paged by key. */
export async function listUsers(
  ctx: ReadCtx,
  { query: { search, role, confirmed, cursor, limit } }: Input<typeof contract.listUsers>,
): Promise<Answer<typeof contract.listUsers>> {
  const wanted = and(
    ...wordsOf(search ?? '').map((word) => like(profiles.searchText, anywhere(word))),
    role && eq(profiles.role, role),
    confirmed === 'true' ? or(ne(profiles.role, 'trustee'), isNotNull(profiles.confirmedAt)) : undefined,
    confirmed === 'false' ? and(eq(profiles.role, 'trustee'), isNull(profiles.confirmedAt)) : undefined,
  )
  const rows = await ctx.tx
    .select()
    .from(profiles)
    .leftJoin(organizations, eq(organizations.id, profiles.organizationId))
    .where(and(wanted, cursor ? after(cursor) : undefined))
    .orderBy(desc(profiles.createdAt), desc(profiles.id))
    .limit(limit + 1)
  const [all] = await ctx.tx.select({ count: count() }).from(profiles).where(wanted)
  const page = rows.slice(0, limit)
  const last = page.at(-1)?.profiles
  return {
    users: page.map((row) => userRow(row.profiles, row.organizations)),
    total: all?.count ?? 0,
    nextCursor: rows.length > limit && last ? cursorOf(last) : null,
  }
}

/** Lets a self-registered trustee see what trustees see (decisions, section 2). */
export async function confirmTrustee(
  ctx: Acting<WriteCtx>,
  { params: { userId } }: Input<typeof contract.confirmTrustee>,
): Promise<Answer<typeof contract.confirmTrustee>> {
  const person = await lockPerson(ctx, userId)
  if (person.role !== 'trustee' || person.confirmedAt) throw new Refusal('not-a-trustee')
  await ctx.audit({ event: 'trustee_confirmed', subjectEmail: person.email })
  return change(ctx, userId, { confirmedAt: ctx.now })
}

/** Sets the last day of a guest's access, which ends with that day in the deployment's time zone, or removes it. */
export async function setAccessExpiry(
  { config }: Services,
  ctx: Acting<WriteCtx>,
  { params: { userId }, body: { expiresOn } }: Input<typeof contract.setAccessExpiry>,
): Promise<Answer<typeof contract.setAccessExpiry>> {
  const person = await lockPerson(ctx, userId)
  if (person.role !== 'guest') throw new Refusal('not-a-guest')
  const accessExpiresAt = accessEnd(expiresOn, config.timeZone, ctx.now)
  await ctx.audit({ event: 'access_expiry_set', subjectEmail: person.email, details: { expiresOn } })
  return change(ctx, userId, { accessExpiresAt })
}

/**
 * When a guest's access ends whose last day is this one.
 * @throws Refusal expiry-past for a day that is over, expiry-far (ten years).
 */
export function accessEnd(day: string | null, timeZone: string, now: Date): Date | null {
  return day === null ? null : chosenEnd(day, now, timeZone)
}

async function lockPerson(ctx: WriteCtx, userId: string) {
  const [person] = await ctx.tx.select().from(profiles).where(eq(profiles.id, userId)).for('update')
  if (!person) throw new Refusal('user-not-found')
  return person
}

async function change(ctx: WriteCtx, userId: string, set: Partial<typeof profiles.$inferInsert>) {
  await ctx.tx
    .update(profiles)
    .set({ ...set, updatedAt: ctx.now })
    .where(eq(profiles.id, userId))
  const [row] = await ctx.tx
    .select()
    .from(profiles)
    .leftJoin(organizations, eq(organizations.id, profiles.organizationId))
    .where(eq(profiles.id, userId))
  if (!row) throw new Refusal('user-not-found')
  return { user: userRow(row.profiles, row.organizations) }
}

const cursorOf = ({ createdAt, id }: { createdAt: Date; id: string }) => toCursor([createdAt, id])

/** What comes after a cursor. @throws Refusal invalid-input for one that we did not make. */
function after(cursor: string): SQL {
  const [at, id] = fromCursor(cursor, position)
  return sql`(${profiles.createdAt}, ${profiles.id}) < (${at}::timestamptz, ${id}::uuid)`
}
