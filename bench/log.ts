import { mkdirSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { readPreferences } from '@deedbox/contract/preferences.ts'
import { consistencyProof, inclusionProof } from '@deedbox/proof/tree.ts'
import autocannon from 'autocannon'
import pg from 'pg'
import { pino } from 'pino'
import { type Database, openDatabase } from '../server/src/db/client.ts'
import { nodesFor, tileReader } from '../server/src/insight/log/tree.ts'
import { inTurn, type Line, median } from './report.ts'
import { type Seeded, seed } from './seed.ts'
import { deedbox, type Server } from './server.ts'

type Print = (what: string) => void

/** Connections over which people act, and events are written, at once. */
const CONNECTIONS = 16

/** Events a second that sealing keeps up with. */
const EVENTS_A_SECOND = 500

/** Proofs of each kind that are made, of random leaves. */
const PROOFS = 1_000

/** Leaves that are inserted in one statement, and whose hashes are read at once. */
const LEAVES_AT_ONCE = 256 * 256

/** Waits until no event waits for its leaf. */
async function sealed(client: pg.Client): Promise<void> {
  for (;;) {
    const { rows } = await client.query('select from log_waiting limit 1')
    if (rows.length === 0) return
    await wait(50)
  }
}

/** Milliseconds of a tick of /proc. */
const TICK_MS = 10

/** Processor time that Deedbox and PostgreSQL have taken so far, in milliseconds: all processes that this one started, with those that ended. */
function processorMs(): number {
  const all = new Map<number, { parent: number; ms: number }>()
  for (const name of readdirSync('/proc')) {
    if (!/^\d+$/.test(name)) continue
    try {
      const stat = readFileSync(`/proc/${name}/stat`, 'utf8')
      const fields = stat
        .slice(stat.lastIndexOf(')') + 2)
        .split(' ')
        .map(Number)
      const ticks = fields.slice(11, 15).reduce((sum, each) => sum + each, 0)
      all.set(Number(name), { parent: fields[1] ?? 0, ms: ticks * TICK_MS })
    } catch {
      // It has ended meanwhile.
    }
  }
  const isOurs = (id: number): boolean => {
    const parent = all.get(id)?.parent ?? 0
    return parent === process.pid || (parent > 1 && isOurs(parent))
  }
  return [...all].reduce((sum, [id, { ms }]) => sum + (isOurs(id) ? ms : 0), 0)
}

interface Cost {
  /** Time that a person waits, in milliseconds. */
  wall: number
  /** Processor time, in milliseconds. */
  processor: number
}

/** Cost of an audited action while 16 people act at once for so many seconds, and until all of it is sealed. */
async function action(
  client: pg.Client,
  { url }: Server,
  cookies: readonly string[],
  seconds: number,
): Promise<Cost> {
  let people = 0
  const load = autocannon({
    url: `${url}/api/preferences`,
    connections: CONNECTIONS,
    duration: seconds,
    method: 'PUT',
    body: JSON.stringify(readPreferences({})),
    // One person for each connection: two changes of one row would wait for each other.
    setupClient: (each) =>
      each.setHeaders({ cookie: cookies[people++] ?? '', 'content-type': 'application/json' }),
  })
  const [began, before] = [performance.now(), processorMs()]
  let [answers, ended] = [0, began]
  load.on('response', () => {
    answers += 1
    ended = performance.now()
  })
  const { errors, non2xx } = await load
  if (errors || non2xx) throw new Error(`preferences: ${errors} errors, ${non2xx} refusals`)
  await sealed(client)
  return {
    wall: (CONNECTIONS * (ended - began)) / answers,
    processor: (processorMs() - before) / answers,
  }
}

/**
 * Measures what the log adds to the cheapest audited action, one row and its event: without the trigger by which events wait for their leaf
 * nothing is sealed, and the rest is the same. The processor time is judged, because other work on the machine changes it least.
 */
async function measureAction(
  client: pg.Client,
  server: Server,
  { trustees }: Seeded,
  { rounds, seconds }: { rounds: number; seconds: number },
): Promise<Line[]> {
  const costs: Record<'off' | 'on', Cost[]> = { off: [], on: [] }
  const once = async (log: 'off' | 'on') => {
    const switched = log === 'on' ? 'enable' : 'disable'
    await client.query(`alter table audit_events ${switched} trigger audit_events_wait`)
    const cost = await action(client, server, trustees, seconds)
    costs[log].push(cost)
    return cost.processor
  }
  // The first of each warms caches.
  await once('off')
  await once('on')
  costs.off = []
  costs.on = []
  const processor = await inTurn(
    rounds,
    () => once('off'),
    () => once('on'),
  )
  await client.query('alter table audit_events enable trigger audit_events_wait')
  const what = 'audited action, 16 connections, beside the same without the log'
  const wall = (log: 'off' | 'on') => median(costs[log].map((each) => each.wall))
  const waited = { deedbox: wall('on'), limit: wall('off'), ratio: wall('on') / wall('off') }
  return [
    { what: `${what}, processor time`, unit: 'ms', ...processor, target: { atMost: 1.15 } },
    { what: `${what}, time of an answer`, unit: 'ms', ...waited },
  ]
}

/** Events as people leave them, with texts and details. */
const anEvent = `insert into audit_events (at, event, actor_id, actor_email, actor_name, document_id, subject_email, ip, user_agent, request_id, details)
  values (clock_timestamp(), 'document_viewed', gen_random_uuid(), 'tess@practice.example', 'Tess Trustee', gen_random_uuid(),
    'rex@practice.example', '203.0.113.9', 'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36', gen_random_uuid()::text, '{"pages": "1-4"}')`

/** Measures how long the event that waits longest has waited, in seconds, while so many are committed each second, one in a transaction. */
async function measureSealing(databaseUrl: string, client: pg.Client, seconds: number): Promise<Line[]> {
  const pool = new pg.Pool({ connectionString: databaseUrl, max: CONNECTIONS })
  const began = performance.now()
  const total = EVENTS_A_SECOND * seconds
  let written = 0
  const writer = async () => {
    while (written < total) {
      const at = written++
      const early = (at * 1000) / EVENTS_A_SECOND - (performance.now() - began)
      if (early > 0) await wait(early)
      await pool.query(anEvent)
    }
  }
  let longest = 0
  let most = 0
  let isWriting = true
  const watch = async () => {
    while (isWriting) {
      const { rows } = await client.query<{ waited: number | null; waiting: number }>(
        `select extract(epoch from clock_timestamp() - min(at))::float8 as waited, count(*)::int as waiting
         from log_waiting w join audit_events e on e.id = w.event_id`,
      )
      longest = Math.max(longest, rows[0]?.waited ?? 0)
      most = Math.max(most, rows[0]?.waiting ?? 0)
      await wait(100)
    }
  }
  const watching = watch()
  await Promise.all(Array.from({ length: CONNECTIONS }, writer))
  const took = (performance.now() - began) / 1000
  isWriting = false
  await watching
  await pool.end()
  await sealed(client)
  const of = `${seconds} s of ${EVENTS_A_SECOND} events a second`
  return [
    {
      what: `${of}, written`,
      unit: 'events/s',
      deedbox: total / took,
      target: { atLeast: EVENTS_A_SECOND * 0.98 },
    },
    {
      what: `${of}, longest time until an event had its leaf`,
      unit: 's',
      deedbox: longest,
      target: { atMost: 2 },
    },
    { what: `${of}, most that waited`, unit: 'events', deedbox: most },
  ]
}

/** Fills a log that is not the current one with leaves of this number, made by SQL, and the nodes above them, made by our own code. */
async function fillLog(database: Database, origin: string, leaves: number, print: Print): Promise<void> {
  const { query } = database
  // The index of events is made at the end, as it takes most of the time otherwise; the numbers of events are beyond those there are.
  await query('drop index log_leaves_of_event')
  const read = tileReader(database, origin)
  for (let size = 0; size < leaves; ) {
    const count = Math.min(LEAVES_AT_ONCE, leaves - size)
    const { rows } = await query<{ hash: Uint8Array }>(
      `with made as (select n, convert_to(repeat(md5(n::text), 8), 'UTF8') as bytes from generate_series($2::bigint, $3::bigint) n)
       insert into log_leaves (origin, "index", event_id, bytes, hash)
       select $1, n, 1000000000 + n, bytes, sha256('\\x00'::bytea || bytes) from made order by n returning hash`,
      [origin, size, size + count - 1],
    )
    const nodes = await nodesFor(
      size,
      rows.map(({ hash }) => new Uint8Array(hash)),
      read,
    )
    await query(
      'insert into log_nodes (origin, level, "index", hash) select $1, * from unnest($2::int[], $3::bigint[], $4::bytea[])',
      [
        origin,
        nodes.map(({ level }) => level),
        nodes.map(({ index }) => index),
        nodes.map(({ hash }) => Buffer.from(hash)),
      ],
    )
    size += count
    if (size % (16 * LEAVES_AT_ONCE) === 0 || size === leaves) print(`${size} leaves`)
  }
  await query('create unique index log_leaves_of_event on log_leaves (event_id)')
  await query('analyze log_leaves, log_nodes')
}

/** Measures the time that 95 of 100 proofs take, of random leaves and of random older heads, one after the other. */
async function measureProofs(
  databaseUrl: string,
  dataDir: string,
  leaves: number,
  print: Print,
): Promise<Line[]> {
  const database = await openDatabase({ databaseUrl, dataDir, logger: pino({ level: 'warn' }) })
  const origin = 'bench.example/log/0123456789abcdef'
  try {
    await database.exec('set statement_timeout = 0')
    await fillLog(database, origin, leaves, print)
    const read = tileReader(database, origin)
    const of = async (what: string, prove: (at: number) => Promise<unknown>): Promise<Line> => {
      const times: number[] = []
      const before = process.cpuUsage()
      for (let at = 0; at < PROOFS; at++) {
        const index = Math.floor(Math.random() * leaves)
        const began = performance.now()
        await prove(index)
        times.push(performance.now() - began)
      }
      const { user, system } = process.cpuUsage(before)
      times.sort((a, b) => a - b)
      const figures = [median(times), times.at(-1) ?? 0, (user + system) / 1000 / PROOFS]
      const [middle, slowest, own] = figures.map((each) => each.toFixed(1))
      print(
        `${what}: median ${middle} ms, slowest ${slowest} ms, of processor time without PostgreSQL ${own} ms`,
      )
      return {
        what: `${what} of ${leaves.toLocaleString('en-AU')} events, 95 % within`,
        unit: 'ms',
        deedbox: times[Math.floor(PROOFS * 0.95)] ?? Number.NaN,
        target: { atMost: 20 },
      }
    }
    return [
      await of('proof of an event', (index) => inclusionProof(index, leaves, read)),
      await of('proof from an older head', (index) => consistencyProof(index + 1, leaves, read)),
    ]
  } finally {
    await database.close()
  }
}

/**
 * Measures the transparency log on PostgreSQL: what it adds to an audited action, whether sealing keeps up, and how long a proof takes at so many
 * events.
 */
export async function measureLog(
  databaseUrl: string,
  home: string,
  { quick, events }: { quick: boolean; events: number },
  print: Print,
): Promise<Line[]> {
  const dataDir = join(home, 'log')
  mkdirSync(dataDir)
  const seeded = await seed({ databaseUrl, dataDir }, { documents: 100, grantsEach: 1 })
  const client = new pg.Client({ connectionString: databaseUrl })
  await client.connect()
  const lines: Line[] = []
  try {
    const server = await deedbox({ DATABASE_URL: databaseUrl, DATA_DIR: dataDir })
    print('audited actions')
    lines.push(
      ...(await measureAction(client, server, seeded, { rounds: quick ? 3 : 7, seconds: quick ? 4 : 8 })),
    )
    print('sealing')
    lines.push(...(await measureSealing(databaseUrl, client, quick ? 15 : 60)))
    await server.stop()
  } finally {
    await client.end()
  }
  lines.push(...(await measureProofs(databaseUrl, dataDir, events, print)))
  return lines
}
