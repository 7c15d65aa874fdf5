import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { cursor, direction, done, id, instant, pageLimit, token } from './fields.ts'
import { mailSorts } from './sorts.ts'

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
  summary:
    'Emails to people, newest first: permanently failed, still waiting, or sent. Administrators see all, others those that they caused with what they typed',
  who: 'signed-in',
  query: z.object({
    status: z.enum(['waiting', 'sent', 'failed', 'all']).default('failed'),
    /** Limits the list to those of the last so many days. */
    days: z.coerce.number().int().min(1).max(366).optional(),
    sort: z.enum(mailSorts).default('createdAt'),
    direction,
    cursor: cursor.optional(),
    limit: pageLimit,
  }),
  response: z.object({ mails: z.array(mailRow), total: z.number(), nextCursor: z.string().nullable() }),
})

export const resendMail = endpoint({
  id: 'resendMail',
  summary: 'Resend an email that has permanently failed: administrators any, others one that they caused',
  who: 'signed-in',
  perPersonMinute: 30,
  noProof: 'work',
  params: z.object({ mailId: id }),
  response: z.object({ mail: mailRow, emailSent: z.boolean() }),
  refuses: ['mail-not-failed', 'not-found', 'outside-limit', 'recipient-stopped'],
})

/** The report link in an email to a person without an account. */
const reportToken = z.object({ token })

export const getReport = endpoint({
  id: 'getReport',
  summary: 'Whose message a report link is about',
  who: 'public',
  perMinute: 30,
  params: reportToken,
  response: z.object({
    sender: z.object({ name: z.string(), email: z.string() }),
    kind: z.string(),
    sentAt: instant,
    reported: z.boolean(),
  }),
  refuses: ['report-link-invalid'],
})

export const reportMessage = endpoint({
  id: 'reportMessage',
  summary: 'Report a message; Deedbox then sends nothing more from its sender to that address',
  who: 'public',
  perMinute: 10,
  params: reportToken,
  response: done,
  refuses: ['report-link-invalid'],
})

export const listReports = endpoint({
  id: 'listReports',
  summary: 'A person’s reported messages, newest first',
  who: ['canManageSystem'],
  params: z.object({ userId: id }),
  response: z.object({
    reports: z.array(
      z.object({
        mailId: z.string(),
        recipient: z.string(),
        kind: z.string(),
        /** Message of the sender; may be blank. */
        message: z.string(),
        sentAt: instant,
        reportedAt: instant,
      }),
    ),
  }),
})
