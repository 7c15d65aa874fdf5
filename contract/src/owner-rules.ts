import type { MatterKind } from './matter-terms.ts'
import { inOrder, type Recorded, rolesOn } from './party-rules.ts'
import { isTrust, type PartyRole, partyRoles, rolesOf } from './party-terms.ts'

/* The beneficial owners of a matter on a day: pure rules, as party-rules.ts. */

/** Roles by which somebody owns, controls or benefits, in the order of the register. */
const ownerRoles: readonly PartyRole[] = [
  'settlor',
  'trustee',
  'appointor',
  'guardian',
  'beneficiary',
  'unit_holder',
  'member',
  'director',
  'executor',
  'administrator',
]

/** Roles of which a matter of this kind has somebody; each entry names alternatives. */
function expected(kind: MatterKind): PartyRole[][] {
  if (kind === 'company') return [['director'], ['member']]
  if (kind === 'super_fund') return [['trustee'], ['member', 'beneficiary']]
  if (kind === 'estate') return [['executor', 'administrator'], ['beneficiary']]
  if (!isTrust(kind)) return []
  const owns: PartyRole[] = kind === 'unit_trust' ? ['unit_holder'] : ['beneficiary', 'unit_holder']
  const controls: PartyRole[][] = kind === 'family_trust' || kind === 'hybrid_trust' ? [['appointor']] : []
  return [['settlor'], ['trustee'], ...controls, owns]
}

/**
 * Tells who owns, controls or benefits on a day, and which roles nobody is recorded for. Whoever is excluded does not benefit.
 * @param records roles as they hold after deaths (`afterDeaths`)
 */
export function ownersOn<R extends Recorded>(
  matter: { kind: MatterKind },
  records: readonly R[],
  day: string,
) {
  const has = rolesOf(matter.kind)
  const owners = rolesOn(records, day)
    .filter(({ role, nature }) => ownerRoles.includes(role) && has.includes(role) && nature !== 'excluded')
    .sort((a, b) => ownerRoles.indexOf(a.role) - ownerRoles.indexOf(b.role) || inOrder(a, b))
  const lacks = expected(matter.kind)
    .filter((any) => !owners.some(({ role }) => any.includes(role)))
    .map((any) => any.map((role) => partyRoles[role].label.toLowerCase()).join(' or '))
  return { owners, lacks }
}

/** Purpose of the register, and how certain that is; shown with it and printed on it. */
export const ownersNote =
  'Since 1 July 2026 lawyers, accountants and trust and company service providers must identify the settlor, trustees, appointor and beneficiaries of a trust they act for (Anti-Money Laundering and Counter-Terrorism Financing Amendment Act 2024; its commencement was read in the law). Keeping the records for seven years was reported by others and not read in the law. This register tells what is recorded in Deedbox; it is no legal advice.'
