import { daysAfter, daysBefore } from '@deedbox/contract/durations.ts'
import type { PeopleFilter } from '@deedbox/contract/people.ts'
import type { PersonStatus, SignInPeriod } from '@deedbox/contract/people-terms.ts'
import { and, eq, gt, isNotNull, isNull, lte, ne, or, type SQL, sql } from 'drizzle-orm'
import { organizations, profiles } from '../../db/tables/accounts.ts'
import { mailReports } from '../../db/tables/mail.ts'
import { waitsToBeConfirmed } from '../../kernel/context/deactivated.ts'
import { contains, wordsOf } from '../../platform/search.ts'

/** Time of the last sign-in, exactly as the expression of its index; people who never signed in have the epoch. */
export const lastSignIn: SQL = sql`coalesce(${profiles.lastSignedInAt}, '1970-01-01 00:00:00+00')`

/** Returns the conditions of a filter, without the scope of the caller. */
export const matching = (filter: PeopleFilter, now: Date): SQL | undefined =>
  and(
    ...wordsOf(filter.search ?? '').map((word) => contains(profiles.searchText, word)),
    filter.role && eq(profiles.role, filter.role),
    filter.organization ? sql`${profiles.organizationId} = ${idOf(filter.organization)}` : undefined,
    filter.state ? eq(profiles.state, filter.state) : undefined,
    filter.signedIn && signedIn(filter.signedIn, now),
    filter.status && hasStatus(filter.status, now),
  )

const idOf = (name: string): SQL =>
  sql`(select ${organizations.id} from ${organizations} where lower(${organizations.name}) = ${name.toLowerCase()} limit 1)`

function signedIn(period: SignInPeriod, now: Date): SQL {
  if (period === 'never') return isNull(profiles.lastSignedInAt)
  const [how, days] = period.split('-')
  const since = sql`${daysBefore(now, Number(days)).toISOString()}::timestamptz`
  if (how === 'last') return sql`${lastSignIn} > ${since}`
  return sql`(${lastSignIn} <= ${since} and ${profiles.lastSignedInAt} is not null)`
}

const guest = eq(profiles.role, 'guest')

function hasStatus(status: PersonStatus, now: Date): SQL | undefined {
  const over = and(guest, lte(profiles.accessExpiresAt, now)) as SQL
  switch (status) {
    case 'active':
      return and(
        isNull(profiles.deactivatedAt),
        or(ne(profiles.role, 'trustee'), isNotNull(profiles.confirmedAt)),
        sql`(${over}) is not true`,
      )
    case 'unconfirmed':
      return waitsToBeConfirmed
    case 'deactivated':
      return isNotNull(profiles.deactivatedAt)
    case 'reported':
      return sql`exists (select 1 from ${mailReports} where ${mailReports.senderId} = ${profiles.id})`
    case 'ending':
      return and(
        guest,
        gt(profiles.accessExpiresAt, now),
        lte(profiles.accessExpiresAt, daysAfter(now, 30)),
        isNull(profiles.deactivatedAt),
      )
    case 'expired':
      return over
  }
}
