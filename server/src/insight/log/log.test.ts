import { randomBytes } from 'node:crypto'
import { cp, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fromBase64, textOf } from '@deedbox/proof/bytes.ts'
import { openCheckpoint } from '@deedbox/proof/checkpoint.ts'
import { verifierOf } from '@deedbox/proof/cosignature.ts'
import { disclosed, parseDisclosure, parseLeaf } from '@deedbox/proof/leaf.ts'
import { leafHash, rootOf, verifyConsistency, verifyInclusion } from '@deedbox/proof/merkle.ts'
import { consistencyProof, inclusionProof } from '@deedbox/proof/tree.ts'
import { afterAll, beforeAll, expect, inject, test, vi } from 'vitest'
import { startTestApp, type TestApp } from '../../testing/app.ts'
import { patience } from '../../testing/patience.ts'
import { checkLog } from './check.ts'
import { openKeyFolder } from './key-folder.ts'
import { standingOf } from './standing.ts'
import { tileReader } from './tree.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp()
  await app.services.log.catchUp()
})
afterAll(() => app.stop())

const rows = async <R>(text: string, values: unknown[] = []) =>
  (await app.services.database.query<R>(text, values)).rows

interface Leaf {
  origin: string
  index: number
  eventId: number
  bytes: Uint8Array
}
const leaves = () =>
  rows<Leaf>(
    'select origin, "index", event_id as "eventId", bytes from log_leaves order by begun, "index"'.replace(
      'begun',
      '(select begun_at from log_origins o where o.origin = log_leaves.origin)',
    ),
  )
const heads = () =>
  rows<{ origin: string; size: number; root: Uint8Array; note: string }>(
    'select c.origin, size, root, note from log_checkpoints c join log_origins o using (origin) order by begun_at, size',
  )
const currentKey = async () => {
  const [one] = await rows<{ key: string }>(
    'select verifier_key as key from log_origins where frozen_at is null',
  )
  return verifierOf(one?.key ?? '')
}

/** Says something that is audited. */
const act = (note: string) =>
  app.services.contexts.work((ctx) =>
    ctx.audit({ event: 'document_restored', notes: note, subjectEmail: 'mary@example.com' }),
  )

test('the first entry begins the log, and every event has one leaf', async () => {
  await act('first')
  await app.services.log.catchUp()
  const all = await leaves()
  const [begun] = all
  expect(parseLeaf(begun?.bytes ?? new Uint8Array())).toMatchObject({
    event: 'log_begun',
    open: { origin: begun?.origin },
  })
  const events = await rows<{ id: number }>('select id from audit_events order by id')
  expect(all.map(({ eventId }) => eventId).sort((a, b) => a - b)).toEqual(events.map(({ id }) => id))
  expect(all.map(({ index }) => index)).toEqual(all.map((_, at) => at))
  expect(await rows('select from log_waiting')).toEqual([])
})

test('a leaf names nobody; its disclosures say what the event says, with the time as the database writes it', async () => {
  await act('A note about Mary')
  await app.services.log.catchUp()
  const last = (await leaves()).at(-1)
  const leaf = parseLeaf(last?.bytes ?? new Uint8Array())
  const [event] = await rows<{ at: string }>(
    `select to_char(at at time zone 'UTC', 'YYYY-MM-DD HH24:MI:SS.US') as at from audit_events where id = $1`,
    [last?.eventId],
  )
  expect(leaf).toMatchObject({ event: 'document_restored', number: last?.eventId, at: event?.at })
  expect(textOf(last?.bytes ?? new Uint8Array())).not.toMatch(/mary/i)
  const [said] = await rows<{ disclosures: string[] }>(
    'select disclosures from log_disclosures where event_id = $1',
    [last?.eventId],
  )
  expect(Object.fromEntries(disclosed(leaf, said?.disclosures ?? []))).toEqual({
    notes: 'A note about Mary',
    subject_email: 'mary@example.com',
  })
})

test('every field of every event has a salt of its own, of 128 bits', async () => {
  await Promise.all(Array.from({ length: 5 }, (_, at) => act(`salted ${at}`)))
  await app.services.log.catchUp()
  const said = await rows<{ disclosures: string[] }>('select disclosures from log_disclosures')
  const salts = said.flatMap(({ disclosures }) =>
    disclosures.map((text) => Buffer.from(parseDisclosure(text).salt).toString('hex')),
  )
  expect(salts.length).toBeGreaterThanOrEqual(10)
  expect(new Set(salts).size).toBe(salts.length)
  for (const salt of salts) expect(salt).toMatch(/^[0-9a-f]{32}$/)
})

