import type { DocumentKind } from './document-kinds.ts'
import type { DueKind } from './due-date-terms.ts'
import type { MatterKind } from './matter-terms.ts'
import type { PartyRole } from './party-terms.ts'

/* Records that a matter should have, and those that are missing: a pure table, without zod, so that screens do not load it. */

/** Facts recorded of a matter as they hold today. */
export type Known = {
  matter: {
    kind: MatterKind
    governingLaw: string | null
    abn: string
    acn: string
    responsibleId: string | null
  }
  /** Roles that somebody holds today. */
  roles: readonly string[]
  /** Documents of kinds that are asked for. */
  papers: readonly {
    id: string
    title: string
    kind: string | null
    executedOn: string | null
    executedIn: string | null
    signedHow: string | null
  }[]
  /** The first testator, and whether a death is recorded of one. */
  testator: { id: string; name: string } | null
  died: boolean
  /** Kinds of dates that are written down and not given up. */
  dates: readonly string[]
}

/** The place where what is missing is entered. */
export type Lead =
  | { to: 'matter' }
  | { to: 'party'; role: PartyRole }
  | { to: 'upload'; kind: DocumentKind }
  | { to: 'document'; id: string; title: string }
  | { to: 'date'; kind: DueKind }
  | { to: 'death'; id: string; name: string }

type Requirement = {
  /** Words after 'missing'. */
  what: string
  of: readonly MatterKind[]
  /** Returns null where it is met, otherwise the place that leads to it. */
  lacks: (known: Known) => Lead | null
  /** Condition on which it is asked for at all. */
  asked?: (known: Known) => boolean
}

const discretionary = ['family_trust', 'hybrid_trust', 'testamentary_trust'] as const
const units = ['unit_trust', 'hybrid_trust'] as const
const byDeed = ['family_trust', 'unit_trust', 'hybrid_trust', 'bare_trust', 'charitable_trust'] as const
const trusts = [...byDeed, 'testamentary_trust'] as const
const all = [...trusts, 'estate', 'super_fund', 'company', 'person'] as const

const papersOf = ({ papers }: Known, ...kinds: DocumentKind[]) =>
  papers.filter(({ kind }) => kinds.some((one) => one === kind))
const paper =
  (kind: DocumentKind, ...or: DocumentKind[]) =>
  (known: Known): Lead | null =>
    papersOf(known, kind, ...or).length > 0 ? null : { to: 'upload', kind }
const party =
  (role: PartyRole, ...or: PartyRole[]) =>
  ({ roles }: Known): Lead | null =>
    [role, ...or].some((one) => roles.includes(one)) ? null : { to: 'party', role }
const detail =
  (name: 'governingLaw' | 'abn' | 'acn' | 'responsibleId') =>
  ({ matter }: Known): Lead | null =>
    matter[name] ? null : { to: 'matter' }
const date =
  (kind: DueKind) =>
  ({ dates }: Known): Lead | null =>
    dates.includes(kind) ? null : { to: 'date', kind }
/** The first paper of these kinds of which day, place or manner of signing is not known. */
const signing =
  (...kinds: DocumentKind[]) =>
  (known: Known): Lead | null => {
    const found = papersOf(known, ...kinds).find(
      ({ executedOn, executedIn, signedHow }) => !executedOn || !executedIn || !signedHow,
    )
    return found ? { to: 'document', id: found.id, title: found.title } : null
  }
const has =
  (...kinds: DocumentKind[]) =>
  (known: Known): boolean =>
    papersOf(known, ...kinds).length > 0

/** Requirements, in the order in which screens list what is missing. */
const requirements: readonly Requirement[] = [
  { what: 'trust deed', of: [...byDeed, 'super_fund'], lacks: paper('trust_deed') },
  {
    what: 'day, place and manner of signing the trust deed',
    of: [...byDeed, 'super_fund'],
    asked: has('trust_deed'),
    lacks: signing('trust_deed'),
  },
  { what: 'governing law', of: [...trusts, 'estate', 'super_fund'], lacks: detail('governingLaw') },
  { what: 'trustee today', of: [...trusts, 'super_fund'], lacks: party('trustee') },
  { what: 'settlor', of: ['family_trust', 'unit_trust', 'hybrid_trust'], lacks: party('settlor') },
  { what: 'appointor', of: ['family_trust', 'hybrid_trust'], lacks: party('appointor') },
  { what: 'beneficiaries', of: [...discretionary, 'bare_trust', 'estate'], lacks: party('beneficiary') },
  { what: 'unit holders', of: units, lacks: party('unit_holder') },
  { what: 'members', of: ['super_fund'], lacks: party('member', 'beneficiary') },
  { what: 'vesting date', of: [...discretionary, 'unit_trust'], lacks: date('vesting') },
  { what: 'testator', of: ['testamentary_trust', 'estate', 'person'], lacks: party('testator') },
  { what: 'will', of: ['testamentary_trust', 'person'], lacks: paper('will') },
  { what: 'will, or letters of administration', of: ['estate'], lacks: paper('will', 'probate') },
  {
    what: 'day, place and manner of signing the will',
    of: ['testamentary_trust', 'estate', 'person'],
    asked: has('will'),
    lacks: signing('will'),
  },
  { what: 'executor or administrator', of: ['estate'], lacks: party('executor', 'administrator') },
  { what: 'executor', of: ['person'], lacks: party('executor') },
  {
    what: 'day of death',
    of: ['estate'],
    asked: ({ testator }) => testator !== null,
    lacks: ({ testator, died }) => (died || !testator ? null : { to: 'death', ...testator }),
  },
  { what: 'death certificate', of: ['estate'], lacks: paper('death_certificate') },
  { what: 'enduring power of attorney', of: ['person'], lacks: paper('power_of_attorney') },
  { what: 'certificate of registration', of: ['company'], lacks: paper('registration') },
  { what: 'director', of: ['company'], lacks: party('director') },
  { what: 'ACN', of: ['company'], lacks: detail('acn') },
  { what: 'ABN', of: ['unit_trust', 'charitable_trust', 'super_fund'], lacks: detail('abn') },
  { what: 'responsible trustee', of: all, lacks: detail('responsibleId') },
]

/** The kinds of documents that some requirement looks at. */
export const askedKinds = [
  'trust_deed',
  'will',
  'probate',
  'death_certificate',
  'power_of_attorney',
  'registration',
] as const satisfies DocumentKind[]

export type Completeness = { of: number; missing: { what: string; lead: Lead }[] }

/** Tells how many things a matter of this kind should have recorded, and which of them are missing. */
export function completeness(known: Known): Completeness {
  const asked = requirements.filter(
    (one) => one.of.includes(known.matter.kind) && (one.asked?.(known) ?? true),
  )
  const missing = asked.flatMap(({ what, lacks }) => {
    const lead = lacks(known)
    return lead ? [{ what, lead }] : []
  })
  return { of: asked.length, missing }
}
