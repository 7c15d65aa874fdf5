import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { day, id, instant, paragraphs } from './fields.ts'
import { limits } from './limits.ts'
import { type PartyRole, partyRoleNames } from './party-terms.ts'

const named = z.object({ id: z.string(), name: z.string() })
/** A document with its title and kind (the type where no kind is said), which are null where the caller does not see it. */
export const paper = z
  .object({ id: z.string().nullable(), title: z.string().nullable(), kind: z.string().nullable() })
  .nullable()

const facts = {
  diedOn: day,
  /** The document that proves it, such as a death certificate; null: not there yet. */
  document: id.nullable().default(null),
  note: paragraphs(limits.text.message).default(''),
}

const death = z.object({
  id: z.string(),
  party: named,
  diedOn: z.string(),
  document: paper,
  note: z.string(),
  /** The record that this one corrects, and why. */
  corrects: z.string().nullable(),
  reason: z.string(),
  /** State: the person is alive after all. */
  never: z.boolean(),
  recordedAt: instant,
  recordedBy: z.string().nullable(),
  /** Time at which somebody confirmed having seen the evidence, and their name. */
  seen: z.object({ at: instant, by: z.string().nullable() }).nullable(),
})
export type Death = z.output<typeof death>

const role = z.enum(partyRoleNames as [PartyRole, ...PartyRole[]])
const heldRole = z.object({ roleId: z.string(), matter: named, party: named, role })
const access = z.object({
  grantId: z.string(),
  userName: z.string(),
  document: named,
  /** The power on which it rests. */
  power: named,
  active: z.boolean(),
})
export type PowerAccess = z.output<typeof access>

/** Effects of a death, over all matters that the caller sees. */
const effects = z.object({
  /** Roles of attorneys whose power ended with it. */
  powers: z.array(heldRole),
  /** Roles of the person that are recorded without a last day. */
  open: z.array(heldRole),
  /** Estates of which the person is testator. */
  estates: z.array(named),
  /** Governing law that an estate probably has: that of the matters of which the person is testator, where they agree. */
  governingLaw: z.string().nullable(),
  /** Wills and codicils in the matters of which the person is testator. */
  wills: z.array(named),
})

const partyId = z.object({ partyId: id })
const one = z.object({ death })

export const recordDeath = endpoint({
  id: 'recordDeath',
  summary: 'Record the death of a party; what it changes shows in all its matters at once',
  who: ['canManageDocuments'],
  noProof: 'work',
  params: partyId,
  body: z.strictObject(facts),
  status: 201,
  response: one,
  refuses: ['death-future', 'death-person', 'death-recorded', 'document-not-found', 'party-not-found'],
})

export const correctDeath = endpoint({
  id: 'correctDeath',
  summary:
    'Correct what was recorded of a death, with a reason; the earlier record stays, and `never` says that the person is alive',
  who: ['canManageDocuments'],
  noProof: 'work',
  params: z.object({ deathId: id }),
  body: z.strictObject({
    ...facts,
    never: z.boolean().default(false),
    reason: paragraphs(limits.text.message).min(1, { error: 'This field is required' }),
  }),
  response: one,
  refuses: ['death-corrected', 'death-future', 'death-not-found', 'document-not-found'],
})

export const confirmDeath = endpoint({
  id: 'confirmDeath',
  summary:
    'Confirm having seen the evidence of a death: access that rests on a power of the person ends at once',
  who: ['canManageDocuments'],
  noProof: 'work',
  params: z.object({ deathId: id }),
  /** Number of grants that were revoked. */
  response: one.extend({ revoked: z.number() }),
  refuses: [
    'bulk-changed',
    'death-corrected',
    'death-evidence',
    'death-not-found',
    'death-seen',
    'document-not-found',
  ],
})

export const getDeath = endpoint({
  id: 'getDeath',
  summary:
    'What was recorded of the death of a party, what it changes, and the access that rests on a power of the party',
  who: ['canManageDocuments'],
  scope: 'read',
  params: partyId,
  response: z.object({
    /** The record that holds; null: no death is recorded. */
    death: death.nullable(),
    /** Everything that was ever recorded of it, newest first. */
    records: z.array(death),
    effects: effects.nullable(),
    access: z.array(access),
  }),
  refuses: ['party-not-found'],
})

export const listDeaths = endpoint({
  id: 'listDeathsOfPower',
  summary: 'Deaths with which a power ended: those of who gave the power that a document is',
  who: ['canManageDocuments'],
  scope: 'read',
  params: z.object({ documentId: id }),
  response: z.object({ deaths: z.array(death) }),
  refuses: ['document-not-found'],
})

export const restOnPower = endpoint({
  id: 'restOnPower',
  summary: 'Say that active grants rest on a power that a party gave, until the death of the party',
  who: ['canManageDocuments'],
  noProof: 'work',
  params: partyId,
  body: z.strictObject({ document: id, grantIds: z.array(id).min(1).max(limits.bulk) }),
  /** Number of grants that did not rest on it before. */
  response: z.object({ set: z.number() }),
  refuses: [
    'bulk-changed',
    'document-not-found',
    'party-not-found',
    'power-ended',
    'power-kind',
    'power-set',
  ],
})

export const freeOfPower = endpoint({
  id: 'freeOfPower',
  summary: 'Say that grants do not rest on a power of the party',
  who: ['canManageDocuments'],
  noProof: 'work',
  params: partyId,
  body: z.strictObject({ grantIds: z.array(id).min(1).max(limits.bulk) }),
  response: z.object({ freed: z.number() }),
  refuses: ['party-not-found', 'power-free'],
})
