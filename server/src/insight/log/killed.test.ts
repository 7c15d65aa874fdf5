import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '../../testing/app.ts'
import { testDatabase } from '../../testing/database.ts'
import { checkLog } from './check.ts'

let root: string
let env: Record<string, string>
let app: TestApp
beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), 'deedbox-log-killed-'))
  const databaseUrl = await testDatabase(join(root, 'data'))
  env = { DATA_DIR: join(root, 'data'), ...(databaseUrl && { DATABASE_URL: databaseUrl }) }
  app = await startTestApp(env)
  await app.services.log.catchUp()
})
afterAll(async () => {
  await app.stop()
  await rm(root, { recursive: true, force: true })
})

const query = <R>(statement: string) => app.services.database.query<R>(statement)
const rootsOf = async () => {
  const { rows } = await query<{ at: string; root: string }>(
    `select origin || ' ' || size as at, encode(root, 'hex') as root from log_checkpoints`,
  )
  return new Map(rows.map(({ at, root }) => [at, root]))
}

async function killedAt(moment: string, isAsked: boolean): Promise<void> {
  await app.running.stop()
  const child = spawn(process.execPath, [join(import.meta.dirname, 'killed.child.ts')], {
    env: { ...process.env, ...env, KILLED: moment, PORT: '0', ...(isAsked && { CONTINUE: '1' }) },
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  const errors = text(child.stderr)
  const [, signal] = await once(child, 'exit')
  expect([await errors, signal]).toEqual(['', 'SIGKILL'])
  app = await startTestApp(env)
}

/** Moments, whether a new log was asked for, and how many logs there are afterwards. */
const moments = [
  ['sealing', 'after delete from log_waiting', false, 1],
  ['signing', 'before insert into log_checkpoints', false, 1],
  ['beginning a new log', 'before insert into log_origins', true, 2],
  ['beginning a new log', 'after the commit', true, 4],
] as const

test.each(moments)(
  'killed while %s, %s: the next start goes on, with every event in one log and no head signed twice',
  async (_, moment, isAsked, logs) => {
    const before = await rootsOf()
    await killedAt(moment, isAsked)
    const { log, database } = app.services
    // A head that was about to be signed is known outside of the database, so that it is this one or none.
    const known = log.folder.head()
    await log.catchUp()
    expect(log.why()).toBeNull()
    const after = await rootsOf()
    expect(Object.fromEntries(after)).toMatchObject(Object.fromEntries(before))
    if (known?.size)
      expect(after.get(`${known.origin} ${known.size}`)).toBe(
        Buffer.from(known.root, 'base64').toString('hex'),
      )
    expect((await checkLog(database, log.folder.head())).problems).toEqual([])
    const { rows } = await query(
      'select e.id from audit_events e left join log_leaves l on l.event_id = e.id where l.event_id is null',
    )
    expect(rows).toEqual([])
    expect((await query('select from log_origins')).rows).toHaveLength(logs)
    expect(log.folder.seeds()).toHaveLength(1)
    expect(log.folder.isContinueAsked()).toBe(false)
  },
)
