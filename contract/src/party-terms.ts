import type { MatterKind } from './matter-terms.ts'

/* Values and labels of parties and their roles, without zod, so that screens do not load it. */

export const partyKinds = { person: 'Person', company: 'Company', class: 'Class of people' } as const
export type PartyKind = keyof typeof partyKinds

/** The fields of a party that people enter, in the order of forms, as labels and in its history. */
export const partyFields = {
  kind: 'Kind',
  name: 'Name',
  abn: 'ABN',
  acn: 'ACN',
  email: 'Email',
  bornOn: 'Date of birth',
  notes: 'Notes',
} as const
export type PartyField = keyof typeof partyFields
export const partyFieldNames = Object.keys(partyFields) as PartyField[]

const trusts = [
  'family_trust',
  'unit_trust',
  'hybrid_trust',
  'testamentary_trust',
  'bare_trust',
  'charitable_trust',
] as const satisfies MatterKind[]
export const isTrust = (kind: MatterKind): boolean => (trusts as readonly string[]).includes(kind)

/** A role: the matters that have it (all, if it does not say), and those for which whoever holds it signs. */
type Terms = {
  label: string
  many: string
  of?: readonly MatterKind[]
  signs?: readonly MatterKind[]
}

/** The roles of parties, in the order of screens: who signs first. */
export const partyRoles = {
  trustee: {
    label: 'Trustee',
    many: 'Trustees',
    of: [...trusts, 'super_fund'],
    signs: [...trusts, 'super_fund'],
  },
  executor: { label: 'Executor', many: 'Executors', of: ['estate', 'person'], signs: ['estate'] },
  administrator: { label: 'Administrator', many: 'Administrators', of: ['estate'], signs: ['estate'] },
  director: { label: 'Director', many: 'Directors', of: ['company'], signs: ['company'] },
  attorney: { label: 'Attorney', many: 'Attorneys', signs: ['person'] },
  appointor: { label: 'Appointor or principal', many: 'Appointors or principals', of: trusts },
  guardian: { label: 'Guardian', many: 'Guardians', of: [...trusts, 'person'] },
  settlor: { label: 'Settlor', many: 'Settlors', of: [...trusts, 'super_fund'] },
  testator: { label: 'Testator', many: 'Testators', of: ['testamentary_trust', 'estate', 'person'] },
  beneficiary: { label: 'Beneficiary', many: 'Beneficiaries', of: [...trusts, 'estate', 'super_fund'] },
  unit_holder: { label: 'Unit holder', many: 'Unit holders', of: ['unit_trust', 'hybrid_trust'] },
  member: { label: 'Member', many: 'Members', of: ['super_fund', 'company'] },
  witness: { label: 'Witness', many: 'Witnesses' },
  solicitor: { label: 'Solicitor', many: 'Solicitors' },
  accountant: { label: 'Accountant', many: 'Accountants' },
} as const satisfies Record<string, Terms>
export type PartyRole = keyof typeof partyRoles
export const partyRoleNames = Object.keys(partyRoles) as PartyRole[]

const terms: Record<PartyRole, Terms> = partyRoles

/** The roles that a kind of matter has. */
export const rolesOf = (kind: MatterKind): PartyRole[] =>
  partyRoleNames.filter((role) => terms[role].of?.includes(kind) ?? true)

/** The roles whose holders sign for a kind of matter. */
export const signingRoles = (kind: MatterKind): PartyRole[] =>
  partyRoleNames.filter((role) => terms[role].signs?.includes(kind))

/** Ways in which a beneficiary benefits; other roles have no nature. */
export const natures = {
  named: 'Named',
  class: 'Member of a class',
  default: 'In default of appointment',
  excluded: 'Excluded',
} as const
export type Nature = keyof typeof natures

/** Names a role as people read it: 'Trustee', 'Beneficiary (excluded)'. */
export const roleText = ({ role, nature }: { role: PartyRole; nature: Nature | null }): string =>
  nature ? `${partyRoles[role].label} (${natures[nature].toLowerCase()})` : partyRoles[role].label
