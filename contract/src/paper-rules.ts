import { documentKinds } from './document-kinds.ts'
import { fold } from './fold.ts'
import { listText } from './list-text.ts'
import type { Paper, PaperLink } from './papers.ts'
import { type Finding, holdsOn, type MatterFacts, type Recorded, standing } from './party-rules.ts'
import { isTrust, type PartyRole, partyRoles } from './party-terms.ts'

/* Contradictions between the papers of a matter and its parties: pure rules, as party-rules.ts. */

/**
 * Finds contradictions of papers that the reader sees.
 * @param found what was found in the records alone, so that nothing is told twice
 */
export function paperContradictions(
  matter: MatterFacts,
  records: readonly Recorded[],
  papers: readonly Paper[],
  links: readonly PaperLink[],
  found: readonly Finding[],
  day: (day: string) => string,
): Finding[] {
  return [
    ...(isTrust(matter.kind) ? signedWithoutPower(standing(records), papers, links, found, day) : []),
    ...(willed.includes(matter.kind) ? currentWills(papers, links, day) : []),
  ]
}

const willed: readonly MatterFacts['kind'][] = ['estate', 'person', 'testamentary_trust']
const changing = ['variation', 'appointment', 'removal'] as const

/**
 * Roles with the power to sign a deed of this kind: who appoints or removes is the appointor where one is recorded on the day, otherwise the trustee; a
 * variation is mostly the trustee's, with the consent of others. The deed itself may say otherwise.
 */
function powerRoles(kind: (typeof changing)[number], held: readonly Recorded[]): PartyRole[] {
  if (kind === 'variation') return ['trustee', 'appointor', 'guardian']
  return held.some(({ role }) => role === 'appointor') ? ['appointor', 'guardian'] : ['trustee', 'guardian']
}

/** Deeds that change the trust, and that nobody with the power signed or made, as far as both are recorded. */
function signedWithoutPower(
  roles: readonly Recorded[],
  papers: readonly Paper[],
  links: readonly PaperLink[],
  found: readonly Finding[],
  day: (day: string) => string,
): Finding[] {
  const deeds = new Set(papers.filter(({ kind }) => kind === 'trust_deed').map(({ id }) => id))
  return papers.flatMap(({ id, title, kind, executedOn, signatories }): Finding[] => {
    const change = changing.find((one) => one === kind)
    if (!change || executedOn === null) return []
    const begun = roles.flatMap(({ from, until }) =>
      [from, until].flatMap((edge) => (edge?.document?.id === id ? [edge] : [])),
    )
    const ofTrust = links.some(({ from, to }) => from === id && deeds.has(to)) || begun.length > 0
    const makers = begun.flatMap(({ by }) => (by ? [by] : []))
    const signed = signatories.map(({ name, capacity }) => fold(`${name} ${capacity}`))
    const told = found.some(
      (one) =>
        one.kind === 'power' && one.from === executedOn && makers.some(({ id }) => id === one.parties[0]?.id),
    )
    const held = roles.filter((one) => holdsOn(one, executedOn))
    const powers = powerRoles(change, held)
    const holders = held.filter(({ role }) => powers.includes(role))
    // A comparison needs somebody who said who signed, or who held the power.
    if (!ofTrust || told || holders.length === 0 || signed.length + makers.length === 0) return []
    const acted = ({ party }: Recorded) =>
      makers.some((maker) => maker.id === party.id) || signed.some((text) => text.includes(fold(party.name)))
    if (holders.some(acted)) return []
    const who = [...new Set([...signatories.map(({ name }) => name), ...makers.map(({ name }) => name)])]
    const had = [
      ...new Set(holders.map(({ party, role }) => `${party.name} (${partyRoles[role].label.toLowerCase()})`)),
    ]
    return [
      {
        kind: 'unsigned',
        from: executedOn,
        until: executedOn,
        parties: [...new Map(holders.map(({ party: { id, name } }) => [id, { id, name }])).values()],
        documents: [{ id, title }],
        says: `“${title}” of ${day(executedOn)} is signed or made by ${listText(who)}, and by nobody who is recorded as ${listText(
          powers.map((role) => partyRoles[role].label.toLowerCase()),
          'or',
        )} on that day: ${listText(had)}.`,
        advice:
          'Compared were the names of the signatories, their capacities, and who made the instrument by the roles that it began or ended. Correct the signatories or the roles if one is wrong. Read in the trust deed who may do this: it may be somebody else.',
        notVerified: null,
      },
    ]
  })
}

/** Wills that no other paper replaces or revokes: only one can be the last. */
function currentWills(
  papers: readonly Paper[],
  links: readonly PaperLink[],
  day: (day: string) => string,
): Finding[] {
  const over = new Set(links.filter(({ relation }) => relation !== 'varies').map(({ to }) => to))
  const wills = papers.filter(({ id, kind }) => kind === 'will' && !over.has(id))
  if (wills.length < 2) return []
  const days = wills.flatMap(({ executedOn }) => executedOn ?? []).sort()
  const names = wills.map(
    ({ title, executedOn }) =>
      `“${title}” (${executedOn ? `signed on ${day(executedOn)}` : 'day of signing not known'})`,
  )
  return [
    {
      kind: 'current',
      // Since the second was signed there are two.
      from: days[1] ?? null,
      until: null,
      parties: [],
      documents: wills.map(({ id, title }) => ({ id, title })),
      says: `${listText(names)} are wills, and nothing recorded replaces or revokes them.`,
      advice: `On the page of the last one, say that it replaces or revokes the others. If one is not a ${documentKinds.will.label.toLowerCase()} of this person, or was never signed, correct its kind or its matter.`,
      notVerified: null,
    },
  ]
}
