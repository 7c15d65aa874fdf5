import type { SessionUser, UserRow } from '@deedbox/contract/accounts.ts'
import { type ProfessionalType, professionalTypes } from '@deedbox/contract/permissions.ts'
import type { Actor } from '../context/actor.ts'
import type { organizations, profiles } from '../db/tables/accounts.ts'

const professionalType = (type: string | null): ProfessionalType | null =>
  professionalTypes.find((known) => known === type) ?? null

const sent = (instant: Date | null): string | null => instant?.toISOString() ?? null

/** The signed-in person as sent to the web client (specification, section 3: Session user). */
export const sessionUser = (actor: Actor): SessionUser => ({
  id: actor.id,
  email: actor.email,
  name: actor.name,
  firstName: actor.firstName,
  lastName: actor.lastName,
  role: actor.role,
  confirmed: actor.confirmed,
  organizationId: actor.organizationId,
  organizationName: actor.organizationName,
  professionalType: professionalType(actor.professionalType),
  permissions: [...actor.permissions],
  accessExpiresAt: sent(actor.accessExpiresAt),
  accessExpired: actor.accessExpired,
})

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
