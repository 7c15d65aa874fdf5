import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { and, inArray, isNotNull, isNull } from 'drizzle-orm'
import { pino } from 'pino'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Database, openDatabase } from '../../db/client.ts'
import { documents } from '../../db/tables/documents.ts'
import { destructionReceipts, destructions } from '../../db/tables/leaving.ts'
import { upload } from '../../sharing/grants/sample.testing.ts'
import { startTestApp, type TestApp } from '../../testing/app.ts'
import { testDatabase } from '../../testing/database.ts'
import { destroyContent } from './destroy.ts'
import { leave, leavingOf, leftOrganization, waiver } from './leaving.testing.ts'

let root: string
let env: Record<string, string>
let app: TestApp
beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), 'deedbox-killed-'))
  const databaseUrl = await testDatabase(join(root, 'data'))
  env = { DATA_DIR: join(root, 'data'), ...(databaseUrl && { DATABASE_URL: databaseUrl }) }
  app = await startTestApp(env)
})
afterAll(async () => {
  await app.stop()
  await rm(root, { recursive: true, force: true })
})

type State = { gone: string[]; receipts: string[]; ended: number }

/** Reads what a killed server left, and takes its confirmation back. No server is started for it: the first job of one would destroy at once. */
async function left(ids: string[]): Promise<State> {
  const database = await openDatabase({
    databaseUrl: env.DATABASE_URL,
    dataDir: join(root, 'data'),
    logger: pino({ level: 'silent' }),
  })
  try {
    const state = await stateOf(database.db, ids)
    await database.query('update destructions set confirmed_at = null, confirmed_by = null')
    return state
  } finally {
    await database.close()
  }
}

async function stateOf(db: Database['db'], ids: string[]): Promise<State> {
  const rows = await db
    .select({ id: documents.id })
    .from(documents)
    .where(and(inArray(documents.id, ids), isNull(documents.wrappedKey)))
  const receipts = await db.select().from(destructionReceipts)
  return {
    gone: rows.map(({ id }) => id).sort(),
    receipts: receipts.map(({ documentId }) => documentId).sort(),
    ended: await db.$count(destructions, isNotNull(destructions.endedAt)),
  }
}

test('a destruction that was killed goes on, and a receipt is there exactly when the key is gone', async () => {
  const admin = await app.person('admin')
  await app.person('admin')
  const firm = await leftOrganization(app, admin)
  await leave(app, firm, 1)
  const owner = await app.person('trustee', { organizationId: firm })
  const ids: string[] = []
  for (let n = 0; n < 3; n++) ids.push((await upload(app, owner)).id)
  await leave(app, firm)
  await leavingOf(app, admin, firm, 'destruction', waiver)
  await app.running.stop()

  for (const at of ['begun', 'committed']) {
    const child = spawn(process.execPath, [join(import.meta.dirname, 'destroy.child.ts')], {
      env: { ...process.env, ...env, KILLED: at, PORT: '0' },
      stdio: ['ignore', 'ignore', 'pipe'],
    })
    const errors = text(child.stderr)
    const [, signal] = await once(child, 'exit')
    expect([await errors, signal], at).toEqual(['', 'SIGKILL'])
    const destroyed = at === 'committed' ? ids.sort() : []
    expect(await left(ids), at).toEqual({ gone: destroyed, receipts: destroyed, ended: 0 })
  }
  app = await startTestApp(env)
  const { database } = app.services
  await database.query('update destructions set confirmed_at = now(), confirmed_by = asked_by')
  await destroyContent(app.services)
  expect(await stateOf(database.db, ids)).toEqual({ gone: ids, receipts: ids, ended: 1 })
})
