import { type Finding, type MatterFacts, type Recorded, standing } from './party-rules.ts'
import { type PartyRole, partyRoles } from './party-terms.ts'

/* Changes that a death makes in the roles of a matter: pure rules, as party-rules.ts. Records stay as they were recorded. */

/** A death that holds; `document` is its evidence, whose title is null where the reader does not see it. */
export type Death = {
  party: { id: string; name: string }
  day: string
  document: { id: string | null; title: string | null } | null
}

/** Roles that somebody acts in: nobody does so after the day on which they died. */
export const acting: readonly PartyRole[] = [
  'trustee',
  'executor',
  'administrator',
  'director',
  'attorney',
  'appointor',
  'guardian',
]

/** Roles that a will gives: they count from the death of the testator. */
const byWill: readonly PartyRole[] = ['executor']

/** Tells who gave the power of an attorney: who made its instrument, or, where that is not said in the matter of a person, the testator. */
export function principalsOf(
  matter: Pick<MatterFacts, 'kind'>,
  role: Recorded,
  records: readonly Recorded[],
): string[] {
  if (role.role !== 'attorney') return []
  if (role.from.by) return [role.from.by.id]
  return matter.kind === 'person' ? testatorsOf(records) : []
}

const testatorsOf = (records: readonly Recorded[]): string[] =>
  standing(records)
    .filter(({ role }) => role === 'testator')
    .map(({ party }) => party.id)

const earliest = (deaths: readonly Death[], ids: readonly string[]): Death | undefined =>
  deaths.filter(({ party }) => ids.includes(party.id)).sort((a, b) => a.day.localeCompare(b.day))[0]

/**
 * Returns the roles as they hold after the deaths that are recorded: whoever acts does so until the day of their own death, an attorney also until that
 * of the principal, and an executor from that of the testator on.
 */
export function afterDeaths<R extends Recorded>(
  matter: Pick<MatterFacts, 'kind'>,
  records: readonly R[],
  deaths: readonly Death[],
): R[] {
  if (deaths.length === 0) return [...records]
  const testator = earliest(deaths, testatorsOf(records))
  return records.map((role): R => {
    const begins =
      testator && byWill.includes(role.role) && (role.from.day === null || role.from.day < testator.day)
    const over = acting.includes(role.role)
      ? earliest(deaths, [role.party.id, ...principalsOf(matter, role, records)])
      : undefined
    const ends = over && (role.until === null || over.day < role.until.day)
    // Clause and maker are of the instrument, which a death is not.
    const end = over && { ...role.from, day: over.day, document: over.document, by: null, clause: '' }
    return {
      ...role,
      ...(begins && { from: { ...role.from, day: testator.day } }),
      ...(ends && { until: end }),
    }
  })
}

/** Finds roles that are still open though whoever holds them died, and those whose power ended with its principal; `ends` proposes their last day. */
export function openAfterDeath(
  matter: Pick<MatterFacts, 'kind'>,
  records: readonly Recorded[],
  deaths: readonly Death[],
  day: (day: string) => string,
): Finding[] {
  return standing(records).flatMap((role): Finding[] => {
    const over = acting.includes(role.role)
      ? earliest(deaths, [role.party.id, ...principalsOf(matter, role, records)])
      : undefined
    if (!over || role.until !== null || (role.from.day !== null && role.from.day > over.day)) return []
    const { id, name } = role.party
    const label = partyRoles[role.role].label.toLowerCase()
    const own = over.party.id === id
    return [
      {
        kind: 'death',
        from: over.day,
        until: null,
        parties: [{ id, name }],
        documents: [],
        says: own
          ? `${name} died on ${day(over.day)} and is still recorded as ${label}, without a last day.`
          : `${over.party.name}, who gave the power, died on ${day(over.day)}, and ${name} is still recorded as ${label}, without a last day.`,
        advice: own
          ? 'Deedbox counts the role until that day. Record its end; who follows is for the instrument to say, and for the law.'
          : 'An enduring power ends at death, and Deedbox counts the role until that day. Record its end.',
        notVerified: null,
        ends: { roleId: role.id, day: over.day, documentId: over.document?.id ?? null },
      },
    ]
  })
}
