import { rm } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import type { WholePacket } from '@deedbox/contract/custody.ts'
import { dayMs } from '@deedbox/contract/durations.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { contentOf, putStrays } from '../../documents/store/stores.testing.ts'
import { sweepContent } from '../../documents/store/sweep.ts'
import { namedPerson, nominating } from '../../release/nominations/sample.testing.ts'
import { pdfOf, upload } from '../../sharing/grants/sample.testing.ts'
import type { Person, TestApp } from '../../testing/app.ts'
import { contentsOf, openGround } from './backup.testing.ts'
import { contentPath } from './place/copies.ts'

/* Every kind of stored file and every table of custody, copies and releases: swept, put under another key, backed up, restored, verified. */

/** Tables that have rows here, so that a restoration that leaves one out is seen. */
const filled = [
  ...['places', 'packets', 'originals', 'movements', 'custody_papers', 'stock_takes', 'stock_take_scans'],
  ...['copies', 'nominations', 'nominees', 'releases', 'askings', 'asking_evidence', 'released_documents'],
  ...[
    'inspections',
    'entitled_persons',
    'party_deaths',
    'identity_checks',
    'due_dates',
    'matters',
    'parties',
  ],
  ...['matter_roles', 'documents'],
]

let ground: Awaited<ReturnType<typeof openGround>>
let app: TestApp
let trustee: Person
/** The document of each kind of stored file, with its path. */
const kinds = new Map<string, { id: string; path: string }>()
const bytes = new Map<string, Buffer>()

beforeAll(async () => {
  ground = await openGround('folder')
  app = await ground.start(await ground.newTarget())
  trustee = await app.person('trustee', { name: 'Tess Trustee' })
  for (const [kind, id] of Object.entries(await storeEach())) kinds.set(kind, { id, path: await pathOf(id) })
  for (const { id } of kinds.values()) bytes.set(id, await contentFor(trustee, id))
})
afterAll(() => ground.stop())

const post = async <T>(url: string, body: object, as = trustee): Promise<T> => {
  const answer = await app.call(as, 'POST', `/api/${url}`, body)
  expect(answer.statusCode, `${url} ${answer.body}`).toBeLessThan(300)
  return answer.json<T>()
}
const contentFor = async (as: Person, id: string, of = app): Promise<Buffer> => {
  const answer = await of.call(as, 'GET', `/api/documents/${id}/content`)
  expect(answer.statusCode).toBe(200)
  return answer.rawPayload
}
async function pathOf(id: string): Promise<string> {
  const { rows } = await app.services.database.query<{ path: string }>(
    'select file_path as path from documents where id = $1',
    [id],
  )
  return rows[0]?.path ?? ''
}
const paths = () => [...kinds.values()].map(({ path }) => path).sort()

