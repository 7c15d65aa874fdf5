import { Readable } from 'node:stream'
import type { exportUsers as ofFilter, PeopleFilter } from '@deedbox/contract/people.ts'
import type { exportChosen as ofChosen } from '@deedbox/contract/people-acts.ts'
import { roleShortLabel } from '@deedbox/contract/permissions.ts'
import { and, desc, inArray, type SQL, sql } from 'drizzle-orm'
import type { FastifyReply } from 'fastify'
import type { Database } from '../../db/client.ts'
import { profiles } from '../../db/tables/accounts.ts'
import { theirPeople } from '../../identity/accounts/managing.ts'
import type { Actor } from '../../kernel/context/actor.ts'
import type { Raw } from '../../kernel/http/handler.ts'
import type { Services } from '../../kernel/services.ts'
import { csvTable, localTime } from '../../platform/csv.ts'
import { Refusal } from '../../platform/errors.ts'
import { matching } from './filter.ts'
import { selectPeople } from './row.ts'

const batch = 1_000

const headers = [
  'First Name',
  'Last Name',
  'Email',
  'Role',
  'Organisation',
  'Phone',
  'City',
  'State',
  'Status',
  'Access Ends',
  'Account Created',
  'Last Signed In',
]

/**
 * Exports the people of a filtered list, or those chosen by their ids, as CSV, newest first, streamed; audited before its first byte is
 * sent. @throws Refusal user-not-found when the actor sees none of those chosen.
 */
export async function exportUsers(
  { database }: Pick<Services, 'database'>,
  raw: Raw<typeof ofFilter> | Raw<typeof ofChosen>,
  which: Which,
): Promise<FastifyReply> {
  const { actor, now, settings } = await raw.transact(async (ctx) => {
    const chosen = Array.isArray(which) && (await ctx.tx.$count(profiles, among(ctx.actor, which, ctx.now)))
    if (chosen === 0) throw new Refusal('user-not-found')
    const details = chosen === false ? { ...which } : { chosen }
    await ctx.audit({ event: 'people_exported', details })
    return ctx
  })
  const rows = rowsOf(database, { actor, now, which, timeZone: settings.timeZone })
  return raw.reply
    .headers({
      'content-type': 'text/csv; charset=utf-8',
      'content-disposition': 'attachment; filename="people.csv"',
      'cache-control': 'no-store',
      'x-content-type-options': 'nosniff',
    })
    .send(Readable.from(csvTable(headers, rows), { objectMode: false, highWaterMark: 64 * 1024 }))
}

type Which = PeopleFilter | string[]
type Scope = { actor: Actor; now: Date; which: Which; timeZone: string }

const among = (actor: Actor, which: Which, now: Date): SQL | undefined =>
  and(theirPeople(actor), Array.isArray(which) ? inArray(profiles.id, which) : matching(which, now))

/** Reads rows in batches, each a short statement that continues after the last key, so that no slow reader holds a transaction. */
async function* rowsOf(
  { db }: Pick<Database, 'db'>,
  { actor, now, which, timeZone }: Scope,
): AsyncGenerator<string[][], void, undefined> {
  const local = localTime(timeZone)
  const wanted = among(actor, which, now)
  let after = sql`true`
  for (;;) {
    const rows = await selectPeople({ tx: db })
      .where(and(wanted, after))
      .orderBy(desc(profiles.createdAt), desc(profiles.id))
      .limit(batch)
    yield rows.map(({ person, organization }) => [
      person.firstName,
      person.lastName,
      person.email,
      roleShortLabel(person.role, person.professionalType),
      organization?.name ?? '',
      person.phone,
      person.city,
      person.state,
      statusOf(person, now),
      local(person.accessExpiresAt),
      local(person.createdAt),
      local(person.lastSignedInAt),
    ])
    const last = rows.at(-1)?.person
    if (!last || rows.length < batch) return
    after = sql`(${profiles.createdAt}, ${profiles.id}) < (${last.createdAt.toISOString()}::timestamptz, ${last.id}::uuid)`
  }
}

function statusOf(person: typeof profiles.$inferSelect, now: Date): string {
  if (person.deactivatedAt) return 'Deactivated'
  if (person.role === 'trustee' && !person.confirmedAt) return 'Unconfirmed'
  if (person.role === 'guest' && person.accessExpiresAt && person.accessExpiresAt <= now) return 'Expired'
  return 'Active'
}
