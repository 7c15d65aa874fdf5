import { AsyncLocalStorage } from 'node:async_hooks'
import { copyFile, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, inject, test, vi } from 'vitest'
import { upload } from '../access/sample.testing.ts'
import { backups } from '../db/tables/backups.ts'
import { documents } from '../db/tables/documents.ts'
import { removeDeletedContent } from '../documents/documents.jobs.ts'
import type { Person, TestApp } from '../testing/app.ts'
import { openGround } from './backup.testing.ts'
import { newBackupKey } from './keys.ts'
import { openPlace } from './place.ts'
import { prune } from './prune.ts'
import { verifyCopy } from './verify-sample.ts'

const dayMs = 86_400_000
// A restore builds a whole deployment and reads all of it.
vi.setConfig({ testTimeout: 90_000 })
/** An embedded database takes seconds to make, and for these tests its kind does not matter. */
const onPostgres = Boolean(inject('postgresUrl'))
let ground: Awaited<ReturnType<typeof openGround>>
let app: TestApp
let owner: Person
let place: string
let folder: string

beforeAll(async () => {
  ground = await openGround('folder')
  place = await ground.newPlace()
  folder = fileURLToPath(place)
  app = await ground.start({})
  owner = await app.person('trustee')
  await upload(app, owner)
  await upload(app, owner)
})
afterAll(() => ground.stop())

const pathOf = async () => (await app.services.database.db.select().from(documents))[0]?.filePath ?? ''

test('what is damaged is named: a file of content, the list, the rows; a wrong key is said', async () => {
  const { copy } = await ground.backUp(app, place)
  expect((await ground.verify(place)).problems).toEqual([])
  expect(await verifyCopy(app.services, { place, sample: 'all' })).toMatchObject({
    decrypted: 2,
    problems: [],
  })

  const other = await newBackupKey()
  await expect(ground.verify(place, { privateKey: other.privateKey })).rejects.toThrow(/wrong key/)
  await expect(ground.verify(place, { privateKey: 'AGE-SECRET-KEY-1NO' })).rejects.toThrow(
    /not a private backup key/,
  )

  const path = await pathOf()
  const damage = async (name: string, work: (bytes: Buffer) => Buffer, check: () => Promise<void>) => {
    const file = join(folder, name)
    const kept = await readFile(file)
    await writeFile(file, work(Buffer.from(kept)))
    await check()
    await writeFile(file, kept)
  }
  const flip = (bytes: Buffer) => {
    bytes.writeUInt8(bytes.readUInt8(bytes.length >> 1) ^ 1, bytes.length >> 1)
    return bytes
  }
  const problems = async () => (await ground.verify(place)).problems
  const sampled = async () => (await verifyCopy(app.services, { place, sample: 'all' })).problems
  await damage(`content/${path}`, flip, async () => {
    const damaged = [`content/${path} is damaged: its bytes are not those that were copied`]
    expect(await problems()).toEqual(damaged)
    expect(await sampled()).toEqual(damaged)
    if (!onPostgres) return
    const target = await ground.newTarget()
    await expect(ground.restore(place, target)).rejects.toThrow(`content/${path}`)
    // Not a deployment: no server starts on what there is of it.
    await expect(ground.start(target)).rejects.toThrow(/is not finished/)
  })
  await damage(
    `content/${path}`,
    (bytes) => bytes.subarray(1),
    async () => expect(await problems()).toEqual([expect.stringMatching(/^content\/.* bytes instead of /)]),
  )
  await damage(`copies/${copy}/rows.age`, flip, async () => {
    expect(await sampled()).toEqual([`copies/${copy}/rows.age is damaged`])
    expect(await problems()).toEqual([`copies/${copy}/rows.age is damaged`])
  })
  await damage(`copies/${copy}/content.gz`, flip, async () =>
    expect(await problems()).toEqual([expect.stringContaining(`copies/${copy}/content.gz`)]),
  )
  const spare = join(folder, 'kept')
  await copyFile(join(folder, 'content', path), spare)
  await rm(join(folder, 'content', path))
  expect(await problems()).toEqual([`content/${path} is missing`])
  // What was lost in the place is copied again, if the deployment still has it.
  expect(await ground.backUp(app, place)).toMatchObject({ problem: null })
  expect(await problems()).toEqual([])
  await rm(spare)
})

test.runIf(onPostgres)('a place belongs to one deployment, and a full target is refused', async () => {
  const other = await ground.start({})
  await expect(ground.backUp(other, place)).rejects.toThrow(/another deployment/)
  const [failed] = await other.services.database.db.select().from(backups)
  expect(failed).toMatchObject({ outcome: 'failed', problem: expect.stringContaining('another deployment') })
  await other.stop()

  const full = await ground.newTarget()
  await ground.restore(place, full)
  await expect(ground.restore(place, full)).rejects.toThrow(/not empty/)
  const taken = await ground.newTarget()
  const { DATA_DIR = '' } = taken
  await writeFile(join(DATA_DIR, 'master.key'), `${Buffer.alloc(32, 1).toString('base64')}\n`)
  await expect(ground.restore(place, taken)).rejects.toThrow(/another master key/)
  await rm(join(DATA_DIR, 'master.key'))
  await ground.restore(place, taken)
})

