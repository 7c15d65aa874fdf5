import { createHash } from 'node:crypto'
import { mkdir, mkdtemp, readdir, readFile, realpath, rm, stat, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { asc, eq, inArray } from 'drizzle-orm'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { profiles } from '../../db/tables/accounts.ts'
import { documents } from '../../db/tables/documents.ts'
import { contentOf } from '../../documents/store/stores.testing.ts'
import { pdfOf } from '../../platform/rendering/samples.ts'
import { trail } from '../../sharing/grants/sample.testing.ts'
import { type Person, startTestApp, type TestApp } from '../../testing/app.ts'
import { follow, importing } from './import-folder.ts'
import { watchFolder } from './watch.ts'

let app: TestApp
let owner: Person
let root: string
let folder: string
beforeAll(async () => {
  app = await startTestApp({ MAX_UPLOAD_BYTES: '100000' })
})
beforeEach(async () => {
  owner = await app.person('trustee')
  root = await realpath(await mkdtemp(join(tmpdir(), 'deedbox-import-')))
  folder = join(root, 'deeds')
  await mkdir(folder)
})
afterEach(() => rm(root, { recursive: true, force: true }))
afterAll(() => app.stop())

async function put(path: string, content: string | Buffer): Promise<void> {
  await mkdir(dirname(join(folder, path)), { recursive: true })
  await writeFile(join(folder, path), content)
}

let reports = 0
/** Runs the import; what was done, and what it said of each file. */
async function run(more: { csv?: string; dryRun?: boolean; again?: boolean; owner?: string } = {}) {
  const happened: Record<string, string> = {}
  if (more.csv) await writeFile(join(root, 'list.csv'), more.csv)
  const options = {
    folder,
    owner: more.owner ?? owner.email,
    csv: more.csv ? join(root, 'list.csv') : null,
    report: join(root, `report-${++reports}.csv`),
    dryRun: more.dryRun ?? false,
    again: more.again ?? false,
    watch: false,
  }
  const { signal } = new AbortController()
  const { summary } = await follow(importing(app.services, options, 'Australia/Sydney', signal), options, {
    say: () => undefined,
    onProgress: (_done, _of, _summary, { path, outcome }) => {
      happened[path] = outcome.is
    },
  })
  return { summary, happened, report: await readFile(join(root, `report-${reports}.csv`), 'utf8') }
}

const stored = () =>
  app.services.database.db
    .select()
    .from(documents)
    .where(eq(documents.ownerId, owner.id))
    .orderBy(asc(documents.title))

test('a folder becomes documents with the facts of its table, audited, and is left as it was', async () => {
  await put('Smith/deed of trust.txt', 'The settlor declares.')
  await put('Smith/old/note.txt', 'A note.')
  await put('.DS_Store', 'x')
  await put('Smith/~$deed.docx', 'x')
  await writeFile(join(root, 'secret.txt'), 'outside')
  await symlink(join(root, 'secret.txt'), join(folder, 'link.txt'))
  await symlink(root, join(folder, 'linked folder'))
  const [organization] = (
    await app.services.database.query<{ id: string }>(
      "insert into organizations (name, created_at) values ('Smith & Co', now()) returning id",
    )
  ).rows
  await app.services.database.db
    .update(profiles)
    .set({ organizationId: organization?.id ?? null })
    .where(eq(profiles.id, owner.id))
  // Reads one folder after the other, as the links lead back here.
  const list = async () => [
    await readdir(folder),
    await readdir(join(folder, 'Smith')),
    await readdir(join(folder, 'Smith/old')),
  ]
  const before = await list()
  const changed = (await stat(folder)).mtimeMs

  const csv =
    'File,Title,Type,Client,Our ref.,Expiry date\nSmith/deed of trust.txt,The Smith deed,trust deed,Smith,24/117,2031-01-31\ngone.pdf,,,,,\n'
  const { summary, happened, report } = await run({ csv })
  expect(happened).toEqual({
    'Smith/deed of trust.txt': 'imported',
    'Smith/old/note.txt': 'imported',
    'gone.pdf': 'missing',
  })
  expect(summary).toMatchObject({ imported: 2, missing: 1, refused: 0 })
  const [deed, note] = await stored()
  expect(deed).toMatchObject({
    title: 'The Smith deed',
    type: 'trust_deed',
    clientName: 'Smith',
    reference: '24/117',
    expiryDate: '2031-01-31',
    fileName: 'deed of trust.txt',
    ownerEmail: owner.email,
    organizationId: organization?.id,
    sha256: createHash('sha256').update('The settlor declares.').digest('hex'),
    status: 'active',
  })
  // The file has no row that describes it: somebody has yet to confirm it.
  expect(note).toMatchObject({
    status: 'pending',
    title: 'note',
    type: 'other',
    clientName: null,
    expiryDate: null,
  })
  const [event] = await trail(app, deed?.id ?? '')
  expect(event).toMatchObject({
    event: 'document_uploaded',
    actorId: owner.id,
    details: { imported: 'Smith/deed of trust.txt', fileName: 'deed of trust.txt' },
  })
  const answer = await app.call(owner, 'GET', `/api/documents/${deed?.id}/content`)
  expect(answer.body).toBe('The settlor declares.')
  expect(report).toContain(
    `Smith/deed of trust.txt,imported,${deed?.id},The Smith deed,,Trust deed,Smith,24/117,2031-01-31,,,,`,
  )
  expect(report).toContain('gone.pdf,not found,,,,,,,,,,,"Line 3 of the CSV file names it')
  expect([await list(), (await stat(folder)).mtimeMs]).toEqual([before, changed])
})

test('a PDF with a password is marked, one without its end is stored too, and the report says both', async () => {
  const whole = await pdfOf(['A deed'])
  await put('whole.pdf', whole)
  await put('locked.pdf', await pdfOf(['Secret'], { userPassword: 'open' }))
  await put('limited.pdf', await pdfOf(['For all'], { ownerPassword: 'owner' }))
  await put('broken off.pdf', whole.subarray(0, whole.length / 2))
  const tried = await run({ dryRun: true })
  expect(tried.report).toMatch(/^broken off\.pdf,imported,.*its end is missing/m)
  const { summary, report } = await run()
  expect(summary).toMatchObject({ imported: 4, refused: 0 })
  const remarks = [
    'broken off.pdf,imported,.*,It is damaged: its end is missing',
    'locked.pdf,imported,.*password',
  ]
  for (const remark of remarks) expect(report).toMatch(new RegExp(`^${remark}`, 'm'))
  for (const name of ['whole', 'limited'])
    expect(report).toMatch(new RegExp(`^${name}\\.pdf,imported,.*,$`, 'm'))
  expect((await stored()).filter(({ locked }) => locked).map(({ title }) => title)).toEqual(['locked'])
})

test('nothing is imported twice, under whatever name, unless that is wanted', async () => {
  await put('a.txt', 'The same.')
  await put('b.txt', 'The same.')
  await put('c.txt', 'Another.')
  expect((await run({ dryRun: true })).summary).toMatchObject({ imported: 2, copy: 1 })
  expect(await stored()).toEqual([])
  expect((await run()).summary).toMatchObject({ imported: 2, copy: 1 })
  await put('c.txt', 'Another, changed.')
  expect((await run()).happened).toMatchObject({ 'c.txt': 'imported' })
  const content = await contentOf(app.services.storage)
  expect((await run()).summary).toMatchObject({ imported: 0, known: 2, copy: 1 })
  expect((await run({ again: true })).summary).toMatchObject({ imported: 1, known: 2 })
  expect((await run({ again: true })).summary).toMatchObject({ imported: 0, known: 3 })
  expect((await stored()).map(({ title }) => title)).toEqual(['a', 'b', 'c', 'c'].slice(0, 4))
  expect((await contentOf(app.services.storage)).length).toBe(content.length + 1)
})

test('files that cannot be stored are named with the reason, and the others are stored', async () => {
  await put('good.txt', 'A deed.')
  await put('program.exe', 'MZ')
  await put('fake.pdf', 'no PDF')
  await put('empty.txt', '')
  await put('large.txt', 'x'.repeat(100_001))
  const before = await contentOf(app.services.storage)
  const { summary, report } = await run()
  expect(summary).toMatchObject({ imported: 1, refused: 4 })
  expect(report).toMatch(/fake\.pdf,refused,.*does not match its file type/)
  expect((await contentOf(app.services.storage)).length).toBe(before.length + 1)
})

test('a wrong table or a wrong owner imports nothing', async () => {
  await put('a.txt', 'A deed.')
  await expect(run({ csv: 'File,Expiry\na.txt,31/2/2030\n' })).rejects.toThrow(
    /Nothing was imported.\nLine 2: the expiry date/,
  )
  const guest = await app.person('guest')
  const unconfirmed = await app.person('trustee', { confirmedAt: null })
  const gone = await app.person('trustee', { deactivatedAt: new Date() })
  for (const [email, why] of [
    ['nobody@example.com', 'no active account'],
    [gone.email, 'no active account'],
    [guest.email, 'does not allow it'],
    [unconfirmed.email, 'no administrator has confirmed'],
  ] as const)
    await expect(run({ owner: email })).rejects.toThrow(why)
  const people = [owner, guest, unconfirmed, gone].map(({ id }) => id)
  expect(await app.services.database.db.$count(documents, inArray(documents.ownerId, people))).toBe(0)
})

test('an owner who is deactivated while files are imported gets no more of them', async () => {
  for (const n of [1, 2, 3, 4, 5, 6, 7, 8, 9]) await put(`${n}.txt`, `Deed ${n}`)
  const { db } = app.services.database
  let done = 0
  const report = join(root, 'r.csv')
  const options = { folder, owner: owner.email, csv: null, report, dryRun: false, again: false, watch: false }
  const { signal } = new AbortController()
  const { summary } = await follow(importing(app.services, options, 'Australia/Sydney', signal), options, {
    say: () => undefined,
    onProgress: () => {
      if (++done === 1)
        void db.update(profiles).set({ deactivatedAt: new Date() }).where(eq(profiles.id, owner.id)).execute()
    },
  })
  expect(summary.stopped).toBeGreaterThan(0)
  expect(summary.imported).toBeLessThan(9)
  expect((await stored()).length).toBe(summary.imported)
})

test('a watched folder: what is whole is stored and then moved away', async () => {
  await put('before.txt', 'Imported, but the process died before it was moved.')
  await run()
  await put('scan 1.txt', 'A scan.')
  await put('Smith/scan 1.txt', 'Another scan.')
  await put('virus.exe', 'MZ')
  await put('imported/scan 1.txt', 'An older one.')
  const end = new AbortController()
  const seen: string[] = []
  const faults: unknown[] = []
  const { id, email } = owner
  await watchFolder(
    app.services,
    {
      folder,
      owner: { id, email, name: '', organizationId: null, organizationLeavingFrom: null },
      again: false,
      dryRun: false,
    },
    {
      everyMs: 20,
      settledMs: 50,
      signal: end.signal,
      onFault: (error) => void faults.push(error),
      onResult: (path, { is }) => {
        seen.push(`${path} ${is}`)
        if (seen.length === 4) end.abort()
      },
    },
  )
  expect(faults).toEqual([])
  expect(seen.sort()).toEqual([
    'Smith/scan 1.txt imported',
    'before.txt known',
    'scan 1.txt imported',
    'virus.exe refused',
  ])
  const left = (await readdir(folder, { recursive: true, withFileTypes: true })).filter((entry) =>
    entry.isFile(),
  )
  expect(left.map(({ parentPath, name }) => join(parentPath, name).slice(folder.length + 1)).sort()).toEqual([
    'imported/Smith/scan 1.txt',
    'imported/before.txt',
    'imported/scan 1 (2).txt',
    'imported/scan 1.txt',
    'refused/virus.exe',
    'refused/virus.exe.txt',
  ])
  expect(await readFile(join(folder, 'refused/virus.exe.txt'), 'utf8')).toContain(
    'This type of file cannot be stored',
  )
  expect((await stored()).length).toBe(3)
})
