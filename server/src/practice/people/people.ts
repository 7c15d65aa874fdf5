import type * as contract from '@deedbox/contract/people.ts'
import type { userSorts } from '@deedbox/contract/sorts.ts'
import { and, eq, inArray, sql } from 'drizzle-orm'
import { readPage } from '../../db/list.ts'
import { byTime, type Sort, sorted } from '../../db/sorted.ts'
import { profiles } from '../../db/tables/accounts.ts'
import { actOnOne } from '../../identity/accounts/acts.ts'
import { lockPerson, theirPeople } from '../../identity/accounts/managing.ts'
import { trusteeConfirmed } from '../../identity/accounts/trustee-confirmed.mail.tsx'
import type { Acting, ReadCtx, WriteCtx } from '../../kernel/context/context.ts'
import { waitsToBeConfirmed } from '../../kernel/context/deactivated.ts'
import type { Answer, Input } from '../../kernel/http/handler.ts'
import { tellAdministrators } from '../../kernel/mail/newly-trusted.ts'
import type { Services } from '../../kernel/services.ts'
import { shapeOf } from '../../platform/cursor.ts'
import { Refusal } from '../../platform/errors.ts'
import { lastSignIn, matching } from './filter.ts'
import { expire, personKind } from './person-acts.ts'
import { change, rowOf, selectPeople, userRow } from './row.ts'

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

/** Lists people of this deployment (or an Org Admin's organisation), by default newest first, paged by key. */
export async function listUsers(
  ctx: Acting<ReadCtx>,
  { query: { sort, direction, cursor, limit, ...filter } }: Input<typeof contract.listUsers>,
): Promise<Answer<typeof contract.listUsers>> {
  const theirs = theirPeople(ctx.actor)
  const order = { sort, direction, cursor, shape: shapeOf('users', filter) }
  const { rows, ...page } = await readPage<{ id: string }>(ctx, {
    from: sql`${profiles}`,
    where: [theirs, matching(filter, ctx.now)],
    order: sorted(sorts, order, profiles.id),
    limit,
    columns: sql`${profiles.id} as id`,
    rows: sql`${profiles}`,
  })
  const ids = rows.map(({ id }) => id)
  const found = ids.length > 0 ? await selectPeople(ctx).where(inArray(profiles.id, ids)) : []
  const byId = new Map(found.map((row) => [row.person.id, row]))
  return {
    users: ids.flatMap((id) => byId.get(id) ?? []).map((row) => userRow(ctx, row)),
    ...page,
    waiting: await ctx.tx.$count(profiles, and(theirs, waitsToBeConfirmed)),
  }
}

/** Confirms a self-registered trustee, who then sees what trustees see (decisions, section 2), and mails them. */
export async function confirmTrustee(
  { mail }: Services,
  ctx: Acting<WriteCtx>,
  { params: { userId } }: Input<typeof contract.confirmTrustee>,
): Promise<Answer<typeof contract.confirmTrustee>> {
  const person = await lockPerson(ctx, userId)
  const waits = and(eq(profiles.id, userId), waitsToBeConfirmed)
  if ((await ctx.tx.$count(profiles, waits)) === 0) throw new Refusal('not-a-trustee')
  await ctx.audit({ event: 'trustee_confirmed', subjectEmail: person.email })
  await mail.enqueue(ctx, trusteeConfirmed, person.email, { firstName: person.firstName })
  await tellAdministrators(mail, ctx, 'confirmed', [person])
  return change(ctx, userId, { confirmedAt: ctx.now })
}

/** Sets the last day of a guest's access. @throws Refusal user-not-found, not-a-guest, person-above, expiry-… */
export async function setAccessExpiry(
  services: Pick<Services, 'mail'>,
  ctx: Acting<WriteCtx>,
  { params: { userId }, body }: Input<typeof contract.setAccessExpiry>,
): Promise<Answer<typeof contract.setAccessExpiry>> {
  await actOnOne(ctx, personKind, expire, userId, body, services)
  return { user: await rowOf(ctx, userId) }
}
