import { readFile, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { dayMs } from '@deedbox/contract/durations.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openDatabase } from '../../db/client.ts'
import { auditEvents } from '../../db/tables/audit.ts'
import { begun } from '../../documents/uploads/client.testing.ts'
import { sealTotpSecret } from '../../identity/factors/totp-secret.ts'
import { upload } from '../../sharing/grants/sample.testing.ts'
import { start } from '../../start.ts'
import { type Person, startTestApp, type TestApp } from '../../testing/app.ts'
import { contents } from './contents.testing.ts'

const needed = { error: { code: 'key-needed' } }
let app: TestApp
let admin: Person
let trustee: Person
beforeAll(async () => {
  app = await startTestApp()
  admin = await app.person('admin')
  trustee = await app.person('trustee')
})
afterAll(() => app.stop())

const keys = async () => (await app.call(admin, 'GET', '/api/keys')).json()

/** Counts what stands under a master key in any column of the database, apart from the trail and the list of keys. */
async function under(masterKeyId: string): Promise<Record<string, number>> {
  const { database } = app.services
  const { rows } = await database.query<{ table: string; column: string }>(
    `select table_name::text as table, column_name::text as column from information_schema.columns
     join information_schema.tables using (table_schema, table_name)
     where table_schema = 'public' and table_type = 'BASE TABLE' and data_type = 'text' and table_name not in ('master_keys')`,
  )
  const found: Record<string, number> = {}
  for (const { table, column } of rows) {
    const { rows: counted } = await database.query<{ n: number }>(
      `select count(*)::int as n from "${table}" where "${column}" = $1 or "${column}" like $1 || '.%'`,
      [masterKeyId],
    )
    if (counted[0]?.n) found[`${table}.${column}`] = counted[0].n
  }
  return found
}

test('only an administrator may see the keys or replace the master key', async () => {
  expect((await app.call(trustee, 'GET', '/api/keys')).statusCode).toBe(403)
  expect((await app.call(trustee, 'POST', '/api/keys/rotation')).statusCode).toBe(403)
})

test('a rotation puts everything under the new key: nobody is signed out, all opens, and the old key can go', async () => {
  const { services } = app
  const { database, keyring, jobs } = services
  const text = 'To my daughter I leave the piano.\n'
  const { id } = await upload(app, trustee, {}, Buffer.from(text))
  await begun(app, trustee, 5_000)
  const factor = '6f1c2a34-5b68-4f0e-9f6d-0a4c7f6e2b11'
  await database.query(
    `insert into factors (id, user_id, kind, secret, created_at) values ($1, $2, 'totp', $3, now())`,
    [factor, trustee.id, sealTotpSecret(keyring, factor, 'secret')],
  )
  await app.call(trustee, 'GET', `/api/documents/${id}/content`)
  await app.bearerOf(trustee)
  const former = keyring.currentId
  const session = keyring.secret('session cookies')
  expect(Object.keys(await under(former)).sort()).toEqual([
    'documents.master_key_id',
    'factors.secret',
    'kept_secrets.sealed',
    'signing_keys.private_key',
    'uploads.master_key_id',
    'word_index.key',
  ])

  expect((await app.call(admin, 'POST', '/api/keys/rotation')).statusCode).toBe(200)
  expect((await app.call(admin, 'DELETE', '/api/keys/older')).json()).toMatchObject(needed)
  expect(keyring.currentId).not.toBe(former)
  expect((await app.call(trustee, 'GET', `/api/documents/${id}/content`)).body).toBe(text)
  await jobs.runDue('rewrap-keys')
  expect(await under(former)).toEqual({})
  const settled = await keys()
  expect(settled).toMatchObject({
    place: 'file',
    masterKey: { id: keyring.currentId },
    older: [{ id: former }],
  })
  expect(settled.rotation.rewrapped).toBe(settled.rotation.toRewrap)
  expect((await app.call(admin, 'DELETE', '/api/keys/older')).json()).toMatchObject(needed)

  // The owner of the folder restarts it: sessions go on, and everything opens with the new key alone.
  app.shift(dayMs + 1_000)
  expect((await app.call(admin, 'DELETE', '/api/keys/older')).statusCode).toBe(200)
  expect((await readFile(join(app.dataDir, 'master.key'), 'utf8')).trim().split(' ')).toHaveLength(1)
  expect([...keyring.masterKeys.keys()]).toEqual([keyring.currentId])
  expect((await app.call(trustee, 'GET', `/api/documents/${id}/content`)).body).toBe(text)
  expect(keyring.secret('session cookies')).toEqual(session)
  const events = await database.db.select().from(auditEvents)
  expect(events.map(({ event }) => event).filter((event) => event.startsWith('master_key'))).toEqual([
    'master_key_replaced',
    'master_key_settled',
    'master_keys_removed',
  ])
  const trail = JSON.stringify(events)
  for (const key of (await readFile(join(app.dataDir, 'master.key'), 'utf8')).trim().split(' '))
    expect(trail).not.toContain(key)
})

test('a wrong key, in the file or in MASTER_KEY, stops the start before anything is written', async () => {
  const { config, logger } = app.services
  const { databaseUrl, dataDir } = config
  const wrong = Buffer.alloc(32, 7).toString('base64')
  const inDatabase = async () => {
    const database = await openDatabase({ databaseUrl, dataDir, logger })
    return contents(database).finally(() => database.close())
  }
  await app.running.stop()
  const before = await inDatabase()
  const again = (masterKey?: string) =>
    start({ config: { ...config, masterKey }, logger, migrations: app.migrations, listen: false })
  await expect(again(wrong)).rejects.toThrow('under another master key')
  const key = join(app.dataDir, 'master.key')
  await rename(key, `${key}.right`)
  await expect(again()).rejects.toThrow('under another master key')
  await writeFile(key, wrong)
  await expect(again()).rejects.toThrow('under another master key')
  expect(await readFile(key, 'utf8')).toBe(wrong)
  expect(await inDatabase()).toBe(before)
  await rename(`${key}.right`, key)
})
