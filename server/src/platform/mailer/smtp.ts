import { compose, type Mailbox, type MailMessage, MailNotSentError } from './message.ts'

const largestPool = 3

/**
 * Sends through an SMTP server. `smtp:` uses STARTTLS when the server offers it (`?requireTLS=true` insists on it),
 * `smtps:` is TLS from the first byte. `timeoutMs` is the limit for sending one message.
 */
export function openSmtp(options: { smtpUrl: string; from: Mailbox; timeoutMs: number }) {
  const { smtpUrl, from, timeoutMs } = options
  const inProgress = new Set<Promise<void>>()
  let opened: ReturnType<typeof connect> | undefined

  async function connect() {
    const { createTransport } = await import('nodemailer')
    // Our jobs do the retries; the pool may only replace a connection that died while idle.
    return createTransport({
      url: smtpUrl,
      pool: true,
      maxConnections: largestPool,
      maxRequeues: 1,
      connectionTimeout: timeoutMs,
    })
  }

  async function deliver(message: MailMessage): Promise<void> {
    const composed = compose(message, from)
    opened ??= connect()
    const transport = await opened
    try {
      await transport.sendMail({ ...composed, signal: AbortSignal.timeout(timeoutMs) })
    } catch (error) {
      throw notSent(error)
    }
  }

  return {
    async send(message: MailMessage): Promise<void> {
      const delivery = deliver(message)
      inProgress.add(delivery)
      try {
        await delivery
      } finally {
        inProgress.delete(delivery)
      }
    },

    /** Connects and signs in on a connection of its own, and sends nothing. */
    async check(limitMs: number): Promise<void> {
      const { createTransport } = await import('nodemailer')
      const limits = { connectionTimeout: limitMs, greetingTimeout: limitMs, socketTimeout: limitMs }
      const transport = createTransport({ url: smtpUrl, ...limits })
      try {
        await transport.verify()
      } catch (error) {
        throw notSent(error)
      } finally {
        transport.close()
      }
    },

    /** Waits for messages being sent (each has its time limit), then closes the connections. */
    async close(): Promise<void> {
      await Promise.allSettled(inProgress)
      if (opened) (await opened).close()
    },
  }
}

/**
 * Keeps the codes of nodemailer's error and drops its message and cause: servers often repeat the address in them. A 5xx
 * is permanent only if it is about this message; a wrong or missing password (535, 530) or a server that is closed (554
 * as greeting) can be resolved, and then the message is still sent.
 */
function notSent(error: unknown): MailNotSentError {
  const { code, responseCode: status } = error as { code?: unknown; responseCode?: unknown }
  const reason = typeof code === 'string' ? code : 'unknown fault'
  if (typeof status !== 'number') return new MailNotSentError(reason, false)
  const aboutMessage = reason === 'EENVELOPE' || reason === 'EMESSAGE'
  return new MailNotSentError(`${reason}, SMTP ${status}`, aboutMessage && status >= 500 && status !== 530)
}
