import { afterAll, describe, expect, inject, test } from 'vitest'
import type { Running } from '../../start.ts'
import { startTestApp, type TestApp } from '../../testing/app.ts'
import { startSecond } from '../../testing/second.ts'

let first: TestApp | undefined
let second: Running | undefined
afterAll(async () => {
  await second?.stop()
  await first?.stop()
})

/** Tests two whole servers on one database, which only PostgreSQL allows. */
describe.skipIf(!inject('postgresUrl'))('two servers', () => {
  test('a setting changed on one applies to the next request of the other', async () => {
    first = await startTestApp()
    second = await startSecond(first)
    const nameOn = async ({ app }: Running) =>
      (await app.inject({ url: '/api/session', headers: { host: 'localhost' } })).json().deployment
        .deploymentName
    expect(await nameOn(second)).toBe('Deedbox')
    const admin = await first.person('admin')
    for (const deploymentName of ['Chen Whitlam Deeds', 'Chen and Whitlam']) {
      const was = { deploymentName: await nameOn(second) }
      const body = { changes: { deploymentName }, was }
      expect((await first.call(admin, 'PUT', '/api/settings', body)).statusCode).toBe(200)
      expect(await nameOn(second)).toBe(deploymentName)
      expect(second.services.place().deploymentName).toBe(deploymentName)
    }
  })
})
