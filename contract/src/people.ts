import { z } from 'zod'
import { guestExpiresOn, organizationName } from './accounts.ts'
import { endpoint } from './endpoint.ts'
import { factorKinds } from './factor-kinds.ts'
import { cursor, day, direction, email, id, instant, line, pageLimit } from './fields.ts'
import { limits } from './limits.ts'
import { accessReasons, type DutyKind, dutyKindNames, personStatuses, signInPeriods } from './people-terms.ts'
import { professionalTypes, roles } from './permissions.ts'
import { requestStatuses } from './request-terms.ts'
import { signInRow } from './security.ts'
import { userSorts } from './sorts.ts'
import { totals } from './total.ts'

const userRow = z.object({
  id: z.string(),
  email: z.string(),
  firstName: z.string(),
  lastName: z.string(),
  role: z.string(),
  confirmed: z.boolean(),
  professionalType: z.string().nullable(),
  organizationName: z.string().nullable(),
  state: z.string(),
  accessExpiresAt: instant.nullable(),
  createdAt: instant,
  lastSignedInAt: instant.nullable(),
  deactivated: z.boolean(),
  /** Number of their messages that were reported. */
  reports: z.number(),
  /** Acts that the caller may do with this person. */
  can: z.object({
    confirm: z.boolean(),
    changeRole: z.boolean(),
    setExpiry: z.boolean(),
    deactivate: z.boolean(),
    signOut: z.boolean(),
    reactivate: z.boolean(),
    handOver: z.boolean(),
    resetFactors: z.boolean(),
    seeReports: z.boolean(),
  }),
})
export type UserRow = z.infer<typeof userRow>
const oneUser = z.object({ user: userRow })

const keysOf = <K extends string>(table: Record<K, string>) => z.enum(Object.keys(table) as [K, ...K[]])

/** Filter of people; a person must satisfy all of its parts. */
const peopleFilter = z.object({
  search: line(limits.text.search).optional(),
  role: z.enum(roles).optional(),
  /** Name of an organisation, in upper or lower case. */
  organization: line(limits.text.client).optional(),
  /** State of Australia, or what somebody abroad gave as theirs. */
  state: line(limits.text.state).optional(),
  signedIn: keysOf(signInPeriods).optional(),
  status: keysOf(personStatuses).optional(),
})
export type PeopleFilter = z.output<typeof peopleFilter>

export const listUsers = endpoint({
  id: 'listUsers',
  summary: 'People of this deployment, or of an Org Admin’s organisation; paged by key',
  who: ['canManageUsers'],
  query: peopleFilter.extend({
    sort: z.enum(userSorts).default('createdAt'),
    direction,
    cursor: cursor.optional(),
    limit: pageLimit,
  }),
  response: z.object({
    users: z.array(userRow),
    ...totals,
    /** Trustees waiting for confirmation, regardless of the filter. */
    waiting: z.number(),
    nextCursor: z.string().nullable(),
  }),
})

export const exportUsers = endpoint({
  id: 'exportUsers',
  summary: 'The same people as CSV (streamed), newest first',
  who: ['canManageUsers'],
  needsProof: true,
  perPersonMinute: 20,
  query: peopleFilter,
  sends: 'text/csv',
  response: z.unknown(),
})

export const getUser = endpoint({
  id: 'getUser',
  summary: 'One person: facts, sessions and last sign-ins',
  who: ['canManageUsers'],
  params: z.object({ userId: id }),
  response: z.object({
    user: userRow.extend({
      organizationId: z.string().nullable(),
      phone: z.string(),
      city: z.string(),
      confirmedAt: instant.nullable(),
      deactivatedAt: instant.nullable(),
      /** Time at which the person closed the account. */
      closedAt: instant.nullable(),
      /** Second factors, oldest first. */
      factors: z.array(z.enum(factorKinds)),
      /** Number of sessions, not counting personal access tokens. */
      sessions: z.number(),
      /** Sign-ins, newest first, including failed ones; addresses and places are for administrators only. */
      signIns: z.array(signInRow),
    }),
  }),
  refuses: ['user-not-found'],
})
export type UserDetail = z.infer<typeof getUser.response>['user']

export const signOutUser = endpoint({
  id: 'signOutUser',
  summary:
    'Sign another person out everywhere at once; their personal access tokens end too, and they are told by email',
  who: ['canManageUsers'],
  needsProof: true,
  params: z.object({ userId: id }),
  response: z.object({ ended: z.number() }),
  refuses: ['person-above', 'sign-out-own', 'user-not-found'],
})

export const listUserDocuments = endpoint({
  id: 'listUserDocuments',
  summary:
    'The documents that a person can open and why, or those they own; only what the caller sees too; newest first, paged by key',
  who: ['canManageUsers'],
  params: z.object({ userId: id }),
  query: z.object({
    view: z.enum(['open', 'own']).default('open'),
    cursor: cursor.optional(),
    limit: pageLimit,
  }),
  response: z.object({
    documents: z.array(
      z.object({
        id: z.string(),
        title: z.string(),
        clientName: z.string().nullable(),
        ownerName: z.string(),
        uploadedAt: instant,
        reasons: z.array(keysOf(accessReasons)),
        grant: z
          .object({
            grantedByName: z.string(),
            accessLevel: z.enum(['view', 'download']),
            endsAt: instant.nullable(),
          })
          .nullable(),
      }),
    ),
    ...totals,
    nextCursor: z.string().nullable(),
  }),
  refuses: ['user-not-found'],
})

