import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { cpSync, mkdirSync, mkdtempSync, renameSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { openCheckpoint } from '@deedbox/proof/checkpoint.ts'
import { verifierOf } from '@deedbox/proof/cosignature.ts'
import pg from 'pg'
import { type Server, startServer } from '../../e2e/support/server.ts'
import { openKeyFolder } from '../../server/src/insight/log/key-folder.ts'
import type { Person } from '../../server/src/testing/people.ts'
import { createDatabase, startPostgres, type TestPostgres } from '../../server/src/testing/postgres.ts'
import { createChecks } from '../support/checks.ts'
import { until } from '../support/server.ts'
import { collectHeads, disagreements, type Place } from './heads.ts'

/*
 * npm run trial -- log [--kills 20] [--on pglite,postgres]: the log of servers that are killed while they seal, sign and begin new logs, of a database
 * that is restored, of a clone beside its original, and of a server whose key is gone. A collector of all heads sees that no two of one origin
 * disagree.
 */
const { values } = parseArgs({
  options: {
    kills: { type: 'string', default: '20' },
    on: { type: 'string', default: 'pglite,postgres' },
  },
})
const WRITERS = 16
/** Longest time between an event and its commit, in seconds. */
const DELAY_SECONDS = 1.5
/** Longest time until a server is killed, in milliseconds: some rounds of the log. */
const LIVES_MS = 4_000

const { check, finish } = createChecks()

const envOf = ({ dataDir, databaseUrl }: Place) => ({
  DATA_DIR: dataDir,
  ...(databaseUrl && { DATABASE_URL: databaseUrl }),
  LOG_LEVEL: 'silent',
})

/** Makes a copy of a place whose server does not run, as a backup or a clone of the machine has it. */
async function copyOf({ dataDir, databaseUrl }: Place, name: string): Promise<Place> {
  const copied = `${dataDir}-${name}`
  cpSync(dataDir, copied, { recursive: true, filter: (path) => !path.endsWith('.control') })
  let url: string | undefined
  if (databaseUrl)
    await until(async () => {
      url = await createDatabase(databaseUrl)
      return true
    }, 'the database can be copied')
  return { dataDir: copied, ...(url && { databaseUrl: url }) }
}

const anEvent = (name: string) =>
  `insert into audit_events (at, event, request_id) values (clock_timestamp(), 'document_restored', '${name}')`

/** Writes events, 16 at once, until it is told to end or its server is gone; returns the names of those that were acknowledged. */
async function write({ databaseUrl }: Place, server: Server, ends: AbortSignal): Promise<string[]> {
  const acknowledged: string[] = []
  const act = async () => {
    while (!ends.aborted) {
      const name = randomUUID()
      await server.ask('rows', { sql: anEvent(name) })
      acknowledged.push(name)
    }
  }
  /** Commits some time after it wrote, as only a database with several connections can. */
  const dawdle = async (url: string) => {
    const client = new pg.Client({ connectionString: url })
    await client.connect()
    while (!ends.aborted) {
      const name = randomUUID()
      await client.query(`begin; ${anEvent(name)}`)
      await client.query('select pg_sleep($1)', [Math.random() * DELAY_SECONDS])
      await client.query('commit')
      acknowledged.push(name)
    }
    await client.end()
  }
  // A server that is killed answers no more.
  await Promise.all(
    Array.from({ length: WRITERS }, () => (databaseUrl ? dawdle(databaseUrl) : act().catch(() => undefined))),
  )
  return acknowledged
}

const writeFor = (ms: number, place: Place, server: Server) => write(place, server, AbortSignal.timeout(ms))

const whyOf = async (server: Server, admin: Person): Promise<string | null> => {
  const answer = await fetch(`${server.address}/api/log`, { headers: { cookie: admin.cookie } })
  return ((await answer.json()) as { why: string | null }).why
}
const sizes = (server: Server) =>
  server.ask('rows', { sql: 'select origin, size from log_checkpoints order by origin, size' })

/** Sees that a server signs nothing, and says why. */
async function signsNothing(place: Place, server: Server, admin: Person, says: RegExp): Promise<void> {
  const before = await sizes(server)
  await writeFor(500, place, server)
  await server.ask('seal')
  assert.match((await whyOf(server, admin)) ?? 'it goes on', says)
  assert.deepEqual(await sizes(server), before)
}

/** Begins a new log as `npm run log -- continue` does, and sees that it is signed. */
async function goesOn(place: Place, server: Server, admin: Person): Promise<void> {
  openKeyFolder(place.dataDir, undefined).askContinue()
  const before = await sizes(server)
  await server.ask('seal')
  await writeFor(500, place, server)
  await server.ask('seal')
  assert.equal(await whyOf(server, admin), null)
  assert.ok((await sizes(server)).length > before.length)
}

async function tryOn(kind: string, postgres: TestPostgres | null): Promise<void> {
  const root = mkdtempSync(join(tmpdir(), 'deedbox-log-'))
  const databaseUrl = await postgres?.createDatabase()
  const place: Place = { dataDir: join(root, 'original'), ...(databaseUrl && { databaseUrl }) }
  /** Places of databases that no server uses any more. */
  const places: Place[] = []
  let server = await startServer(envOf(place))
  const admin = await server.ask('person', { role: 'admin' })
  /** Heads that anybody could see: of each origin and size. */
  const seen = new Map<string, string>()

  /** Words that a stranger reads, kept beside what is read later. */
  async function collect(from: Server): Promise<void> {
    let text = ''
    // A log that has just begun has no head until its server signs.
    await until(async () => {
      const answer = await fetch(`${from.address}/.well-known/deedbox-log`)
      text = await answer.text()
      return answer.ok
    }, 'a head is signed')
    const [key = '', ...note] = text.split('\n\n')
    const { origin, size, root: head } = openCheckpoint(note.join('\n\n'), verifierOf(key))
    const [name, hash] = [`${origin} ${size}`, Buffer.from(head).toString('hex')]
    assert.equal(seen.get(name) ?? hash, hash, `two heads of ${name}`)
    seen.set(name, hash)
  }

  const kills = Number(values.kills)
  await check(
    `${kind}: killed ${kills} times while it seals, signs and begins logs, with ${WRITERS} writers`,
    async () => {
      const acknowledged: string[] = []
      for (let kill = 0; kill < kills; kill++) {
        const ends = new AbortController()
        const writing = write(place, server, ends.signal)
        await wait(Math.random() * LIVES_MS)
        if (kill % 4 === 3) openKeyFolder(place.dataDir, undefined).askContinue()
        const sealing = server.ask('seal').catch(() => undefined)
        await wait(Math.random() * 150)
        await server.kill()
        await sealing
        ends.abort()
        acknowledged.push(...(await writing))
        server = await startServer(envOf(place))
        await server.ask('seal')
        assert.equal(await whyOf(server, admin), null)
        await collect(server)
      }
      const rows = await server.ask('rows', {
        sql: 'select e.request_id as id from audit_events e join log_leaves l on l.event_id = e.id',
      })
      const sealed = new Set(rows.map(({ id }) => id))
      assert.ok(acknowledged.length > kills, 'too few events')
      assert.deepEqual(
        acknowledged.filter((id) => !sealed.has(id)),
        [],
        'events that were acknowledged and have no leaf',
      )
    },
  )

  await check(`${kind}: a database that is restored signs nothing, until a new log is begun`, async () => {
    await server.stop()
    const copy = await copyOf(place, 'backup')
    server = await startServer(envOf(place))
    await writeFor(1_000, place, server)
    await server.ask('seal')
    await collect(server)
    await server.stop()
    // The database of then beside the key folder of now; the one that was lost is kept for the collector.
    if (databaseUrl) {
      places.push({ ...place })
      place.databaseUrl = copy.databaseUrl
    } else {
      const lost = { dataDir: `${place.dataDir}-lost` }
      mkdirSync(lost.dataDir)
      renameSync(join(place.dataDir, 'database'), join(lost.dataDir, 'database'))
      renameSync(join(copy.dataDir, 'database'), join(place.dataDir, 'database'))
      places.push(lost)
    }
    server = await startServer(envOf(place))
    await signsNothing(place, server, admin, /restored from an older copy/)
    await collect(server)
    await goesOn(place, server, admin)
    await collect(server)
  })

  await check(`${kind}: a clone beside its original signs nothing, until a new log is begun`, async () => {
    await server.stop()
    const clone = await copyOf(place, 'clone')
    places.push(clone)
    server = await startServer(envOf(place))
    const twin = await startServer(envOf(clone))
    await signsNothing(clone, twin, admin, /is a copy, or was moved/)
    await writeFor(1_000, place, server)
    await server.ask('seal')
    assert.equal(await whyOf(server, admin), null)
    await collect(server)
    await collect(twin)
    await goesOn(clone, twin, admin)
    await writeFor(1_000, place, server)
    await Promise.all([server.ask('seal'), twin.ask('seal')])
    await collect(server)
    await collect(twin)
    await twin.stop()
  })

  await check(
    `${kind}: without its key folder a server signs nothing, until a new log is begun`,
    async () => {
      for (const name of ['key', 'head', 'place']) rmSync(join(place.dataDir, `log.${name}`))
      await signsNothing(place, server, admin, /key of the log is missing/)
      await collect(server)
      await goesOn(place, server, admin)
      await collect(server)
    },
  )

  await server.stop()
  await check(`${kind}: no two heads of one origin disagree, and every log is whole`, async () => {
    const collected = []
    for (const each of [...places, place]) collected.push(await collectHeads(each))
    assert.deepEqual(
      collected.flatMap(({ problems }) => problems),
      [],
    )
    const logs = collected.flatMap((each) => each.logs)
    assert.deepEqual(disagreements(logs, seen), [])
    process.stdout.write(
      `  ${new Set(logs.map(({ origin }) => origin)).size} logs, ${logs.flatMap(({ heads }) => [...heads]).length} heads, ${seen.size} of them read by a stranger\n`,
    )
  })
  rmSync(root, { recursive: true, force: true })
}

const wanted = values.on.split(',')
if (wanted.includes('pglite')) await tryOn('PGlite', null)
if (wanted.includes('postgres')) {
  const postgres = await startPostgres()
  if (postgres) {
    await tryOn('PostgreSQL', postgres)
    await postgres.stop()
  } else process.stdout.write('No PostgreSQL on this machine: that half is left out.\n')
}
finish()
