import { afterAll, beforeAll, expect, test } from 'vitest'
import { startSmsProvider, type TestSmsProvider } from '../../testing/sms.ts'
import { goodPassword, otherThan } from '../accounts/accounts.testing.ts'
import { type AuthApi, startAuthApi } from './auth-api.testing.ts'

let sms: TestSmsProvider
let api: AuthApi
beforeAll(async () => {
  sms = await startSmsProvider()
  api = await startAuthApi(sms.env)
})
afterAll(async () => {
  await api.stop()
  await sms.stop()
})

const phone = '+61412777001'
const error = <E extends { code?: string | undefined } | null>({ error }: { error: E }) => error?.code
const texted = () => /^\d{6}/.exec(sms.received.at(-1)?.Body ?? '')?.[0] ?? ''

test('a proved number signs in by text message and with the password', async () => {
  const person = await api.newcomer('paul@example.com')
  const client = api.client()
  await client.signInWithPassword({ email: person.email, password: goodPassword })
  expect(error(await client.updateUser({ phone }))).toBeUndefined()
  expect(error(await client.resend({ type: 'phone_change', phone }))).toBeUndefined()
  expect(sms.received).toHaveLength(2)
  expect(error(await client.verifyOtp({ phone, token: otherThan(texted()), type: 'phone_change' }))).toBe(
    'otp_expired',
  )
  const { data: changed } = await client.verifyOtp({ phone, token: texted(), type: 'phone_change' })
  expect(changed.user).toMatchObject({ id: person.id, phone })

  const other = api.client()
  expect(error(await other.signInWithOtp({ phone }))).toBeUndefined()
  await api.app.services.jobs.runDue()
  const token = texted()
  expect(error(await other.verifyOtp({ phone, token: otherThan(token), type: 'sms' }))).toBe('otp_expired')
  const { data } = await other.verifyOtp({ phone, token, type: 'sms' })
  expect(data.user?.id).toBe(person.id)
  expect((await other.getClaims()).data?.claims.amr).toMatchObject([{ method: 'otp' }])
  expect(error(await other.verifyOtp({ phone, token, type: 'sms' }))).toBe('otp_expired')

  expect((await other.signInWithPassword({ phone, password: goodPassword })).data.user?.id).toBe(person.id)
  expect(error(await other.signInWithPassword({ phone, password: 'wrong' }))).toBe('invalid_credentials')
  expect(error(await other.signInWithPassword({ phone: '+61412777999', password: 'wrong' }))).toBe(
    'invalid_credentials',
  )
})

test('no account is made with a phone alone, and nothing works where no text messages are configured', async () => {
  const client = api.client()
  expect(error(await client.signUp({ phone: '+61412777002', password: goodPassword }))).toBe(
    'validation_failed',
  )
  const named = { data: { first_name: 'Pat', last_name: 'Phone' } }
  expect(error(await client.signUp({ phone: '+61412777002', password: goodPassword, options: named }))).toBe(
    'phone_provider_disabled',
  )
  const without = await startAuthApi()
  const there = without.client()
  expect(error(await there.signInWithOtp({ phone }))).toBe('phone_provider_disabled')
  expect(error(await there.verifyOtp({ phone, token: '000000', type: 'sms' }))).toBe(
    'phone_provider_disabled',
  )
  expect(error(await there.signInWithPassword({ phone, password: goodPassword }))).toBe(
    'phone_provider_disabled',
  )
  await without.stop()
})
