import { compose, type Mailbox, type MailMessage, MailNotSentError } from './message.ts'

const largestPool = 3

/**
 * Sends through an SMTP server. `smtp:` wants STARTTLS of a server elsewhere, unless the address says `starttls=optional`;
 * `smtps:` is TLS from the first byte. `timeoutMs` is the limit for sending one message.
 */
export function openSmtp(options: { smtpUrl: string; from: Mailbox; timeoutMs: number }) {
  const { smtpUrl, from, timeoutMs } = options
  const address = { url: smtpUrl, ...(wantsTls(smtpUrl) && { requireTLS: true, ignoreTLS: false }) }
  const inProgress = new Set<Promise<void>>()
  let opened: ReturnType<typeof connect> | undefined

  async function connect() {
    const { createTransport } = await import('nodemailer')
    // Our jobs do the retries; the pool may only replace a connection that died while idle.
    return createTransport({
      ...address,
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
      const transport = createTransport({ ...address, ...limits })
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
 * Tells whether mail to this server must be encrypted on its way: not where it stays on this machine, or where the address allows it by
 * name (`starttls=optional`).
 */
export const wantsTls = (smtpUrl: string): boolean => leavesBySmtp(smtpUrl) && !saysOptional(smtpUrl)

/** Tells whether mail may leave this machine unencrypted, because the address allows it. */
export const allowsPlain = (smtpUrl: string): boolean => leavesBySmtp(smtpUrl) && saysOptional(smtpUrl)

const saysOptional = (smtpUrl: string) => new URL(smtpUrl).searchParams.get('starttls') === 'optional'

function leavesBySmtp(smtpUrl: string): boolean {
  const { protocol, hostname } = new URL(smtpUrl)
  return protocol === 'smtp:' && !/^(localhost|127(\.\d{1,3}){3}|\[::1\])$/.test(hostname)
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
