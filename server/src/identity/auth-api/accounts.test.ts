import { minuteMs } from '@deedbox/contract/durations.ts'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { profiles, sessions } from '../../db/tables/accounts.ts'
import { codeFor, eventNames, goodPassword, otherThan } from '../accounts/accounts.testing.ts'
import { type AuthApi, bearer, bodyOf, startAuthApi } from './auth-api.testing.ts'

let the: AuthApi

beforeAll(async () => {
  the = await startAuthApi()
})
afterAll(() => the.stop())

const data = { first_name: 'Ada', last_name: 'Lovelace', role: 'requestor' }
const signUp = (email: string, password = goodPassword, more: object = {}) =>
  the.client().signUp({ email, password, options: { data: { ...data, ...more } } })

async function signedIn(email: string) {
  const person = await the.newcomer(email)
  const client = the.client()
  const { data } = await client.signInWithPassword({ email, password: goodPassword })
  if (!data.session) throw new Error('no session')
  return { person, client, session: data.session }
}

const mailed = async (job: string, email: string) => {
  await the.app.services.jobs.runDue(job)
  return codeFor(the.smtp, email)
}

test('signing up mails a code; with it there is an account, a session, and the password works', async () => {
  const email = 'new@example.com'
  const { data: begun, error } = await signUp(email)
  expect(error).toBeNull()
  expect(begun.session).toBeNull()
  expect(begun.user).toMatchObject({
    email,
    confirmation_sent_at: expect.any(String),
    identities: [{ provider: 'email' }],
  })
  const code = await codeFor(the.smtp, email)
  const wrong = await the.client().verifyOtp({ email, token: otherThan(code), type: 'signup' })
  expect(wrong.error).toMatchObject({ name: 'AuthApiError', code: 'otp_expired', status: 403 })

  const client = the.client()
  const { data: made } = await client.verifyOtp({ email, token: code, type: 'email' })
  expect(made.user).toMatchObject({
    id: begun.user?.id,
    user_metadata: { first_name: 'Ada' },
    app_metadata: { role: 'requestor' },
  })
  expect((await client.getClaims()).data?.claims.amr).toMatchObject([{ method: 'email/signup' }])
  expect((await the.client().signInWithPassword({ email, password: goodPassword })).error).toBeNull()
  expect((await the.client().verifyOtp({ email, token: code, type: 'signup' })).error?.code).toBe(
    'otp_expired',
  )
  expect(await eventNames(the.app, email)).toContain('account_created')
})

test('sign-up is refused as on the screens, with the errors of the clients', async () => {
  await the.newcomer('known@example.com')
  expect((await signUp('known@example.com')).error).toMatchObject({
    code: 'user_already_exists',
    status: 422,
  })
  const short = (await signUp('weak@example.com', 'short')).error
  expect(short).toMatchObject({ name: 'AuthWeakPasswordError', reasons: ['length'] })
  const weak = (await signUp('weak@example.com', 'aaaaaaaa')).error
  expect(weak).toMatchObject({ name: 'AuthWeakPasswordError', reasons: ['characters'] })
  expect((await signUp('a@example.com', goodPassword, { role: 'admin' })).error).toMatchObject({
    code: 'validation_failed',
  })
  expect((await signUp('a@example.com', goodPassword, { first_name: 'x'.repeat(101) })).error?.code).toBe(
    'validation_failed',
  )
})

test('if two passwords wait for one email, the account gets neither', async () => {
  const email = 'contested@example.com'
  await signUp(email, 'Somebody-Elses-1')
  const first = await codeFor(the.smtp, email)
  await signUp(email)
  // The first password does not decide it either.
  await signUp(email, 'Somebody-Elses-1')
  await codeFor(the.smtp, email)
  const code = await codeFor(the.smtp, email)
  expect((await the.client().verifyOtp({ email, token: first, type: 'signup' })).error?.code).toBe(
    'otp_expired',
  )
  const client = the.client()
  expect((await client.verifyOtp({ email, token: code, type: 'signup' })).error).toBeNull()
  for (const password of ['Somebody-Elses-1', goodPassword])
    expect((await the.client().signInWithPassword({ email, password })).error?.code).toBe(
      'invalid_credentials',
    )
  expect((await client.updateUser({ password: goodPassword })).error).toBeNull()
  expect((await the.client().signInWithPassword({ email, password: goodPassword })).error).toBeNull()

  // The same password twice is the same person, who lost the answer.
  const again = 'again@example.com'
  await signUp(again)
  await codeFor(the.smtp, again)
  await signUp(again)
  await the.client().verifyOtp({ email: again, token: await codeFor(the.smtp, again), type: 'signup' })
  expect((await the.client().signInWithPassword({ email: again, password: goodPassword })).error).toBeNull()
})

