import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '../../testing/app.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.stop())

const caller = (token: string | null) => ({ token, device: null, ip: null, userAgent: null, requestId: null })
const tokenOf = (cookie: string) => decodeURIComponent(cookie.split('=')[1] ?? '').split('.')[0] ?? ''

test('requests that arrive together each get their own session', async () => {
  const people = await Promise.all(['admin', 'guest', 'requestor', 'guest'].map((role) => app.person(role)))
  const tokens = [null, 'nobody', ...people.map(({ cookie }) => tokenOf(cookie))]
  const actors = await Promise.all(
    [...tokens, ...tokens].map((token) =>
      app.services.contexts.read(caller(token), async ({ actor }) => actor?.id ?? null),
    ),
  )
  const expected = [null, null, ...people.map(({ id }) => id)]
  expect(actors).toEqual([...expected, ...expected])
})

test('a session that has ended is refused in the very next request', async () => {
  const { cookie, id } = await app.person('guest')
  const read = () => app.services.contexts.read(caller(tokenOf(cookie)), async ({ actor }) => actor?.id)
  expect(await read()).toBe(id)
  await app.services.database.query('delete from sessions where token = $1', [tokenOf(cookie)])
  expect(await read()).toBeUndefined()
})