/** Stores a file of each kind that there is, and makes a row in each table of the list. Returns the ids of the documents. */
async function storeEach(): Promise<Record<string, string>> {
  const { matter } = await post<{ matter: { id: string } }>('matters', { name: 'Quill', kind: 'estate' })
  const file = async (title: string) => {
    const { id } = await upload(app, trustee, { title, fileName: `${title}.pdf` }, await pdfOf(title))
    await post(`matters/${matter.id}/documents`, { documentIds: [id] })
    return id
  }
  const [scan, photograph, authority, receipt, certificate] = [
    await file('Will'),
    await file('Photograph of the seal'),
    await file('Authority'),
    await file('Receipt on paper'),
    await file('Certificate of death'),
  ]
  const { place } = await post<{ place: { id: string } }>('places', { place: 'Strong room' })
  const originals = [{ documentId: scan, receivedFrom: 'Ann Quill' }]
  const body = { matterId: matter.id, placeId: place.id, originals }
  const { packet } = await post<{ packet: WholePacket }>('packets', body)
  const url = `packets/${packet.id}`
  const original = packet.contents[0]?.id
  const move = async (entry: object) =>
    (await post<{ packet: WholePacket }>(`${url}/movements`, entry)).packet.entries[0]?.id
  await move({ kind: 'sighted', originalId: original })
  await post(`${url}/papers`, { kind: 'photograph', documentId: photograph, of: original })
  const { sightings } = (await app.call(trustee, 'GET', `/api/documents/${scan}/copies`)).json()
  const made = {
    sightingId: sightings[0]?.id,
    capacity: 'legal_practitioner',
    registration: '1',
    stated: true,
  }
  const certified = await post<{ documentId: string }>(`documents/${scan}/copies/certified`, made)
  const verified = await post<{ documentId: string }>(`documents/${scan}/copies/verified`, {})
  const out = await move({ kind: 'out', outside: 'A bank', reason: 'To copy' })
  await post(`${url}/papers`, { kind: 'authority', documentId: authority, of: out })
  await post(`${url}/papers`, { kind: 'receipt', documentId: receipt, of: out })
  const strokes = [
    [
      { x: 10, y: 10 },
      { x: 500, y: 300 },
    ],
  ]
  const signed = await post<{ packet: WholePacket }>(`${url}/movements/${out}/receipt`, {
    ...{ signedBy: 'Ann Quill', strokes },
  })
  const onScreen = signed.packet.entries
    .flatMap(({ papers }) => papers)
    .find(({ kind, document }) => kind === 'receipt' && document.id !== receipt)
  const { stockTake } = await post<{ stockTake: { id: string } }>('stock-takes', { placeIds: [] })
  await post(`stock-takes/${stockTake.id}/scans`, { id: crypto.randomUUID(), code: packet.number })

  const from = { day: '2001-01-01', document: scan }
  const party = { kind: 'person', name: 'Ann Quill' }
  const { role } = await post<{ role: { party: { id: string } } }>(`matters/${matter.id}/roles`, {
    ...{ role: 'testator', party, from },
  })
  const her = `parties/${role.party.id}`
  await post(`${her}/death`, { diedOn: '2026-01-02', document: certificate, note: '' })
  const check = { how: 'in_person', by: 'Tess Trustee', reference: 'VOI 1', checkedOn: '2025-01-02' }
  await post(`${her}/identity-checks`, { ...check, nextOn: '2031-01-02' })

  const nora = await namedPerson(app, 'requestor', 'Nora Quill')
  const owner = await namedPerson(app, 'requestor', 'Olive Owner')
  const deed = await upload(app, owner, { title: 'Deed of Olive', fileName: 'deed.pdf' }, await pdfOf('Deed'))
  const naming = nominating(app)
  const { nominees } = await naming.name(owner, { documentId: deed.id }, [nora], {
    evidence: 'A certificate',
  })
  const nominee = nominees[0]?.id ?? ''
  await naming.act(nora, nominee, 'accept')
  await naming.ask(nora, nominee)
  expect((await naming.bring(nora, nominee)).statusCode).toBeLessThan(300)
  const { rows } = await app.services.database.query<{ id: string }>(
    'select document_id as id from asking_evidence',
  )
  const { started, grounds } = (await app.call(null, 'GET', '/api/inspections/form')).json()
  app.shift(10_000)
  const asking = { name: 'Sid', email: 'sid@stranger.example', deceased: 'Ann Quill', message: 'Please' }
  const asked = { ...asking, started, groundId: grounds[0]?.id }
  expect((await app.call(null, 'POST', '/api/inspections', asked)).statusCode).toBeLessThan(300)
  const { rows: mailed } = await app.services.database.query<{ token: string }>(
    "select data->>'token' as token from mail_messages where kind = 'inspection_received'",
  )
  const proof = await app.call(
    null,
    'POST',
    `/api/inspection-evidence/${mailed[0]?.token}?fileName=a.txt`,
    undefined,
    {
      payload: 'Certificate of death',
      headers: { 'content-type': 'text/plain' },
    },
  )
  expect(proof.statusCode, proof.body).toBe(201)
  const { rows: brought } = await app.services.database.query<{ id: string }>(
    'select document_id as id from inspection_evidence',
  )
  return {
    ...{ document: deed.id, scan, photograph, authority, receipt, certificate },
    'receipt signed on the screen': onScreen?.document.id ?? '',
    'verified copy': verified.documentId,
    'certified copy': certified.documentId,
    'evidence of a release': rows[0]?.id ?? '',
    'evidence of an inspection': brought[0]?.id ?? '',
  }
}