test('heads are signed, begin with each other, and prove each leaf', async () => {
  await Promise.all(Array.from({ length: 300 }, (_, at) => act(`of many ${at}`)))
  await app.services.log.catchUp()
  const key = await currentKey()
  const [older, newer] = (await heads()).slice(-2)
  if (!older || !newer) throw new Error('There are two heads.')
  const [old, head] = [older, newer].map(({ note }) => openCheckpoint(note, key))
  if (!old || !head) throw new Error('There are two heads.')
  const read = tileReader(app.services.database, head.origin)
  const all = await leaves()
  expect(head.size).toBe(all.length)
  expect(head.root).toEqual(rootOf(all.map(({ bytes }) => leafHash(bytes))))
  const proof = await consistencyProof(old.size, head.size, read)
  verifyConsistency({ oldSize: old.size, size: head.size, oldRoot: old.root, root: head.root, proof })
  for (const index of [0, 255, 256, head.size - 1]) {
    const hash = leafHash(all[index]?.bytes ?? new Uint8Array())
    const hashes = await inclusionProof(index, head.size, read)
    verifyInclusion({ index, size: head.size, hash, root: head.root, proof: hashes })
  }
})

test('an event that commits a minute late, after later numbers are sealed and signed, is sealed behind them, and the check accepts it', async () => {
  const { database, log } = app.services
  // The embedded database has one connection: nothing commits while a transaction is open.
  if (database.kind === 'pglite') return
  const gate = Promise.withResolvers<void>()
  const written = Promise.withResolvers<void>()
  const late = database.transaction(async () => {
    await database.query(
      "insert into audit_events (at, event, notes) values (now() - interval '1 minute', 'document_restored', 'late')",
    )
    written.resolve()
    await gate.promise
  })
  await written.promise
  await act('early')
  await log.catchUp()
  const signed = await heads()
  gate.resolve()
  await late
  await log.catchUp()
  const [last, before] = (await leaves()).toReversed()
  expect(last?.eventId).toBeLessThan(before?.eventId ?? 0)
  // The head that was signed meanwhile ends before it.
  expect(signed.at(-1)?.size).toBe(last?.index)
  expect(await rows('select from log_waiting')).toEqual([])
  expect((await checkLog(database, log.folder.head())).problems).toEqual([])
})

// The embedded database has one connection, so that nobody can seal beside another.
test.runIf(inject('postgresUrl') !== '')(
  'whoever asks for an event to be sealed waits for another who seals',
  async () => {
    const { database, log } = app.services
    const locked = Promise.withResolvers<void>()
    const gate = Promise.withResolvers<void>()
    const other = database.transaction(async () => {
      await database.query("select pg_advisory_xact_lock(hashtextextended('transparency-log', 0))")
      locked.resolve()
      await gate.promise
    })
    await locked.promise
    await act('asked for')
    const asked = log.catchUp()
    await vi.waitFor(
      async () =>
        expect(await rows("select from pg_locks where locktype = 'advisory' and not granted")).not.toEqual(
          [],
        ),
      { timeout: patience.wait },
    )
    gate.resolve()
    await Promise.all([other, asked])
    expect(await rows('select from log_waiting')).toEqual([])
    expect((await heads()).at(-1)?.size).toBe((await leaves()).length)
  },
)

test('sixteen writers at once that commit after unequal times, with sealers among them, leave no event out and none twice', async () => {
  const { log } = app.services
  const writers = Array.from({ length: 16 }, async (_, writer) => {
    for (let at = 0; at < 10; at++)
      await app.services.contexts.work(async (ctx) => {
        await ctx.audit({ event: 'document_restored', notes: `writer ${writer}, ${at}` })
        for (let more = Math.floor(Math.random() * 10); more > 0; more--) await rows('select')
      })
  })
  const all = Promise.all(writers)
  let isWriting = true
  const ends = all.finally(() => {
    isWriting = false
  })
  const sealer = async () => {
    while (isWriting) await log.catchUp()
  }
  await Promise.all([ends, sealer(), sealer()])
  await log.catchUp()
  const [{ missing } = { missing: -1 }] = await rows<{ missing: number }>(
    'select count(*)::int as missing from audit_events e left join log_leaves l on l.event_id = e.id where l.event_id is null',
  )
  expect(missing).toBe(0)
  expect((await leaves()).map(({ index }) => index)).toEqual((await leaves()).map((_, at) => at))
  expect((await checkLog(app.services.database, log.folder.head())).problems).toEqual([])
})

