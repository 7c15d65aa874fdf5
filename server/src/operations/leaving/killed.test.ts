import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { inArray, isNotNull } from 'drizzle-orm'
import { pino } from 'pino'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openDatabase } from '../../db/client.ts'
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

/** Takes the confirmation back, which the next child gives, before any server starts and its first job destroys. */
async function unconfirm(): Promise<void> {
  const database = await openDatabase({
    databaseUrl: env.DATABASE_URL,
    dataDir: join(root, 'data'),
    logger: pino({ level: 'silent' }),
  })
  await database.query('update destructions set confirmed_at = null, confirmed_by = null')
  await database.close()
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

  const states: [string, number, number][] = []
  for (const at of ['begun', 'committed', 'never']) {
    if (at !== 'never') {
      const child = spawn(process.execPath, [join(import.meta.dirname, 'destroy.child.ts')], {
        env: { ...process.env, ...env, KILLED: at, PORT: '0' },
        stdio: ['ignore', 'ignore', 'pipe'],
      })
      const errors = text(child.stderr)
      const [, signal] = await once(child, 'exit')
      expect([await errors, signal], at).toEqual(['', 'SIGKILL'])
    }
    if (at === 'begun') await unconfirm()
    app = await startTestApp(env)
    // The next start goes on.
    if (at === 'never') await destroyContent(app.services)
    const { db } = app.services.database
    const rows = await db.select().from(documents).where(inArray(documents.id, ids))
    const receipts = await db.select().from(destructionReceipts)
    const gone = rows.filter(({ wrappedKey }) => wrappedKey === null).map(({ id }) => id)
    expect(receipts.map(({ documentId }) => documentId).sort()).toEqual(gone.sort())
    states.push([at, gone.length, await db.$count(destructions, isNotNull(destructions.endedAt))])
    if (at !== 'never') await app.running.stop()
  }
  expect(states).toEqual([
    ['begun', 0, 0],
    ['committed', 3, 0],
    ['never', 3, 1],
  ])
})
