import { oneLine } from '@deedbox/contract/texts.ts'

/** Email to one person. `id` is ours: a message sent again under the same id is the same message. */
export interface MailMessage {
  id: string
  to: string
  subject: string
  html: string
  text: string
  replyTo?: Mailbox
  /** The sender's name, where it is another one than that of MAIL_FROM. */
  fromName?: string
}

/** An address, with a name or an empty one. */
export interface Mailbox {
  name: string
  address: string
}

// Form of one plain address (RFC 5321 without quoted local parts): it cannot contain a space, list, group, comment or route.
const address = /^[^\s\p{Cc}@<>()[\]\\,;:"]+@[^\s\p{Cc}@<>()[\]\\,;:"]+$/u
const controlCharacter = /\p{Cc}/u
const messageId = /^[A-Za-z0-9][A-Za-z0-9._-]{0,127}$/

/**
 * A message that was not sent. `permanent` means that a retry will not help: the server refused this message (5xx), or
 * it was malformed. Errors are logged, so neither the message nor any field names a person.
 */
export class MailNotSentError extends Error {
  override readonly name = 'MailNotSentError'
  readonly permanent: boolean

  constructor(reason: string, permanent: boolean) {
    super(`The email was not sent: ${reason}`)
    this.permanent = permanent
  }
}

/** Tells whether `text` may be a message's id: such an id is safe in a file name and in a Message-ID header. */
export function isMessageId(text: string): boolean {
  return messageId.test(text)
}

function sender(mailFrom: string): Mailbox | null {
  const named = /^"?([^"<>]*?)"?\s*<([^<>]+)>$/.exec(mailFrom.trim())
  const read = { name: named?.[1] ?? '', address: named?.[2] ?? mailFrom.trim() }
  return isAddress(read.address) && !controlCharacter.test(read.name) ? read : null
}

/** Tells whether MAIL_FROM is `name@example.com` or `Name <name@example.com>`. */
export const isSender = (mailFrom: string): boolean => sender(mailFrom) !== null

/** Reads MAIL_FROM. @throws unless {@link isSender} */
export function parseSender(mailFrom: string): Mailbox {
  const read = sender(mailFrom)
  if (!read) throw new Error('MAIL_FROM must be name@example.com or Name <name@example.com>')
  return read
}

/** Returns the message in nodemailer's format. Throws a permanent MailNotSentError when a field could add a second recipient. */
export function compose(message: MailMessage, from: Mailbox) {
  if (!isMessageId(message.id)) throw new MailNotSentError('its id is malformed', true)
  if (!isAddress(message.to)) throw new MailNotSentError('its recipient is not one plain address', true)
  const { replyTo } = message
  if (replyTo && !isAddress(replyTo.address))
    throw new MailNotSentError('its Reply-To is not one plain address', true)
  return {
    from: message.fromName ? { ...from, name: oneLine(message.fromName) } : from,
    ...(replyTo && { replyTo: { name: oneLine(replyTo.name), address: replyTo.address } }),
    to: { name: '', address: message.to },
    // It may contain text that a person typed; a line break would start another header.
    subject: oneLine(message.subject),
    text: message.text,
    html: message.html,
    messageId: `<${message.id}@${from.address.slice(from.address.indexOf('@') + 1)}>`,
    // RFC 3834 section 5: keeps out-of-office replies from answering us.
    headers: { 'Auto-Submitted': 'auto-generated' },
    xMailer: false as const,
    disableFileAccess: true,
    disableUrlAccess: true,
  }
}

function isAddress(text: string): boolean {
  return text.length <= 254 && address.test(text)
}
