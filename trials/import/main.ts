import assert from 'node:assert/strict'
import { type ChildProcess, spawn } from 'node:child_process'
import { createHash, randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { parseArgs } from 'node:util'
import { startServer } from '../../e2e/support/server.ts'
import { startPostgres } from '../../server/src/testing/postgres.ts'
import { createChecks } from '../support/checks.ts'
import { home, pause } from '../support/server.ts'

/*
 * npm run trial -- import [--files 10000] [--kills 20] [--on pglite,postgres]
 * Imports a folder while the command, and with the embedded database also the server that it asks, is killed again and again.
 */
const { values } = parseArgs({
  options: {
    files: { type: 'string', default: '10000' },
    kills: { type: 'string', default: '20' },
    on: { type: 'string', default: 'pglite,postgres' },
  },
})
const files = Number(values.files)
const kills = Number(values.kills)
const small = Math.round(files / 10)
const { check, finish } = createChecks()
const root = mkdtempSync(join(tmpdir(), 'deedbox-import-'))
const say = (words: string) => process.stdout.write(`        ${words}\n`)

const nameOf = (n: number) => `client ${n % 100}/deed ${n}.txt`
const contentOf = (n: number) => `This is deed ${n}. `.repeat(100 + (n % 400))
function makeFolder(name: string, count: number): string {
  const folder = join(root, name)
  for (let n = 0; n < 100; n++) mkdirSync(join(folder, `client ${n}`), { recursive: true })
  for (let n = 0; n < count; n++) writeFileSync(join(folder, nameOf(n)), contentOf(n))
  return folder
}

/** Reads the most memory that a process has had, in MB; 0 when it has ended. */
function peakMb(pid: number | undefined): number {
  try {
    return Number(/VmHWM:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0) / 1024
  } catch {
    return 0
  }
}

let reports = 0
function command(env: Record<string, string>, folder: string, owner: string) {
  const report = join(root, `report-${++reports}.csv`)
  const args = [join(home, 'server/dist/import.js'), folder, '--owner', owner, '--report', report]
  const child: ChildProcess = spawn(process.execPath, args, {
    env: { ...process.env, ...env },
    stdio: 'pipe',
  })
  const ended = once(child, 'exit')
  const [out = '', errors = ''] = [child.stdout, child.stderr].map((stream) => (stream ? text(stream) : ''))
  let peak = 0
  const timer = setInterval(() => {
    peak = Math.max(peak, peakMb(child.pid))
  }, 250)
  const end = async () => {
    const [code] = await ended
    clearInterval(timer)
    return { code: code as number | null, out: await out, errors: await errors, peak: () => peak }
  }
  return { child, end }
}

/** Runs a whole import: its seconds and its peak memory. */
async function whole(env: Record<string, string>, folder: string, owner: string, what: string) {
  const began = performance.now()
  const { code, out, errors, peak } = await command(env, folder, owner).end()
  assert.equal(code, 0, `${what}: ${errors}${out.slice(-500)}`)
  say(`${what}: ${((performance.now() - began) / 1_000).toFixed(1)} s, at most ${peak().toFixed(0)} MB`)
}

async function tryOn(database: string, newUrl: () => Promise<string | undefined>): Promise<void> {
  const url = await newUrl()
  const embedded = database === 'pglite'
  const env: Record<string, string> = {
    DATA_DIR: join(root, database),
    MASTER_KEY: randomBytes(32).toString('base64'),
    ...(url && { DATABASE_URL: url }),
  }
  const folder = join(root, 'many')
  let server = await startServer(env)
  const one = await server.ask('person', { role: 'trustee' })
  const other = await server.ask('person', { role: 'trustee' })
  await check(`${database}: ${small} files in one run, for the comparison`, () =>
    whole(env, join(root, 'few'), one.email, `${small} files${embedded ? ' through the server' : ''}`),
  )
  await check(`${database}: ${files} files, killed ${kills} times, and each is one document`, async () => {
    const began = performance.now()
    let stopped = false
    let hit = 0
    for (let kill = 0; kill < kills; kill++) {
      // The embedded database is served by nobody half of the time, and the command opens it itself.
      const alone = embedded && kill % 2 === 1
      if (alone && !stopped) await server.stop()
      if (!alone && stopped) server = await startServer(env)
      stopped = alone
      const { child, end } = command(env, folder, other.email)
      await once(child.stdout as NodeJS.ReadableStream, 'data').catch(() => undefined)
      // Kills come so early that most are before the end, each further on than the one before.
      await pause(Math.random() * (files / kills) * 16)
      if (embedded && !alone && kill % 4 === 0) {
        await server.kill()
        stopped = true
      } else child.kill('SIGKILL')
      const { code, errors } = await end()
      if (code !== 0) hit++
      assert(code === null || code === 0 || errors.includes('The server ended'), errors)
    }
    if (stopped) server = await startServer(env)
    const [before] = await server.ask('rows', {
      sql: `select count(*)::int as n from documents where owner_id = '${other.id}'`,
    })
    say(`${hit} of the kills came before the end; ${before?.n} files were imported by then`)
    await whole(env, folder, other.email, 'the last run')
    say(`with all kills and starts: ${((performance.now() - began) / 1_000).toFixed(0)} s`)
    await whole(env, folder, other.email, `again, all ${files} known`)
    await examine(server, other)
  })
  await server.stop()
}

type Server = Awaited<ReturnType<typeof startServer>>
/** Checks that each file is exactly one document, and that a hundred of them come back byte for byte. */
async function examine(server: Server, { id, cookie }: { id: string; cookie: string }): Promise<void> {
  const [counted] = await server.ask('rows', {
    sql: `select count(*)::int as documents, count(distinct i.path)::int as paths
      from documents d left join imported_files i on i.document_id = d.id where d.owner_id = '${id}'`,
  })
  assert.deepEqual(counted, { documents: files, paths: files })
  const sample = (await server.ask('rows', {
    sql: `select path, document_id as document from imported_files where owner_id = '${id}' order by md5(path) limit 100`,
  })) as { path: string; document: string }[]
  for (const { path, document } of sample) {
    const answer = await fetch(`${server.address}/api/documents/${document}/content`, { headers: { cookie } })
    const hash = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex')
    assert.equal(
      hash(new Uint8Array(await answer.arrayBuffer())),
      hash(readFileSync(join(root, 'many', path))),
      path,
    )
  }
}

makeFolder('few', small)
makeFolder('many', files)
const databases = values.on.split(',')
const postgres = databases.includes('postgres') ? await startPostgres({ durable: true }) : null
try {
  for (const database of databases)
    if (database === 'postgres' && !postgres) say('No PostgreSQL on this machine: that half is left out.')
    else await tryOn(database, async () => (database === 'postgres' ? postgres?.createDatabase() : undefined))
} finally {
  await postgres?.stop()
  rmSync(root, { recursive: true, force: true })
}
finish()
