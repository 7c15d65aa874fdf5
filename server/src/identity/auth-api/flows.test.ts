import { createHash, generateKeyPairSync, randomBytes, randomUUID } from 'node:crypto'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { secp256k1 } from '@noble/curves/secp256k1.js'
import { keccak_256 } from '@noble/hashes/sha3.js'
import { eq } from 'drizzle-orm'
import { SignJWT } from 'jose'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { authAccounts, sessions } from '../../db/tables/accounts.ts'
import { addressOf } from '../../platform/wallet-message.ts'
import { type OpenIdPerson, openIdClient, startOpenId } from '../../testing/openid.ts'
import { eventNames, goodPassword } from '../accounts/accounts.testing.ts'
import { type AuthApi, startAuthApi } from './auth-api.testing.ts'

const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
/** The configured provider, whose apps get ID tokens by themselves. */
const apps = createServer((request, response) => {
  const jwk = { ...publicKey.export({ format: 'jwk' }), kid: 'one', alg: 'ES256', use: 'sig' }
  const metadata = {
    issuer,
    authorization_endpoint: `${issuer}/authorize`,
    token_endpoint: `${issuer}/token`,
    jwks_uri: `${issuer}/keys`,
    id_token_signing_alg_values_supported: ['ES256'],
  }
  response.setHeader('content-type', 'application/json')
  response.end(JSON.stringify(request.url === '/keys' ? { keys: [jwk] } : metadata))
})
let issuer: string
let api: AuthApi
let openId: Awaited<ReturnType<typeof startOpenId>>
let providerId: string
const here = 'https://app.example/after?from=deedbox'

beforeAll(async () => {
  const listening = Promise.withResolvers<void>()
  apps.listen(0, '127.0.0.1', listening.resolve)
  await listening.promise
  issuer = `http://127.0.0.1:${(apps.address() as AddressInfo).port}`
  openId = await startOpenId(() => [`${api.app.services.place().publicUrl}/auth/v1/callback`])
  api = await startAuthApi({
    OIDC_ISSUER: issuer,
    OIDC_CLIENT_ID: 'deedbox',
    OIDC_CLIENT_SECRET: 'secret',
    AUTH_REDIRECTS: 'https://app.example',
    WALLET_SIGN_IN: 'on',
  })
  const admin = await api.app.person('admin')
  const details = { name: 'Harbour ID', issuer: openId.issuer, ...openIdClient, defaultRole: 'requestor' }
  const body = { ...details, organizationId: null, kind: 'oidc' }
  const added = await api.app.call(admin, 'POST', '/api/providers', body)
  expect(added.statusCode, added.body).toBe(201)
  providerId = added.json().provider.id
  await api.app.call(admin, 'POST', `/api/providers/${providerId}/domains`, { domain: 'harbour.example' })
})
afterAll(async () => {
  await api.stop()
  openId.stop()
  apps.close()
})

/** Takes the whole way of a browser from an address of ours through the provider; returns where it ends. */
async function browse(url: string, as: OpenIdPerson): Promise<URL> {
  const left = await fetch(url, { redirect: 'manual' })
  expect(left.status, await left.clone().text()).toBe(302)
  const cookie = left.headers
    .getSetCookie()
    .map((set) => set.split(';')[0])
    .join('; ')
  const back = await openId.visit(left.headers.get('location') ?? '', as)
  const answer = await fetch(back, { redirect: 'manual', headers: { cookie } })
  return new URL(answer.headers.get('location') ?? '')
}

let people = 0
const newcomer = (): OpenIdPerson => {
  people += 1
  return { sub: `person-${people}`, email: `person-${people}@harbour.example`, email_verified: true }
}
const pkce = () => api.client({ flowType: 'pkce' })
const codeIn = (url: URL) => url.searchParams.get('code') ?? ''
const error = <E extends { code?: string | undefined; name: string } | null>({ error }: { error: E }) =>
  error?.code

/** Makes somebody with a password, signed in with a client. */
async function signedIn(email: string, client = pkce()) {
  const person = await api.newcomer(email)
  const { data } = await client.signInWithPassword({ email, password: goodPassword })
  expect(data.user?.email).toBe(email)
  return { person, client }
}

test('a browser goes to the provider and comes back with a code, which only its client can exchange', async () => {
  const client = pkce()
  const { data } = await client.signInWithOAuth({
    provider: providerId as 'google',
    options: { redirectTo: here },
  })
  const person = newcomer()
  const end = await browse(data.url ?? '', person)
  expect(`${end.origin}${end.pathname}`).toBe('https://app.example/after')
  expect(end.searchParams.get('from')).toBe('deedbox')
  const { data: made } = await client.exchangeCodeForSession(codeIn(end))
  expect(made.user?.email).toBe(person.email)
  expect((await client.getUser()).data.user?.identities?.map(({ provider }) => provider)).toContain(
    providerId,
  )
  expect((await client.getClaims()).data?.claims.amr).toMatchObject([{ method: 'oauth' }])

  const other = pkce()
  await other.signInWithOAuth({ provider: providerId as 'google' })
  expect(error(await other.exchangeCodeForSession(codeIn(end)))).toBe('flow_state_not_found')
  const thief = pkce()
  const begun = await thief.signInWithOAuth({
    provider: providerId as 'google',
    options: { redirectTo: here },
  })
  const stolen = codeIn(await browse(begun.data.url ?? '', newcomer()))
  await other.signInWithOAuth({ provider: providerId as 'google' })
  expect(error(await other.exchangeCodeForSession(stolen))).toBe('bad_code_verifier')
  expect(error(await thief.exchangeCodeForSession(stolen))).toBe('flow_state_not_found')
})

