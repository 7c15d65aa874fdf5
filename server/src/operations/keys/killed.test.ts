import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { documents } from '../../db/tables/documents.ts'
import { rowOf } from '../../sharing/grants/sample.testing.ts'
import { type Person, startTestApp, type TestApp } from '../../testing/app.ts'
import { testDatabase } from '../../testing/database.ts'
import { countUnderAnother } from './rewrap.ts'

/** Rows of several batches. */
const count = 700
let root: string
let env: Record<string, string>
let app: TestApp
let owner: Person
const keys = new Map<string, Buffer>()
beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), 'deedbox-rotation-'))
  const databaseUrl = await testDatabase(join(root, 'data'))
  env = { DATA_DIR: join(root, 'data'), ...(databaseUrl && { DATABASE_URL: databaseUrl }) }
  app = await startTestApp(env)
  owner = await app.person('trustee')
  const rows = Array.from({ length: count }, () => {
    const row = rowOf(owner)
    const { dataKey, wrapped, masterKeyId } = app.services.keyring.newDataKey(row.id)
    keys.set(row.id, dataKey)
    return { ...row, wrappedKey: wrapped, masterKeyId }
  })
  await app.services.database.db.insert(documents).values(rows)
})
afterAll(async () => {
  await app.stop()
  await rm(root, { recursive: true, force: true })
})

async function killedWhileRotating(killed: string): Promise<void> {
  await app.running.stop()
  const child = spawn(process.execPath, [join(import.meta.dirname, 'rotate.child.ts')], {
    env: { ...process.env, ...env, KILLED: killed, PORT: '0' },
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  const errors = text(child.stderr)
  const [, signal] = await once(child, 'exit')
  expect([await errors, signal]).toEqual(['', 'SIGKILL'])
}

const opened = async () => {
  const { database, keyring } = app.services
  const rows = await database.db.select().from(documents)
  for (const { id, wrappedKey, masterKeyId } of rows)
    expect(keyring.unwrap({ wrapped: wrappedKey as Buffer, masterKeyId, documentId: id })).toEqual(
      keys.get(id),
    )
  expect(rows).toHaveLength(count)
  return rows.filter(({ masterKeyId }) => masterKeyId === keyring.currentId).length
}

test.each(['before the commit', 'while wrapping'])(
  'killed %s, a rotation loses nothing, and the next start goes on with it',
  async (killed) => {
    const former = app.services.keyring.currentId
    await killedWhileRotating(killed)
    app = await startTestApp(env)
    const { database, jobs, keyring } = app.services
    expect(keyring.masterKeys.has(former)).toBe(true)
    expect(keyring.currentId).not.toBe(former)
    await opened()
    await jobs.runDue('rewrap-keys')
    expect(await opened()).toBe(count)
    const { rows } = await database.query<{ rewrapped: number; toRewrap: number }>(
      'select rewrapped, to_rewrap as "toRewrap" from master_keys where id = $1 and settled_at is not null',
      [keyring.currentId],
    )
    // No secret was wrapped twice, and none left out; the killed server's own job may have wrapped secrets before the key was noted.
    expect(rows).toEqual([{ rewrapped: rows[0]?.toRewrap, toRewrap: expect.any(Number) }])
    expect(await countUnderAnother(database, keyring.currentId)).toBe(0)
    expect((await app.call(owner, 'GET', '/api/documents')).statusCode).toBe(200)
  },
)
