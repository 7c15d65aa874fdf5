import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { profiles } from '../../db/tables/accounts.ts'
import { startTestApp, type TestApp } from '../../testing/app.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.stop())

const nobody = { token: null, device: null, ip: null, userAgent: null, requestId: null }

test('a snapshot does not show what is committed after it began', async () => {
  const { contexts, database } = app.services
  // The request is sent outside the snapshot's transaction; on the embedded database it waits until that ends.
  const gate = Promise.withResolvers<void>()
  const joined = gate.promise.then(() => app.person('guest'))
  const [before, after] = await contexts.snapshot(nobody, async ({ tx }) => {
    const first = await tx.$count(profiles)
    gate.resolve()
    if (database.kind === 'postgres') await joined
    return [first, await tx.$count(profiles)]
  })
  await joined
  expect(after).toBe(before)
  expect(await database.db.$count(profiles)).toBe((before ?? 0) + 1)
})

test('nothing can be changed in a snapshot', async () => {
  const { contexts } = app.services
  await expect(
    contexts.snapshot(nobody, ({ tx }) => tx.execute(sql`update profiles set name = 'x'`)),
  ).rejects.toThrow()
})
