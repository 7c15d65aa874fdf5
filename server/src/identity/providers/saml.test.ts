import { createHash } from 'node:crypto'
import { detailsOf } from '@deedbox/contract/audit-events.ts'
import { minuteMs } from '@deedbox/contract/durations.ts'
import { eq } from 'drizzle-orm'
import type { LightMyRequestResponse as Response } from 'fastify'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { profiles } from '../../db/tables/accounts.ts'
import { auditEvents } from '../../db/tables/audit.ts'
import { identityDomains, identityProviders, usedAssertions } from '../../db/tables/sign-in.ts'
import { startTestApp, type TestApp } from '../../testing/app.ts'
import { rsaSha256, type SamlTestProvider, samlKeys, samlTestProvider } from '../../testing/saml-provider.ts'
import { wrapped } from '../../testing/saml-wrapping.ts'

let app: TestApp
let idp: SamlTestProvider
let stranger: Awaited<ReturnType<typeof samlKeys>>
let providerId: string
const logs: string[] = []

beforeAll(async () => {
  ;[app, idp, stranger] = await Promise.all([startTestApp({}, { logs }), samlTestProvider(), samlKeys()])
  providerId = await addProvider(idp)
})
afterAll(() => app.stop())

type Row = typeof identityProviders.$inferInsert

/** Adds the provider of the deployment for firm.example, which an administrator confirmed. */
async function addProvider({ issuer, signInUrl, keys }: SamlTestProvider, more: Partial<Row> = {}) {
  const { db } = app.services.database
  const at = new Date(0)
  const [row] = await db
    .insert(identityProviders)
    .values({
      kind: 'saml',
      name: 'Firm',
      issuer,
      signInUrl,
      certificates: [keys.certificate],
      createdAt: at,
      updatedAt: at,
      ...more,
    })
    .returning()
  const id = row?.id ?? ''
  if (id && !providerId)
    await db
      .insert(identityDomains)
      .values({ domain: 'firm.example', providerId: id, confirmedAt: at, createdAt: at })
  return id
}

const cookiesOf = (answer: Response) =>
  [answer.headers['set-cookie']].flat().map((cookie) => String(cookie).split(';')[0] ?? '')
const now = () => new Date(Date.now() + app.services.clock.shiftMs)

/** Goes to the provider as a browser does; what the provider reads there. */
async function begin(query = '', id = providerId) {
  const answer = await app.call(null, 'GET', `/api/oauth/start?provider=${id}${query}`)
  expect(answer.statusCode).toBe(302)
  const url = String(answer.headers.location)
  return { ...(await idp.read(url)), url, cookie: cookiesOf(answer)[0] ?? '', now: now() }
}

/** Posts as the provider's page does: from another site, without cookies. */
const post = (SAMLResponse: string, more: Record<string, string> = {}) =>
  app.call(null, 'POST', '/api/saml/acs', new URLSearchParams({ SAMLResponse }).toString(), {
    headers: {
      'content-type': 'application/x-www-form-urlencoded',
      origin: 'https://idp.firm.example',
      'sec-fetch-site': 'cross-site',
      ...more,
    },
  })

/** Does what the browser does next. */
const follow = (answer: Response, cookie: string) => {
  expect(answer.statusCode).toBe(303)
  return app.call(null, 'GET', String(answer.headers.location), undefined, { headers: { cookie } })
}

/** Takes the whole way; returns where it ends, and who is signed in then. */
async function signIn(said: Parameters<SamlTestProvider['answer']>[1] = {}, query = '') {
  const begun = await begin(query)
  const last = await follow(await post(await idp.answer(begun, said)), begun.cookie)
  const person = { id: '', email: '', cookie: cookiesOf(last).join('; ') }
  const { user } = (await app.call(person, 'GET', '/api/session')).json()
  return { to: last.headers.location, user }
}

