import { randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { defaultSettings } from '@deedbox/contract/default-settings.ts'
import { eq, sql } from 'drizzle-orm'
import { troubleOf } from '../../db/away.ts'
import type { Database } from '../../db/client.ts'
import { mailMessages } from '../../db/tables/mail.ts'
import { Refusal } from '../../platform/errors.ts'
import type { Jobs } from '../../platform/jobs.ts'
import { type Mailer, MailNotSentError } from '../../platform/mailer/mailer.ts'
import { renderMail } from '../../platform/mailer/render.ts'
import { type Sms, SmsNotSentError } from '../../platform/sms.ts'
import type { Contexts, WriteCtx } from '../context/context.ts'
import type { MailData, MailDefinition, Place } from './define.ts'
import type { Push } from './push.ts'

/** Cause of a mail. `outside`: its recipient has no account, and can report it. */
type From = { senderId: string; outside: boolean } | { announcementId: string }

export type Mail = {
  /** Queues a mail in the transaction of `ctx`: it is sent after the commit, and retried until it is sent. */
  enqueue<D extends MailData>(
    ctx: WriteCtx,
    mail: MailDefinition<D>,
    to: string,
    data: NoInfer<D>,
    from?: From,
  ): Promise<string>
  /** The same for many mails, in two statements. */
  enqueueAll<D extends MailData>(
    ctx: WriteCtx,
    mail: MailDefinition<D>,
    mails: readonly { to: string; data: NoInfer<D> }[],
    from?: From,
  ): Promise<void>
  /**
   * Queues a mail that has permanently failed again, with all its retries.
   * @throws Refusal 'not-found', 'mail-not-failed'.
   */
  resend(ctx: WriteCtx, id: string): Promise<void>
  /** Tells whether the first attempt sent the mail; waits for it, at most `waitMs`. */
  wasSent(id: string, waitMs?: number): Promise<boolean>
  /** An email as it will look; sends nothing. */
  preview<D extends MailData>(
    mail: MailDefinition<D>,
    data: NoInfer<D>,
  ): Promise<{ subject: string; html: string; text: string }>
  /** Renders and sends at once, outside any transaction; for mails whose content must never be stored. */
  sendNow<D extends MailData>(mail: MailDefinition<D>, to: string, data: NoInfer<D>): Promise<void>
}

/** The queue of the jobs that send mail, one for each message that waits: its data is the message's id. */
export const mailQueue = 'send-mail'
/** Milliseconds until it is noticed that another server has sent a mail. */
const lookAgainMs = 250
/** Retries with doubling pauses: the last is about two days after the first attempt. */
const maxRetries = 12
/** A server that dies while sending uses up a retry of the job but not of the mail, so the job has more. */
export const mailRetries = { retryLimit: 3 * maxRetries, retryBackoff: true }

const isPermanent = (failure: unknown): boolean =>
  (failure instanceof MailNotSentError || failure instanceof SmsNotSentError) && failure.permanent

/** Sends mail that is never lost: a row and a job in the same transaction, retried until it is sent. */
export function createMail(deps: {
  database: Database
  contexts: Contexts
  jobs: Jobs
  mailer: Mailer
  push: Push
  /** Provider of text messages; null: they fail, and are retried. */
  sms: Sms | null
  /** Kinds of mail by their names in stored rows. */
  mails: Readonly<Record<string, MailDefinition<never>>>
  place: () => Promise<Place>
  /** Returns the link for the recipient of a mail to report it. */
  reportUrl: (mailId: string) => string
}): Mail {
  const { database, contexts, jobs, mailer, push, sms, mails, place, reportUrl } = deps
  const waiting = new Map<string, () => void>()

  async function write<D extends MailData>(id: string, mail: MailDefinition<D>, data: D, outside = false) {
    const here = await place()
    const written = mail.write(data, here)
    if ('sms' in written) return written
    const name = here.deploymentName
    return {
      subject: written.subject,
      ...(written.replyTo && { replyTo: written.replyTo }),
      ...(name !== defaultSettings.deploymentName && { fromName: name }),
      ...(await renderMail(written.element, { name, reportUrl: outside ? reportUrl(id) : null })),
    }
  }

  async function send<D extends MailData>(
    id: string,
    mail: MailDefinition<D>,
    to: string,
    data: D,
    outside = false,
  ): Promise<void> {
    const written = await write(id, mail, data, outside)
    if (!('sms' in written)) await mailer.send({ id, to, ...written })
    else if (sms) await sms.send({ to, text: written.sms })
    else throw new SmsNotSentError('no provider is configured', false)
  }

  async function attempt(id: string): Promise<void> {
    const [row] = await database.db.select().from(mailMessages).where(eq(mailMessages.id, id))
    if (row?.status !== 'waiting') return
    let failure: unknown
    try {
      const stored: MailDefinition | undefined = mails[row.kind]
      // A newer server promised it, and sends it at one of its next tries.
      if (!stored) throw new Error(`This release knows no mail ${row.kind}`)
      await send(row.id, stored, row.recipient, row.data as MailData, row.outside)
    } catch (error) {
      failure = error
    }
    const over = failure !== undefined && (row.attempts >= maxRetries || isPermanent(failure))
    try {
      await contexts.work(async (ctx) => {
        await ctx.tx
          .update(mailMessages)
          .set({
            attempts: sql`${mailMessages.attempts} + 1`,
            ...(failure === undefined ? { status: 'sent' as const, sentAt: ctx.now } : {}),
            ...(over ? { status: 'failed' as const } : {}),
          })
          .where(eq(mailMessages.id, id))
        if (over)
          await ctx.audit({
            event: 'mail_failed',
            subjectEmail: row.recipient,
            details: { kind: row.kind, mailId: id },
          })
      })
    } finally {
      waiting.get(id)?.()
    }
    if (failure !== undefined && !over) throw failure
  }

  jobs.define<{ id: string }>(mailQueue, ({ data }) => attempt(data.id), mailRetries)

  return {
    async enqueue(ctx, { kind }, to, data, from) {
      const id = randomUUID()
      await ctx.tx.insert(mailMessages).values({ id, kind, recipient: to, data, createdAt: ctx.now, ...from })
      await jobs.send(ctx.tx, mailQueue, { id })
      await push.enqueue(ctx, kind, [{ id, to }])
      return id
    },
    async enqueueAll(ctx, { kind }, all, from) {
      if (all.length === 0) return
      const rows = await ctx.tx
        .insert(mailMessages)
        .values(all.map(({ to, data }) => ({ kind, recipient: to, data, createdAt: ctx.now, ...from })))
        .returning({ id: mailMessages.id, to: mailMessages.recipient })
      await jobs.sendAll(
        ctx.tx,
        mailQueue,
        rows.map(({ id }) => ({ id })),
      )
      await push.enqueue(ctx, kind, rows)
    },
    async resend(ctx, id) {
      const mine = eq(mailMessages.id, id)
      const [row] = await ctx.tx.select().from(mailMessages).where(mine).for('update')
      if (!row) throw new Refusal('not-found')
      if (row.status !== 'failed') throw new Refusal('mail-not-failed')
      await ctx.tx.update(mailMessages).set({ status: 'waiting', attempts: 0 }).where(mine)
      await jobs.send(ctx.tx, mailQueue, { id })
      await ctx.audit({
        event: 'mail_resent',
        subjectEmail: row.recipient,
        details: { kind: row.kind, mailId: id },
      })
    },
    async wasSent(id, waitMs = 8_000) {
      const { promise, resolve } = Promise.withResolvers<void>()
      waiting.set(id, resolve)
      const until = performance.now() + waitMs
      const status = async () =>
        (
          await database.db
            .select({ status: mailMessages.status, attempts: mailMessages.attempts })
            .from(mailMessages)
            .where(eq(mailMessages.id, id))
        )[0]
      try {
        // It may have been sent before we began to wait, or another server may be sending it, which is seen in its row only.
        while ((await status())?.attempts === 0 && performance.now() < until)
          await Promise.race([promise, pause(lookAgainMs, undefined, { ref: false })])
        return (await status())?.status === 'sent'
      } catch (error) {
        // The change is committed, whatever happens to its mail: the caller says that the mail has not been sent yet.
        if (troubleOf(error)) return false
        throw error
      } finally {
        waiting.delete(id)
      }
    },
    async preview(mail, data) {
      const written = await write(randomUUID(), mail, data)
      if ('sms' in written) throw new TypeError(`${mail.kind} is a text message`)
      const { subject, html, text } = written
      return { subject, html, text }
    },
    sendNow: (mail, to, data) => send(randomUUID(), mail, to, data),
  }
}
