import { z } from 'zod'
import { states } from './australia.ts'
import { businessNumberProblems, withoutGaps } from './business-numbers.ts'
import { endpoint } from './endpoint.ts'
import { cursor, direction, id, instant, line, pageLimit, paragraphs } from './fields.ts'
import { schemasOf } from './filter-schemas.ts'
import { limits } from './limits.ts'
import { matterExportNames } from './matter-files.ts'
import {
  type MatterKind,
  type MatterStatus,
  matterFilters,
  matterKinds,
  matterStatuses,
} from './matter-terms.ts'
import { matterSorts } from './sorts.ts'
import { totals } from './total.ts'

export * from './matter-terms.ts'

const keysOf = <K extends string>(table: Record<K, string>) => Object.keys(table) as [K, ...K[]]
const businessNumber = z.string().max(40).overwrite(withoutGaps).default('')

const details = z.strictObject({
  name: line(limits.text.client).min(1, { error: 'This field is required' }),
  kind: z.enum(keysOf<MatterKind>(matterKinds)),
  /** The practice's own number; may be blank, as the other texts may. */
  reference: line(100).default(''),
  /** Digits without gaps. */
  abn: businessNumber,
  acn: businessNumber,
  governingLaw: z.enum(keysOf<keyof typeof states>(states)).nullable().default(null),
  status: z.enum(keysOf<MatterStatus>(matterStatuses)).default('open'),
  responsibleId: id.nullable().default(null),
  organizationId: id.nullable().default(null),
  notes: paragraphs(limits.text.message).default(''),
})
export type MatterDetails = z.output<typeof details>

function check(given: MatterDetails, ctx: z.RefinementCtx): void {
  for (const [name, message] of Object.entries(businessNumberProblems(given)))
    ctx.addIssue({ code: 'custom', path: [name], message })
}

const named = z.object({ id: z.string(), name: z.string() })

export const matter = z.object({
  id: z.string(),
  name: z.string(),
  kind: z.string(),
  reference: z.string(),
  abn: z.string(),
  acn: z.string(),
  governingLaw: z.string().nullable(),
  status: z.string(),
  responsible: named.nullable(),
  organization: named.nullable(),
  notes: z.string(),
  createdAt: instant,
  /** Time of the last change, sent back with the next one so that nobody overwrites what they have not seen. */
  updatedAt: instant,
  /** Number of its documents that the caller sees, counted up to 1,000. */
  documents: z.object(totals),
  can: z.object({ edit: z.boolean() }),
})
export type Matter = z.output<typeof matter>

const matterId = z.object({ matterId: id })
const one = z.object({ matter })

export const listMatters = endpoint({
  id: 'listMatters',
  summary:
    'Matters (trusts, estates, funds, companies, people) that the caller sees, filtered, sorted, paged by key',
  who: ['canManageDocuments', 'canManageOrganization'],
  scope: 'read',
  query: z.object({
    ...schemasOf(matterFilters),
    sort: z.enum(matterSorts).default('name'),
    direction,
    cursor: cursor.optional(),
    limit: pageLimit,
  }),
  response: z.object({ matters: z.array(matter), ...totals, nextCursor: z.string().nullable() }),
})

export const exportMatters = endpoint({
  id: 'exportMatters',
  summary:
    'The same list as CSV, by name, or the parties or dates of these matters, each of which can be imported again; or the deaths of their parties, the identity checks that name the caller, or the access that rests on a power',
  who: ['canManageDocuments', 'canManageOrganization'],
  needsProof: true,
  perPersonMinute: 20,
  query: z.object({ ...schemasOf(matterFilters), what: z.enum(matterExportNames).default('matters') }),
  sends: 'text/csv',
  response: z.unknown(),
})

export const createMatter = endpoint({
  id: 'createMatter',
  summary:
    'Create a matter; `ofClient` puts the client’s newest documents that are in no matter into it, at most 1,000',
  who: ['canManageDocuments'],
  noProof: 'work',
  body: details.extend({ ofClient: line(limits.text.client).optional() }).superRefine(check),
  status: 201,
  response: one,
  refuses: ['matter-person', 'not-allowed', 'organization-deactivated', 'organization-not-found'],
})

export const getMatter = endpoint({
  id: 'getMatter',
  summary: 'One matter',
  who: ['canManageDocuments', 'canManageOrganization'],
  scope: 'read',
  params: matterId,
  response: one,
  refuses: ['matter-not-found'],
})

export const updateMatter = endpoint({
  id: 'updateMatter',
  summary: 'Change a matter, unless somebody else has changed it since `updatedAt`',
  who: ['canManageDocuments'],
  noProof: 'work',
  params: matterId,
  body: details.extend({ updatedAt: instant }).superRefine(check),
  response: one,
  refuses: [
    'matter-changed',
    'matter-not-found',
    'matter-person',
    'not-allowed',
    'organization-deactivated',
    'organization-not-found',
  ],
})

export const offerForMatter = endpoint({
  id: 'offerForMatter',
  summary:
    'The first people who may be responsible for a matter, or organisations to which it may belong, whose names match',
  who: ['canManageDocuments'],
  query: z.object({
    of: z.enum(['responsible', 'organization']),
    text: line(limits.text.search).default(''),
  }),
  response: z.object({ found: z.array(named) }),
  refuses: ['not-allowed'],
})

const documentIds = z.array(id).min(1).max(limits.bulk)

export const addMatterDocuments = endpoint({
  id: 'addMatterDocuments',
  summary:
    'Put documents into a matter; each belongs to one matter at most, and leaves the one that it was in',
  who: ['canManageDocuments'],
  noProof: 'work',
  params: matterId,
  body: z.strictObject({ documentIds }),
  /** Number of documents that were not in it already. */
  response: z.object({ added: z.number() }),
  refuses: ['document-not-found', 'matter-has-documents', 'matter-not-found', 'not-allowed'],
})

export const removeMatterDocuments = endpoint({
  id: 'removeMatterDocuments',
  summary: 'Take documents out of a matter; they stay as they are',
  who: ['canManageDocuments'],
  noProof: 'work',
  params: matterId,
  body: z.strictObject({ documentIds }),
  response: z.object({ removed: z.number() }),
  refuses: ['document-not-found', 'matter-lacks-documents', 'matter-not-found', 'not-allowed'],
})

export const matterHistory = endpoint({
  id: 'getMatterHistory',
  summary: 'What was changed of a matter, newest first',
  who: ['canManageDocuments', 'canManageOrganization'],
  scope: 'read',
  params: matterId,
  query: z.object({ cursor: cursor.optional(), limit: pageLimit }),
  response: z.object({
    entries: z.array(
      z.object({
        id: z.number(),
        label: z.string(),
        at: instant,
        actorName: z.string().nullable(),
        /** Words for what was done; null if its label says all. */
        told: z.string().nullable(),
        /** The document that it is about; null if there is none or the caller does not see it. */
        document: z.object({ id: z.string(), title: z.string() }).nullable(),
      }),
    ),
    nextCursor: z.string().nullable(),
  }),
  refuses: ['matter-not-found'],
})
