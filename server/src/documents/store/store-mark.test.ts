import { rm } from 'node:fs/promises'
import { Readable } from 'node:stream'
import { dayMs } from '@deedbox/contract/durations.ts'
import { desc } from 'drizzle-orm'
import { afterEach, beforeEach, describe, expect, inject, test } from 'vitest'
import { auditEvents } from '../../db/tables/audit.ts'
import { deployment } from '../../db/tables/storage.ts'
import { upload } from '../../sharing/grants/sample.testing.ts'
import type { Person, TestApp } from '../../testing/app.ts'
import { tieStore } from './store-mark.ts'
import { contentOf, openDeployment } from './stores.testing.ts'
import { sweepContent } from './sweep.ts'

/** The embedded database takes seconds to start, and the stores are alike: it is tried with the likeliest mistakes only. */
const embedded = !inject('postgresUrl')
const kinds = embedded ? (['folder'] as const) : (['folder', 'S3'] as const)

describe.each(kinds)('a store in a %s', (kind) => {
  let place: Awaited<ReturnType<typeof openDeployment>>
  beforeEach(async () => {
    place = await openDeployment(kind)
  })
  afterEach(() => place.stop())

  const idOf = async ({ services }: TestApp) =>
    (await services.database.db.select().from(deployment))[0]?.id ?? ''
  const read = async (app: TestApp, as: Person, id: string) =>
    (await app.call(as, 'GET', `/api/documents/${id}/content`)).body
  const write = (app: TestApp, as: Person, text: string) => upload(app, as, {}, Buffer.from(text))

  /** Starts a deployment once, with documents, and stops it again. */
  async function filled(count: number) {
    const app = await place.start()
    const trustee = await app.person('trustee')
    const ids: string[] = []
    for (let n = 0; n < count; n++) ids.push((await write(app, trustee, `deed ${n}`)).id)
    const { storage } = app.services
    await app.running.stop()
    return { app, trustee, ids, storage, paths: await contentOf(storage) }
  }

  test('with an empty database is refused, and every file is still there afterwards', async () => {
    const { trustee, ids, storage, paths } = await filled(12)
    const { putBack } = await place.backUp()
    await place.newDatabase()
    await expect(place.start()).rejects.toThrow(
      /belongs to another database: it is marked [0-9a-f]{8}….*\nNothing in the store was changed.*npm start -- --adopt/s,
    )
    // Adopting it by mistake is hard, too.
    const said: string[] = []
    const say = (text: string) => void said.push(text)
    await expect(place.start({ adopt: '', say })).rejects.toThrow(/none of this database's documents/)
    expect(said[0]).toMatch(/Files in the store: +12\n.*without a record in the database: 12\n/s)
    await expect(place.start({ adopt: '00000000', say })).rejects.toThrow('does not name the mark')
    expect(await contentOf(storage)).toEqual(paths)
    await putBack()
    const back = await place.start()
    expect(await read(back, trustee, ids[3] ?? '')).toBe('deed 3')
  })

  test.skipIf(embedded)(
    'of another deployment is adopted when its mark is named, and its files are kept',
    async () => {
      const { app, paths, storage } = await filled(7)
      const former = await storage.readMark()
      expect(former).toMatch(/^[0-9a-f-]{36}$/)
      await place.newDatabase()
      const other = await place.start({ adopt: former?.slice(0, 8) ?? '' })
      expect(await storage.readMark()).toBe(await idOf(other))
      const [event] = await other.services.database.db
        .select()
        .from(auditEvents)
        .orderBy(desc(auditEvents.id))
      expect(event).toMatchObject({
        event: 'store_adopted',
        details: { files: 7, recorded: 0, expected: 0, formerMark: former },
      })
      other.shift(3 * dayMs)
      await sweepContent(other.services)
      expect(await contentOf(storage)).toEqual(paths)
      await other.running.stop()
      // The next start asks nothing, nor does one with an --adopt that is no longer needed.
      await (await place.start()).running.stop()
      await (await place.start({ adopt: '' })).running.stop()
      expect(app.dataDir).not.toBe('')
    },
  )

  test('that was never marked is refused once after an upgrade, then adopted', async () => {
    const { trustee, ids, storage, paths } = await filled(6)
    await unmark(storage)
    const before = await place.backUp()
    await expect(place.start()).rejects.toThrow(/holds files, but no mark.*npm start -- --adopt/s)
    // The place is as the former version left it: neither the store nor the database has a mark.
    await before.putBack()
    const said: string[] = []
    const app = await place.start({ adopt: '', say: (text) => void said.push(text) })
    expect(said[0]).toMatch(
      /Files in the store: +6\n.*without a record in the database: 0\n.*in the database: +6\n.*missing in the store: +0$/s,
    )
    expect(await storage.readMark()).toBe(await idOf(app))
    app.shift(3 * dayMs)
    await sweepContent(app.services)
    expect(await contentOf(storage)).toEqual(paths)
    expect(await read(app, trustee, ids[0] ?? '')).toBe('deed 0')
  })

  test.skipIf(embedded)(
    'that was never marked, with no document of this database, must be named',
    async () => {
      const { storage } = await filled(3)
      await unmark(storage)
      await place.newDatabase()
      await expect(place.start({ adopt: '' })).rejects.toThrow('npm start -- --adopt=unmarked')
      const app = await place.start({ adopt: 'unmarked' })
      expect(await contentOf(app.services.storage)).toHaveLength(3)
    },
  )

  test.skipIf(embedded)('that is empty is refused when the database has had one', async () => {
    const { ids, trustee } = await filled(2)
    await place.newStore()
    await expect(place.start()).rejects.toThrow(/is empty and has no mark.*Is a disk or a folder missing/s)
    const said: string[] = []
    const app = await place.start({ adopt: '', say: (text) => void said.push(text) })
    expect(said[0]).toMatch(/missing in the store: +2$/)
    expect((await app.call(trustee, 'GET', `/api/documents/${ids[0]}/content`)).json().error.code).toBe(
      'content-damaged',
    )
  })

  test('keeps the newer files when an older copy of its database is restored', async () => {
    const first = await filled(3)
    const older = await place.backUp()
    const app = await place.start()
    for (let n = 0; n < 9; n++) await write(app, first.trustee, `newer ${n}`)
    await app.running.stop()
    const newer = await place.backUp()
    const paths = await contentOf(first.storage)
    await older.putBack()
    const back = await place.start()
    back.shift(2 * dayMs)
    await sweepContent(back.services)
    expect(await contentOf(first.storage)).toEqual(paths)
    expect(await read(back, first.trustee, first.ids[1] ?? '')).toBe('deed 1')
    await back.running.stop()
    await newer.putBack()
    const again = await place.start()
    again.shift(2 * dayMs)
    await sweepContent(again.services)
    expect(await contentOf(first.storage)).toEqual(paths)
  })

  test.skipIf(embedded)('is noted in the database after a crash right after it was marked', async () => {
    const app = await place.start()
    const { database } = app.services
    await database.db.update(deployment).set({ storeMarkedAt: null })
    await tieStore(app.services)
    expect((await database.db.select().from(deployment))[0]?.storeMarkedAt).toBeInstanceOf(Date)
    expect(await database.db.$count(deployment)).toBe(1)
  })

  test.skipIf(embedded)('accepts two servers of one database that start at once', async () => {
    const app = await place.start()
    const { database, storage } = app.services
    await unmark(storage)
    await database.db.update(deployment).set({ storeMarkedAt: null })
    await Promise.all([1, 2, 3].map(() => tieStore(app.services)))
    expect(await storage.readMark()).toBe(await idOf(app))
  })

  /** Takes the mark away, as in a store of a version that made none. */
  async function unmark(storage: TestApp['services']['storage']): Promise<void> {
    if (place.s3) place.s3.objects.delete('box/.deployment')
    else await rm(`${place.dataDir}/documents/.deployment`)
    expect(await storage.readMark()).toBe(null)
  }
})

test.skipIf(embedded)('two new databases on one new store: one gets it, the other is refused', async () => {
  const one = await openDeployment('folder')
  const other = await openDeployment('folder')
  const [first, second] = [await one.start(), await other.start()]
  const { storage } = first.services
  await rm(`${one.dataDir}/documents/.deployment`)
  for (const { services } of [first, second])
    await services.database.db.update(deployment).set({ storeMarkedAt: null })
  const tied = await Promise.allSettled(
    [first, second].map(({ services }) => tieStore({ database: services.database, storage })),
  )
  expect(tied.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
  await storage.put('user/1.pdf', Readable.from([Buffer.from('x')]))
  await one.stop()
  await other.stop()
})
