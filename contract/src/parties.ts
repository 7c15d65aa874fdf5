import { z } from 'zod'
import { businessNumberProblems, withoutGaps } from './business-numbers.ts'
import { paper } from './deaths.ts'
import { endpoint } from './endpoint.ts'
import { day, email, id, instant, line, paragraphs } from './fields.ts'
import { limits } from './limits.ts'
import { findingKinds } from './party-rules.ts'
import { natures, partyKinds, partyRoles } from './party-terms.ts'

const keysOf = <K extends string>(table: Record<K, unknown>) => Object.keys(table) as [K, ...K[]]
const businessNumber = z.string().max(40).overwrite(withoutGaps).default('')

const details = z.strictObject({
  kind: z.enum(keysOf(partyKinds)),
  name: line(limits.text.client).min(1, { error: 'This field is required' }),
  /** Digits without gaps; for companies. */
  abn: businessNumber,
  acn: businessNumber,
  email: z.union([z.literal(''), email]).default(''),
  bornOn: day.nullable().default(null),
  notes: paragraphs(limits.text.message).default(''),
})
export type PartyDetails = z.output<typeof details>

const named = z.object({ id: z.string(), name: z.string() })

const party = details.omit({ bornOn: true, email: true }).extend({
  id: z.string(),
  email: z.string(),
  bornOn: z.string().nullable(),
  /** Other names, under which it was entered before parties were merged. */
  alsoWritten: z.array(z.string()),
  /** Matters in which it has or had a role, by name, of those that the caller sees; 20 at most. */
  matters: z.array(named),
  /** Time of the last change, sent back with the next one so that nobody overwrites what they have not seen. */
  updatedAt: instant,
})
export type Party = z.output<typeof party>

function check(given: Pick<PartyDetails, 'abn' | 'acn'>, ctx: z.RefinementCtx): void {
  for (const [name, message] of Object.entries(businessNumberProblems(given)))
    ctx.addIssue({ code: 'custom', path: [name], message })
}

/** Beginning or end of a role, as people enter it. */
const instrument = {
  document: id.nullable().default(null),
  clause: line(100).default(''),
  /** The party who made the instrument. */
  by: id.nullable().default(null),
}
const begin = z.strictObject({ day: day.nullable().default(null), ...instrument })
const end = z.strictObject({ day, ...instrument })

/** A role as people enter it. */
const roleDetails = z.strictObject({
  role: z.enum(keysOf(partyRoles)),
  /** Way in which a beneficiary benefits; null for other roles. */
  nature: z.enum(keysOf(natures)).nullable().default(null),
  from: begin,
  until: end.nullable().default(null),
  note: paragraphs(limits.text.message).default(''),
})
export type RoleDetails = z.output<typeof roleDetails>

function checkRole(given: RoleDetails, ctx: z.RefinementCtx): void {
  if ((given.role === 'beneficiary') !== (given.nature !== null))
    ctx.addIssue({ code: 'custom', path: ['nature'], message: 'Please say how a beneficiary benefits' })
  if (given.until && given.from.day && given.until.day < given.from.day)
    ctx.addIssue({ code: 'custom', path: ['until', 'day'], message: 'The last day is before the first' })
}

const edge = z.object({
  /** The document that made it so; its title is null where the caller does not see it, and its id too unless they keep matters. */
  document: z.object({ id: z.string().nullable(), title: z.string().nullable() }).nullable(),
  clause: z.string(),
  by: named.nullable(),
})

const role = z.object({
  id: z.string(),
  party: named.extend({ kind: z.enum(keysOf(partyKinds)), abn: z.string(), acn: z.string() }),
  role: z.enum(keysOf(partyRoles)),
  nature: z.enum(keysOf(natures)).nullable(),
  /** First day; null: not known. */
  from: edge.extend({ day: z.string().nullable() }),
  /** Last day; null: it has not ended. */
  until: edge.extend({ day: z.string() }).nullable(),
  note: z.string(),
  /** The record that this one corrects, and why. */
  corrects: z.string().nullable(),
  reason: z.string(),
  /** State: there never was such a role. */
  never: z.boolean(),
  recordedAt: instant,
  recordedBy: z.string().nullable(),
})
export type MatterRole = z.output<typeof role>

const finding = z.object({
  kind: z.enum(keysOf(findingKinds)),
  from: z.string().nullable(),
  until: z.string().nullable(),
  parties: z.array(named),
  documents: z.array(z.object({ id: z.string(), title: z.string() })),
  says: z.string(),
  advice: z.string(),
  notVerified: z.string().nullable(),
  ends: z.object({ roleId: z.string(), day: z.string(), documentId: z.string().nullable() }).optional(),
})

const death = z.object({
  party: named,
  day: z.string(),
  document: paper,
  /** State: somebody has confirmed having seen the evidence. */
  seen: z.boolean(),
})

const matterId = z.object({ matterId: id })
const one = z.object({ matterId: id, roleId: id })
const readers = ['canManageDocuments', 'canManageOrganization'] as const

