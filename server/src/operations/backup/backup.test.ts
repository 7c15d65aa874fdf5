import { randomBytes } from 'node:crypto'
import { existsSync } from 'node:fs'
import { dayMs } from '@deedbox/contract/durations.ts'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { removeDeletedContent } from '../../documents/documents.jobs.ts'
import { begin, patch } from '../../documents/uploads/client.testing.ts'
import { upload } from '../../sharing/grants/sample.testing.ts'
import type { Person, TestApp } from '../../testing/app.ts'
import { contentsOf, openGround } from './backup.testing.ts'
import { writeNames } from './copy/rows-out.ts'
import type { BackupRun } from './place/run.ts'

const onPostgres = Boolean(inject('postgresUrl'))
/** Tables that a restore itself and every start write to. */
const changing = [
  'audit_events',
  'backups',
  'deployment',
  'master_keys',
  'job_runs',
  'content_digests',
  'log_waiting',
]

const except = (contents: Record<string, string>) =>
  Object.fromEntries(Object.entries(contents).filter(([name]) => !changing.includes(name)))

/** Under PostgreSQL it goes from PGlite and a folder there, into a bucket, and back again. */
let folders: Awaited<ReturnType<typeof openGround>>
let buckets: typeof folders
let app: TestApp
let trustee: Person
const files = new Map<string, Buffer>()

beforeAll(async () => {
  folders = await openGround('folder')
  buckets = await openGround('S3')
  app = await folders.start(onPostgres ? await folders.newTarget({ embedded: true }) : {})
  trustee = await app.person('trustee')
  // The guest's access has an end: access without one is given one after the restore, and told.
  const guest = await app.person('guest', { accessExpiresAt: new Date(Date.now() + 9 * dayMs) })
  for (const size of [1_000, 300_000, 1_000]) {
    const { id } = await upload(app, trustee, {}, Buffer.from(randomBytes(size).toString('hex')))
    files.set(id, (await app.call(trustee, 'GET', `/api/documents/${id}/content`)).rawPayload)
  }
  const [first] = files.keys()
  await app.call(trustee, 'POST', `/api/documents/${first}/access`, { email: guest.email })
})
afterAll(async () => {
  await folders.stop()
  await buckets.stop()
})

/** Checks the tallies. Restoring inserts rows and their tallies: counted anew, these are the same. */
async function expectTallies({ services: { database } }: TestApp) {
  const tallied = async () => {
    const { rows } = await database.query(
      `select what, organization_id, type, status, expires, day, sum(n) as n, sum(bytes) as bytes from document_tallies
       where what in ('document', 'organization', 'grant') group by 1, 2, 3, 4, 5, 6 having sum(n) <> 0 order by 1, 2, 3, 4, 5, 6`,
    )
    return rows
  }
  const restored = await tallied()
  expect(restored.length).toBeGreaterThan(1)
  await database.query('select tally_by_document()')
  expect(restored).toEqual(await tallied())
  const recipients = await database.query<{ n: number }>(
    'select count(*) as n from recipients where (user_email, user_name) not in (select user_email, user_name from document_access)',
  )
  expect(recipients.rows).toEqual([{ n: 0 }])
}

/** Restores the newest copy, and compares all with what it was. */
async function moved(
  ground: typeof folders,
  place: string,
  target: Record<string, string>,
  { run, before }: { run: BackupRun; before: Record<string, string> },
): Promise<TestApp> {
  const { copy } = run
  const restored = await ground.restore(place, target)
  expect(restored).toMatchObject({ copy, documents: 3, problems: [], resumed: false })
  const back = await ground.start(target)
  expect(except(await contentsOf(back))).toEqual(except(before))
  await expectTallies(back)
  const remembered = 'select documents, bytes_total as bytes from backups where copy = $1'
  expect((await back.services.database.query(remembered, [copy])).rows).toEqual([
    { documents: 3, bytes: run.bytesTotal },
  ])
  // Everybody has to sign in again.
  expect((await back.call(trustee, 'GET', '/api/documents')).statusCode).toBe(401)
  const same = await back.signIn(trustee.id, trustee.email)
  // The arrived part of an upload is in no copy.
  expect((await back.call(same, 'GET', '/api/uploads')).json().uploads).toEqual([])
  for (const [id, content] of files)
    expect((await back.call(same, 'GET', `/api/documents/${id}/content`)).rawPayload).toEqual(content)
  return back
}

test.runIf(existsSync('/dev/full'))(
  'a disk that is full while a copy is made fails the copy, not the server',
  async () => {
    const { database } = app.services
    await expect(database.transaction(() => writeNames(database, '/dev/full'))).rejects.toThrow('ENOSPC')
  },
)

test('comes back from its backup byte for byte, also in another kind of database and store, and back', async () => {
  const place = await folders.newPlace()
  const begun = await begin(app, trustee, 1_000)
  await patch(app, trustee, begun.headers.location ?? '', 0, Buffer.alloc(500, 'x'))
  expect((await app.call(trustee, 'GET', '/api/uploads')).json().uploads).toMatchObject([{ received: 500 }])
  const gone = await upload(app, trustee)
  await app.call(trustee, 'DELETE', `/api/documents/${gone.id}`)
  const run = await folders.backUp(app, place)
  expect(run).toMatchObject({ documents: 4, problem: null })
  app.shift(31 * dayMs)
  await removeDeletedContent(app.services)
  const again = await folders.backUp(app, place)
  // The backup copies what is new only: the rows, and no document.
  expect(again.documents).toBe(3)
  expect(again.bytesTotal - again.bytesCopied).toBeGreaterThan(300_000)
  const before = await contentsOf(app)
  await app.stop()
  // Destroyed: nothing of it is left but the copy.
  const target = { ...(await buckets.newTarget()), BACKUP_KEY: buckets.key.publicKey }
  const there = await moved(folders, place, target, { run: again, before })
  if (!onPostgres) return
  const bucket = await buckets.newPlace()
  const next = { run: await buckets.backUp(there, bucket), before: await contentsOf(there) }
  await moved(buckets, bucket, await folders.newTarget({ embedded: true }), next)
})