test('each stored file is a document’s, and no other column names a stored file', async () => {
  const { database, storage } = app.services
  expect(await contentOf(storage)).toEqual(paths())
  const { rows: columns } = await database.query<{ table: string; column: string }>(
    `select table_name::text as table, column_name::text as column from information_schema.columns
     join information_schema.tables using (table_schema, table_name)
     where table_schema = 'public' and table_type = 'BASE TABLE' and data_type in ('text', 'jsonb', 'ARRAY')`,
  )
  const naming: string[] = []
  for (const { table, column } of columns) {
    const { rows } = await database.query(
      `select from "${table}" where exists (select from unnest($1::text[]) path where "${column}"::text like '%' || path || '%') limit 1`,
      [paths()],
    )
    if (rows.length > 0) naming.push(`${table}.${column}`)
  }
  // The sweep and the copies of the backup go by the first; the second says which paths are taken.
  expect(naming.sort()).toEqual(['content_paths.path', 'documents.file_path'])
  // A column that is to name a stored file is to be one of these, or the sweep would not know of it.
  const { rows: named } = await database.query<{ name: string }>(
    `select table_name || '.' || column_name as name from information_schema.columns
     join information_schema.tables using (table_schema, table_name)
     where table_schema = 'public' and table_type = 'BASE TABLE' and column_name ~ '(path|file|blob|object|content_key)'
     order by 1`,
  )
  expect(named.map(({ name }) => name)).toMatchInlineSnapshot(`
    [
      "backup_checks.files",
      "content_digests.path",
      "content_paths.path",
      "deployment.sweep_files",
      "documents.file_name",
      "documents.file_path",
      "documents.file_size",
      "documents.file_type",
      "imported_files.path",
      "master_keys.kms_blob",
      "matter_imports.file_name",
      "unrecorded_content.path",
      "uploads.file_name",
      "uploads.file_size",
      "uploads.file_type",
    ]
  `)
})

test('a key that turns reaches each kind, and all of them come back from a backup, every row and every file', async () => {
  const { keyring, jobs, database } = app.services
  const admin = await app.person('admin')
  expect((await app.call(admin, 'POST', '/api/keys/rotation')).statusCode).toBe(200)
  await jobs.runDue('rewrap-keys')
  const { rows } = await database.query('select distinct master_key_id as id from documents')
  expect(rows).toEqual([{ id: keyring.currentId }])
  for (const { id } of kinds.values()) expect(await contentFor(trustee, id)).toEqual(bytes.get(id))

  const place = await ground.newPlace()
  const run = await ground.backUp(app, place)
  expect(run).toMatchObject({ documents: kinds.size, problem: null })
  expect(await ground.verify(place)).toMatchObject({ files: kinds.size, problems: [], lost: [] })
  const before = await contentsOf(app)
  for (const table of filled) expect([table, before[table]?.startsWith('0 ')]).toEqual([table, false])

  const target = await ground.newTarget()
  expect(await ground.restore(place, target)).toMatchObject({ documents: kinds.size, problems: [] })
  const back = await ground.start(target)
  const after = await contentsOf(back)
  for (const table of filled) expect([table, after[table]]).toEqual([table, before[table]])
  const same = await back.signIn(trustee.id, trustee.email)
  for (const { id } of kinds.values()) expect(await contentFor(same, id, back)).toEqual(bytes.get(id))

  // A file of each kind is taken out of the copy: each is told.
  for (const { path } of kinds.values()) await rm(fileURLToPath(`${place}/${contentPath(path)}`))
  const { problems } = await ground.verify(place)
  expect(problems.sort()).toEqual(paths().map((path) => `${contentPath(path)} is missing`))
})

test('the sweep moves a file of nobody aside and erases none of any kind, however long it goes on', async () => {
  const { storage } = app.services
  const strays = await putStrays(storage, trustee.id, 2)
  for (const days of [2, 31, 31]) {
    app.shift(days * dayMs)
    await sweepContent(app.services)
    expect(await contentOf(storage)).toEqual(paths())
  }
  const aside = await contentOf({ list: storage.quarantine.list })
  expect(aside).toEqual([])
  const { rows } = await app.services.database.query<{ event: string; details: { paths: string[] } }>(
    `select event, details from audit_events where event in ('content_quarantined', 'content_purged') order by id`,
  )
  expect(rows).toMatchObject([
    { event: 'content_quarantined', details: { paths: strays.sort() } },
    { event: 'content_purged', details: { paths: strays.sort() } },
  ])
})