test('a code of the screens is worth nothing here, so that it cannot confirm the password of a stranger', async () => {
  const email = 'mixed@example.com'
  await signUp(email, 'Somebody-Elses-1')
  await codeFor(the.smtp, email)
  await the.sendCode(email)
  const code = await codeFor(the.smtp, email)
  expect((await the.client().verifyOtp({ email, token: code, type: 'signup' })).error?.code).toBe(
    'otp_expired',
  )
  expect((await the.verify(email, code)).json()).toMatchObject({ success: true })
  expect((await the.client().signInWithPassword({ email, password: goodPassword })).error).toBeNull()
})

test('a new code for a sign-up can be asked for; without one under way nothing is mailed', async () => {
  const email = 'resend@example.com'
  await signUp(email)
  const first = await codeFor(the.smtp, email)
  expect((await the.client().resend({ type: 'signup', email })).error).toBeNull()
  const second = await codeFor(the.smtp, email)
  expect((await the.client().verifyOtp({ email, token: first, type: 'signup' })).error?.code).toBe(
    'otp_expired',
  )
  expect((await the.client().verifyOtp({ email, token: second, type: 'signup' })).error).toBeNull()
  const sent = the.smtp.received.length
  expect((await the.client().resend({ type: 'signup', email: 'nobody@example.com' })).error).toBeNull()
  expect(the.smtp.received.length).toBe(sent)
})

test('a mailed code signs in; who has no account gets one only with both names, and the answers are alike', async () => {
  const email = 'otp@example.com'
  const person = await the.newcomer(email)
  expect((await the.client().signInWithOtp({ email })).error).toBeNull()
  const code = await mailed('mail-sign-in-code', email)
  const client = the.client()
  const { data: done } = await client.verifyOtp({ email, token: code, type: 'email' })
  expect(done.user?.id).toBe(person.id)
  expect((await client.getClaims()).data?.claims.amr).toMatchObject([{ method: 'otp' }])
  expect((await the.client().verifyOtp({ email, token: code, type: 'email' })).error?.code).toBe(
    'otp_expired',
  )

  const sent = the.smtp.received.length
  expect(await the.client().signInWithOtp({ email: 'nobody@example.com' })).toMatchObject({ error: null })
  const options = { data, shouldCreateUser: false }
  expect((await the.client().signInWithOtp({ email: 'nobody@example.com', options })).error).toBeNull()
  await the.app.services.jobs.runDue('mail-sign-in-code')
  expect(the.smtp.received.length).toBe(sent)

  const newcomer = 'fresh@example.com'
  await the.client().signInWithOtp({ email: newcomer, options: { data } })
  const token = await mailed('mail-sign-in-code', newcomer)
  const { data: made } = await the.client().verifyOtp({ email: newcomer, token, type: 'magiclink' })
  expect(made.user).toMatchObject({ email: newcomer, user_metadata: { last_name: 'Lovelace' } })
})

test('wrong codes lock the email like wrong passwords, and a lock holds for codes too', async () => {
  const email = 'guess@example.com'
  await the.newcomer(email)
  await the.client().signInWithOtp({ email })
  const code = await mailed('mail-sign-in-code', email)
  for (let tries = 0; tries < 4; tries += 1)
    await the.client().verifyOtp({ email, token: otherThan(code), type: 'email' })
  await the.signIn(email, 'wrong')
  expect((await the.client().verifyOtp({ email, token: code, type: 'email' })).error).toMatchObject({
    status: 429,
    code: 'over_request_rate_limit',
  })
})

test('the token of a reset link opens a session in which the password can be set', async () => {
  const email = 'lost@example.com'
  await the.newcomer(email)
  expect((await the.client().resetPasswordForEmail(email)).error).toBeNull()
  await the.app.services.jobs.runDue('mail-reset-link')
  const mail = await the.smtp.next(({ deliveredTo }) => deliveredTo === email)
  const token_hash = /token=([\w-]+)/.exec(mail.text ?? '')?.[1] ?? ''
  const client = the.client()
  expect((await client.verifyOtp({ token_hash, type: 'recovery' })).error).toBeNull()
  expect((await client.getClaims()).data?.claims.amr).toMatchObject([{ method: 'recovery' }])
  expect((await client.updateUser({ password: 'Another-Key-1888' })).error).toBeNull()
  expect((await the.client().verifyOtp({ token_hash, type: 'recovery' })).error?.code).toBe('otp_expired')
  expect((await the.client().signInWithPassword({ email, password: 'Another-Key-1888' })).error).toBeNull()
})

