import { daysAfter } from '@deedbox/contract/durations.ts'
import type { Lack } from '@deedbox/contract/endpoint.ts'
import type { Settings } from '@deedbox/contract/settings.ts'
import type { Actor } from './actor.ts'

type Rule = Pick<Settings, 'secondFactorRoles' | 'secondFactorGraceDays'>

/** Returns until when this person may do without a second factor; null: they have one, or need none. */
export function enrolBefore({ role, session }: Actor, settings: Rule): Date | null {
  if (
    session.factorKinds.length > 0 ||
    session.factorAt ||
    !settings.secondFactorRoles.some((asked) => asked === role)
  )
    return null
  return daysAfter(session.factorGraceFrom, settings.secondFactorGraceDays)
}

/** Returns what somebody lacks to be let in; null: nothing. A personal access token was made by someone who lacked nothing. */
export function lackOf(person: Actor, settings: Rule, now: Date): Lack | null {
  const { factorKinds, factorAt, kind } = person.session
  if (factorKinds.length > 0) return factorAt || kind === 'token' ? null : 'factor'
  const end = enrolBefore(person, settings)
  return end && end <= now ? 'enrolment' : null
}
