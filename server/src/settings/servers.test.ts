import { pino } from 'pino'
import { afterAll, describe, expect, inject, test } from 'vitest'
import { parseConfig } from '../platform/config.ts'
import { type Running, start } from '../start.ts'
import { startTestApp, type TestApp } from '../testing/app.ts'

let first: TestApp | undefined
let second: Running | undefined
afterAll(async () => {
  await second?.stop()
  await first?.stop()
})

/** Two whole servers on one database, which only PostgreSQL allows. */
describe.skipIf(!inject('postgresUrl'))('two servers', () => {
  test('a setting changed on one applies to the next request of the other', async () => {
    first = await startTestApp()
    const { dataDir, services, migrations } = first
    second = await start({
      config: parseConfig({ DATA_DIR: dataDir, DATABASE_URL: services.config.databaseUrl, PORT: '0' }),
      logger: pino({ level: 'silent' }),
      migrations,
      listen: false,
      schedules: false,
    })
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
