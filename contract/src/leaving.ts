import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { id, instant, paragraphs } from './fields.ts'
import { limits } from './limits.ts'

const reason = paragraphs(limits.text.message).min(1, { error: 'This field is required' })
const params = z.object({ organizationId: id })

/** How the leaving of an organisation stands, for administrators. */
const standing = z.object({
  /** Null while the organisation is not leaving. */
  leaving: z
    .object({
      from: instant,
      /** Time from which its content is locked. */
      locksAt: instant,
      locked: z.boolean(),
      reason: z.string(),
      by: z.string(),
    })
    .nullable(),
})
export type Leaving = z.output<typeof standing>

export const getLeaving = endpoint({
  id: 'getLeaving',
  summary: 'How the leaving of an organisation stands',
  who: ['canManageSystem'],
  params,
  response: standing,
})

export const beginLeaving = endpoint({
  id: 'beginLeaving',
  summary:
    'Mark an organisation as leaving: it has 90 days to take everything out, then its content is locked, not destroyed',
  who: ['canManageSystem'],
  needsProof: true,
  params,
  body: z.strictObject({ reason }),
  response: standing,
})

export const stay = endpoint({
  id: 'stay',
  summary:
    'Let an organisation stay that was leaving; what was locked opens again, and access that ended stays ended',
  who: ['canManageSystem'],
  needsProof: true,
  params,
  body: z.strictObject({ reason }),
  response: standing,
})
