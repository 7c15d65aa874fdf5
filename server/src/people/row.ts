import type { UserRow } from '@deedbox/contract/people.ts'
import type { organizations, profiles } from '../db/tables/accounts.ts'

const sent = (instant: Date | null): string | null => instant?.toISOString() ?? null

/** A person in an administrator's list. */
export const userRow = ({
  person,
  organization,
  reports,
}: {
  person: typeof profiles.$inferSelect
  organization: typeof organizations.$inferSelect | null
  reports: number
}): UserRow => ({
  id: person.id,
  email: person.email,
  firstName: person.firstName,
  lastName: person.lastName,
  role: person.role,
  confirmed: person.role !== 'trustee' || person.confirmedAt !== null,
  professionalType: person.professionalType,
  organizationName: organization?.name ?? null,
  accessExpiresAt: sent(person.accessExpiresAt),
  createdAt: person.createdAt.toISOString(),
  lastSignedInAt: sent(person.lastSignedInAt),
  deactivated: person.deactivatedAt !== null,
  reports,
})
