import type { SessionUser } from '@deedbox/contract/accounts.ts'
import { locksAt } from '@deedbox/contract/leaving-terms.ts'
import { type ProfessionalType, professionalTypes } from '@deedbox/contract/permissions.ts'
import { readPreferences } from '@deedbox/contract/preferences.ts'
import type { Actor } from '../../kernel/context/actor.ts'
import type { ReadCtx } from '../../kernel/context/context.ts'
import { enrolBefore } from '../../kernel/context/second-factor.ts'

const professionalType = (type: string | null): ProfessionalType | null =>
  professionalTypes.find((known) => known === type) ?? null

const sent = (instant: Date | null): string | null => instant?.toISOString() ?? null

/** Returns the signed-in person as sent to the web client (specification, section 3: Session user). */
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
  organizationLocksAt: sent(actor.organizationLeavingFrom && locksAt(actor.organizationLeavingFrom)),
  professionalType: professionalType(actor.professionalType),
  permissions: [...actor.permissions],
  accessExpiresAt: sent(actor.accessExpiresAt),
  accessExpired: actor.accessExpired,
  preferences: readPreferences(actor.preferences),
})

/** Returns the person signed in and until when they may do without a second factor; or what somebody half signed in still lacks. */
export const whoIsHere = ({ actor, pending, settings }: Pick<ReadCtx, 'actor' | 'pending' | 'settings'>) => ({
  user: actor && sessionUser(actor),
  pending: pending && {
    email: pending.person.email,
    lacks: pending.lacks,
    factorKinds: pending.person.session.factorKinds,
  },
  enrolBefore: actor && sent(enrolBefore(actor, settings)),
})
