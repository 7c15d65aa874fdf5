import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { cursor, id, instant, pageLimit } from './fields.ts'

const mailRow = z.object({
  id: z.string(),
  kind: z.string(),
  recipient: z.string(),
  status: z.enum(['waiting', 'sent', 'failed']),
  attempts: z.number(),
  createdAt: instant,
  sentAt: instant.nullable(),
})

export const listMails = endpoint({
  id: 'listMails',
  summary: 'Mail that was promised, newest first: what failed for good, what still waits, what went',
  who: ['canManageSystem'],
  query: z.object({
    status: z.enum(['waiting', 'sent', 'failed', 'all']).default('failed'),
    cursor: cursor.optional(),
    limit: pageLimit,
  }),
  response: z.object({ mails: z.array(mailRow), total: z.number(), nextCursor: z.string().nullable() }),
})

export const resendMail = endpoint({
  id: 'resendMail',
  summary: 'Send a mail again that failed for good',
  who: ['canManageSystem'],
  params: z.object({ mailId: id }),
  response: z.object({ mail: mailRow, emailSent: z.boolean() }),
})
