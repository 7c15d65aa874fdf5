import { compose, type MailMessage, MailNotSentError, type Sender } from './message.ts'

const largestPool = 3

/**
 * Sends through an SMTP server. `smtp:` uses STARTTLS when the server offers it (`?requireTLS=true` insists on it),
 * `smtps:` is TLS from the first byte. Every message has `timeoutMs` for all of its steps together.
 */
export function openSmtp(options: { smtpUrl: string; from: Sender; timeoutMs: number }) {
  const { smtpUrl, from, timeoutMs } = options
  const underWay = new Set<Promise<void>>()
  let opened: ReturnType<typeof connect> | undefined

  async function connect() {
    const { createTransport } = await import('nodemailer')
    // Our jobs decide about trying again; the pool may only replace a connection that died while idle.
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
      underWay.add(delivery)
      try {
        await delivery
      } finally {
        underWay.delete(delivery)
      }
    },

    /** Waits for the messages under way (each has its time limit), then closes the connections. */
    async close(): Promise<void> {
      await Promise.allSettled(underWay)
      if (opened) (await opened).close()
    },
  }
}

/**
 * Keeps the codes of nodemailer's error and drops its words and cause: servers like to repeat the address.
 * A 5xx counts as permanent only where the server speaks of this message; a wrong password (535), a demand for
 * one (530) or a server that is closed (554 as greeting) gets mended, and then the message still goes out.
 */
function notSent(error: unknown): MailNotSentError {
  const { code, responseCode: status } = error as { code?: unknown; responseCode?: unknown }
  const reason = typeof code === 'string' ? code : 'unknown fault'
  if (typeof status !== 'number') return new MailNotSentError(reason, false)
  const aboutMessage = reason === 'EENVELOPE' || reason === 'EMESSAGE'
  return new MailNotSentError(`${reason}, SMTP ${status}`, aboutMessage && status >= 500 && status !== 530)
}
