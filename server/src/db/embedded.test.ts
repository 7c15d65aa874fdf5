import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { createInterface } from 'node:readline'
import { afterAll, afterEach, expect, test } from 'vitest'
import { withNewDatabase } from '../testing/database.ts'
import { openEmbedded } from './embedded.ts'
import { tidy } from './upkeep.ts'

const home = fs.mkdtempSync(path.join(os.tmpdir(), 'deedbox-embedded-'))
const dataDir = withNewDatabase(path.join(home, 'data'))
const children = new Set<ChildProcess>()

afterEach(() => {
  for (const child of children) child.kill('SIGKILL')
})
afterAll(() => fs.rmSync(home, { recursive: true, force: true }))

function start(mode: 'commit' | 'hold', folder = dataDir) {
  const script = path.join(import.meta.dirname, 'embedded.child.ts')
  // Processes are not optimised: most end before that would have been worth it.
  const child = spawn(process.execPath, ['--liftoff-only', script, folder, mode])
  children.add(child)
  let fault = ''
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    fault += text
  })
  const exit = once(child, 'close').then(() => {
    children.delete(child)
    return fault
  })
  return { child, exit, lines: createInterface({ input: child.stdout }) }
}

test('a commit is synced to the disk, reading is not', async () => {
  const { pglite, syncs, close } = await openEmbedded(dataDir)
  await pglite.exec('create table counted (n int)')
  const commits = 20
  const before = syncs.files
  for (let n = 0; n < commits; n++) await pglite.query('insert into counted values ($1)', [n])
  expect(syncs.files - before).toBeGreaterThanOrEqual(commits)

  const beforeMany = syncs.files
  await pglite.transaction(async (tx) => {
    for (let n = 0; n < commits; n++) await tx.query('insert into counted values ($1)', [n])
  })
  expect(syncs.files - beforeMany).toBe(1)

  const beforeReading = syncs.files
  for (let n = 0; n < commits; n++) await pglite.query('select count(*) from counted')
  expect(syncs.files - beforeReading).toBe(0)

  const { rows } = await pglite.query<{
    fsync: string
    full_page_writes: string
    synchronous_commit: string
  }>(
    `select current_setting('fsync') as fsync, current_setting('full_page_writes') as full_page_writes,
            current_setting('synchronous_commit') as synchronous_commit`,
  )
  expect(rows).toEqual([{ fsync: 'on', full_page_writes: 'on', synchronous_commit: 'on' }])
  await close()
})

test('a checkpoint syncs the tables and the folders whose names changed', async () => {
  const { pglite, syncs, close } = await openEmbedded(dataDir)
  await pglite.exec('create table renamed (n int); insert into renamed values (1)')
  const before = { ...syncs }
  await pglite.query('checkpoint')
  expect(syncs.files).toBeGreaterThan(before.files)
  expect(syncs.directories).toBeGreaterThan(before.directories)
  await close()
})

test('a file that is synced has its name on the disk as well', async () => {
  const { pglite, syncs, close } = await openEmbedded(dataDir)
  await pglite.query('checkpoint')
  const { directories } = syncs
  await pglite.query('checkpoint')
  const none = syncs.directories - directories
  await pglite.exec('create table named (n int)')
  await pglite.query('checkpoint')
  expect(syncs.directories - directories - none).toBe(none + 1)
  await close()
})

/** Makes what a power cut leaves of a database with an unlogged table, as earlier versions had one. */
async function cutOff(name: string): Promise<{ dir: string; table: string }> {
  const dir = path.join(home, name)
  const { pglite, close } = await openEmbedded(withNewDatabase(path.join(home, `${name}-before`)))
  await pglite.exec('create unlogged table fleeting (n int)')
  const { rows } = await pglite.query<{ file: string }>("select pg_relation_filepath('fleeting') as file")
  fs.cpSync(path.join(home, `${name}-before`), dir, { recursive: true })
  await close()
  return { dir, table: path.join(dir, 'database', rows[0]?.file ?? '') }
}

test('a start that fails in recovery is tried again', async () => {
  const { dir, table } = await cutOff('one-name-lost')
  fs.rmSync(`${table}_init`)
  const { pglite, close } = await openEmbedded(dir)
  expect((await pglite.query('select * from fleeting')).rows).toEqual([])
  await close()
})