export const listRoles = endpoint({
  id: 'getMatterRoles',
  summary:
    'Who is party to a matter on a day, or without one everything that was ever recorded, with what does not fit together',
  who: readers,
  scope: 'read',
  params: matterId,
  query: z.object({ on: day.optional() }),
  response: z.object({
    /** `begins`, `ends`: that day is the first or the last one. */
    roles: z.array(role.extend({ begins: z.boolean().optional(), ends: z.boolean().optional() })),
    /** Contradictions, at whatever time. */
    findings: z.array(finding),
    /** Deaths of its parties; roles on a day are told as they hold after them, and without a day as they were recorded. */
    deaths: z.array(death),
    can: z.object({ edit: z.boolean() }),
  }),
  refuses: ['matter-not-found'],
})

export const addRole = endpoint({
  id: 'addMatterRole',
  summary: 'Add the role of a party that is known already (`partyId`), or else of a new one (`party`)',
  who: ['canManageDocuments'],
  noProof: 'work',
  params: matterId,
  body: roleDetails
    .extend({
      partyId: id.nullable().default(null),
      party: details.superRefine(check).nullable().default(null),
    })
    .superRefine(checkRole)
    .superRefine(({ partyId, party }, ctx) => {
      if (partyId === null && party === null)
        ctx.addIssue({
          code: 'custom',
          path: ['partyId'],
          message: 'Please choose a party or enter a new one',
        })
    }),
  status: 201,
  response: z.object({ role }),
  refuses: [
    'document-not-found',
    'matter-not-found',
    'not-allowed',
    'party-not-found',
    'role-kind',
    'role-limit',
  ],
})

export const endRole = endpoint({
  id: 'endMatterRole',
  summary: 'Record the last day of a role, with what ended it',
  who: ['canManageDocuments'],
  noProof: 'work',
  params: one,
  body: end,
  response: z.object({ role }),
  refuses: [
    'document-not-found',
    'matter-not-found',
    'not-allowed',
    'party-not-found',
    'role-corrected',
    'role-end',
    'role-ended',
    'role-not-found',
  ],
})

export const correctRole = endpoint({
  id: 'correctMatterRole',
  summary:
    'Correct what was recorded of a role, with a reason; the earlier record stays, and `never` says that there was no such role',
  who: ['canManageDocuments'],
  noProof: 'work',
  params: one,
  body: roleDetails
    .extend({
      never: z.boolean().default(false),
      reason: paragraphs(limits.text.message).min(1, { error: 'This field is required' }),
    })
    .superRefine(checkRole),
  response: z.object({ role }),
  refuses: [
    'document-not-found',
    'matter-not-found',
    'not-allowed',
    'party-not-found',
    'role-corrected',
    'role-kind',
    'role-limit',
    'role-not-found',
  ],
})

export const exportRoles = endpoint({
  id: 'exportMatterRoles',
  summary: 'Everything that was ever recorded of the parties of a matter, as CSV',
  who: readers,
  needsProof: true,
  perPersonMinute: 20,
  params: matterId,
  sends: 'text/csv',
  response: z.unknown(),
  refuses: ['matter-not-found'],
})

export const printRoles = endpoint({
  id: 'printMatterRoles',
  summary: 'Who is party to a matter on a day, with instruments and what does not fit together, as a PDF',
  who: readers,
  noProof: 'looks',
  perPersonMinute: 30,
  params: matterId,
  query: z.object({ on: day }),
  sends: 'application/pdf',
  response: z.unknown(),
  refuses: ['matter-not-found'],
})

export const searchParties = endpoint({
  id: 'searchParties',
  summary: 'Parties of all matters by name, ABN, ACN or email, while somebody types',
  who: ['canManageDocuments'],
  scope: 'read',
  query: z.object({ search: line(limits.text.search).default('') }),
  response: z.object({ parties: z.array(party) }),
  refuses: ['not-allowed'],
})

const partyId = z.object({ partyId: id })

export const getParty = endpoint({
  id: 'getParty',
  summary: 'One party',
  who: ['canManageDocuments'],
  scope: 'read',
  params: partyId,
  response: z.object({ party }),
  refuses: ['party-not-found'],
})

export const updateParty = endpoint({
  id: 'updateParty',
  summary: 'Change a party in all its matters, unless somebody else has changed it since `updatedAt`',
  who: ['canManageDocuments'],
  noProof: 'work',
  params: partyId,
  body: details.extend({ updatedAt: instant }).superRefine(check),
  response: z.object({ party }),
  refuses: ['party-changed', 'party-not-found'],
})

export const mergeParty = endpoint({
  id: 'mergeParty',
  summary:
    'Merge a party, which was entered twice, into another one: its roles are shown under the other one from now on',
  who: ['canManageDocuments'],
  noProof: 'work',
  params: partyId,
  body: z.strictObject({ into: id }),
  response: z.object({ party }),
  refuses: ['party-kinds', 'party-not-found', 'party-same'],
})
