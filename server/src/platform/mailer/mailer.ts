import { join } from 'node:path'
import type { BaseLogger } from 'pino'
import { type MailSummary, openMailbox, type StoredMail } from './mailbox.ts'
import { type MailMessage, parseSender } from './message.ts'
import { openSmtp } from './smtp.ts'

export type { MailSummary, StoredMail } from './mailbox.ts'
export { type MailMessage, MailNotSentError } from './message.ts'

/** The way out for emails: an SMTP server, or the local mailbox when none is configured. */
export interface Mailer {
  kind: 'smtp' | 'mailbox'
  /** Resolves once the server took the message, or its file is on the disk. Throws MailNotSentError. */
  send(message: MailMessage): Promise<void>
  /** The local mailbox, newest first; empty with an SMTP server. */
  list(): Promise<MailSummary[]>
  /** A message of the local mailbox; null with an SMTP server. */
  read(id: string): Promise<StoredMail | null>
  /** Waits for what is under way; nothing may be sent afterwards. */
  close(): Promise<void>
}

/**
 * Opens the mailer. Nothing is connected or loaded before the first message. `timeoutMs` bounds one message on an
 * SMTP server, from waiting for a connection to the server's last word. Throws when `mailFrom` is no sender.
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
    list: async () => (kind === 'mailbox' ? mailbox.list() : []),
    read: async (id) => (kind === 'mailbox' ? mailbox.read(id) : null),
    close: () => out.close(),
  }
}
