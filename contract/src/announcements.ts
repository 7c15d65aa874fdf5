import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { cursor, email, id, instant, pageLimit } from './fields.ts'
import { limits } from './limits.ts'
import { roles } from './permissions.ts'
import { inParagraphs, oneLine } from './texts.ts'

const most = limits.announcement

/** Text that is sent to many people as written: characters that cannot be shown are refused, not removed silently. */
const shown = (normalise: (text: string) => string, max: number) =>
  z
    .string()
    .refine((text) => !/(?![\t\r\n])\p{Cc}/u.test(text), {
      error: 'This text has control characters, which cannot be sent',
      abort: true,
    })
    .overwrite(normalise)
    .min(1, { error: 'This field is required' })
    .max(max)

const some = <T extends z.ZodType>(one: T, max: number) =>
  z.array(one).min(1, { error: 'Choose at least one' }).max(max)

export const audience = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('everybody') }),
  z.strictObject({ kind: z.literal('roles'), chosen: some(z.enum(roles), roles.length) }),
  z.strictObject({ kind: z.literal('organizations'), chosen: some(id, most.organizations) }),
  z.strictObject({ kind: z.literal('people'), chosen: some(email, most.people) }),
  z.strictObject({ kind: z.literal('documents'), chosen: some(id, most.documents) }),
])
export type Audience = z.output<typeof audience>

const written = { subject: shown(oneLine, most.subject), text: shown(inParagraphs, most.text), audience }

const announcement = z.object({
  id: z.string(),
  subject: z.string(),
  text: z.string(),
  audience,
  senderName: z.string(),
  createdAt: instant,
  recipients: z.number(),
  /** Numbers of its emails that were sent, are still to be sent, and have permanently failed. */
  sent: z.number(),
  waiting: z.number(),
  failed: z.number(),
})
export type Announcement = z.output<typeof announcement>

export const listAnnouncements = endpoint({
  id: 'listAnnouncements',
  summary: 'What administrators wrote to many people, newest first, with how many emails were sent',
  who: ['canManageSystem'],
  query: z.object({ cursor: cursor.optional(), limit: pageLimit }),
  response: z.object({
    announcements: z.array(announcement),
    total: z.number(),
    nextCursor: z.string().nullable(),
  }),
})

export const previewAnnouncement = endpoint({
  id: 'previewAnnouncement',
  summary: 'An announcement’s email as it will look, and how many people will get it; sends nothing',
  who: ['canManageSystem'],
  noProof: 'looks',
  perPersonMinute: 60,
  body: z.strictObject(written),
  response: z.object({ recipients: z.number(), subject: z.string(), html: z.string(), text: z.string() }),
})

export const sendAnnouncement = endpoint({
  id: 'sendAnnouncement',
  summary: 'Write to everybody, or to those concerned; sent again with the same `id`, it is sent once',
  who: ['canManageSystem'],
  needsProof: true,
  perPersonMinute: 5,
  /** Body whose `id` the caller makes, once for each announcement. */
  body: z.strictObject({ id, ...written }),
  response: z.object({ recipients: z.number() }),
  refuses: ['announcement-nobody', 'announcement-sent'],
})
