import { randomUUID } from 'node:crypto'
import { Readable } from 'node:stream'
import { dayMs, hourMs } from '@deedbox/contract/durations.ts'
import { asc, eq, inArray, sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { auditEvents } from '../../db/tables/audit.ts'
import { documents } from '../../db/tables/documents.ts'
import { deployment, unrecordedContent } from '../../db/tables/storage.ts'
import { refusal, upload } from '../../sharing/grants/sample.testing.ts'
import type { Person, TestApp } from '../../testing/app.ts'
import { removeDeletedContent } from '../documents.jobs.ts'
import { contentOf, leaveProbe, openDeployment, putStrays } from './stores.testing.ts'
import { returnContent, sweepContent } from './sweep.ts'

const kinds = inject('postgresUrl') ? (['folder', 'S3'] as const) : (['folder'] as const)

describe.each(kinds)('content without a record in a %s', (kind) => {
  let place: Awaited<ReturnType<typeof openDeployment>>
  let app: TestApp
  let trustee: Person
  let admin: Person
  beforeAll(async () => {
    place = await openDeployment(kind)
    app = await place.start()
    trustee = await app.person('trustee')
    admin = await app.person('admin')
    app.shift(2 * dayMs)
  })
  afterAll(() => place.stop())

  const database = () => app.services.database.db
  const storage = () => app.services.storage
  const sweep = () => sweepContent(app.services)
  const aside = () => contentOf({ list: storage().quarantine.list })
  const listed = async (query = '') =>
    (await app.call(admin, 'GET', `/api/storage/unrecorded${query}`)).json()
  const events = async (event: string) => {
    const rows = await database()
      .select()
      .from(auditEvents)
      .where(eq(auditEvents.event, event))
      .orderBy(asc(auditEvents.id))
    return rows.map(({ details }) => details)
  }
  const read = async (id: string) => app.call(trustee, 'GET', `/api/documents/${id}/content`)
  const pathOf = async (id: string) =>
    (await database().select({ path: documents.filePath }).from(documents).where(eq(documents.id, id)))[0]
      ?.path ?? ''
  /** Makes the database as an older copy of it: the document's record names no content. */
  const forget = (id: string) =>
    database().update(documents).set({ filePath: randomUUID() }).where(eq(documents.id, id))
  const remember = (id: string, path: string) =>
    database().update(documents).set({ filePath: path }).where(eq(documents.id, id))
  const shown = (files: { path: string }[]) => files.map(({ path }) => path).sort()

  test('what a probe of the storage left is not content: the sweep only removes it', async () => {
    const left = await leaveProbe(place)
    expect([await left.isThere(), await contentOf(storage())]).toEqual([true, []])
    await sweep()
    expect([await left.isThere(), await listed(), await aside()]).toMatchObject([false, { total: 0 }, []])
    expect(await events('content_quarantined')).toEqual([])
  })

  test('is moved to the quarantine, audited and listed; recorded and new content stays', async () => {
    const kept = await upload(app, trustee)
    const cutOff = await upload(app, trustee)
    const known = await pathOf(cutOff.id)
    await database().delete(documents).where(eq(documents.id, cutOff.id))
    const strays = await putStrays(storage(), trustee.id, 4)
    app.shift(-2 * dayMs)
    await sweep()
    expect([await contentOf(storage()), await listed()]).toMatchObject([
      { length: 6 },
      { total: 0, files: [] },
    ])
    app.shift(2 * dayMs)
    await sweep()
    const moved = [...strays, known].sort()
    expect(await contentOf(storage())).toEqual([await pathOf(kept.id)])
    expect(await aside()).toEqual(moved)
    expect(await events('content_quarantined')).toEqual([{ files: 5, paths: moved }])
    const list = await listed()
    expect(list).toMatchObject({ total: 5, refused: null, nextCursor: null })
    expect(shown(list.files)).toEqual(moved)
    for (const file of list.files) {
      expect(file.known).toBe(file.path === known)
      expect(Date.parse(file.removedAt) - Date.parse(file.movedAt)).toBe(30 * dayMs)
      expect(Date.now() - Date.parse(file.storedAt)).toBeLessThan(600_000)
    }
    const dashboard = (await app.call(admin, 'GET', '/api/dashboard')).json()
    expect(dashboard.system.unrecordedFiles).toBe(5)
    expect((await read(kept.id)).statusCode).toBe(200)
  })

  test('is listed in pages, for administrators', async () => {
    const first = await listed('?limit=3')
    const second = await listed(`?limit=3&cursor=${first.nextCursor}`)
    expect([first.files.length, second.files.length, second.nextCursor]).toEqual([3, 2, null])
    expect(shown([...first.files, ...second.files])).toEqual(await aside())
    expect(refusal(await app.call(admin, 'GET', '/api/storage/unrecorded?cursor=x'))).toEqual([
      400,
      'invalid-input',
    ])
    expect(refusal(await app.call(trustee, 'GET', '/api/storage/unrecorded'))).toEqual([403, 'not-allowed'])
  })

  test('is not moved when it is more than a few of the files, and this is audited once a day', async () => {
    const strays = await putStrays(storage(), trustee.id, 2, 100)
    const before = await contentOf(storage())
    for (let hour = 0; hour < 3; hour++) {
      await sweep()
      app.shift(hourMs)
    }
    expect(await contentOf(storage())).toEqual(before)
    expect(await events('sweep_refused')).toEqual([{ unrecorded: 7, files: 8 }])
    const list = await listed()
    expect(list).toMatchObject({ total: 7, refused: { unrecorded: 7, files: 8 } })
    expect(list.files.filter(({ movedAt }: { movedAt: unknown }) => !movedAt)).toHaveLength(2)
    app.shift(dayMs)
    await sweep()
    expect(await events('sweep_refused')).toHaveLength(2)
    for (const path of strays) await storage().remove(path)
    await sweep()
    expect(await listed()).toMatchObject({ total: 5, refused: null })
    expect(await database().$count(deployment, sql`sweep_refused_at is null`)).toBe(1)
  })

  test('is removed after 30 days, unless the store carries another mark', async () => {
    app.shift(28 * dayMs)
    await sweep()
    expect(await aside()).toHaveLength(5)
    app.shift(2 * dayMs)
    // The sweep removes nothing while more than a few files have no record.
    const strays = await putStrays(storage(), trustee.id, 2, 150)
    await sweep()
    expect(await aside()).toHaveLength(5)
    for (const path of strays) await storage().remove(path)
    const mark = (await storage().readMark()) ?? ''
    await storage().writeMark('another', { replace: true })
    await sweep()
    expect(await aside()).toHaveLength(5)
    await storage().writeMark(mark, { replace: true })
    const gone = await aside()
    await sweep()
    expect([await aside(), (await listed()).total]).toEqual([[], 0])
    expect(await events('content_purged')).toEqual([{ files: 5, paths: gone }])
  })

  test('that has a record after all is opened and returned, and stays when its 30 days are over', async () => {
    const { id } = await upload(app, trustee, {}, Buffer.from('the newer deed'))
    const path = await pathOf(id)
    await forget(id)
    app.shift(2 * dayMs)
    await sweep()
    expect(await aside()).toEqual([path])
    await remember(id, path)
    expect((await read(id)).body).toBe('the newer deed')
    // Jobs that a start runs.
    await app.services.jobs.runDue()
    await returnContent(app.services)
    expect([await storage().has(path), (await listed()).total]).toEqual([true, 0])
    expect(await events('content_returned')).toEqual([{ files: 1, paths: [path] }])
    app.shift(31 * dayMs)
    await sweep()
    expect([await storage().has(path), await aside()]).toEqual([true, []])
    expect((await read(id)).body).toBe('the newer deed')
    expect(await events('content_purged')).toHaveLength(1)
  })

  test('that is in the quarantine without the database knowing is found there', async () => {
    // A crash between the move and its record; or the database is another copy than the one that moved it.
    const [lost = '', recorded = ''] = [
      (await putStrays(storage(), trustee.id, 1, 200))[0],
      await pathOf((await upload(app, trustee)).id),
    ]
    await storage().quarantine.add(lost)
    await storage().quarantine.add(recorded)
    await sweep()
    expect(shown((await listed()).files)).toEqual([lost])
    expect(await storage().has(recorded)).toBe(true)
    app.shift(29 * dayMs)
    await sweep()
    expect(await aside()).toContain(lost)
    app.shift(2 * dayMs)
    await sweep()
    expect(await aside()).toEqual([])
    expect(await storage().has(recorded)).toBe(true)
  })

  test('is bounded over days, not hour by hour: at most 5 % of the files are moved', async () => {
    const { id } = await upload(app, trustee)
    const copies = Array.from({ length: 120 }, (_, n) => `${trustee.id}/copy-${n}.pdf`)
    for (const path of copies) await storage().put(path, Readable.from([Buffer.from('x')]))
    await app.services.database.query(
      `insert into documents (title, created_at, file_name, file_path, file_size, file_type, sha256, owner_id, owner_name,
         owner_email, wrapped_key, master_key_id)
       select title, created_at, file_name, path, file_size, file_type, sha256, owner_id, owner_name, owner_email, wrapped_key,
         master_key_id from documents, unnest($2::text[]) path where id = $1`,
      [id, copies],
    )
    app.shift(2 * dayMs)
    const first = await putStrays(storage(), trustee.id, 6, 300)
    await sweep()
    expect(await aside()).toEqual(first)
    const second = await putStrays(storage(), trustee.id, 1, 400)
    await sweep()
    expect([await aside(), await storage().has(second[0] ?? '')]).toEqual([first, true])
    expect(await listed()).toMatchObject({ total: 7, refused: { unrecorded: 7 } })
    expect((await contentOf(storage())).length).toBeGreaterThan(121)
    await database().delete(documents).where(inArray(documents.filePath, copies))
    await database().delete(unrecordedContent)
    for (const path of [...copies, ...second]) await storage().remove(path)
    for (const path of first) await storage().quarantine.remove(path)
  })

  test('is removed at once only where its document was deleted 30 days ago, by the store’s own database', async () => {
    const [deleted, crashed] = [await upload(app, trustee), await upload(app, trustee)]
    const paths = [await pathOf(deleted.id), await pathOf(crashed.id)]
    await app.call(trustee, 'DELETE', `/api/documents/${deleted.id}`)
    // A crash between the commit that forgets the key and the removal of the file.
    await database()
      .update(documents)
      .set({ wrappedKey: null, contentRemovedAt: new Date() })
      .where(eq(documents.id, crashed.id))
    app.shift(31 * dayMs)
    const mark = (await storage().readMark()) ?? ''
    await storage().writeMark('another', { replace: true })
    await removeDeletedContent(app.services)
    await sweep()
    expect(await contentOf(storage())).toEqual(expect.arrayContaining(paths))
    await storage().writeMark(mark, { replace: true })
    await removeDeletedContent(app.services)
    await sweep()
    for (const path of paths) expect(await storage().has(path)).toBe(false)
    expect(await aside()).toEqual([])
  })
})