export const listUserRequests = endpoint({
  id: 'listUserRequests',
  summary: 'What a person asked for, newest first, paged by key',
  who: ['canManageUsers'],
  params: z.object({ userId: id }),
  query: z.object({ cursor: cursor.optional(), limit: pageLimit }),
  response: z.object({
    requests: z.array(
      z.object({
        id: z.string(),
        /** Document; null if there is none or the caller may not see it. */
        documentId: z.string().nullable(),
        documentName: z.string(),
        extension: z.boolean(),
        status: z.enum(requestStatuses),
        createdAt: instant,
        reviewedAt: instant.nullable(),
        reviewedByName: z.string().nullable(),
      }),
    ),
    total: z.number(),
    nextCursor: z.string().nullable(),
  }),
  refuses: ['user-not-found'],
})

export const confirmTrustee = endpoint({
  id: 'confirmTrustee',
  summary: 'Confirm a self-registered trustee',
  who: ['canManageSystem'],
  needsProof: true,
  params: z.object({ userId: id }),
  response: oneUser,
  refuses: ['not-a-trustee', 'user-not-found'],
})

export const setAccessExpiry = endpoint({
  id: 'setAccessExpiry',
  summary: "Set the last day of a guest's access",
  who: ['canManageUsers'],
  needsProof: true,
  params: z.object({ userId: id }),
  body: z.strictObject({ expiresOn: day }),
  response: oneUser,
  refuses: ['expiry-far', 'expiry-past', 'expiry-same', 'not-a-guest', 'person-above', 'user-not-found'],
})

export const changeRole = endpoint({
  id: 'changeRole',
  summary:
    'Change the role of another person’s account; documents and access stay as they are. For an Org Admin: of a member, between requestor and guest',
  who: ['canManageUsers'],
  needsProof: true,
  params: z.object({ userId: id }),
  body: z.strictObject({
    role: z.enum(roles),
    professionalType: z.enum(professionalTypes).nullable().default(null),
    organization: organizationName,
    expiresOn: guestExpiresOn,
  }),
  response: oneUser,
  refuses: [
    'expiry-far',
    'expiry-past',
    'not-a-guest',
    'person-above',
    'role-not-yours',
    'role-own',
    'user-not-found',
  ],
})

export const deactivateUser = endpoint({
  id: 'deactivateUser',
  summary:
    'Deactivate another person: sessions end at once, sign-in is refused, open invitations are withdrawn',
  who: ['canManageUsers'],
  needsProof: true,
  params: z.object({ userId: id }),
  response: oneUser,
  refuses: ['already-deactivated', 'deactivate-own', 'person-above', 'user-not-found'],
})

export const reactivateUser = endpoint({
  id: 'reactivateUser',
  summary: 'Reactivate a person, who can then sign in again',
  who: ['canManageUsers'],
  needsProof: true,
  params: z.object({ userId: id }),
  response: oneUser,
  refuses: ['account-closed', 'deactivate-own', 'not-deactivated', 'person-above', 'user-not-found'],
})

export const resetFactors = endpoint({
  id: 'resetFactors',
  summary:
    'Remove all second factors of a person who lost them, and sign them out everywhere. They are told by email',
  who: ['canManageUsers'],
  needsProof: true,
  params: z.object({ userId: id }),
  response: oneUser,
  refuses: ['factor-none', 'factors-own', 'person-above', 'user-not-found'],
})

const dutyCounts = z.object(
  Object.fromEntries(dutyKindNames.map((kind) => [kind, z.number()])) as Record<DutyKind, z.ZodNumber>,
)

export const previewHandOver = endpoint({
  id: 'previewHandOver',
  summary: 'How much of each kind a person answers for and others could take over',
  who: ['canManageSystem'],
  params: z.object({ userId: id }),
  response: z.object({
    counts: dutyCounts,
    /** State: packets can be handed over, because the account is deactivated. */
    packets: z.boolean(),
  }),
  refuses: ['user-not-found'],
})

export const listHandOver = endpoint({
  id: 'listHandOver',
  summary: 'What of one kind a person answers for, by name, paged by key',
  who: ['canManageSystem'],
  params: z.object({ userId: id }),
  query: z.object({ kind: z.enum(dutyKindNames), cursor: cursor.optional(), limit: pageLimit }),
  response: z.object({
    rows: z.array(z.object({ id: z.string(), name: z.string(), detail: z.string() })),
    ...totals,
    nextCursor: z.string().nullable(),
  }),
  refuses: ['user-not-found'],
})

export const handOverDuties = endpoint({
  id: 'handOverDuties',
  summary:
    'Hand over what another person answers for to one or several people, who are mailed. All of it happens, or nothing',
  who: ['canManageSystem'],
  needsProof: true,
  perPersonMinute: 20,
  params: z.object({ userId: id }),
  body: z.strictObject({
    parts: z
      .array(
        z.strictObject({
          kind: z.enum(dutyKindNames),
          /** Email of the person who takes it: a confirmed trustee for documents, for everything else an administrator too. */
          email,
          /** Ids of this kind; without it all that no other part names. */
          ids: z.array(id).min(1).max(limits.bulk).optional(),
        }),
      )
      .min(1)
      .max(50),
    /** Reason that the custody register gives for the packets. */
    reason: line(limits.text.message).default(''),
  }),
  response: z.object({ handed: dutyCounts }),
  refuses: [
    'hand-over-gone',
    'hand-over-holder',
    'hand-over-keeper',
    'hand-over-nothing',
    'hand-over-own',
    'hand-over-reason',
    'hand-over-trustee',
    'packet-full',
    'user-not-found',
  ],
})
