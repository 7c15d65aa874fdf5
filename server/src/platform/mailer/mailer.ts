import { join } from 'node:path'
import type { BaseLogger } from 'pino'
import { type MailSummary, openMailbox, type StoredMail } from './mailbox.ts'
import { type MailMessage, parseSender } from './message.ts'
import { openSmtp } from './smtp.ts'

export type { MailSummary, StoredMail } from './mailbox.ts'
export { type MailMessage, MailNotSentError } from './message.ts'

/** Sends emails through an SMTP server, or stores them in the local mailbox if none is configured. */
export interface Mailer {
  kind: 'smtp' | 'mailbox'
  /** Resolves once the server has accepted the message, or its file is on the disk. Throws MailNotSentError. */
  send(message: MailMessage): Promise<void>
  /** Checks that the server would take mail now, or the mailbox could keep it. Throws MailNotSentError. */
  check(timeoutMs: number): Promise<void>
  /** Lists the local mailbox, newest first; empty with an SMTP server. */
  list(): Promise<MailSummary[]>
  /** Reads a message of the local mailbox; null with an SMTP server. */
  read(id: string): Promise<StoredMail | null>
  /** Waits for messages being sent; nothing may be sent afterwards. */
  close(): Promise<void>
}

/**
 * Opens the mailer. Nothing is connected or loaded before the first message. `timeoutMs` limits the time for one message
 * over SMTP, including the wait for a connection. Throws when `mailFrom` is not a valid sender.
 */
export function openMailer(options: {
  smtpUrl?: string | undefined
  mailFrom: string
  dataDir: string
  logger: Pick<BaseLogger, 'info' | 'warn'>
  timeoutMs?: number
}): Mailer {
  const { smtpUrl, mailFrom, dataDir, logger, timeoutMs = 30_000 } = options
  const from = parseSender(mailFrom)
  const kind = smtpUrl ? 'smtp' : 'mailbox'
  const mailbox = openMailbox({ folder: join(dataDir, 'mailbox'), from })
  const out = smtpUrl ? openSmtp({ smtpUrl, from, timeoutMs }) : mailbox

  return {
    kind,
    async send(message) {
      try {
        await out.send(message)
      } catch (err) {
        logger.warn({ err, mailId: message.id }, 'Email not sent')
        throw err
      }
      logger.info({ mailId: message.id, kind }, 'Email sent')
    },
    check: (limit) => out.check(limit),
    list: async () => (kind === 'mailbox' ? mailbox.list() : []),
    read: async (id) => (kind === 'mailbox' ? mailbox.read(id) : null),
    close: () => out.close(),
  }
}
