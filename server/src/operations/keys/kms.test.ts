import { randomBytes } from 'node:crypto'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { openDatabase } from '../../db/client.ts'
import { loadMasterKeys } from '../../db/master-keys.ts'
import { auditEvents } from '../../db/tables/audit.ts'
import { masterKeys } from '../../db/tables/keys.ts'
import { startKmsServer } from '../../platform/encryption/kms-server.testing.ts'
import { upload } from '../../sharing/grants/sample.testing.ts'
import { type Running, start } from '../../start.ts'
import { type Person, startTestApp, type TestApp } from '../../testing/app.ts'
import { checkMasterKeys } from '../backup/restore/restore-checks.ts'
import { contents } from './contents.testing.ts'
import { putTogether } from './escrow.ts'

const arn = 'arn:aws:kms:ap-southeast-2:111122223333:key/1234abcd-12ab-34cd-56ef-1234567890ab'
const other = `${arn.slice(0, -1)}c`
const named = `aws-kms:${arn}`
const text = 'To my daughter I leave the piano.\n'
let kms: Awaited<ReturnType<typeof startKmsServer>>
let app: TestApp
let running: Running
let admin: Person
let trustee: Person
let documentId: string
beforeAll(async () => {
  kms = await startKmsServer([arn, other])
  for (const [name, value] of Object.entries(kms.env)) vi.stubEnv(name, value)
  app = await startTestApp({ MASTER_KEY: named })
  running = app.running
  admin = await app.person('admin')
  trustee = await app.person('trustee')
  documentId = (await upload(app, trustee, {}, Buffer.from(text))).id
})
afterAll(async () => {
  await running.stop()
  await app.stop()
  vi.unstubAllEnvs()
  await kms.stop()
})

const inDatabase = async () => {
  const { databaseUrl, dataDir } = app.services.config
  const database = await openDatabase({ databaseUrl, dataDir, logger: app.services.logger })
  return contents(database).finally(() => database.close())
}

/** Starts the same deployment again. */
const again = (masterKey: string | undefined) => {
  const { config, logger } = app.services
  return start({
    config: { ...config, masterKey },
    logger,
    migrations: app.migrations,
    listen: false,
    schedules: false,
  })
}

const get = async (as: Person, url: string) => {
  const headers = { host: 'localhost', cookie: as.cookie }
  return running.app.inject({ method: 'GET', url, headers })
}
const opens = async () => (await get(trustee, `/api/documents/${documentId}/content`)).body
const keys = async () => (await get(admin, '/api/keys')).json()

test('the master key lies in the database, encrypted by KMS, and nowhere in a file', async () => {
  const { keyring, database, config } = app.services
  expect(await keys()).toMatchObject({ place: 'kms', kmsKey: arn, masterKey: { id: keyring.currentId } })
  const [row] = await database.db.select().from(masterKeys)
  expect(row).toMatchObject({
    id: keyring.currentId,
    kmsBlob: expect.stringMatching(`^${arn} [A-Za-z0-9+/=]+$`),
  })
  expect(existsSync(join(app.dataDir, 'master.key'))).toBe(false)
  const key = keyring.masterKeys.get(keyring.currentId)?.export() as Buffer
  expect(Buffer.from(row?.kmsBlob?.split(' ')[1] ?? '', 'base64').includes(key)).toBe(false)
  expect((await app.call(admin, 'POST', '/api/keys/rotation')).json()).toMatchObject({
    error: { code: 'key-elsewhere' },
  })
  // A backup brings the key itself, so a restore needs no AWS.
  expect(() => checkMasterKeys(config, { masterKeys: 'any' } as never)).toThrow('Leave it out')
})

test('parts that people keep give the key also without AWS', async () => {
  const made = await app.call(admin, 'POST', '/api/keys/escrow', { parts: 3, threshold: 2 })
  const parts = made
    .json()
    .parts.slice(1)
    .map(({ words }: { words: string }) => words)
  await running.stop()
  kms.faults.of = () => 'DisabledException'
  const { key } = await putTogether(parts)
  running = await again(key)
  expect(await opens()).toBe(text)
  kms.faults.of = () => undefined
})

test('a key that is wrong, or that KMS does not give, stops the start before anything is written', async () => {
  await running.stop()
  const before = await inDatabase()
  const file = randomBytes(32).toString('base64')
  await expect(again(`aws-kms:${other}`)).rejects.toThrow('under another master key')
  await expect(again(file)).rejects.toThrow('under another master key')
  await expect(again(`aws-kms:${other}9 ${named}`)).rejects.toThrow('there is no such key')
  for (const fault of ['AccessDeniedException', 'InvalidCiphertextException', 'DisabledException']) {
    kms.faults.of = () => fault
    await expect(again(named)).rejects.toThrow(`The key ${arn} of AWS KMS gives no master key`)
  }
  kms.faults.of = () => undefined
  expect(await inDatabase()).toBe(before)
  running = await again(named)
  expect(await opens()).toBe(text)
  expect(kms.requests.slice(-2)).toEqual(['Decrypt', 'Decrypt'])
})

test('a key in KMS is replaced by one in a file, and that by another in KMS, while both open', async () => {
  const first = app.services.keyring.currentId
  const file = randomBytes(32).toString('base64')
  const replace = async (now: string) => {
    await running.stop()
    running = await again(now)
    await running.services.jobs.runDue('rewrap-keys')
    expect(await opens()).toBe(text)
  }
  await replace(`${file} ${named}`)
  const second = running.services.keyring.currentId
  expect(await keys()).toMatchObject({ place: 'environment', kmsKey: null, older: [{ id: first }] })
  await replace(file)

  // Several servers first get it behind the old one: its key is made then, and is in use later.
  await replace(`${file} aws-kms:${other}`)
  expect(running.services.keyring.currentId).toBe(second)
  expect(running.services.keyring.masterKeys.size).toBe(2)
  await replace(`aws-kms:${other} ${file}`)
  const third = running.services.keyring.currentId
  expect(await keys()).toMatchObject({ place: 'kms', kmsKey: other, masterKey: { id: third } })
  await replace(`aws-kms:${other}`)
  const events = await running.services.database.db.select().from(auditEvents)
  const replaced = events.filter(({ event }) => event === 'master_key_replaced').map(({ details }) => details)
  expect(replaced).toEqual([
    { former: first, masterKey: second },
    { former: second, masterKey: third },
  ])
})

test('servers that start at a time make one key', async () => {
  const { database, config } = running.services
  await database.query(`update master_keys set kms_blob = null`)
  const masterKey = `${named} aws-kms:${other}`
  const rings = await Promise.all([1, 2, 3].map(() => loadMasterKeys(database, { ...config, masterKey })))
  expect(new Set(rings.map(({ currentId }) => currentId)).size).toBe(1)
})