test.runIf(onPostgres)(
  'an older deployment that was put back adds no copy, and removes none, until that is said',
  async () => {
    const { whole } = await list()
    const target = await ground.newTarget()
    await ground.restore(place, target, { at: whole[0] ?? '' })
    const older = await ground.start(target)
    await expect(ground.backUp(older, place)).rejects.toThrow(/newer than any/)
    expect(await list()).toEqual({ whole, partial: [] })
    const { copy } = await ground.backUp(older, place, { goOn: true })
    const pruned = await prune(older.services, { place, keep: { daily: 1, weekly: 0, monthly: 0 } })
    // The copies that it does not know stay.
    expect(pruned.copies).toBe(1)
    expect((await list()).whole).toEqual([...whole.slice(1), copy])
    await older.stop()
  },
)

test('old copies are moved aside with the content that only they name, then removed; not while a kept list is damaged', async () => {
  const mine = await ground.newPlace()
  const gone = await upload(app, owner)
  const path = (await app.services.database.db.select().from(documents)).find(
    ({ id }) => id === gone.id,
  )?.filePath
  await app.call(owner, 'DELETE', `/api/documents/${gone.id}`)
  const first = await ground.backUp(app, mine)
  app.shift(31 * dayMs)
  await removeDeletedContent(app.services)
  const second = await ground.backUp(app, mine)
  const there = join(fileURLToPath(mine), 'content', path ?? '')
  const keep = { daily: 1, weekly: 0, monthly: 0 }

  const listed = join(fileURLToPath(mine), 'copies', second.copy, 'content.gz')
  const whole = await readFile(listed)
  await writeFile(listed, whole.subarray(0, -1))
  await expect(prune(app.services, { place: mine, keep })).rejects.toThrow(/content.gz is damaged/)
  expect(await readFile(there)).toBeDefined()
  await writeFile(listed, whole)

  expect(await prune(app.services, { place: mine, keep })).toMatchObject({
    kept: 1,
    copies: 1,
    files: 1,
    removed: 0,
  })
  await expect(readFile(there)).rejects.toThrow()
  expect((await ground.verify(mine)).problems).toEqual([])
  const aside = join(fileURLToPath(mine), '.quarantine')
  expect(await readdir(join(aside, 'copies'))).toEqual([first.copy])
  app.shift(31 * dayMs)
  expect(await prune(app.services, { place: mine, keep })).toMatchObject({
    kept: 1,
    copies: 0,
    files: 0,
    removed: 4,
  })
  expect(await readdir(join(aside, 'copies', first.copy))).toEqual([])
  expect((await ground.verify(mine)).problems).toEqual([])
})

test('content that is erased while a copy is made is named in it, is no problem, and is erased in what is restored', async () => {
  const mine = await ground.newPlace()
  const { database } = app.services
  const { id } = await upload(app, owner)
  const [row] = await database.db
    .update(documents)
    .set({ deletedAt: new Date(Date.now() - 9 * dayMs), keptUntil: new Date(Date.now() - dayMs) })
    .where(eq(documents.id, id))
    .returning()
  const path = row?.filePath ?? ''
  // Not in the place before the rows are read, and erased just after the moment that they are of.
  await rm(join(app.dataDir, 'documents', path))
  const outside = AsyncLocalStorage.snapshot()
  let erased: Promise<unknown> | undefined
  // Content is looked for again only once it is erased.
  const { storage } = app.services
  const open: typeof storage.open = async (path, options) => {
    await erased
    return storage.open(path, options)
  }
  const slow = { ...app, services: { ...app.services, storage: { ...storage, open } } }
  const { documents: copied, problem } = await ground.backUp(slow, mine, {
    onProgress: ({ stage }) => {
      if (stage === 'rows') erased ??= outside(() => removeDeletedContent(app.services))
    },
  })
  await erased
  const isErased = { wrappedKey: null, contentRemovedAt: expect.any(Date) }
  const of = async ({ services }: TestApp) =>
    (await services.database.db.select().from(documents).where(eq(documents.id, id)))[0]
  expect(await of(app)).toMatchObject(isErased)
  expect([copied, problem]).toEqual([2, null])
  expect(await ground.verify(mine)).toMatchObject({
    problems: [],
    lost: [expect.stringMatching(`^${path}: it was erased`)],
  })

  const target = await ground.newTarget()
  expect(await ground.restore(mine, target)).toMatchObject({ problems: [], lost: [path] })
  const back = await ground.start(target)
  expect(await of(back)).toMatchObject({ contentRemovedAt: null })
  await removeDeletedContent(back.services)
  expect(await of(back)).toMatchObject(isErased)
  await back.stop()
})

const list = async () => {
  const { listCopies } = await import('./copies.ts')
  return listCopies(await openPlace(place))
}