test('a way to a provider is refused to other sites, without PKCE, and to another browser', async () => {
  const ask = async (query: Record<string, string>) => {
    const answer = await api.send(
      'GET',
      `/auth/v1/authorize?${new URLSearchParams({ provider: providerId, ...query })}`,
    )
    return { status: answer.status, text: await answer.text(), to: answer.headers.get('location') ?? '' }
  }
  const proof = { code_challenge: 'a'.repeat(43), code_challenge_method: 's256' }
  expect((await ask({})).text).toContain('S256')
  for (const redirect_to of [
    'https://evil.example/',
    'https://app.example.evil.example',
    'javascript:alert(1)',
    '//x',
  ])
    expect(await ask({ ...proof, redirect_to }), redirect_to).toMatchObject({ status: 400 })
  expect((await ask({ ...proof, provider: randomUUID() })).status).toBe(404)
  const back = await openId.visit((await ask(proof)).to, newcomer())
  expect((await fetch(back, { redirect: 'manual' })).status).toBe(400)
})

test('an email domain leads to its provider', async () => {
  const client = pkce()
  const { data } = await client.signInWithSSO({ domain: 'harbour.example', options: { redirectTo: here } })
  const person = newcomer()
  const { data: made } = await client.exchangeCodeForSession(codeIn(await browse(data?.url ?? '', person)))
  expect(made.user?.email).toBe(person.email)
  expect(error(await client.signInWithSSO({ domain: 'nowhere.example' }))).toBe('sso_provider_not_found')
})

test('a person links an identity and unlinks it, never the last way in', async () => {
  const { client, person } = await signedIn('linda@example.com')
  const begin = () => client.linkIdentity({ provider: providerId as 'google', options: { redirectTo: here } })
  const { data } = await begin()
  const identity = newcomer()
  const code = codeIn(await browse(data.url ?? '', identity))
  const before = await client.getUserIdentities()
  expect(before.data?.identities).toHaveLength(1)
  expect((await client.exchangeCodeForSession(code)).data.user?.id).toBe(person.id)
  const after = (await client.getUserIdentities()).data?.identities ?? []
  const [linked] = after.filter(({ provider }) => provider === providerId)
  if (!linked) throw new Error('nothing was linked')

  const other = pkce()
  const again = await other.signInWithSSO({ providerId, options: { redirectTo: here } })
  const signIn = await other.exchangeCodeForSession(codeIn(await browse(again.data?.url ?? '', identity)))
  expect(signIn.data.user?.id).toBe(person.id)

  const { db } = api.app.services.database
  await db
    .update(sessions)
    .set({ provedAt: new Date(0) })
    .where(eq(sessions.userId, person.id))
  expect(error(await client.unlinkIdentity(linked))).toBe('reauthentication_needed')
  await db.update(sessions).set({ provedAt: new Date() }).where(eq(sessions.userId, person.id))
  const password = eq(authAccounts.providerId, 'credential')
  const kept = await db.delete(authAccounts).where(password).returning()
  expect(error(await client.unlinkIdentity(linked))).toBe('single_identity_not_deletable')
  await db.insert(authAccounts).values(kept)
  expect(error(await client.unlinkIdentity(linked))).toBeUndefined()
  expect(error(await client.unlinkIdentity(linked))).toBe('identity_not_found')
  expect(await eventNames(api.app, person.email)).toEqual(
    expect.arrayContaining(['identity_linked', 'identity_unlinked']),
  )
})

/** Makes an ID token as an app gets it. */
const idToken = (email: string, nonce: string | null, more: Record<string, unknown> = {}) => {
  const hashed = nonce === null ? {} : { nonce: createHash('sha256').update(nonce).digest('hex') }
  return new SignJWT({ email, email_verified: true, sub: `app ${email}`, ...hashed, ...more })
    .setProtectedHeader({ alg: 'ES256', kid: 'one' })
    .setIssuer((more.iss as string) ?? issuer)
    .setAudience((more.aud as string) ?? 'deedbox')
    .setIssuedAt()
    .setExpirationTime((more.exp as number) ?? '5m')
    .sign(privateKey)
}

