import { oneLine } from '@deedbox/contract/texts.ts'

/** One email to one person. `id` is ours: a message sent again under the same id is the same message. */
export interface MailMessage {
  id: string
  to: string
  subject: string
  html: string
  text: string
}

/** What the emails say they are from: `address` alone, or with a name before it. */
export interface Sender {
  name: string
  address: string
}

// One plain address (RFC 5321 without quoted local parts): no space, list, group, comment or route can hide in it.
const address = /^[^\s\p{Cc}@<>()[\]\\,;:"]+@[^\s\p{Cc}@<>()[\]\\,;:"]+$/u
const controlCharacter = /\p{Cc}/u
const messageId = /^[A-Za-z0-9][A-Za-z0-9._-]{0,127}$/

/**
 * A message that did not go out. `permanent` means that trying again will not help: the server refused this very
 * message (5xx), or it was malformed. Errors get logged, so neither the message nor any field names a person.
 */
export class MailNotSentError extends Error {
  override readonly name = 'MailNotSentError'
  readonly permanent: boolean

  constructor(reason: string, permanent: boolean) {
    super(`The email was not sent: ${reason}`)
    this.permanent = permanent
  }
}

/** Whether `text` may be a message's id: such an id is safe in a file name and in a Message-ID header. */
export function isMessageId(text: string): boolean {
  return messageId.test(text)
}

/** Reads MAIL_FROM: `name@example.com` or `Name <name@example.com>`. Throws on anything else. */
export function parseSender(mailFrom: string): Sender {
  const named = /^"?([^"<>]*?)"?\s*<([^<>]+)>$/.exec(mailFrom.trim())
  const sender = { name: named?.[1] ?? '', address: named?.[2] ?? mailFrom.trim() }
  if (!isAddress(sender.address) || controlCharacter.test(sender.name)) {
    throw new Error('The sender of emails must read name@example.com or Name <name@example.com>')
  }
  return sender
}

/**
 * The message as nodemailer takes it. Throws a permanent MailNotSentError when a field could smuggle in a second
 * recipient.
 */
export function compose(message: MailMessage, from: Sender) {
  if (!isMessageId(message.id)) throw new MailNotSentError('its id is malformed', true)
  if (!isAddress(message.to)) throw new MailNotSentError('its recipient is not one plain address', true)
  return {
    from,
    to: { name: '', address: message.to },
    // What a person typed may be in it; a line break would start another header.
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
