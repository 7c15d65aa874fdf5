import { z } from 'zod'
import { detailsShown } from './detail-schemas.ts'
import type { DocumentKind } from './document-kinds.ts'
import { documentKinds } from './document-kinds.ts'
import { dueKindNames } from './due-date-terms.ts'
import { endpoint } from './endpoint.ts'
import { id } from './fields.ts'
import { relationNames } from './link-terms.ts'
import { type PartyRole, partyRoleNames } from './party-terms.ts'

const kinds = Object.keys(documentKinds) as [DocumentKind, ...DocumentKind[]]
const params = z.object({ matterId: id })

export const matterChain = endpoint({
  id: 'getMatterChain',
  summary:
    'The papers of a matter that make, change or end something, by the day of signing, with what they do to each other; those that the caller sees, 300 at most',
  who: ['canManageDocuments', 'canManageOrganization'],
  scope: 'read',
  params,
  response: z.object({
    papers: z.array(
      z.object({
        id: z.string(),
        title: z.string(),
        kind: detailsShown.kind,
        executedOn: detailsShown.executedOn,
      }),
    ),
    links: z.array(z.object({ from: z.string(), relation: z.enum(relationNames), to: z.string() })),
  }),
  refuses: ['matter-not-found'],
})

const lead = z.discriminatedUnion('to', [
  z.object({ to: z.literal('matter') }),
  z.object({ to: z.literal('party'), role: z.enum(partyRoleNames as [PartyRole, ...PartyRole[]]) }),
  z.object({ to: z.literal('upload'), kind: z.enum(kinds) }),
  z.object({ to: z.literal('document'), id: z.string(), title: z.string() }),
  z.object({ to: z.literal('death'), id: z.string(), name: z.string() }),
  z.object({ to: z.literal('date'), kind: z.enum(dueKindNames) }),
])

export const matterCompleteness = endpoint({
  id: 'getMatterCompleteness',
  summary:
    'How much of what a matter of its kind should have recorded is there, and what is missing, with the place where it is entered',
  who: ['canManageDocuments'],
  scope: 'read',
  params,
  response: z.object({
    of: z.number(),
    missing: z.array(z.object({ what: z.string(), lead })),
  }),
  refuses: ['matter-not-found', 'not-allowed'],
})