test('an ID token of the provider signs in once, with its nonce', async () => {
  const client = pkce()
  const nonce = randomBytes(16).toString('hex')
  const token = await idToken('ida@example.com', nonce)
  const { data } = await client.signInWithIdToken({ provider: 'oidc', token, nonce })
  expect(data.user?.email).toBe('ida@example.com')
  const refused = async (token: string, nonce?: string) =>
    error(await client.signInWithIdToken({ provider: issuer, token, ...(nonce && { nonce }) }))
  // The same bytes in other letters: the last one of a signature in base64url has bits that nobody reads.
  const last = token.at(-1) ?? ''
  const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_'
  const twin = letters[letters.indexOf(last) ^ 1]
  for (const again of [token, `${token.slice(0, -1)}${twin}`, ` ${token}`, `${token} `, `${token}\n`])
    expect(await refused(again, nonce)).toBe('invalid_credentials')
  for (const [wrong, said] of [
    [await idToken('ida@example.com', nonce), undefined],
    [await idToken('ida@example.com', nonce), 'another nonce'],
    [await idToken('ida@example.com', null), nonce],
    [await idToken('ida@example.com', null), undefined],
    [await idToken('ida@example.com', nonce, { aud: 'another app' }), nonce],
    [await idToken('ida@example.com', nonce, { exp: Math.floor(Date.now() / 1_000) - 120 }), nonce],
    [`${(await idToken('ida@example.com', nonce)).slice(0, -8)}AAAAAAAA`, nonce],
    ['nonsense', nonce],
  ] as const)
    expect(await refused(wrong, said)).toBe('invalid_credentials')

  const { client: linking } = await signedIn('ivan@example.com')
  const linked = await linking.linkIdentity({
    provider: 'oidc' as 'google',
    token: await idToken('other@example.com', 'for linking'),
    nonce: 'for linking',
  })
  expect(linked.data?.user?.email).toBe('ivan@example.com')
  const back = await client.signInWithIdToken({
    provider: 'oidc',
    token: await idToken('other@example.com', 'for signing in'),
    nonce: 'for signing in',
  })
  expect(back.data.user?.email).toBe('ivan@example.com')
})

test('a wallet signs in to the account that linked it, with each message once', async () => {
  const key = secp256k1.utils.randomSecretKey()
  const address = addressOf(secp256k1.getPublicKey(key, false))
  /** personal_sign of a wallet: the messages that it signed are kept. */
  const signedMessages: { message: string; signature: string }[] = []
  const wallet = {
    address,
    on: () => undefined,
    removeListener: () => undefined,
    async request({ method, params }: { method: string; params?: unknown }) {
      if (method === 'eth_requestAccounts') return [address]
      if (method === 'eth_chainId') return '0x1'
      const message = Buffer.from(String((params as string[])[0]).slice(2), 'hex')
      const hash = keccak_256(
        Buffer.concat([Buffer.from(`\x19Ethereum Signed Message:\n${message.length}`), message]),
      )
      const bytes = secp256k1.sign(hash, key, { prehash: false, format: 'recovered' })
      const signature = `0x${Buffer.from(bytes.subarray(1)).toString('hex')}${((bytes[0] ?? 0) + 27).toString(16)}`
      signedMessages.push({ message: message.toString(), signature })
      return signature
    },
  }
  const options = { url: `${api.app.services.place().publicUrl}/login` }
  const client = pkce()
  const signIn = () =>
    client.signInWithWeb3({ chain: 'ethereum', wallet, statement: 'I sign in to Deedbox.', options })
  expect(error(await signIn())).toBe('invalid_credentials')

  const { person, client: linking } = await signedIn('wanda@example.com')
  const token = (await linking.getSession()).data.session?.access_token ?? ''
  await wallet.request({ method: 'personal_sign', params: [toSign(address)] })
  const link = (body: object) =>
    api.send(
      'POST',
      '/auth/v1/token?grant_type=web3',
      { chain: 'ethereum', link_identity: true, ...body },
      {
        authorization: `Bearer ${token}`,
      },
    )
  const signed = signedMessages.at(-1) ?? {}
  expect((await link(signed)).status).toBe(200)
  expect((await link(signed)).status).toBe(400)

  const { data } = await signIn()
  expect(data.user?.id).toBe(person.id)
  expect(data.user?.identities?.map(({ provider }) => provider)).toContain('web3')
  const { message = '', signature = '' } = signedMessages.at(-1) ?? {}
  const replay = { chain: 'ethereum' as const, message, signature: signature as `0x${string}` }
  expect(error(await client.signInWithWeb3(replay))).toBe('invalid_credentials')
  const elsewhere = await client.signInWithWeb3({
    chain: 'ethereum',
    wallet,
    options: { url: 'https://evil.example/' },
  })
  expect(error(elsewhere)).toBe('invalid_credentials')
})

const toSign = (address: string) => {
  const { host, origin } = new URL(api.app.services.place().publicUrl)
  const text = `${host} wants you to sign in with your Ethereum account:\n${address}\n\n\nURI: ${origin}/\nVersion: 1\nChain ID: 1\nNonce: 12345678\nIssued At: ${new Date().toISOString()}`
  return `0x${Buffer.from(text).toString('hex')}`
}
