import { deviceText } from '@deedbox/contract/device.ts'
import { type MailKind, mailKinds } from '@deedbox/contract/mail-kinds.ts'
import { eq, inArray } from 'drizzle-orm'
import type { Database } from '../../db/client.ts'
import { profiles, sessions } from '../../db/tables/accounts.ts'
import { mailMessages } from '../../db/tables/mail.ts'
import { pushSubscriptions } from '../../db/tables/sign-in.ts'
import type { Config } from '../../platform/config.ts'
import type { Keyring } from '../../platform/encryption/keys.ts'
import type { Jobs } from '../../platform/jobs.ts'
import { keptSeconds, sendPush, vapidKey } from '../../platform/push/send.ts'
import { pushServiceOf } from '../../platform/push/services.ts'
import type { Contexts, WriteCtx } from '../context/context.ts'
import type { MailDefinition, Place } from './define.ts'

type Subscription = typeof pushSubscriptions.$inferSelect
/** Notice as a browser gets it: `push-worker.js` shows it. */
type Notice = { title: string; body: string; path: string; tag: string }

export type Push = {
  /** Key of this deployment, for browsers; null: it sends them nothing. */
  publicKey: string | null
  /** Queues a notice of these mails in the transaction of `ctx`, for each browser in which their recipients want notices. */
  enqueue(ctx: WriteCtx, kind: MailKind, mails: readonly { id: string; to: string }[]): Promise<void>
  /**
   * Sends a notice to a browser now. One that its service no longer knows is removed: 'gone'.
   * @throws when the service did not take it
   */
  send(subscription: Subscription, notice: Pick<Notice, 'title' | 'path' | 'tag'>): Promise<'taken' | 'gone'>
}

const queue = 'send-push'
/** Retries with doubling pauses: the last is about a quarter of an hour after the first attempt. */
const retries = { retryLimit: 5, retryBackoff: true }

/** Returns what browsers are told of a mail; a newer server may have queued a kind that this one does not know. */
const pushOf = (kind: string) => (Object.hasOwn(mailKinds, kind) ? mailKinds[kind as MailKind].push : null)

/** Brings notices of mails to browsers (ADR 72). */
export function createPush(deps: {
  database: Database
  contexts: Contexts
  jobs: Jobs
  keyring: Keyring
  config: Config
  mails: Readonly<Record<string, MailDefinition<never>>>
  place: () => Promise<Place>
}): Push {
  const { database, contexts, jobs, keyring, config, mails, place } = deps
  const key = vapidKey(keyring.secret('push messages'))

  async function send(subscription: Subscription, notice: Pick<Notice, 'title' | 'path' | 'tag'>) {
    const { publicUrl, deploymentName, supportEmail } = await place()
    // The operator may have taken the service out of the setting since.
    const service = pushServiceOf(subscription.endpoint, config.pushServices)
    if (!service) return 'gone'
    const whole: Notice = { ...notice, body: deploymentName }
    const subject = publicUrl.startsWith('https:') ? publicUrl : `mailto:${supportEmail}`
    const now = new Date()
    const result = await sendPush(service, subscription, JSON.stringify(whole), { key, subject, now })
    if (result === 'gone') await removeGone(subscription)
    return result
  }

  const removeGone = ({ id }: Subscription) =>
    contexts.work(async (ctx) => {
      const [gone] = await ctx.tx.delete(pushSubscriptions).where(eq(pushSubscriptions.id, id)).returning()
      if (!gone) return
      const [session] = await ctx.tx
        .select({ userAgent: sessions.userAgent, email: profiles.email })
        .from(sessions)
        .innerJoin(profiles, eq(profiles.id, sessions.userId))
        .where(eq(sessions.id, gone.sessionId))
      await ctx.audit({
        event: 'push_subscription_removed',
        subjectEmail: session?.email,
        details: { device: deviceText(session?.userAgent ?? null), gone: true },
      })
    })

  /**
   * Tells whether a mail is news to the person of a session, who may be told anything: the session is alive and lacks no factor, and their
   * access has not ended.
   */
  const isNewsTo = (sessionId: string, { createdAt }: { createdAt: Date }) =>
    contexts.read(
      { token: null, sessionId, device: null, ip: null, userAgent: null, requestId: null },
      async ({ actor, now }) =>
        actor !== null && !actor.accessExpired && now.getTime() - createdAt.getTime() <= keptSeconds * 1_000,
    )

  async function attempt(mailId: string, subscriptionId: string): Promise<void> {
    const [found] = await database.db
      .select({ mail: mailMessages, subscription: pushSubscriptions })
      .from(pushSubscriptions)
      .innerJoin(mailMessages, eq(mailMessages.id, mailId))
      .where(eq(pushSubscriptions.id, subscriptionId))
    if (!found || !(await isNewsTo(found.subscription.sessionId, found.mail))) return
    const { mail, subscription } = found
    const said = pushOf(mail.kind)
    if (!said) return
    const words = subscription.names && mails[mail.kind]?.write(mail.data as never, await place())
    const title = words && 'subject' in words ? words.subject : said.says
    await send(subscription, { title, path: said.path, tag: mailId })
  }

  jobs.define<{ mailId: string; subscriptionId: string }>(
    queue,
    ({ data }) => attempt(data.mailId, data.subscriptionId),
    retries,
  )

  return {
    publicKey: config.pushServices.length > 0 ? key.publicKey : null,
    async enqueue({ tx }, kind, all) {
      if (!mailKinds[kind].push || config.pushServices.length === 0 || all.length === 0) return
      const rows = await tx
        .select({ subscriptionId: pushSubscriptions.id, email: profiles.email })
        .from(pushSubscriptions)
        .innerJoin(profiles, eq(profiles.id, pushSubscriptions.userId))
        .where(
          inArray(
            profiles.email,
            all.map(({ to }) => to),
          ),
        )
      if (rows.length === 0) return
      const due = all.flatMap(({ id, to }) =>
        rows
          .filter(({ email }) => email === to)
          .map(({ subscriptionId }) => ({ mailId: id, subscriptionId })),
      )
      await jobs.sendAll(tx, queue, due)
    },
    send,
  }
}
