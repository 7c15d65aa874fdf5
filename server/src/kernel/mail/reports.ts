import type * as contract from '@deedbox/contract/mails.ts'
import { and, desc, eq } from 'drizzle-orm'
import { profiles } from '../../db/tables/accounts.ts'
import { mailMessages, mailReports } from '../../db/tables/mail.ts'
import { Refusal } from '../../platform/errors.ts'
import type { ReadCtx, WriteCtx } from '../context/context.ts'
import type { Answer, Input } from '../http/handler.ts'
import type { Services } from '../services.ts'
import { administrators } from './administrators.ts'
import { messageReported } from './message-reported.mail.tsx'
import { reportLinks } from './report-link.ts'

type Needs = Pick<Services, 'keyring' | 'mail'>

/** Returns whose message a report link is about. @throws Refusal report-link-invalid. */
export async function getReport(
  services: Needs,
  ctx: ReadCtx,
  { params: { token } }: Input<typeof contract.getReport>,
): Promise<Answer<typeof contract.getReport>> {
  const { mail, sender } = await messageOf(services, ctx, token)
  return {
    sender: { name: sender.name, email: sender.email },
    kind: mail.kind,
    sentAt: mail.createdAt.toISOString(),
    reported: (await ctx.tx.$count(mailReports, eq(mailReports.mailId, mail.id))) > 0,
  }
}

/**
 * Stores a recipient's report of a message, once, and notifies the administrators. From then on the sender's messages to
 * that address are refused. @throws Refusal report-link-invalid.
 */
export async function reportMessage(
  services: Needs,
  ctx: WriteCtx,
  { params: { token } }: Input<typeof contract.reportMessage>,
): Promise<Answer<typeof contract.reportMessage>> {
  const { mail, sender } = await messageOf(services, ctx, token)
  const message = typeof mail.data.message === 'string' ? mail.data.message : ''
  const report = { mailId: mail.id, senderId: sender.id, recipient: mail.recipient, kind: mail.kind, message }
  const [first] = await ctx.tx
    .insert(mailReports)
    .values({ ...report, sentAt: mail.createdAt, reportedAt: ctx.now })
    .onConflictDoNothing()
    .returning({ mailId: mailReports.mailId })
  await ctx.audit({
    event: 'message_reported',
    actor: null,
    subjectEmail: sender.email,
    details: { mailId: mail.id, kind: mail.kind, recipient: mail.recipient, ...(!first && { again: true }) },
  })
  if (!first) return { success: true }
  const data = { senderName: sender.name, senderEmail: sender.email, recipient: mail.recipient, message }
  const notifications = (await administrators(ctx)).map((to) => ({ to, data }))
  await services.mail.enqueueAll(ctx, messageReported, notifications)
  return { success: true }
}

/** Lists a person's reported messages, newest first. */
export async function listReports(
  { tx }: ReadCtx,
  { params: { userId } }: Input<typeof contract.listReports>,
): Promise<Answer<typeof contract.listReports>> {
  const rows = await tx
    .select()
    .from(mailReports)
    .where(eq(mailReports.senderId, userId))
    .orderBy(desc(mailReports.reportedAt), desc(mailReports.mailId))
    .limit(100)
  return {
    reports: rows.map(({ mailId, recipient, kind, message, sentAt, reportedAt }) => ({
      mailId,
      recipient,
      kind,
      message,
      sentAt: sentAt.toISOString(),
      reportedAt: reportedAt.toISOString(),
    })),
  }
}

async function messageOf({ keyring }: Needs, { tx }: ReadCtx, token: string) {
  const mailId = reportLinks(keyring).read(token)
  if (!mailId) throw new Refusal('report-link-invalid')
  const [found] = await tx
    .select({ mail: mailMessages, sender: profiles })
    .from(mailMessages)
    .innerJoin(profiles, eq(profiles.id, mailMessages.senderId))
    .where(and(eq(mailMessages.id, mailId), eq(mailMessages.outside, true)))
  if (!found) throw new Refusal('report-link-invalid')
  return found
}
