import { z } from 'zod'
import { fitTogether, phone, postalAddress } from './address.ts'
import { businessNumberProblems, withoutGaps } from './business-numbers.ts'
import { endpoint } from './endpoint.ts'
import { cursor, direction, email, id, instant, line, pageLimit } from './fields.ts'
import { limits } from './limits.ts'
import { organizationSorts } from './sorts.ts'

const businessNumber = z.string().max(40).overwrite(withoutGaps)

/** Fields that people enter about an organisation; all but the name may be blank. */
const details = {
  name: line(limits.text.client).min(1, { error: 'This field is required' }),
  /** Digits without gaps. */
  abn: businessNumber,
  acn: businessNumber,
  ...postalAddress,
  contactName: line(limits.text.name),
  contactEmail: z.union([z.literal(''), email]),
  contactPhone: phone,
}
const shape = z.strictObject(details)
export type OrganizationDetails = z.output<typeof shape>

/** Checks that the numbers are real and the parts of the address fit together. */
function check(given: OrganizationDetails, ctx: z.RefinementCtx): void {
  fitTogether(given, ctx)
  for (const [name, message] of Object.entries(businessNumberProblems(given)))
    ctx.addIssue({ code: 'custom', path: [name], message })
}

const count = z.number().int().min(0)

export const organization = z.object({
  id: z.string(),
  ...z.object(details).shape,
  contactEmail: z.string(),
  contactPhone: z.string(),
  abn: z.string(),
  acn: z.string(),
  country: z.string(),
  deactivatedAt: instant.nullable(),
  /** Time from which its content is locked, as it is leaving; null: it stays. */
  locksAt: instant.nullable(),
  createdAt: instant,
  /** Time of the last change, sent back with the next one so that nobody overwrites what they have not seen. */
  updatedAt: instant,
  members: count,
  documents: count,
  /** Access requests by members, or about documents of the organisation. */
  requests: count,
  pendingRequests: count,
})
export type Organization = z.infer<typeof organization>

const organizationId = z.object({ organizationId: id })

const filter = z.object({
  search: line(limits.text.search).optional(),
  status: z.enum(['active', 'deactivated', 'all']).default('all'),
  state: line(100).optional(),
})

export const listOrganizations = endpoint({
  id: 'listOrganizations',
  summary: 'Organisations with their counts, filtered, sorted, paged by key',
  who: ['canManageSystem'],
  query: filter.extend({
    sort: z.enum(organizationSorts).default('name'),
    direction,
    cursor: cursor.optional(),
    limit: pageLimit,
  }),
  response: z.object({
    organizations: z.array(organization),
    total: z.number(),
    nextCursor: z.string().nullable(),
  }),
})

export const exportOrganizations = endpoint({
  id: 'exportOrganizations',
  summary: 'The same list as CSV, by name',
  who: ['canManageSystem'],
  needsProof: true,
  perPersonMinute: 20,
  query: filter,
  sends: 'text/csv',
  response: z.unknown(),
})

const one = z.object({ organization })

export const createOrganization = endpoint({
  id: 'createOrganization',
  summary: 'Create an organisation',
  who: ['canManageSystem'],
  noProof: 'work',
  body: shape.superRefine(check),
  status: 201,
  response: one,
  refuses: ['abn-taken', 'acn-taken', 'organization-exists'],
})

export const getOrganization = endpoint({
  id: 'getOrganization',
  summary: 'One organisation; for an Org Admin their own',
  who: ['canManageSystem', 'canManageOrganization'],
  params: organizationId,
  response: one.extend({
    /** Number of members who cannot sign in while it is deactivated: all but administrators and deactivated people. */
    lockedOut: count,
  }),
  refuses: ['organization-not-found'],
})

export const updateOrganization = endpoint({
  id: 'updateOrganization',
  summary: 'Change an organisation, unless somebody else has changed it since `updatedAt`',
  who: ['canManageSystem', 'canManageOrganization'],
  noProof: 'work',
  params: organizationId,
  body: shape.extend({ updatedAt: instant }).superRefine(check),
  response: one,
  refuses: [
    'abn-taken',
    'acn-taken',
    'organization-changed',
    'organization-exists',
    'organization-not-found',
  ],
})

export const deactivateOrganization = endpoint({
  id: 'deactivateOrganization',
  summary:
    'Deactivate an organisation: its members’ sessions end at once, and they cannot sign in until it is reactivated',
  who: ['canManageSystem'],
  needsProof: true,
  params: organizationId,
  response: one,
  refuses: ['organization-deactivated', 'organization-not-found'],
})

export const reactivateOrganization = endpoint({
  id: 'reactivateOrganization',
  summary: 'Reactivate an organisation, whose members can then sign in again',
  who: ['canManageSystem'],
  needsProof: true,
  params: organizationId,
  response: one,
  refuses: ['organization-active', 'organization-not-found'],
})

export const organizationChange = z.object({
  id: z.number(),
  label: z.string(),
  at: instant,
  actorName: z.string().nullable(),
  actorEmail: z.string().nullable(),
  changes: z.array(z.object({ field: z.string(), from: z.string(), to: z.string() })),
  /** Reason that was given; null where none is asked for. */
  reason: z.string().nullable(),
})
export type OrganizationChange = z.infer<typeof organizationChange>

export const organizationHistory = endpoint({
  id: 'getOrganizationHistory',
  summary: 'The changes of an organisation from the audit trail, newest first',
  who: ['canManageSystem'],
  params: organizationId,
  query: z.object({ cursor: cursor.optional(), limit: pageLimit }),
  response: z.object({
    changes: z.array(organizationChange),
    total: z.number(),
    nextCursor: z.string().nullable(),
  }),
  refuses: ['organization-not-found'],
})