test('names and password can be changed; a password only with a recent proof or the mailed code', async () => {
  const email = 'change@example.com'
  const { client, person, session } = await signedIn(email)
  const { data: named } = await client.updateUser({ data: { first_name: 'Augusta' } })
  expect(named.user?.user_metadata).toEqual({ first_name: 'Augusta', last_name: 'requestor' })
  expect((await client.updateUser({ password: goodPassword })).error).toMatchObject({
    code: 'same_password',
    status: 422,
  })
  the.app.shift(15 * minuteMs)
  expect((await client.updateUser({ password: 'Another-Key-1888' })).error).toMatchObject({
    code: 'reauthentication_needed',
    status: 400,
  })
  expect((await client.updateUser({ email: 'moved@example.com' })).error?.code).toBe(
    'reauthentication_needed',
  )
  expect((await client.reauthenticate()).error).toBeNull()
  const nonce = await codeFor(the.smtp, email)
  const wrong = await client.updateUser({ password: 'Another-Key-1888', nonce: otherThan(nonce) })
  expect(wrong.error).toMatchObject({ code: 'reauthentication_not_valid', status: 422 })
  expect((await client.updateUser({ password: 'Another-Key-1888', nonce })).error).toBeNull()
  expect((await client.getUser()).error).toBeNull()
  const { db } = the.app.services.database
  const left = await db.select().from(sessions).where(eq(sessions.userId, person.id))
  expect(left.map(({ kind }) => kind)).toEqual(['api'])
  expect(await eventNames(the.app, email)).toContain('password_changed')
  expect((await the.send('GET', '/api/documents', undefined, bearer(session.access_token))).status).toBe(200)
})

test('an email changes with the codes of both addresses', async () => {
  const [email, to] = ['before@example.com', 'after@example.com']
  const { client, person } = await signedIn(email)
  const { data: begun } = await client.updateUser({ email: to })
  expect(begun.user).toMatchObject({ email, new_email: to })
  const [current, next] = [await codeFor(the.smtp, email), await codeFor(the.smtp, to)]
  const crossed = await client.verifyOtp({ email: to, token: otherThan(next), type: 'email_change' })
  expect(crossed.error?.code).toBe('otp_expired')
  const half = await client.verifyOtp({ email: to, token: next, type: 'email_change' })
  expect([half.error, half.data.session]).toEqual([null, null])
  expect((await client.getUser()).data.user?.email).toBe(email)
  const { data: done } = await client.verifyOtp({ email, token: current, type: 'email_change' })
  expect(done.user).toMatchObject({ id: person.id, email: to })
  const [stored] = await the.app.services.database.db
    .select()
    .from(profiles)
    .where(eq(profiles.id, person.id))
  expect(stored?.email).toBe(to)
})

test('half a session is half on every call, and names only the factors that could complete it', async () => {
  const { client, person, session } = await signedIn('half@example.com')
  await the.app.services.database.query(
    `insert into factors (user_id, kind, name, created_at, verified_at) values
     ($1, 'totp', 'My phone', now(), now()), ($1, 'totp', 'Not yet', now(), null)`,
    [person.id],
  )
  const documents = await the.send('GET', '/api/documents', undefined, bearer(session.access_token))
  expect([documents.status, await bodyOf(documents)]).toMatchObject([
    401,
    { error: { code: 'factor-needed' } },
  ])
  expect((await client.updateUser({ data: { first_name: 'Eve' } })).error).toMatchObject({
    code: 'insufficient_aal',
  })
  const { data: known } = await client.getUser()
  expect(known.user?.factors).toHaveLength(1)
  expect(JSON.stringify(known.user?.factors)).not.toContain('My phone')
  expect((await client.mfa.getAuthenticatorAssuranceLevel(session.access_token)).data).toMatchObject({
    currentLevel: 'aal1',
    nextLevel: 'aal2',
  })
  expect((await client.signOut({ scope: 'local' })).error).toBeNull()
})
