import { isUtf8 } from 'node:buffer'
import { SAML } from '@node-saml/node-saml'
import { childrenOf, onlyChild, readXml, SamlFault, withAll, type Xml } from './saml-xml.ts'

export const spaces = {
  protocol: 'urn:oasis:names:tc:SAML:2.0:protocol',
  assertion: 'urn:oasis:names:tc:SAML:2.0:assertion',
  signature: 'http://www.w3.org/2000/09/xmldsig#',
} as const

/** Requirements of an answer: what it must say, and by whom it must be signed. */
export type Expected = {
  /** The identity provider's entity id. */
  issuer: string
  /** PEM. One of them must have signed. */
  certificates: readonly string[]
  /** Our own entity id, and where answers to us go. */
  audience: string
  recipient: string
  /** The request that it answers. */
  requestId: string
  now: Date
}

/** An answer that is built as it must be; nobody has checked yet who wrote it. */
export type Message = { text: string; response: Xml; assertion: Xml; requestId: string }

const messageLimits = { parts: 1_000, depth: 40 }

/**
 * Reads an answer. Its structure is checked before its signature, so that there is only one assertion that could be meant,
 * in whatever way another could be wrapped around it or put inside it.
 * @param sent base64, as the HTTP-POST binding sends it
 * @throws SamlFault
 */
export function readMessage(sent: string): Message {
  const bytes = Buffer.from(sent, 'base64')
  if (!isUtf8(bytes)) throw new SamlFault('bytes that are not UTF-8')
  const text = bytes.toString()
  // A comment inside a name would end it for some readers and not for others; no provider sends any.
  if (text.includes('<!')) throw new SamlFault('XML with comments, CDATA or a DTD')
  const response = readXml(text, messageLimits)
  const requestId = response.attributes.InResponseTo
  const assertion = checkStructure(response)
  if (!requestId) throw new SamlFault('an answer that nobody asked for')
  return { text, response, assertion, requestId }
}

/**
 * Returns the assertion of an answer as its provider signed it: nothing else of the answer is to be believed.
 * @throws SamlFault
 */
export async function verifiedAssertion(message: Message, expected: Expected): Promise<Xml> {
  const { text, response, assertion } = message
  checkEnvelope(response, expected)
  for (const signed of [response, assertion]) checkSignature(signed)
  const library = new SAML({
    idpCert: [...expected.certificates],
    issuer: expected.audience,
    callbackUrl: expected.recipient,
    wantAssertionsSigned: true,
    wantAuthnResponseSigned: false,
    // The content of the assertion is checked by `readAssertion`, by the database's clock.
    audience: false,
    acceptedClockSkewMs: -1,
  })
  const SAMLResponse = Buffer.from(text).toString('base64')
  const { profile } = await library.validatePostResponseAsync({ SAMLResponse }).catch((error: unknown) => {
    // It reads a time that we check below.
    const time = error instanceof Error && error.message.startsWith('Error parsing')
    throw new SamlFault(time ? 'a time that cannot be read' : 'signature', error)
  })
  const verified = readXml(profile?.getAssertionXml?.() ?? '', messageLimits)
  if (verified.attributes.ID !== assertion.attributes.ID) throw new SamlFault('signature')
  return verified
}

/** Accepts one Response with one assertion in the place where it belongs, signatures where they belong, and no ID twice. */
function checkStructure(response: Xml): Xml {
  const all = withAll(response)
  const named = (name: string) => all.filter((element) => element.name === name)
  if (
    response.name !== 'Response' ||
    response.space !== spaces.protocol ||
    response.attributes.Version !== '2.0'
  )
    throw new SamlFault('not an answer of SAML 2.0')
  if (named('EncryptedAssertion').length > 0)
    throw new SamlFault('an encrypted assertion: it must be sent unencrypted')
  const [assertion] = childrenOf(response, spaces.assertion, 'Assertion')
  if (named('Response').length > 1 || named('Assertion').length > 1)
    throw new SamlFault('more than one assertion')
  checkStatus(response)
  if (!assertion) throw new SamlFault('no assertion')
  const signatures = [response, assertion].flatMap(signaturesOf)
  if (named('Signature').length !== signatures.length) throw new SamlFault('a signature in the wrong place')
  const ids = all.flatMap(({ attributes }) =>
    Object.keys(attributes)
      .filter((name) => /^(.*:)?id$/i.test(name))
      .map((name) => attributes[name]),
  )
  if (new Set(ids).size < ids.length) throw new SamlFault('an ID twice')
  if (signaturesOf(assertion).length === 0) throw new SamlFault('an assertion that is not signed')
  return assertion
}

const signaturesOf = (element: Xml) => childrenOf(element, spaces.signature, 'Signature')

function checkStatus(response: Xml): void {
  const code = onlyChild(onlyChild(response, spaces.protocol, 'Status'), spaces.protocol, 'StatusCode')
  const words = [code, ...childrenOf(code, spaces.protocol, 'StatusCode')].map(
    ({ attributes: { Value = '' } }) => Value.replace(/^.*:/, '').replace(/\W/g, '').slice(0, 40),
  )
  if (words[0] !== 'Success') throw new SamlFault(`the provider said ${words.join(' ')}`)
}

/** Checks the envelope. It need not be signed; what it says must fit all the same. */
function checkEnvelope(response: Xml, { issuer, recipient }: Expected): void {
  const { Destination } = response.attributes
  if (Destination !== undefined && Destination !== recipient) throw new SamlFault('destination')
  const said = childrenOf(response, spaces.assertion, 'Issuer')
  if (said.some(({ text }) => text.trim() !== issuer)) throw new SamlFault('issuer')
}

const canonical = [
  'http://www.w3.org/2001/10/xml-exc-c14n#',
  'http://www.w3.org/TR/2001/REC-xml-c14n-20010315',
]
/** SHA-256 or better, of those that the library knows; and nothing that lets something be left out of what is signed. */
const algorithms: Record<string, readonly string[]> = {
  CanonicalizationMethod: canonical,
  SignatureMethod: [
    'http://www.w3.org/2001/04/xmldsig-more#rsa-sha256',
    'http://www.w3.org/2001/04/xmldsig-more#rsa-sha512',
    'http://www.w3.org/2007/05/xmldsig-more#sha256-rsa-MGF1',
  ],
  DigestMethod: ['http://www.w3.org/2001/04/xmlenc#sha256', 'http://www.w3.org/2001/04/xmlenc#sha512'],
  Transform: [...canonical, 'http://www.w3.org/2000/09/xmldsig#enveloped-signature'],
}

/** Checks that a signature, if there is one, covers the element that it is in, all of it, by sound algorithms (SAML core, section 5.4). */
function checkSignature(signed: Xml): void {
  const [signature, ...more] = signaturesOf(signed)
  if (!signature) return
  const info = onlyChild(signature, spaces.signature, 'SignedInfo')
  const reference = onlyChild(info, spaces.signature, 'Reference')
  if (more.length > 0 || reference.attributes.URI !== `#${signed.attributes.ID}`)
    throw new SamlFault('a signature of something else')
  if (childrenOf(signature, spaces.signature, 'Object').length > 0)
    throw new SamlFault('a signature with an object')
  for (const { name, attributes } of withAll(info)) {
    const allowed = algorithms[name]
    if (allowed && !allowed.includes(attributes.Algorithm ?? ''))
      throw new SamlFault('an algorithm that is not accepted')
  }
}
