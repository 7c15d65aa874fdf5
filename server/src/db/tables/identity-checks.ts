import { type CheckWay, checkWayNames } from '@deedbox/contract/identity-check-terms.ts'
import { date, index, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core'
import { profiles } from './accounts.ts'
import { instant } from './columns.ts'
import { parties } from './parties.ts'

/** Checks of the identity of parties: a reference, never a copy; seen by those named only (ADR 86). */
export const identityChecks = pgTable(
  'identity_checks',
  {
    id: uuid('id').primaryKey().defaultRandom(),
    partyId: uuid('party_id')
      .notNull()
      .references(() => parties.id),
    checkedOn: date('checked_on', { mode: 'string' }).notNull(),
    how: text('how', { enum: checkWayNames }).$type<CheckWay>().notNull(),
    by: text('by').notNull(),
    reference: text('reference').notNull().default(''),
    nextOn: date('next_on', { mode: 'string' }),
    note: text('note').notNull().default(''),
    recordedAt: instant('recorded_at').notNull(),
    recordedBy: uuid('recorded_by')
      .notNull()
      .references(() => profiles.id),
    /** Why it does not count; '' while it does. */
    withdrawn: text('withdrawn').notNull().default(''),
  },
  (t) => [index('identity_checks_of_party').on(t.partyId, t.recordedAt)],
)

/** People who are named on an identity check. */
export const identityCheckPeople = pgTable(
  'identity_check_people',
  {
    checkId: uuid('check_id')
      .notNull()
      .references(() => identityChecks.id),
    userId: uuid('user_id')
      .notNull()
      .references(() => profiles.id),
  },
  (t) => [primaryKey({ columns: [t.checkId, t.userId] })],
)