test('leaves, nodes and checkpoints refuse to be changed or removed', async () => {
  for (const table of ['log_leaves', 'log_nodes', 'log_checkpoints'])
    for (const statement of [`update ${table} set origin = 'x'`, `delete from ${table}`, `truncate ${table}`])
      await expect(app.services.database.query(statement), statement).rejects.toThrow()
})

const folderFiles = ['log.key', 'log.head', 'log.place']
/** Keeps the files of the key folder, as they are put back by an operator. */
async function withFiles(work: () => Promise<void>): Promise<void> {
  const aside = join(app.dataDir, 'aside')
  for (const name of folderFiles) await cp(join(app.dataDir, name), join(aside, name), { recursive: true })
  try {
    await work()
  } finally {
    for (const name of folderFiles)
      await writeFile(join(app.dataDir, name), await readFile(join(aside, name)))
    await rm(aside, { recursive: true })
  }
}

/** Tries to go on, and sees that nothing was sealed or signed. */
async function standsStill(why: string): Promise<void> {
  const before = await heads()
  await act(`while ${why}`)
  await app.services.log.catchUp()
  expect(app.services.log.why()).toBe(why)
  expect(await heads()).toEqual(before)
  expect((await rows('select from log_waiting')).length).toBeGreaterThan(0)
}

test('without its key, its head or its place nothing is signed, and everything goes on once they are back', async () => {
  const file = (name: string) => join(app.dataDir, name)
  await withFiles(async () => {
    await rm(file('log.key'))
    await standsStill('no-key')
  })
  await withFiles(async () => {
    await rm(file('log.head'))
    await standsStill('no-head')
  })
  // A copy of the folder has other files, whatever they hold.
  await cp(file('log.place'), file('log.copy'))
  await rm(file('log.place'))
  await cp(file('log.copy'), file('log.place'))
  await standsStill('moved')
  openKeyFolder(app.dataDir, undefined).settle()
  await app.services.log.catchUp()
  expect(app.services.log.why()).toBeNull()
  expect(await rows('select from log_waiting')).toEqual([])
})

test('a database that is older than the signed head, or has another history, signs nothing', async () => {
  const { folder } = app.services.log
  const head = folder.head()
  if (!head) throw new Error('There is a head.')
  folder.putHead({ ...head, size: head.size + 1 })
  await standsStill('older-database')
  folder.putHead({ ...head, origin: 'deedbox.local/log/other' })
  await standsStill('older-database')
  folder.putHead({ ...head, root: Buffer.from(fromBase64(head.root)).reverse().toString('base64') })
  await standsStill('inconsistent')
  folder.putHead(head)
  await app.services.log.catchUp()
  expect(app.services.log.why()).toBeNull()
})

test('a new log is begun when it is asked for: its first entry names the old one and both heads', async () => {
  const { folder } = app.services.log
  const head = folder.head()
  if (!head) throw new Error('There is a head.')
  const ahead = { ...head, size: head.size + 7 }
  folder.putHead(ahead)
  await standsStill('older-database')
  folder.askContinue()
  await app.services.log.catchUp()
  expect(app.services.log.why()).toBeNull()
  const all = await leaves()
  const current = all.filter(({ origin }) => origin !== head.origin)
  expect(parseLeaf(current[0]?.bytes ?? new Uint8Array()).open).toMatchObject({
    origin: current[0]?.origin,
    previous: head.origin,
    knownSize: ahead.size,
    knownRoot: head.root,
    restoredSize: head.size,
    restoredRoot: head.root,
  })
  expect(current.length).toBeGreaterThan(1)
  const [frozen] = await rows<{ frozenAt: Date | null }>(
    'select frozen_at as "frozenAt" from log_origins where origin = $1',
    [head.origin],
  )
  expect(frozen?.frozenAt).toBeInstanceOf(Date)
  expect(folder.isContinueAsked()).toBe(false)
  expect(folder.seeds()).toHaveLength(1)
  // No two heads of one origin have one size and two roots.
  const seen = (await heads()).map(({ origin, size }) => `${origin} ${size}`)
  expect(new Set(seen).size).toBe(seen.length)
})

test('a key of the environment signs one log: a new one is begun only under another', async () => {
  const key = () => randomBytes(32).toString('base64')
  const given = await startTestApp({ LOG_KEY: key() })
  const { log, database } = given.services
  await log.catchUp()
  log.folder.askContinue()
  await log.catchUp()
  expect(log.why()).toBe('same-key')
  const { rows: origins } = await database.query('select from log_origins')
  expect(origins).toHaveLength(1)
  // Under another key nothing but that one is missing, and a new log begins.
  expect(await standingOf(database, openKeyFolder(given.dataDir, key()))).toEqual({
    kind: 'stopped',
    why: 'no-key',
  })
  await given.stop()
})