/** Reads the last refusal in the audit trail. */
async function lastStep() {
  const events = await app.services.database.db
    .select()
    .from(auditEvents)
    .where(eq(auditEvents.event, 'sign_in_failed'))
    .orderBy(auditEvents.id)
  const { step, fault } = detailsOf('sign_in_failed', events.at(-1)?.details)
  return [step, fault].filter(Boolean).join(': ')
}

const refused = '/login?error=provider-failed'
/** Checks where the browser goes with a refused answer: on to where its way ends, if it names one that has not ended. */
const isRefused = (answer: Response) =>
  expect(String(answer.headers.location)).toMatch(
    /^(\/login\?error=provider-failed|\/api\/oauth\/callback\?state=[\w-]+&error=access_denied)$/,
  )

test('the request goes to the provider by redirect, names us and where to answer, and hints who signs in', async () => {
  const { url, requestId, acsUrl, audience } = await begin('&email=ida@firm.example')
  const { publicUrl } = app.services.place()
  expect(url.startsWith(`${idp.signInUrl}?`)).toBe(true)
  expect(new URL(url).searchParams.get('login_hint')).toBe('ida@firm.example')
  expect({ acsUrl, audience }).toEqual({
    acsUrl: `${publicUrl}/api/saml/acs`,
    audience: `${publicUrl}/api/saml/metadata`,
  })
  expect(requestId).toMatch(/^_[\w-]{43}$/)
  expect((await begin()).requestId).not.toBe(requestId)
})

test('our metadata names the same addresses, and wants assertions signed', async () => {
  const answer = await app.call(null, 'GET', '/api/saml/metadata')
  expect(answer.headers['content-type']).toContain('application/samlmetadata+xml')
  const { publicUrl } = app.services.place()
  expect(answer.headers['content-type']).toBe('application/samlmetadata+xml; charset=utf-8')
  expect(answer.body).toContain(`entityID="${publicUrl}/api/saml/metadata"`)
  expect(answer.body).toContain(`Location="${publicUrl}/api/saml/acs"`)
  expect(answer.body).toContain('WantAssertionsSigned="true"')
})

test('a new person becomes a member as the provider says; the next time it is the same person', async () => {
  const said = {
    subject: 'Ida@Firm.Example',
    attributes: { 'urn:oid:2.5.4.42': 'Ida', 'urn:oid:2.5.4.4': 'Idle' },
  }
  const first = await signIn(said, '&returnTo=/documents')
  expect(first).toMatchObject({
    to: '/documents',
    user: { email: 'ida@firm.example', name: 'Ida Idle', role: 'guest' },
  })
  expect(await signIn({ subject: 'ida@firm.example' })).toMatchObject({
    to: '/dashboard',
    user: { id: first.user.id },
  })
})

test('a persistent name and an email among the attributes, by the usual names', async () => {
  const format = 'urn:oasis:names:tc:SAML:2.0:nameid-format:persistent'
  const claims = 'http://schemas.xmlsoap.org/ws/2005/05/identity/claims'
  const { user } = await signIn({
    subject: 'a7f3',
    format,
    attributes: {
      [`${claims}/emailaddress`]: 'Otto@firm.example',
      [`${claims}/givenname`]: 'Otto',
      [`${claims}/surname`]: 'Ott',
    },
  })
  expect(user).toMatchObject({ email: 'otto@firm.example', name: 'Otto Ott' })
  // The name stays, the email may change.
  const later = await signIn({ subject: 'a7f3', format, attributes: { mail: 'otto.ott@firm.example' } })
  expect(later.user.id).toBe(user.id)
})

test('an answer whose response is signed as well, or with SHA-512, or by the second of two certificates', async () => {
  expect((await signIn({ sign: 'both' })).user).toMatchObject({ email: 'ida@firm.example' })
  const sha512 = 'http://www.w3.org/2001/04/xmldsig-more#rsa-sha512'
  expect((await signIn({ algorithm: sha512 })).user).toMatchObject({ email: 'ida@firm.example' })
  const { db } = app.services.database
  const certificates = (list: string[]) =>
    db.update(identityProviders).set({ certificates: list }).where(eq(identityProviders.id, providerId))
  await certificates([stranger.certificate, idp.keys.certificate])
  expect((await signIn()).user).toMatchObject({ email: 'ida@firm.example' })
  await certificates([idp.keys.certificate])
})

