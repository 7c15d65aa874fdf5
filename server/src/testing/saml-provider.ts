import { createHash, randomUUID, webcrypto } from 'node:crypto'
import { cryptoProvider, X509CertificateGenerator } from '@peculiar/x509'
import { IdentityProvider, SamlLib, ServiceProvider, setSchemaValidator } from 'samlify'

/** Options of answers, as this identity provider says them unless a test says otherwise. */
type Answer = {
  now: Date
  requestId: string
  acsUrl: string
  audience: string
  recipient: string
  destination: string
  issuer: string
  subject: string
  format: string
  attributes: Record<string, string>
  /** Times from when and until when it is valid, in milliseconds from `now`. */
  from: number
  until: number
  assertionId: string
  status: string
  /** Makes the last change before it is signed. */
  written: (xml: string) => string
  /** Keys that sign. */
  signer: Keys
  sign: 'assertion' | 'response' | 'both'
  algorithm: string
}

export type SamlTestProvider = Awaited<ReturnType<typeof samlTestProvider>>

type Keys = { certificate: string; privateKey: string }

const nameIds = 'urn:oasis:names:tc:SAML:1.1:nameid-format'
export const rsaSha256 = 'http://www.w3.org/2001/04/xmldsig-more#rsa-sha256'
const pem = (label: string, der: ArrayBuffer) =>
  `-----BEGIN ${label}-----\n${(
    Buffer.from(der)
      .toString('base64')
      .match(/.{1,64}/g) ?? []
  ).join('\n')}\n-----END ${label}-----\n`

/** Makes a key for signatures with a certificate that ends then. */
export async function samlKeys(ends = new Date('2099-01-01'), modulusLength = 2048): Promise<Keys> {
  const algorithm = {
    name: 'RSASSA-PKCS1-v1_5',
    hash: 'SHA-256',
    publicExponent: new Uint8Array([1, 0, 1]),
    modulusLength,
  }
  cryptoProvider.set(webcrypto as never)
  const keys = await webcrypto.subtle.generateKey(algorithm, true, ['sign', 'verify'])
  const certificate = await X509CertificateGenerator.createSelfSigned({
    name: 'CN=Test identity provider',
    notBefore: new Date('2020-01-01'),
    notAfter: ends,
    signingAlgorithm: algorithm,
    keys: keys as never,
  })
  return {
    certificate: pem('CERTIFICATE', certificate.rawData),
    privateKey: pem('PRIVATE KEY', await webcrypto.subtle.exportKey('pkcs8', keys.privateKey)),
  }
}

/** Makes a SAML identity provider by samlify, another library than the one that Deedbox checks answers with. */
export async function samlTestProvider(issuer = `https://idp.firm.example/${randomUUID()}`) {
  setSchemaValidator({ validate: async () => 'not checked here' })
  const keys = await samlKeys()
  const signInUrl = `${issuer}/sign-in`
  const provider = ({ certificate, privateKey }: Keys, algorithm = rsaSha256) =>
    IdentityProvider({
      entityID: issuer,
      signingCert: certificate,
      privateKey,
      requestSignatureAlgorithm: algorithm,
      singleSignOnService: [
        { Binding: 'urn:oasis:names:tc:SAML:2.0:bindings:HTTP-Redirect', Location: signInUrl },
        { Binding: 'urn:oasis:names:tc:SAML:2.0:bindings:HTTP-POST', Location: signInUrl },
      ],
      // Deedbox does not use it; without one, the library complains.
      singleLogoutService: [
        { Binding: 'urn:oasis:names:tc:SAML:2.0:bindings:HTTP-Redirect', Location: `${issuer}/sign-out` },
      ],
    })
  const service = ({ acsUrl, audience, sign }: Pick<Answer, 'acsUrl' | 'audience' | 'sign'>) =>
    ServiceProvider({
      entityID: audience,
      wantAssertionsSigned: sign !== 'response',
      wantMessageSigned: sign !== 'assertion',
      assertionConsumerService: [
        { Binding: 'urn:oasis:names:tc:SAML:2.0:bindings:HTTP-POST', Location: acsUrl },
      ],
    })

  return {
    issuer,
    signInUrl,
    keys,
    metadata: provider(keys).getMetadata(),
    /** Reads a request as it arrives, in the address. */
    async read(url: string) {
      const { searchParams } = new URL(url)
      const asking = service({ acsUrl: 'https://unknown.example', audience: 'unknown', sign: 'assertion' })
      const { extract } = await provider(keys).parseLoginRequest(asking, 'redirect', {
        query: Object.fromEntries(searchParams),
      })
      const { id, assertionConsumerServiceUrl } = extract.request as Record<string, string>
      return {
        requestId: id ?? '',
        acsUrl: assertionConsumerServiceUrl ?? '',
        audience: String(extract.issuer),
      }
    },
    /** Makes the answer to a request, base64. */
    async answer(to: Pick<Answer, 'now' | 'requestId' | 'acsUrl' | 'audience'>, said: Partial<Answer> = {}) {
      const answer: Answer = {
        recipient: to.acsUrl,
        destination: to.acsUrl,
        issuer,
        subject: 'ida@firm.example',
        format: `${nameIds}:emailAddress`,
        attributes: {},
        from: 0,
        until: 5 * 60_000,
        assertionId: `_${randomUUID()}`,
        status: 'urn:oasis:names:tc:SAML:2.0:status:Success',
        written: (xml) => xml,
        signer: keys,
        sign: 'assertion',
        algorithm: rsaSha256,
        ...to,
        ...said,
      }
      const asking = service({ ...answer, audience: to.audience })
      const { context } = await provider(answer.signer, answer.algorithm).createLoginResponse(
        asking,
        { extract: {} },
        'post',
        {},
        { customTagReplacement: () => ({ id: '_response', context: answer.written(write(answer)) }) },
      )
      return context
    },
  }
}

function write(answer: Answer): string {
  const at = (ms: number) => new Date(answer.now.getTime() + ms).toISOString()
  const attributes = Object.entries(answer.attributes).map(([name, value]) =>
    SamlLib.replaceTagsByValue(
      '<saml:Attribute Name="{Name}"><saml:AttributeValue>{Value}</saml:AttributeValue></saml:Attribute>',
      { Name: name, Value: value },
    ),
  )
  const statements = `<saml:AuthnStatement AuthnInstant="${at(0)}" SessionIndex="_s"><saml:AuthnContext><saml:AuthnContextClassRef>urn:oasis:names:tc:SAML:2.0:ac:classes:Password</saml:AuthnContextClassRef></saml:AuthnContext></saml:AuthnStatement>${
    attributes.length > 0 ? `<saml:AttributeStatement>${attributes.join('')}</saml:AttributeStatement>` : ''
  }`
  return SamlLib.replaceTagsByValue(
    SamlLib.defaultLoginResponseTemplate.context.replace('{AuthnStatement}{AttributeStatement}', statements),
    {
      ID: `_${createHash('sha256').update(answer.assertionId).digest('hex')}`,
      AssertionID: answer.assertionId,
      Issuer: answer.issuer,
      IssueInstant: at(0),
      StatusCode: answer.status,
      Destination: answer.destination,
      InResponseTo: answer.requestId,
      Audience: answer.audience,
      SubjectRecipient: answer.recipient,
      NameIDFormat: answer.format,
      NameID: answer.subject,
      ConditionsNotBefore: at(answer.from),
      ConditionsNotOnOrAfter: at(answer.until),
      SubjectConfirmationDataNotOnOrAfter: at(answer.until),
    },
  )
}
