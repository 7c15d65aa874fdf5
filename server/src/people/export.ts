import { Readable } from 'node:stream'
import type { exportUsers as endpoint, PeopleFilter } from '@deedbox/contract/people.ts'
import { roleShortLabel } from '@deedbox/contract/permissions.ts'
import { and, desc, sql } from 'drizzle-orm'
import type { FastifyReply } from 'fastify'
import type { Actor } from '../context/actor.ts'
import type { Database } from '../db/client.ts'
import { profiles } from '../db/tables/accounts.ts'
import type { Raw } from '../http/handler.ts'
import { csvTable, localTime } from '../platform/csv.ts'
import type { Services } from '../services.ts'
import { matching } from './filter.ts'
import { theirPeople } from './managing.ts'
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

/** The people of a filtered list as CSV, newest first, streamed; audited before its first byte is sent. */
export async function exportUsers(
  { database }: Pick<Services, 'database'>,
  raw: Raw<typeof endpoint>,
  filter: PeopleFilter,
): Promise<FastifyReply> {
  const { actor, now, settings } = await raw.transact(async (ctx) => {
    await ctx.audit({ event: 'people_exported', details: { ...filter } })
    return ctx
  })
  const rows = rowsOf(database, { actor, now, filter, timeZone: settings.timeZone })
  return raw.reply
    .headers({
      'content-type': 'text/csv; charset=utf-8',
      'content-disposition': 'attachment; filename="people.csv"',
      'cache-control': 'no-store',
      'x-content-type-options': 'nosniff',
    })
    .send(Readable.from(csvTable(headers, rows), { objectMode: false, highWaterMark: 64 * 1024 }))
}

type Scope = { actor: Actor; now: Date; filter: PeopleFilter; timeZone: string }

/** In batches, each a short statement that continues after the last key, so that no slow reader holds a transaction. */
async function* rowsOf(
  { db }: Pick<Database, 'db'>,
  { actor, now, filter, timeZone }: Scope,
): AsyncGenerator<string[][], void, undefined> {
  const local = localTime(timeZone)
  const wanted = and(theirPeople(actor), matching(filter, now))
  let after = sql`true`
  for (;;) {
    const found = await selectPeople({ tx: db })
      .where(and(wanted, after))
      .orderBy(desc(profiles.createdAt), desc(profiles.id))
      .limit(batch)
    yield found.map(({ person, organization }) => [
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
    const last = found.at(-1)?.person
    if (!last || found.length < batch) return
    after = sql`(${profiles.createdAt}, ${profiles.id}) < (${last.createdAt.toISOString()}::timestamptz, ${last.id}::uuid)`
  }
}

function statusOf(person: typeof profiles.$inferSelect, now: Date): string {
  if (person.deactivatedAt) return 'Deactivated'
  if (person.role === 'trustee' && !person.confirmedAt) return 'Unconfirmed'
  if (person.role === 'guest' && person.accessExpiresAt && person.accessExpiresAt <= now) return 'Expired'
  return 'Active'
}
