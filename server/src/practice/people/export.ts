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
import { sendTable, type TableColumns } from '../../kernel/http/send-table.ts'
import type { Services } from '../../kernel/services.ts'
import { localTime } from '../../platform/csv.ts'
import { Refusal } from '../../platform/errors.ts'
import { matching } from './filter.ts'
import { selectPeople } from './row.ts'

const batch = 1_000

type Row = Awaited<ReturnType<typeof selectPeople>>[number]

type Given = { now: Date; local: ReturnType<typeof localTime> }

const columns: TableColumns<Row, Given> = {
  'First Name': ({ person }) => person.firstName,
  'Last Name': ({ person }) => person.lastName,
  Email: ({ person }) => person.email,
  Role: ({ person }) => roleShortLabel(person.role, person.professionalType),
  Organisation: ({ organization }) => organization?.name ?? '',
  Phone: ({ person }) => person.phone,
  City: ({ person }) => person.city,
  State: ({ person }) => person.state,
  Status: ({ person }, { now }) => statusOf(person, now),
  'Access Ends': ({ person }, { local }) => local(person.accessExpiresAt),
  'Account Created': ({ person }, { local }) => local(person.createdAt),
  'Last Signed In': ({ person }, { local }) => local(person.lastSignedInAt),
}

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
  return sendTable(raw.reply, 'people.csv', {
    columns,
    given: { now, local: localTime(settings.timeZone) },
    batches: () => rowsOf(database, { actor, now, which }),
  })
}

type Which = PeopleFilter | string[]
type Scope = { actor: Actor; now: Date; which: Which }

const among = (actor: Actor, which: Which, now: Date): SQL | undefined =>
  and(theirPeople(actor), Array.isArray(which) ? inArray(profiles.id, which) : matching(which, now))

/** Reads rows in batches, each a short statement that continues after the last key, so that no slow reader holds a transaction. */
async function* rowsOf(
  { db }: Pick<Database, 'db'>,
  { actor, now, which }: Scope,
): AsyncGenerator<Row[], void, undefined> {
  const wanted = among(actor, which, now)
  let after = sql`true`
  for (;;) {
    const rows = await selectPeople({ tx: db })
      .where(and(wanted, after))
      .orderBy(desc(profiles.createdAt), desc(profiles.id))
      .limit(batch)
    yield rows
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