type Said = NonNullable<Parameters<SamlTestProvider['answer']>[1]>
const nameId = (xml: string, change: (text: string) => string) =>
  xml.replace(/(<saml:NameID[^>]*>)([^<]*)/, (_whole, open, text) => open + change(text))

const refusals: [string, string, () => Said][] = [
  ['an assertion that is not signed', 'an assertion that is not signed', () => ({ sign: 'response' })],
  ['the signature of a stranger', 'signature', () => ({ signer: stranger })],
  [
    'a signature by SHA-1',
    'an algorithm that is not accepted',
    () => ({ algorithm: 'http://www.w3.org/2000/09/xmldsig#rsa-sha1' }),
  ],
  ['another issuer', 'issuer', () => ({ issuer: 'https://other.example' })],
  [
    'another issuer of the assertion only',
    'issuer',
    () => ({
      written: (xml) => xml.replace(/(<saml:Assertion.*?<saml:Issuer>)[^<]*/, '$1https://other.example'),
    }),
  ],
  [
    'an answer for another service',
    'audience',
    () => ({ audience: 'https://other.example/api/saml/metadata' }),
  ],
  [
    'an answer for nobody in particular',
    'audience',
    () => ({ written: (xml) => xml.replace(/<saml:AudienceRestriction>.*<\/saml:AudienceRestriction>/, '') }),
  ],
  ['another recipient', 'recipient', () => ({ recipient: 'https://other.example/api/saml/acs' })],
  ['another destination', 'destination', () => ({ destination: 'https://other.example/api/saml/acs' })],
  ['an answer that is over', 'too late', () => ({ from: -10 * minuteMs, until: -3 * minuteMs })],
  ['an answer that is not valid yet', 'too early', () => ({ from: 3 * minuteMs, until: 8 * minuteMs })],
  [
    'an answer without an end',
    'a time that cannot be read',
    () => ({ written: (xml) => xml.replace(/(<saml:SubjectConfirmationData) NotOnOrAfter="[^"]*"/, '$1') }),
  ],
  [
    'a confirmation that is over',
    'too late',
    () => ({
      written: (xml) =>
        xml.replace(/(ConfirmationData NotOnOrAfter=")[^"]*/, `$1${new Date(0).toISOString()}`),
    }),
  ],
  [
    'a session that is over',
    'too late',
    () => ({
      written: (xml) =>
        xml.replace('SessionIndex', `SessionNotOnOrAfter="${new Date(0).toISOString()}" SessionIndex`),
    }),
  ],
  [
    'an answer that nobody asked for',
    'an answer that nobody asked for',
    () => ({ written: (xml) => xml.replaceAll(/ InResponseTo="[^"]*"/g, '') }),
  ],
  [
    'an assertion of an answer to another request',
    'an answer to another request',
    () => ({ written: (xml) => xml.replace(/(ConfirmationData.*InResponseTo=")[^"]*/, '$1_other') }),
  ],
  [
    'an answer to a request that we did not make',
    'an answer to no request that waits for one',
    () => ({ requestId: `_${'x'.repeat(43)}` }),
  ],
  [
    'somebody who did not sign in',
    'nobody signed in',
    () => ({ written: (xml) => xml.replace(/<saml:AuthnStatement.*<\/saml:AuthnStatement>/, '') }),
  ],
  [
    'no bearer of the assertion',
    'not exactly one bearer confirmation',
    () => ({ written: (xml) => xml.replace('cm:bearer', 'cm:sender-vouches') }),
  ],
  [
    'a name that is another each time',
    'a kind of NameID that is not accepted',
    () => ({ format: 'urn:oasis:names:tc:SAML:2.0:nameid-format:transient' }),
  ],
  [
    'a person without an email',
    'no email of the person',
    () => ({ format: 'urn:oasis:names:tc:SAML:2.0:nameid-format:persistent' }),
  ],
  [
    'two assertions',
    'more than one assertion',
    () => ({
      written: (xml) =>
        xml.replace(
          /<saml:Assertion.*<\/saml:Assertion>/,
          (one) => `${one.replace(/ ID="[^"]*"/, ' ID="_two"')}${one}`,
        ),
    }),
  ],
  [
    'a refusal of the provider',
    'the provider said Responder',
    () => ({ status: 'urn:oasis:names:tc:SAML:2.0:status:Responder' }),
  ],
  [
    'a comment inside the name',
    'XML with comments, CDATA or a DTD',
    () => ({ written: (xml) => nameId(xml, () => 'ida@firm.example<!-- -->.evil.example') }),
  ],
  [
    'an element inside the name',
    'no name of the person',
    () => ({ written: (xml) => nameId(xml, () => 'ida@firm.example<b/>.evil.example') }),
  ],
]

test.each(refusals)('%s is refused', async (_name, step, said) => {
  const begun = await begin()
  const answer = await post(await idp.answer(begun, said()))
  isRefused(answer)
  expect(await lastStep()).toBe(`SAML: ${step}`)
  const ends = answer.headers.location === refused ? answer : await follow(answer, begun.cookie)
  expect(ends.headers.location).toBe(refused)
})

test('what was changed after it was signed is refused', async () => {
  const begun = await begin()
  const xml = Buffer.from(await idp.answer(begun), 'base64').toString()
  const changed = [
    nameId(xml, () => 'otto@firm.example'),
    // Comments are no part of what is signed.
    nameId(xml, (name) => name.replace('@', '@<!-- -->')),
    xml.replace('<saml:Assertion', '<?x y?><saml:Assertion'),
    `<!DOCTYPE x [<!ENTITY e SYSTEM "file:///etc/passwd">]>${nameId(xml, () => '&e;')}`,
    `<!DOCTYPE x [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;&a;&a;&a;&a;&a;">]>${nameId(xml, () => '&b;')}`,
    nameId(xml, () => '&unknown;'),
    xml.replace('</samlp:Response>', ''),
    `${xml}<x/>`,
    `${xml}x`,
    xml.replace(/<ds:Signature .*<\/ds:Signature>/, ''),
    xml.replace(/<ds:SignatureValue>.{4}/, '<ds:SignatureValue>AAAA'),
    xml.replace(/(<ds:Reference URI=")[^"]*/, '$1'),
    xml.replace('2001/10/xml-exc-c14n#"/></ds:Transforms>', 'TR/1999/REC-xpath-19991116"/></ds:Transforms>'),
    xml.replace(`Algorithm="${rsaSha256}"`, 'Algorithm="http://www.w3.org/2000/09/xmldsig#hmac-sha1"'),
    xml.replace(/<saml:Assertion.*<\/saml:Assertion>/, '<saml:EncryptedAssertion/>'),
    xml.replace(/<saml:Assertion.*<\/saml:Assertion>/, ''),
    '',
    'x',
  ]
  for (const text of changed) isRefused(await post(Buffer.from(text).toString('base64')))
  for (const bytes of ['/w==', Buffer.from(xml, 'utf16le').toString('base64'), '%%%'])
    expect((await post(bytes)).headers.location).toBe(refused)
})

test('signature wrapping is refused, whatever is wrapped in what', async () => {
  const begun = await begin()
  const valid = await idp.answer(begun, { sign: 'both' })
  for (const [name, answer] of Object.entries(wrapped(valid, 'admin@firm.example'))) {
    expect(Buffer.from(answer, 'base64').toString(), name).toContain('admin@firm.example')
    isRefused(await post(answer))
  }
  // The refused answers did not use the request up.
  expect((await post(valid)).headers.location).toContain('/api/oauth/callback?')
})

test('XML that is large or deep is refused at once', async () => {
  const start =
    '<samlp:Response xmlns:samlp="urn:oasis:names:tc:SAML:2.0:protocol" Version="2.0" InResponseTo="_x">'
  const large = [
    `${start}${'<a>'.repeat(50)}${'</a>'.repeat(50)}</samlp:Response>`,
    `${start}${'<a>'.repeat(20_000)}${'</a>'.repeat(20_000)}</samlp:Response>`,
    `${start}${'<a/>'.repeat(40_000)}</samlp:Response>`,
    `${start}<a ${Array.from({ length: 15_000 }, (_, n) => `b${n}=""`).join(' ')}/></samlp:Response>`,
    '<'.repeat(150_000),
  ]
  for (const text of large) {
    expect((await post(Buffer.from(text).toString('base64'))).headers.location).toBe(refused)
    expect(await lastStep()).toBe('SAML: XML that is too large')
  }
  expect((await post('A'.repeat(300_000))).statusCode).toBe(413)
})

test('an answer works once, also while the browser has not come for it yet', async () => {
  const begun = await begin()
  const answer = await idp.answer(begun, { assertionId: '_once' })
  const first = await post(answer)
  isRefused(await post(answer))
  expect(await lastStep()).toBe('SAML: an assertion that was used before')
  expect((await follow(first, begun.cookie)).headers.location).toBe('/dashboard')
  expect((await follow(first, begun.cookie)).headers.location).toBe(refused)
  expect((await post(await idp.answer(begun))).headers.location).toBe(refused)
  expect(await lastStep()).toBe('SAML: an answer to no request that waits for one')
  // The same assertion does not answer a later request.
  isRefused(await post(await idp.answer(await begin(), { assertionId: '_once' })))
})

test('a client of the authentication API gets its code, or what went wrong, where it asked for it', async () => {
  const here = `${app.services.place().publicUrl}/after`
  const verifier = 'v'.repeat(43)
  const code_challenge = createHash('sha256').update(verifier).digest('base64url')
  const asked = { provider_id: providerId, redirect_to: here, code_challenge, code_challenge_method: 's256' }
  const way = async (said: Said) => {
    const { url } = (await app.call(null, 'POST', '/auth/v1/sso', asked)).json()
    const { pathname, search } = new URL(url)
    const started = await app.call(null, 'GET', pathname + search)
    const begun = { ...(await idp.read(String(started.headers.location))), now: now() }
    const last = await follow(await post(await idp.answer(begun, said)), cookiesOf(started)[0] ?? '')
    return new URL(String(last.headers.location))
  }
  const refusal = await way({ audience: 'other' })
  expect(`${refusal.origin}${refusal.pathname}`).toBe(here)
  expect(refusal.searchParams.get('error')).toBe('access_denied')
  const auth_code = (await way({})).searchParams.get('code')
  const exchanged = await app.call(null, 'POST', '/auth/v1/token?grant_type=pkce', {
    auth_code,
    code_verifier: verifier,
  })
  expect(exchanged.json()).toMatchObject({ token_type: 'bearer', user: { email: 'ida@firm.example' } })
})

test('a page cannot sign its visitor in as somebody else: only the browser that began may finish', async () => {
  const attacker = await begin()
  const visitor = await begin()
  const answered = await post(await idp.answer(attacker))
  for (const cookie of ['', visitor.cookie])
    expect((await follow(answered, cookie)).headers.location).toBe(refused)
  // The attacker's code does not fit the visitor's own request.
  const code = new URL(String(answered.headers.location), 'http://localhost').searchParams.get('code') ?? ''
  const state = visitor.requestId.slice(1)
  const mixed = await app.call(
    null,
    'GET',
    `/api/oauth/callback?${new URLSearchParams({ state, code })}`,
    undefined,
    {
      headers: { cookie: visitor.cookie },
    },
  )
  expect(mixed.headers.location).toBe(refused)
})

test('a provider answers its own requests only', async () => {
  const other = await samlTestProvider()
  const id = await addProvider(other, { name: 'Other' })
  const begun = await begin('', id)
  isRefused(await post(await idp.answer(begun)))
  expect(await lastStep()).toBe('SAML: issuer')
  // The right name needs the right key.
  isRefused(await post(await idp.answer(begun, { issuer: other.issuer })))
  expect(await lastStep()).toBe('SAML: signature')
  // It speaks for no domain, so it signs in nobody whom it is not linked with.
  const answered = await follow(await post(await other.answer(begun)), begun.cookie)
  expect(answered.headers.location).toBe('/login?error=provider-refused')
})

test('a provider that was switched off between the request and the answer signs nobody in', async () => {
  const { db } = app.services.database
  const switched = (enabled: boolean) =>
    db.update(identityProviders).set({ enabled }).where(eq(identityProviders.id, providerId))
  const begun = await begin()
  const answered = await post(await idp.answer(begun))
  await switched(false)
  expect((await post(await idp.answer(begun))).headers.location).toBe(refused)
  expect((await follow(answered, begun.cookie)).headers.location).toBe(refused)
  await switched(true)
})

test('times are told by the database’s clock: two minutes of difference are allowed, ten minutes to sign in', async () => {
  expect((await signIn({ from: 1.9 * minuteMs })).user).toMatchObject({ email: 'ida@firm.example' })
  expect((await signIn({ from: -9 * minuteMs, until: -1.9 * minuteMs })).user).toMatchObject({
    email: 'ida@firm.example',
  })
  const begun = await begin()
  app.shift(9 * minuteMs)
  isRefused(await post(await idp.answer(begun)))
  const answered = await post(await idp.answer({ ...begun, now: now() }))
  app.shift(2 * minuteMs)
  expect((await follow(answered, begun.cookie)).headers.location).toBe(refused)
})

test('only the answer may come from another site, and it neither reads nor sets cookies', async () => {
  const begun = await begin()
  const answer = await post(await idp.answer(begun), { cookie: begun.cookie })
  expect(answer.headers['set-cookie']).toBeUndefined()
  const cross = { origin: 'https://idp.firm.example', 'sec-fetch-site': 'cross-site' }
  for (const url of ['/api/saml/acs/', '/api/session', '/api/saml/metadata'])
    expect((await app.call(null, 'POST', url, {}, { headers: cross })).headers.location).toBeUndefined()
  expect((await app.call(null, 'POST', '/api/session', {}, { headers: cross })).json().error.code).toBe(
    'wrong-origin',
  )
  // Forms are taken nowhere else.
  const form = { headers: { 'content-type': 'application/x-www-form-urlencoded' } }
  expect((await app.call(null, 'POST', '/api/session', 'email=a', form)).statusCode).toBe(415)
  expect(
    (
      await app.call(null, 'POST', '/api/saml/acs', 'SAMLResponse=x', {
        headers: { ...form.headers, host: 'evil.example' },
      })
    ).statusCode,
  ).toBe(403)
})

test('neither the log nor the audit trail of a refusal names the person', async () => {
  const begun = await begin()
  await post(await idp.answer(begun, { subject: 'secret.person@firm.example', audience: 'other' }))
  expect(await lastStep()).toBe('SAML: audience')
  expect(logs.join('')).toContain('an answer of a SAML provider was refused')
  expect(logs.join('')).not.toContain('secret.person')
  const { db } = app.services.database
  expect(JSON.stringify(await db.select().from(auditEvents))).not.toContain('secret.person')
  expect(await db.select().from(profiles).where(eq(profiles.email, 'secret.person@firm.example'))).toEqual([])
})

test('assertions are remembered until they are over anyway', async () => {
  const { database, contexts, jobs } = app.services
  const { db } = database
  const cleanUp = async () => {
    await contexts.work((ctx) => jobs.send(ctx.tx, 'clean-up-accounts', {}))
    await jobs.runDue('clean-up-accounts')
  }
  await cleanUp()
  const kept = await db.select().from(usedAssertions)
  expect(kept.every(({ expiresAt }) => expiresAt > now())).toBe(true)
  expect(kept.length).toBeGreaterThan(0)
  app.shift(60 * minuteMs)
  await cleanUp()
  expect(await db.select().from(usedAssertions)).toEqual([])
})
