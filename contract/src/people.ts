import { z } from 'zod'
import { guestExpiresOn, organizationName } from './accounts.ts'
import { endpoint } from './endpoint.ts'
import { cursor, day, direction, id, instant, line, pageLimit } from './fields.ts'
import { limits } from './limits.ts'
import { professionalTypes, roles } from './permissions.ts'
import { userSorts } from './sorts.ts'

export const userRow = z.object({
  id: z.string(),
  email: z.string(),
  firstName: z.string(),
  lastName: z.string(),
  role: z.string(),
  confirmed: z.boolean(),
  professionalType: z.string().nullable(),
  organizationName: z.string().nullable(),
  accessExpiresAt: instant.nullable(),
  createdAt: instant,
  lastSignedInAt: instant.nullable(),
  deactivated: z.boolean(),
  /** How many of their messages were reported. */
  reports: z.number(),
})
export type UserRow = z.infer<typeof userRow>

export const listUsers = endpoint({
  id: 'listUsers',
  summary: 'People of this deployment, or of an Org Admin’s organisation; paged by key',
  who: ['canManageUsers'],
  query: z.object({
    search: line(limits.text.search).optional(),
    role: z.enum(roles).optional(),
    confirmed: z.enum(['true', 'false']).optional(),
    /** 'true': only people with a reported message. */
    reported: z.literal('true').optional(),
    sort: z.enum(userSorts).default('createdAt'),
    direction,
    cursor: cursor.optional(),
    limit: pageLimit,
  }),
  response: z.object({
    users: z.array(userRow),
    total: z.number(),
    /** Trustees waiting for confirmation, regardless of the filter. */
    waiting: z.number(),
    nextCursor: z.string().nullable(),
  }),
})

export const confirmTrustee = endpoint({
  id: 'confirmTrustee',
  summary: 'Confirm a self-registered trustee',
  who: ['canManageSystem'],
  params: z.object({ userId: id }),
  response: z.object({ user: userRow }),
})

export const setAccessExpiry = endpoint({
  id: 'setAccessExpiry',
  summary: "Set the last day of a guest's access",
  who: ['canManageUsers'],
  params: z.object({ userId: id }),
  body: z.strictObject({ expiresOn: day }),
  response: z.object({ user: userRow }),
})

export const changeRole = endpoint({
  id: 'changeRole',
  summary: 'Change the role of another person’s account; documents and access stay as they are',
  who: ['canManageSystem'],
  params: z.object({ userId: id }),
  body: z.strictObject({
    role: z.enum(roles),
    professionalType: z.enum(professionalTypes).nullable().default(null),
    organization: organizationName,
    expiresOn: guestExpiresOn,
  }),
  response: z.object({ user: userRow }),
})

export const deactivateUser = endpoint({
  id: 'deactivateUser',
  summary:
    'Deactivate another person: sessions end at once, sign-in is refused, open invitations are withdrawn',
  who: ['canManageSystem'],
  params: z.object({ userId: id }),
  response: z.object({ user: userRow }),
})

export const reactivateUser = endpoint({
  id: 'reactivateUser',
  summary: 'Reactivate a person, who can then sign in again',
  who: ['canManageSystem'],
  params: z.object({ userId: id }),
  response: z.object({ user: userRow }),
})
