import type { MailKind } from '@deedbox/contract/mail-kinds.ts'
import type { Settings } from '@deedbox/contract/settings.ts'
import type { ReactElement } from 'react'
import type { Mailbox } from '../../platform/mailer/message.ts'

/** Facts that templates know about the deployment. */
export type Place = {
  publicUrl: string
  /** Returns the place of an address; null if it is not known. */
  placeOf: (address: string | null) => string | null
} & Pick<Settings, 'deploymentName' | 'timeZone' | 'supportEmail'>
type Fact = string | number | boolean | null

/** Returns the Reply-To of a mail that a person sends through Deedbox; none where a row of an older release does not know their address. */
export const replyTo = (name: string, address: string | undefined): { replyTo?: Mailbox } =>
  address ? { replyTo: { name, address } } : {}

/** The data of a mail, as its row keeps it; a list holds the same kinds of values. */
export type MailData = { [name: string]: Fact | readonly { [name: string]: Fact }[] }
/**
 * The result of a template: an email, or the text of an SMS, whose recipient is then a telephone number. `replyTo`: who
 * gets the answer, where that is a person.
 */
type Written = { subject: string; element: ReactElement; replyTo?: Mailbox } | { sms: string }

/** A kind of mail, in a file of its own (`<kind>.mail.tsx`) in the room that sends it. */
export type MailDefinition<D extends MailData = MailData, K extends MailKind = MailKind> = {
  kind: K
  // A method, so that mails of any data are one type for those who only pass them on.
  write(data: D, place: Place): Written
}

/** A kind of mail: its data, to which rows of older releases must fit too, and its words. */
export const defineMail = <D extends MailData, K extends MailKind>(
  kind: K,
  write: (data: D, place: Place) => Written,
): MailDefinition<D, K> => ({ kind, write })