test('a start that cannot recover says what PostgreSQL said', async () => {
  const { dir } = await cutOff('log-lost')
  const log = path.join(dir, 'database', 'pg_wal')
  for (const name of fs.readdirSync(log).filter((file) => /^[0-9A-F]{24}$/.test(file)))
    fs.rmSync(path.join(log, name))
  await expect(openEmbedded(dir)).rejects.toThrow(
    /could not be opened, nor when it was tried again. PostgreSQL says: PANIC: {2}could not locate a valid checkpoint record/,
  )
  fs.rmSync(path.join(dir, 'database', 'global', 'pg_control'))
  await expect(openEmbedded(dir)).rejects.toThrow(/PostgreSQL says: .*pg_control/)
})

test('upkeep collects statistics and frees space for tables that changed', async () => {
  const { pglite, close } = await openEmbedded(dataDir)
  await pglite.exec('create table grown (n int); insert into grown select generate_series(1, 20000)')
  const counted = async () =>
    (await pglite.query<{ n: number }>("select reltuples::int as n from pg_class where relname = 'grown'"))
      .rows[0]?.n
  expect(await counted()).toBe(-1)
  await tidy(pglite)
  expect(await counted()).toBe(20_000)
  await close()
})

test('every acknowledged commit survives SIGKILL, three times in one folder', async () => {
  let acknowledged = 0
  for (let round = 0; round < 3; round++) {
    const { child, exit, lines } = start('commit')
    const enough = acknowledged + 1 + Math.floor(Math.random() * 60)
    for await (const line of lines) {
      if (line === 'open') continue
      acknowledged = Number(line)
      // The lines that were already under way when it is killed are read too: they are acknowledged as well. A row that was
      // committed before its number could be printed is skipped in the next round.
      if (acknowledged >= enough) child.kill('SIGKILL')
    }
    await exit
  }
  const { pglite, close } = await openEmbedded(dataDir)
  const { rows } = await pglite.query<{ rows: number; last: number }>(
    'select count(*)::int as rows, max(n) as last from acknowledged',
  )
  // The last row may have been committed without its acknowledgement having been printed.
  expect(rows[0]?.rows).toBe(rows[0]?.last)
  expect(rows[0]?.last).toBeGreaterThanOrEqual(acknowledged)
  expect(acknowledged).toBeGreaterThanOrEqual(3)
  await close()
})

test('a first start that is killed while it builds the database begins again', async () => {
  const dir = path.join(home, 'cut-short')
  const building = path.join(dir, 'database.new')
  for (const part of ['base', path.join('global', 'pg_control')]) {
    const { child, exit } = start('commit', dir)
    await expect.poll(() => fs.existsSync(path.join(building, part)), { interval: 1 }).toBe(true)
    child.kill('SIGKILL')
    await exit
    expect(fs.existsSync(path.join(dir, 'database'))).toBe(false)
  }
  const { pglite, close } = await openEmbedded(dir)
  expect((await pglite.query('select 1 as one')).rows).toEqual([{ one: 1 }])
  expect(fs.existsSync(building)).toBe(false)
  await close()
})

test('a second process gets an error that names the first, until the first has ended in any way', async () => {
  const first = start('hold')
  await once(first.lines, 'line')
  const refused = `The database in ${path.join(dataDir, 'database')} is in use by process ${first.child.pid}.`
  expect(await start('hold').exit).toContain(refused)
  await expect(openEmbedded(dataDir)).rejects.toThrow(refused)

  first.child.kill('SIGKILL')
  await first.exit
  const { close } = await openEmbedded(dataDir)
  expect(await start('hold').exit).toContain(`in use by process ${process.pid}`)
  await close()
})

test('of processes that start at the same time exactly one gets the folder', async () => {
  const starting = [start('hold'), start('hold'), start('hold')]
  const outcomes = starting.map(({ lines, exit }) =>
    Promise.race([once(lines, 'line').then(() => 'open'), exit.then(() => 'refused')]),
  )
  expect((await Promise.all(outcomes)).sort()).toEqual(['open', 'refused', 'refused'])
})
