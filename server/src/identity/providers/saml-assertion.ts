import { limits } from '@deedbox/contract/limits.ts'
import { oneLine } from '@deedbox/contract/texts.ts'
import { z } from 'zod'
import { type Expected, spaces } from './saml-response.ts'
import { childrenOf, onlyChild, SamlFault, type Xml } from './saml-xml.ts'

/** Statement of a provider about a person. */
export type Said = {
  assertionId: string
  subject: string
  email: string
  firstName: string
  lastName: string
  /** Time from which it is refused as too old. */
  until: Date
}

/** Milliseconds by which the clock of a provider may differ from the database's. */
const skewMs = 2 * 60_000

/**
 * Reads what a signed assertion says, once everything in it fits (SAML profiles, section 4.1.4.3).
 * @throws SamlFault
 */
export function readAssertion(assertion: Xml, expected: Expected): Said {
  const { audience, issuer, now } = expected
  if (onlyChild(assertion, spaces.assertion, 'Issuer').text.trim() !== issuer) throw new SamlFault('issuer')
  const conditions = onlyChild(assertion, spaces.assertion, 'Conditions')
  checkTimes(conditions, now)
  const restrictions = childrenOf(conditions, spaces.assertion, 'AudienceRestriction')
  const isForUs = (restriction: Xml) =>
    childrenOf(restriction, spaces.assertion, 'Audience').some(({ text }) => text.trim() === audience)
  if (restrictions.length === 0 || !restrictions.every(isForUs)) throw new SamlFault('audience')
  const statements = childrenOf(assertion, spaces.assertion, 'AuthnStatement')
  if (statements.length === 0) throw new SamlFault('nobody signed in')
  for (const { attributes } of statements)
    if (attributes.SessionNotOnOrAfter !== undefined) checkEnd(attributes.SessionNotOnOrAfter, now)

  const subject = onlyChild(assertion, spaces.assertion, 'Subject')
  const end = confirmation(subject, expected)
  const named = nameId(onlyChild(subject, spaces.assertion, 'NameID'))
  const attributes = attributesOf(assertion)
  const first = (names: readonly string[]) => names.map((name) => attributes.get(name)).find(Boolean) ?? ''
  return {
    assertionId: assertion.attributes.ID ?? '',
    subject: named.subject,
    email: emailOf(named.email ?? first(usual.email)),
    firstName: oneLine(first(usual.firstName)).slice(0, limits.text.name),
    lastName: oneLine(first(usual.lastName)).slice(0, limits.text.name),
    until: new Date(end.getTime() + skewMs),
  }
}

function instantOf(text: string | undefined): Date {
  // Times are xs:dateTime in UTC; without a zone the time would be that of this machine.
  const time = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z$/.test(text ?? '')
    ? Date.parse(text ?? '')
    : Number.NaN
  if (Number.isNaN(time)) throw new SamlFault('a time that cannot be read')
  return new Date(time)
}

function checkEnd(text: string | undefined, now: Date): Date {
  const end = instantOf(text)
  if (end.getTime() + skewMs <= now.getTime()) throw new SamlFault('too late')
  return end
}

function checkTimes({ attributes: { NotBefore, NotOnOrAfter } }: Xml, now: Date): void {
  if (NotBefore !== undefined && instantOf(NotBefore).getTime() - skewMs > now.getTime())
    throw new SamlFault('too early')
  if (NotOnOrAfter !== undefined) checkEnd(NotOnOrAfter, now)
}

/** Checks the bearer confirmation: to us, in answer to our request. Returns its end. */
function confirmation(subject: Xml, { recipient, requestId, now }: Expected): Date {
  const [bearer, ...more] = childrenOf(subject, spaces.assertion, 'SubjectConfirmation').filter(
    ({ attributes }) => attributes.Method === 'urn:oasis:names:tc:SAML:2.0:cm:bearer',
  )
  if (!bearer || more.length > 0) throw new SamlFault('not exactly one bearer confirmation')
  const data = onlyChild(bearer, spaces.assertion, 'SubjectConfirmationData')
  const { Recipient, InResponseTo, NotOnOrAfter } = data.attributes
  if (Recipient !== recipient) throw new SamlFault('recipient')
  if (InResponseTo !== requestId) throw new SamlFault('an answer to another request')
  checkTimes(data, now)
  return checkEnd(NotOnOrAfter, now)
}

const formats = {
  email: 'urn:oasis:names:tc:SAML:1.1:nameid-format:emailAddress',
  persistent: 'urn:oasis:names:tc:SAML:2.0:nameid-format:persistent',
  unspecified: 'urn:oasis:names:tc:SAML:1.1:nameid-format:unspecified',
}

/** Reads who it is, by a name that stays the same. */
function nameId({ attributes, children, text }: Xml): { subject: string; email?: string } {
  const { Format = formats.unspecified } = attributes
  const subject = text.trim()
  if (!subject || subject.length > 500 || /\p{Cc}/u.test(subject) || children.length > 0)
    throw new SamlFault('no name of the person')
  if (!Object.values(formats).includes(Format)) throw new SamlFault('a kind of NameID that is not accepted')
  return Format === formats.email ? { subject: subject.toLowerCase(), email: subject } : { subject }
}

function emailOf(text: string): string {
  const email = z.string().trim().toLowerCase().max(limits.text.email).pipe(z.email()).safeParse(text)
  if (!email.success) throw new SamlFault('no email of the person')
  return email.data
}

/** The names that identity providers usually give these attributes. */
const usual = {
  email: [
    'urn:oid:0.9.2342.19200300.100.1.3',
    'http://schemas.xmlsoap.org/ws/2005/05/identity/claims/emailaddress',
    'mail',
    'email',
  ],
  firstName: [
    'urn:oid:2.5.4.42',
    'http://schemas.xmlsoap.org/ws/2005/05/identity/claims/givenname',
    'givenName',
    'givenname',
    'firstName',
  ],
  lastName: [
    'urn:oid:2.5.4.4',
    'http://schemas.xmlsoap.org/ws/2005/05/identity/claims/surname',
    'surname',
    'sn',
    'lastName',
  ],
}

/** Reads the first value of each attribute that has one. */
function attributesOf(assertion: Xml): Map<string, string> {
  const stated = childrenOf(assertion, spaces.assertion, 'AttributeStatement').flatMap((statement) =>
    childrenOf(statement, spaces.assertion, 'Attribute'),
  )
  return new Map(
    stated.flatMap((attribute): [string, string][] => {
      const [value] = childrenOf(attribute, spaces.assertion, 'AttributeValue')
      const { Name } = attribute.attributes
      return Name && value?.text.trim() ? [[Name, value.text.trim()]] : []
    }),
  )
}
