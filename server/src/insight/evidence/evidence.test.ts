import { execFile } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import type { SchemaOutput } from '@deedbox/contract/endpoint.ts'
import type { Evidence, getEvidence } from '@deedbox/contract/evidence.ts'
import { buildVerifier } from '@deedbox/proof/build.ts'
import { examine } from '@deedbox/proof/evidence.ts'
import { heldOf, verdictText } from '@deedbox/proof/evidence-words.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { upload } from '../../sharing/grants/sample.testing.ts'
import { type Person, startTestApp, type TestApp } from '../../testing/app.ts'
import { bytesIn, evidenceZip, filesIn, startEvidence } from './zip.testing.ts'

let app: TestApp
let folder: string
beforeAll(async () => {
  app = await startTestApp({}, { listen: true })
  folder = await mkdtemp(join(tmpdir(), 'evidence-'))
  await buildVerifier(join(import.meta.dirname, '../../../../proof/dist'))
})
afterAll(async () => {
  await app.stop()
  await rm(folder, { recursive: true })
})

const base = '/api/audit/evidence'
const start = (as: Person, filter: object) => startEvidence(app, as, filter)
const zipOf = (as: Person, filter: object) => evidenceZip(app, as, filter)
const textOf = async (zip: Buffer, name: string) => (await bytesIn(zip, name)).toString('latin1')
const run = (zip: string, ...more: string[]) =>
  promisify(execFile)(process.execPath, [join(folder, 'verify.mjs'), zip, ...more]).then(
    ({ stdout }) => ({ code: 0, out: stdout }),
    (error: { code: number; stdout: string }) => ({ code: error.code, out: error.stdout }),
  )

test('an administrator takes the evidence of a document; page, program and a changed byte', async () => {
  const admin = await app.person('admin')
  const trustee = await app.person('trustee')
  const guest = await app.person('guest')
  const deed = await upload(app, trustee, { title: 'Smith deed', clientName: 'Smith' })
  await app.call(trustee, 'POST', `/api/documents/${deed.id}/access`, {
    ...{ email: guest.email, accessLevel: 'download', expiresOn: '2031-01-01' },
  })
  await app.call(guest, 'GET', `/api/documents/${deed.id}/content`)
  const zip = await zipOf(admin, { document: deed.id })
  const found = await examine(await filesIn(zip))
  expect(found.problems).toEqual([])
  expect(found.logs.map((log) => verdictText(log).title)).toEqual(['Agrees with itself'])
  expect(found.events.map(({ event }) => event)).toEqual([
    ...['document_uploaded', 'access_granted', 'document_downloaded'],
    'evidence_begun',
  ])
  expect(found.events[2]?.says.get('actor_email')).toBe(guest.email)
  expect(found.documents).toMatchObject([{ event: found.events[0]?.number }])
  expect((await textOf(zip, 'evidence.pdf')).slice(0, 5)).toBe('%PDF-')
  expect(await textOf(zip, 'README.txt')).toContain('WHAT IS NOT PROVED')
  const { rows } = await app.services.database.query(
    "select event from audit_events where event like 'evidence%' and actor_id = $1 order by id",
    [admin.id],
  )
  expect(rows.map(({ event }) => event)).toEqual(['evidence_begun', 'evidence_sealed'])

  await writeFile(join(folder, 'verify.mjs'), await textOf(zip, 'verify.mjs'), 'latin1')
  await writeFile(join(folder, 'whole.zip'), zip)
  const key = (await app.call(null, 'GET', '/.well-known/deedbox-log')).body.split('\n')[0] ?? ''
  await writeFile(join(folder, 'key.txt'), key)
  expect(await run(join(folder, 'whole.zip'), '--held', join(folder, 'key.txt'))).toMatchObject({
    code: 0,
    out: expect.stringContaining('Agrees with the key that you hold'),
  })
  const changed = Buffer.from(zip)
  const at = changed.indexOf('To my daughter')
  changed[at] = 0x78
  await writeFile(join(folder, 'changed.zip'), changed)
  const answer = await run(join(folder, 'changed.zip'))
  expect(answer).toMatchObject({ code: 1, out: expect.stringContaining('- documents/') })

  const files = await filesIn(zip)
  expect(files.names).toEqual(
    expect.arrayContaining([
      'README.txt',
      'evidence.pdf',
      'verify.html',
      'verify.mjs',
      'policy.txt',
      'seal.json',
    ]),
  )
  for (const name of files.names) {
    const bytes = await bytesIn(zip, name)
    // There may be no earlier head, and then a byte is added.
    const changed = bytes.length > 0 ? Buffer.from(bytes) : Buffer.of(1)
    const middle = changed.length >> 1
    changed[middle] = (changed[middle] ?? 0) ^ 1
    const read = async function* (one: string) {
      if (one === name) yield new Uint8Array(changed)
      else yield* files.read(one)
    }
    const { problems } = await examine({ names: files.names, read })
    expect(
      problems.map(({ file }) => file),
      name,
    ).toContain(name)
  }
})

