import { randomBytes } from 'node:crypto'
import { readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { toBase64 } from '@deedbox/proof/bytes.ts'
import { checkpointText, openCheckpoint } from '@deedbox/proof/checkpoint.ts'
import { verifierOf } from '@deedbox/proof/cosignature.ts'
import { leafHash, rootOf, verifyInclusion } from '@deedbox/proof/merkle.ts'
import { ed25519Signer, signNote, verifierKeyText } from '@deedbox/proof/note.ts'
import { parseEntryBundle, parseTile } from '@deedbox/proof/tiles.ts'
import { inclusionProof, type TileReader } from '@deedbox/proof/tree.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { upload } from '../../sharing/grants/sample.testing.ts'
import { type Person, startTestApp, type TestApp } from '../../testing/app.ts'
import { checkLog } from './check.ts'
import { checkContents } from './check-content.ts'
import { type SealedEvent, sealEvents, sealedColumns } from './event-fields.ts'
import { checkAndKeep } from './findings.ts'
import { mailHead } from './log.jobs.ts'
import { learnMailedHead } from './mailed-head.ts'

let app: TestApp
let admin: Person
let trustee: Person
const noted: number[] = []
beforeAll(async () => {
  app = await startTestApp()
  admin = await app.person('admin')
  trustee = await app.person('trustee')
  for (const note of ['one', 'two', 'three', 'four'])
    await app.services.contexts.work((ctx) =>
      ctx.audit({ event: 'document_restored', notes: note, subjectEmail: `${note}@example.com` }),
    )
  await app.services.log.catchUp()
  const { rows } = await query("select id from audit_events where event = 'document_restored' order by id")
  noted.push(...rows.map(({ id }) => Number(id)))
})
afterAll(() => app.stop())

const query = <R = Record<string, unknown>>(text: string, values: unknown[] = []) =>
  app.services.database.query<R>(text, values)
const problems = async () => (await checkLog(app.services.database, app.services.log.folder.head())).problems

/** Does what only the owner of the database can, sees what the check finds, and undoes it. */
async function cheated(...statements: string[]): Promise<string> {
  const { database } = app.services
  let found: string[] = []
  const undone = new Error('undone')
  await database
    .transaction(async () => {
      for (const table of ['audit_events', 'log_leaves', 'log_disclosures', 'log_nodes', 'log_checkpoints'])
        await database.exec(`alter table ${table} disable trigger user`)
      for (const statement of statements) await database.exec(statement)
      found = await problems()
      throw undone
    })
    .catch((error: unknown) => {
      if (error !== undone) throw error
    })
  return found.join('\n')
}

test('a whole log has no problems', async () => {
  expect(await problems()).toEqual([])
})

test('an event that waits for its leaf is no problem, however long it waits', async () => {
  await query(
    "insert into audit_events (at, event) values (now() - interval '2 minutes', 'document_restored')",
  )
  expect(await problems()).toEqual([])
  await app.services.log.catchUp()
  expect(await problems()).toEqual([])
})

test('every way to cheat is found, and the event named', async () => {
  const [one = 0, two = 0, three = 0, four = 0] = noted
  expect(await cheated(`update audit_events set notes = 'other' where id = ${two}`)).toBe(
    `Event ${two} has another notes than was sealed.`,
  )
  expect(await cheated(`update audit_events set at = at - interval '1 minute' where id = ${two}`)).toContain(
    `Event ${two} has the time `,
  )
  expect(await cheated(`update audit_events set event = 'document_deleted' where id = ${two}`)).toContain(
    `Event ${two} says 'document_deleted', and 'document_restored' was sealed`,
  )
  expect(await cheated(`update audit_events set ip = '203.0.113.1' where id = ${two}`)).toBe(
    `Event ${two} has in ip what was not sealed.`,
  )
  expect(await cheated(`delete from audit_events where id = ${three}`)).toBe(
    `Event ${three} was removed from the audit trail.`,
  )
  expect(
    await cheated(
      `insert into audit_events (at, event) values (now() - interval '1 year', 'document_restored')`,
    ),
  ).toMatch(/^Event \d+ is not in the log\.$/)
  expect(await cheated(`update log_disclosures set disclosures = '{}' where event_id = ${two}`)).toBe(
    `Event ${two} lacks what its leaf commits to.`,
  )
  expect(
    await cheated(
      `update log_disclosures set disclosures = '{}' where event_id = ${two}`,
      `update audit_events set notes = null, subject_email = null,
         forgotten = '{"years": 7, "fields": ["notes", "subject_email"]}' where id = ${two}`,
    ),
  ).toBe(`Event ${two} was forgotten before its time.`)
  const swapped = await cheated(
    `update audit_events a set notes = b.notes, subject_email = b.subject_email from audit_events b
     where a.id in (${one}, ${four}) and b.id in (${one}, ${four}) and a.id <> b.id`,
  )
  expect(swapped).toContain(`Event ${one} has another`)
  expect(swapped).toContain(`Event ${four} has another`)
})

test('a log that was changed with its events is found too', async () => {
  const [, two = 0] = noted
  const last = Number((await query('select max("index") as last from log_leaves')).rows[0]?.last)
  expect(await cheated(`delete from log_leaves where "index" = ${last}`)).toContain('the end was cut off')
  expect(await cheated(`delete from log_leaves where event_id = ${two}`)).toContain('it was removed')
  expect(
    await cheated(`update log_leaves set bytes = bytes || '\\x20'::bytea where event_id = ${two}`),
  ).toContain(`Event ${two}: its sealed bytes were changed.`)
  const anew = await cheated(
    `update log_leaves set bytes = '\\x017b7d', hash = sha256('\\x00017b7d') where event_id = ${two}`,
    `update log_checkpoints set root = sha256('anew')`,
  )
  expect(anew).toContain('is not the one that was signed')
  expect(
    await cheated('delete from log_checkpoints', 'delete from log_leaves', 'delete from log_nodes'),
  ).toContain('the end was cut off')
  expect(await cheated('delete from log_origins')).toContain('The database does not know ')
  expect(await cheated(`delete from audit_events`, `insert into log_waiting values (999999)`)).toContain(
    'Event 999999 was removed from the audit trail before it was sealed.',
  )
})

/** Makes every leaf anew, as if this event had always had these notes, with all that the database has of it. */
async function madeAnew(changed: number, notes: string) {
  const { rows } = await query<SealedEvent & { origin: string }>(
    `select ${sealedColumns}, l.origin from log_leaves l join audit_events e on e.id = l.event_id order by l."index"`,
  )
  const events = rows.map((event) => (event.id === changed ? { ...event, notes } : event))
  const sealed = sealEvents(events)
  const hashes = sealed.map(({ bytes }) => leafHash(bytes))
  const hex = (bytes: Uint8Array) => `'\\x${Buffer.from(bytes).toString('hex')}'`
  const statements = [
    `update audit_events set notes = '${notes}' where id = ${changed}`,
    ...sealed.flatMap(({ bytes, disclosures }, at) => [
      `update log_leaves set bytes = ${hex(bytes)}, hash = ${hex(hashes[at] ?? bytes)} where event_id = ${events[at]?.id}`,
      `update log_disclosures set disclosures = '{${disclosures.join()}}' where event_id = ${events[at]?.id}`,
    ]),
  ]
  const heads = await query<{ size: number }>('select size from log_checkpoints order by size')
  return { statements, hashes, hex, events, sizes: heads.rows.map(({ size }) => size) }
}

test('a whole log that was made anew without the key is found, and the events named between which it was changed', async () => {
  const [, two = 0] = noted
  const { statements, events, sizes } = await madeAnew(two, 'other')
  const at = events.findIndex(({ id }) => id === two)
  const from = events[sizes.filter((size) => size <= at).at(-1) ?? 0]?.id
  const until = sizes.find((size) => size > at) ?? 0
  expect(await cheated(...statements)).toBe(
    `The head of ${events[0]?.origin} at ${until} events is not the one that was signed: an entry from event ${from} to event ${events[until - 1]?.id} was changed or moved.`,
  )
})

test('one that was signed by another key, heads and all, is found by the head that is known outside of the database', async () => {
  const [, two = 0] = noted
  const { statements, events, hashes, hex, sizes } = await madeAnew(two, 'other')
  const origin = events[0]?.origin ?? ''
  const thief = ed25519Signer(origin, randomBytes(32))
  const heads = sizes.map((size) => {
    const root = rootOf(hashes.slice(0, size))
    const note = signNote(checkpointText({ origin, size, root }), [thief])
    return `update log_checkpoints set root = ${hex(root)}, note = '${note}' where size = ${size}`
  })
  const key = `update log_origins set verifier_key = '${verifierKeyText(thief.key)}'`
  const known = sizes.at(-1) ?? 0
  expect(await cheated(...statements, ...heads, key)).toBe(
    `The head of ${origin} at ${known} events is not the one that was signed: an entry from event ${events[0]?.id} to event ${events[known - 1]?.id} was changed or moved.`,
  )
})

test('two entries that exchanged their places are found, and the events named between which that was', async () => {
  const { rows } = await query<{ id: number; origin: string }>(
    'select event_id::int as id, origin from log_leaves order by "index"',
  )
  const ids = rows.map(({ id }) => id)
  const heads = await query<{ size: number }>('select size from log_checkpoints order by size')
  const sizes = heads.rows.map(({ size }) => size)
  const [one = 0, , , four = 0] = noted
  const [early, late] = [ids.indexOf(one), ids.indexOf(four)]
  const swapped = await cheated(
    `update log_leaves set "index" = -1 - "index" where event_id in (${one}, ${four})`,
    `update log_leaves set "index" = ${early + late + 1} + "index" where event_id in (${one}, ${four})`,
  )
  const from = sizes.filter((size) => size <= early).at(-1) ?? 0
  const until = sizes.find((size) => size > early) ?? 0
  const moved = ids.with(early, four).with(late, one)
  expect(early).toBeLessThan(late)
  expect(swapped).toBe(
    `The head of ${rows[0]?.origin} at ${until} events is not the one that was signed: an entry from event ${moved[from]} to event ${moved[until - 1]} was changed or moved.`,
  )
})

test('what a leaf commits to does not go unless its event was forgotten', async () => {
  const [one = 0] = noted
  expect(await cheated(`delete from log_disclosures where event_id = ${one}`)).toBe(
    `Event ${one} lacks what its leaf commits to.`,
  )
})

const health = async () => {
  const answer = await app.call(admin, 'GET', '/api/system/health')
  return answer.json().checks.find(({ check }: { check: string }) => check === 'log')
}

test('what a check finds is mailed once, and shown until an administrator settles it with a reason', async () => {
  expect(await health()).toMatchObject({ state: 'good' })
  // The owner of a database alone can do this; the test undoes it.
  const exchange = async (notes: string) => {
    await query('alter table audit_events disable trigger user')
    await query('update audit_events set notes = $2 where id = $1', [noted[0], notes])
    await query('alter table audit_events enable trigger user')
  }
  await exchange('other')
  await checkAndKeep(app.services)
  await checkAndKeep(app.services)
  const problem = `Event ${noted[0]} has another notes than was sealed.`
  expect(await health()).toMatchObject({ state: 'bad', message: expect.stringContaining(problem) })
  const { rows: mails } = await query("select data from mail_messages where kind = 'log_mismatch'")
  expect(mails).toEqual([{ data: { problems: [{ text: problem }] } }])
  await exchange('one')
  await checkAndKeep(app.services)
  // The check finds nothing any more, but somebody did it.
  expect(await health()).toMatchObject({ state: 'bad' })
  const shown = (await app.call(admin, 'GET', '/api/log')).json()
  expect(shown).toMatchObject({ findings: [{ problem }], why: null, witnesses: null })
  const body = { findingId: shown.findings[0].id, reason: 'A restore drill by mistake' }
  const settled = await app.call(admin, 'POST', '/api/log/settle', body)
  expect(settled.json()).toMatchObject({ findings: [] })
  expect((await app.call(admin, 'POST', '/api/log/settle', body)).statusCode).toBe(404)
  expect(await health()).toMatchObject({ state: 'good' })
  const { rows } = await query(
    "select event, details from audit_events where event in ('log_mismatch_found', 'log_finding_settled') order by id",
  )
  expect(rows).toEqual([
    { event: 'log_mismatch_found', details: { problem } },
    { event: 'log_finding_settled', details: { problem, reason: body.reason } },
  ])
})

test('content that is not what was uploaded is found by its event', async () => {
  const person = await app.person('trustee')
  const document = (await upload(app, person)).id
  const content = async () => {
    const found: string[] = []
    expect(await checkContents(app.services, (problem) => found.push(problem))).toBe(1)
    return found
  }
  expect(await content()).toEqual([])
  const { rows } = await query<{ id: number; sha256: string; path: string }>(
    `select e.id, d.sha256, d.file_path as path from documents d join audit_events e on e.document_id = d.id and e.event = 'document_uploaded'`,
  )
  const [row] = rows
  const named = `Event ${row?.id}: the content of document ${document} `
  await query("update documents set sha256 = repeat('0', 64)")
  expect(await content()).toEqual([`${named}is not the one that its record names.`])
  await query('update documents set sha256 = $1', [row?.sha256])
  const file = join(app.dataDir, 'documents', row?.path ?? '')
  const bytes = await readFile(file)
  bytes[bytes.length - 1] = (bytes.at(-1) ?? 0) ^ 1
  await writeFile(file, bytes)
  expect(await content()).toEqual([`${named}is damaged.`])
  await rm(file)
  expect(await content()).toEqual([`${named}is missing.`])
})

test('the newest head is mailed to the people whom an administrator named', async () => {
  const changes = { logHeadEmails: ['kay@solicitors.example'] }
  const answer = await app.call(admin, 'PUT', '/api/settings', { changes, was: { logHeadEmails: [] } })
  expect(answer.statusCode).toBe(200)
  await app.services.log.catchUp()
  await mailHead(app.services)
  const { rows } = await query<{ recipient: string; data: { note: string; verifierKey: string } }>(
    "select recipient, data from mail_messages where kind = 'log_head'",
  )
  const { folder } = app.services.log
  expect(rows).toMatchObject([{ recipient: 'kay@solicitors.example' }])
  const { note = '', verifierKey = '' } = rows[0]?.data ?? {}
  const { size, origin } = openCheckpoint(note, verifierOf(verifierKey))
  const head = folder.head()
  if (!head) throw new Error('There is a head.')
  expect(head).toMatchObject({ size, origin })
  // A folder that is older than the mailed head learns it.
  folder.putHead({ ...head, size: size - 1 })
  expect(learnMailedHead(folder, `> ${note}`)).toEqual({ known: size - 1, mailed: size })
  expect(folder.head()).toEqual(head)
})

test('the key and the newest head are public; a stranger verifies them', async () => {
  await app.services.log.catchUp()
  const answer = await app.call(null, 'GET', '/.well-known/deedbox-log')
  expect(answer.headers['content-type']).toBe('text/plain; charset=utf-8')
  const [key = '', ...note] = answer.body.split('\n\n')
  const head = openCheckpoint(note.join('\n\n'), verifierOf(key))
  const own = await app.call(admin, 'GET', '/log/checkpoint')
  expect(openCheckpoint(own.body, verifierOf(key)).size).toBe(head.size)
})

test('who reads the whole trail proves an event from tiles alone; others are refused', async () => {
  await app.services.log.catchUp()
  const key = (await app.call(null, 'GET', '/.well-known/deedbox-log')).body.split('\n')[0] ?? ''
  const head = openCheckpoint((await app.call(admin, 'GET', '/log/checkpoint')).body, verifierOf(key))
  const tile = async (path: string) => {
    const answer = await app.call(admin, 'GET', `/log/tile/${path}`)
    expect(answer.statusCode, path).toBe(200)
    expect(answer.headers['cache-control']).toContain('immutable')
    return new Uint8Array(answer.rawPayload)
  }
  expect(head.size).toBeLessThan(256)
  const entries = parseEntryBundle(await tile(`entries/000.p/${head.size}`), head.size)
  const hashes = entries.map(leafHash)
  expect(toBase64(rootOf(hashes))).toBe(toBase64(head.root))
  const read: TileReader = (tiles) =>
    Promise.all(
      tiles.map(async ({ level, width }) => parseTile(await tile(`${level}/000.p/${width}`), width)),
    )
  const proof = await inclusionProof(2, head.size, read)
  verifyInclusion({
    ...{ index: 2, size: head.size, root: head.root, proof },
    hash: hashes[2] ?? new Uint8Array(),
  })
  for (const path of [
    '0/000',
    `0/000.p/${head.size + 1}`,
    '1/000.p/1',
    '0/0',
    'entries/001.p/1',
    '0/000.p/0',
    'x',
  ])
    expect((await app.call(admin, 'GET', `/log/tile/${path}`)).statusCode, path).toBe(404)
  for (const path of ['/log/checkpoint', `/log/tile/0/000.p/${head.size}`]) {
    expect((await app.call(trustee, 'GET', path)).statusCode).toBe(403)
    expect((await app.call(null, 'GET', path)).statusCode).toBe(401)
  }
})

// The last one: nothing takes that event out of the log again.
test('an event that is put into the past is sealed in its own place, and found', async () => {
  await query("insert into audit_events (at, event) values (now() - interval '1 year', 'document_restored')")
  const { rows } = await query('select max(id) as id from audit_events')
  await app.services.log.catchUp()
  const [found, ...others] = await problems()
  expect(found).toMatch(new RegExp(`^Event ${rows[0]?.id} has the time .*, but was sealed after `))
  expect(others).toEqual([])
})
