import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { cursor, direction, done, email, id, instant, line, pageLimit, paragraphs, token } from './fields.ts'
import { limits } from './limits.ts'
import { enquirySorts } from './sorts.ts'

const { text } = limits

export const openContact = endpoint({
  id: 'openContact',
  summary: 'A signed token that says when the contact form was opened',
  who: 'public',
  perMinute: 60,
  response: z.object({ started: z.string() }),
})

/** Input without required fields: a missing name, message, email or phone has the specification's own message. */
export const sendEnquiry = endpoint({
  id: 'sendEnquiry',
  summary: 'Send the contact form: it is stored, and emailed to the support address',
  who: 'public',
  perMinute: 10,
  body: z.strictObject({
    name: line(text.name).default(''),
    email: z
      .string()
      .trim()
      .max(text.email)
      .refine((typed) => typed === '' || email.safeParse(typed).success, {
        error: 'Please enter a valid email address',
      })
      .toLowerCase()
      .default(''),
    phone: line(40).default(''),
    subject: line(text.title).default(''),
    message: paragraphs(text.enquiry).default(''),
    /** Field that people do not see; only robots fill it in. */
    website: z.string().max(text.message).default(''),
    /** The token of `openContact`. */
    started: token,
  }),
  response: done,
  refuses: [
    'contact-details-missing',
    'contact-fields-missing',
    'contact-form-old',
    'contact-limit',
    'contact-too-quick',
  ],
})

const enquiry = z.object({
  id: z.string(),
  name: z.string(),
  email: z.string(),
  phone: z.string(),
  subject: z.string(),
  message: z.string(),
  createdAt: instant,
  /** Email of the account that was signed in, or null. */
  account: z.string().nullable(),
  answeredAt: instant.nullable(),
  answeredBy: z.string().nullable(),
  note: z.string(),
})
export type Enquiry = z.output<typeof enquiry>

export const listEnquiries = endpoint({
  id: 'listEnquiries',
  summary: 'What people sent with the contact form, newest first: not answered, answered or all',
  who: ['canManageSystem'],
  query: z.object({
    status: z.enum(['open', 'answered', 'all']).default('open'),
    search: line(text.search).optional(),
    sort: z.enum(enquirySorts).default('createdAt'),
    direction,
    cursor: cursor.optional(),
    limit: pageLimit,
  }),
  response: z.object({ enquiries: z.array(enquiry), total: z.number(), nextCursor: z.string().nullable() }),
})

export const answerEnquiry = endpoint({
  id: 'answerEnquiry',
  summary: 'Mark an enquiry as answered or not answered, with a note',
  who: ['canManageSystem'],
  noProof: 'work',
  params: z.object({ enquiryId: id }),
  body: z.strictObject({ answered: z.boolean(), note: paragraphs(text.message).default('') }),
  response: z.object({ enquiry }),
  refuses: ['not-found'],
})
