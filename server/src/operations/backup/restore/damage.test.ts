import { AsyncLocalStorage } from 'node:async_hooks'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { copyFile, mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import { dayMs } from '@deedbox/contract/durations.ts'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { backups } from '../../../db/tables/backups.ts'
import { documents } from '../../../db/tables/documents.ts'
import { removeDeletedContent } from '../../../documents/documents.jobs.ts'
import { upload } from '../../../sharing/grants/sample.testing.ts'
import type { Person, TestApp } from '../../../testing/app.ts'
import { openGround } from '../backup.testing.ts'
import { prune } from '../copy/prune.ts'
import { newBackupKey } from '../place/keys.ts'
import { openPlace } from '../place/place.ts'
import { verifyCopy } from './verify-sample.ts'

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
  const { privateKey, publicKey } = ground.key
  for (const [given, said] of [
    ['a password', /not a private backup key/],
    [publicKey, /public backup key/],
    [`# made today\n${privateKey.slice(0, -3)}`, /cut off: it has 71 of 74/],
    ['AGE-SECRET', /cut off: it has 10 of 74/],
    [`${privateKey}${privateKey}`, /148 characters instead of 74/],
    [privateKey.replace(/.$/, (last) => (last === 'Q' ? 'P' : 'Q')), /wrong character/],
  ] as const)
    await expect(ground.verify(place, { privateKey: given })).rejects.toThrow(said)

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
    // The target is not a deployment: no server starts on it.
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
  await damage(`copies/${copy}/copy.json`, flip, async () => {
    await expect(ground.verify(place)).rejects.toThrow(`copies/${copy}/copy.json is damaged`)
    await told(`copies/${copy}/copy.json is damaged`)
  })
  const lose = (name: string, check: () => Promise<void>) =>
    damage(
      name,
      (bytes) => bytes,
      async () => {
        await rm(join(folder, name))
        await check()
      },
    )
  for (const name of [`copies/${copy}/rows.age`, `copies/${copy}/content.gz`])
    await lose(name, async () => {
      expect(await problems()).toEqual([`${name} is missing`])
      expect(await sampled()).toEqual([`${name} is missing`])
      await told(`${name} is missing`)
    })
  await lose(`copies/${copy}/content.gz`, () =>
    damage(`copies/${copy}/rows.age`, flip, async () =>
      expect((await problems()).sort()).toEqual([
        `copies/${copy}/content.gz is missing`,
        `copies/${copy}/rows.age is damaged`,
      ]),
    ),
  )
  const spare = join(folder, 'kept')
  await copyFile(join(folder, 'content', path), spare)
  await rm(join(folder, 'content', path))
  expect(await problems()).toEqual([`content/${path} is missing`])
  // The next backup copies again what was lost in the place, if the deployment still has it.
  expect(await ground.backUp(app, place)).toMatchObject({ problem: null })
  expect(await problems()).toEqual([])
  await rm(spare)
})

/** Returns what the command says of a place whose copy is damaged: it names the object, without a stack, and ends with 2. */
async function told(problem: string) {
  const program = join(import.meta.dirname, '../../../commands/verify.ts')
  const env = { PATH: process.env.PATH, BACKUP_PRIVATE_KEY: ground.key.privateKey }
  const child = spawn(process.execPath, [program, '--from', folder], { env })
  const [out, errors] = [text(child.stdout), text(child.stderr)]
  expect([await once(child, 'close'), await errors]).toEqual([[2, null], ''])
  expect(await out).toContain(`DAMAGED  ${problem}\n`)
}

test('what an interrupted backup left of files is compared, and copied again; what a copy lists is never replaced', async () => {
  const mine = await ground.newPlace()
  const content = join(fileURLToPath(mine), 'content')
  const paths = (await app.services.database.db.select().from(documents)).map(({ filePath }) => filePath)
  const [empty = '', zeroed = ''] = paths
  for (const path of paths) {
    await mkdir(join(content, path, '..'), { recursive: true })
    await copyFile(join(app.dataDir, 'documents', path), join(content, path))
  }
  await writeFile(join(content, empty), '')
  const whole = await readFile(join(content, zeroed))
  await writeFile(join(content, zeroed), Buffer.alloc(whole.length))
  expect(await ground.backUp(app, mine)).toMatchObject({ problem: null, documents: 2 })
  expect(await readFile(join(content, zeroed))).toEqual(whole)
  expect((await ground.verify(mine)).problems).toEqual([])

  await writeFile(join(content, empty), '')
  await expect(ground.backUp(app, mine)).rejects.toThrow(`content/${empty} in the folder`)
  expect(await readFile(join(content, empty))).toEqual(Buffer.alloc(0))
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
    // The copy's three objects, its content, and what named no erasure.
    removed: 5,
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
  // The content is not in the place before the rows are read, and is erased just after the moment that they are of.
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
  const { listCopies } = await import('../place/copies.ts')
  return listCopies(await openPlace(place))
}