test('evidence of a version says in words which file came before it', async () => {
  const admin = await app.person('admin')
  const trustee = await app.person('trustee')
  const draft = await upload(app, trustee, { title: 'Plover deed' }, Buffer.from('Draft'))
  const query = { title: 'Plover deed', versionOf: draft.id }
  const signed = await upload(app, trustee, query, Buffer.from('Signed'))
  for (const [one, text] of [
    [signed, `SHA-256 of this file ${signed.sha256}, of the earlier one ${draft.sha256}`],
    [draft, `SHA-256 of this file ${draft.sha256}, of the newer one ${signed.sha256}`],
  ] as const) {
    const found = await examine(await filesIn(await zipOf(admin, { document: one.id })))
    expect(found.problems).toEqual([])
    const added = found.events.find(({ event }) => event === 'document_version_added')
    expect(added).toMatchObject({ label: 'Version added', text })
  }
})

test('evidence of a person, a client and a period, with what the person may see of it', async () => {
  const trustee = await app.person('trustee')
  const admin = await app.person('admin')
  const deed = await upload(app, trustee, { title: 'Brown deed', clientName: 'Brown' })
  const client = await examine(await filesIn(await zipOf(trustee, { client: 'BROWN' })))
  expect(client.problems).toEqual([])
  expect(client.documents).toHaveLength(1)
  expect(client.events[0]?.says.get('document_id')).toBe(deed.id)
  expect(client.events[0]?.says.has('request_id')).toBe(false)
  const person = await examine(
    await filesIn(await zipOf(admin, { by: trustee.email, event: 'document_uploaded' })),
  )
  expect(person.problems).toEqual([])
  expect(person.events).toHaveLength(1)
  expect(person.events[0]?.says.has('request_id')).toBe(true)
  const today = new Date().toISOString().slice(0, 10)
  const period = await examine(await filesIn(await zipOf(admin, { from: today.slice(0, 8).concat('01') })))
  expect(period.problems).toEqual([])
  expect(period.events.length).toBeGreaterThan(5)
})

test('evidence from two logs proves each event under its own, and says that a new log was begun', async () => {
  const admin = await app.person('admin')
  const trustee = await app.person('trustee')
  const deed = await upload(app, trustee, { title: 'Garcia deed' })
  const { log } = app.services
  await log.catchUp()
  const held = (await app.call(null, 'GET', '/.well-known/deedbox-log')).body
  log.folder.askContinue()
  await log.catchUp()
  await app.call(trustee, 'POST', `/api/documents/${deed.id}/access`, { email: 'guest@example.com' })
  const zip = await zipOf(admin, { document: deed.id })
  const found = await examine(await filesIn(zip), heldOf(held))
  expect(found.problems).toEqual([])
  const [current, former] = found.logs
  expect([current, former].map((log) => log && verdictText(log).title)).toEqual([
    'Not covered by what you hold',
    'Agrees with the checkpoint that you hold',
  ])
  expect(current?.refused).toBe(`What you hold is about ${former?.origin} only.`)
  expect(await textOf(zip, 'README.txt')).toContain('the events come from 2 logs, one after the other')
  await writeFile(join(folder, 'two.zip'), zip)
  expect(await run(join(folder, 'two.zip'))).toMatchObject({
    code: 0,
    out: expect.stringContaining(former?.origin ?? 'no former log'),
  })
})

test('it is for those who handle documents, of what there is, and somebody else’s is not there', async () => {
  const guest = await app.person('guest')
  expect((await start(guest, {})).statusCode).toBe(403)
  const admin = await app.person('admin')
  const nobody = { person: 'nobody@example.com' }
  expect((await start(admin, nobody)).json().error.code).toBe('evidence-empty')
  const measured = await app.call(admin, 'GET', `${base}?person=nobody@example.com`)
  expect(measured.json<SchemaOutput<typeof getEvidence.response>>()).toMatchObject({ events: 0, last: null })
  const { id } = (await start(admin, {})).json<{ evidence: Evidence }>().evidence
  const other = await app.person('admin')
  expect((await app.call(other, 'GET', `${base}/${id}/content`)).statusCode).toBe(404)
})
