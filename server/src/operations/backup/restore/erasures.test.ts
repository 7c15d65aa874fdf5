import { randomUUID } from 'node:crypto'
import { cp, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import { dayMs, hourMs } from '@deedbox/contract/durations.ts'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { auditEvents } from '../../../db/tables/audit.ts'
import { backupLock } from '../../../db/tables/backups.ts'
import { documentAccess, documents } from '../../../db/tables/documents.ts'
import { documentWords } from '../../../db/tables/words.ts'
import { erasuresJob, removeDeletedContent } from '../../../documents/documents.jobs.ts'
import { events, upload } from '../../../sharing/grants/sample.testing.ts'
import type { TestApp } from '../../../testing/app.ts'
import { openGround } from '../backup.testing.ts'
import { prune } from '../copy/prune.ts'
import { listErased, readErased } from '../place/erased.ts'
import { openPlace } from '../place/place.ts'
import { erasureProblems } from './erase-again.ts'
import { verifyCopy } from './verify-sample.ts'

/** Opens a deployment whose place of backups is a folder, or a bucket. */
async function openDeployment(kind: 'folder' | 'S3') {
  const ground = await openGround(kind)
  const url = await ground.newPlace()
  const app = await ground.start({ BACKUP_URL: url })
  const { database, jobs } = app.services
  const owner = await app.person('trustee')
  const rowIn = async ({ services }: Pick<TestApp, 'services'>, id: string) =>
    (await services.database.db.select().from(documents).where(eq(documents.id, id)))[0]
  return {
    ground,
    app,
    owner,
    url,
    place: await openPlace(url),
    rowIn,
    /** Deletes a document, and erases it once its time is over. */
    async erase(id: string) {
      await app.call(owner, 'DELETE', `/api/documents/${id}`)
      await database.db
        .update(documents)
        .set({ keptUntil: new Date(0) })
        .where(eq(documents.id, id))
      await removeDeletedContent(app.services)
    },
    /** Runs what an erasure has sent, also if it failed and waits. */
    async note() {
      await database.query('update pgboss.job set start_after = now() where name = $1 and state < $2', [
        erasuresJob,
        'active',
      ])
      await jobs.runDue(erasuresJob)
    },
  }
}
type Deployment = Awaited<ReturnType<typeof openDeployment>>
let folders: Deployment
let buckets: Deployment
beforeAll(async () => {
  folders = await openDeployment('folder')
  buckets = await openDeployment('S3')
})
afterAll(async () => {
  await folders.ground.stop()
  await buckets.ground.stop()
})

const namedIn = async ({ place }: Pick<Deployment, 'place'>) => {
  const named: string[][] = []
  for (const object of await listErased(place)) {
    const ids: string[] = []
    for await (const { id } of readErased(place, object)) ids.push(id)
    named.push(ids)
  }
  return named
}
const storeOf = ({ services: { storage } }: TestApp) => storage
const read = ({ app, owner }: Pick<Deployment, 'app' | 'owner'>, id: string) =>
  app.call(owner, 'GET', `/api/documents/${id}/content`)

test.each(['folder', 'S3'] as const)(
  'what was erased after a copy is erased again in what is restored from it (%s)',
  async (kind) => {
    const from = kind === 'folder' ? folders : buckets
    const { ground, app, owner, url, rowIn } = from
    const guest = await app.person('guest', { accessExpiresAt: new Date(Date.now() + 9 * dayMs) })
    const [gone, undeleted, kept] = [
      await upload(app, owner),
      await upload(app, owner),
      await upload(app, owner),
    ]
    await app.call(owner, 'POST', `/api/documents/${gone.id}/access`, { email: guest.email })
    await app.services.database.db
      .insert(documentWords)
      .values({ documentId: gone.id, outcome: 'read', reader: '', readAt: new Date(0), hashes: [7n] })
      .onConflictDoUpdate({ target: documentWords.documentId, set: { hashes: [7n] } })
    const { copy } = await ground.backUp(app, url)
    expect(await namedIn(from)).toEqual([[]])

    app.shift(dayMs)
    const later = await upload(app, owner)
    await app.call(owner, 'DELETE', `/api/documents/${undeleted.id}`)
    await app.call(owner, 'POST', `/api/documents/${undeleted.id}/restore`, {})
    await from.erase(gone.id)
    await from.erase(later.id)
    await from.note()
    expect(new Set((await namedIn(from)).flat())).toEqual(new Set([gone.id, later.id]))
    // Ids and times are all that is there.
    const [, object] = await listErased(from.place)
    const lines = (await text(await from.place.open(object?.path ?? ''))).trim().split('\n')
    expect(
      lines.map((line) => line.replace(/[0-9a-f]{8}-[0-9a-f-]{27}|[0-9a-f]{64}|20[\d-]+T[\d:.]+Z/g, '*')),
    ).toEqual([...lines.slice(1).map(() => '* *'), `end ${lines.length - 1} *`])

    const target = await ground.newTarget()
    const restored = await ground.restore(url, target)
    expect(restored).toMatchObject({
      copy,
      documents: 2,
      problems: [],
      lost: [],
      erasedAgain: 1,
      erasuresLacking: [],
    })
    const back = await ground.start(target)
    const removed = (await rowIn(app, gone.id))?.contentRemovedAt
    const row = await rowIn(back, gone.id)
    expect(row).toMatchObject({ wrappedKey: null, deletedAt: removed, contentRemovedAt: removed })
    expect(await storeOf(back).has(row?.filePath ?? '')).toBe(false)
    const { db } = back.services.database
    expect(await db.$count(documentWords, eq(documentWords.documentId, gone.id))).toBe(0)
    const [grant] = await db.select().from(documentAccess).where(eq(documentAccess.documentId, gone.id))
    expect(grant).toMatchObject({ status: 'revoked', userEmail: guest.email })
    expect((await events(back, gone.id)).slice(-2).sort()).toEqual(['document_erased_again', 'revoked'])
    const [said] = await db.select().from(auditEvents).where(eq(auditEvents.event, 'deployment_restored'))
    expect(said?.details).toMatchObject({ copy, erasedAgain: 1 })
    const there = { app: back, owner: await back.signIn(owner.id, owner.email) }
    for (const { id } of [kept, undeleted]) expect((await read(there, id)).statusCode).toBe(200)
    expect((await read(there, gone.id)).statusCode).toBe(404)
    expect(await rowIn(back, later.id)).toBeUndefined()
    await back.stop()

    // A copy made later has it as erased: there is nothing to do.
    await ground.backUp(app, url)
    expect(await ground.restore(url, await ground.newTarget())).toMatchObject({
      documents: 2,
      erasedAgain: 0,
    })
  },
)

test('what names erasures and is damaged or missing stops a restore before it changes anything, until that is accepted', async () => {
  const { ground, app, owner, url, place, erase, note } = folders
  const folder = fileURLToPath(url)
  const [first, second] = [await upload(app, owner), await upload(app, owner)]
  app.shift(2 * hourMs)
  const { copy } = await ground.backUp(app, url)
  // The place is away for hours each time: what names one erasure does not name the other.
  for (const { id } of [first, second]) {
    await rename(folder, `${folder}-away`)
    app.shift(2 * hourMs)
    await erase(id)
    await note()
    await rename(`${folder}-away`, folder)
    app.shift(2 * hourMs)
    await note()
  }
  const [before, last] = (await listErased(place)).slice(-2).map(({ path }) => path)
  const file = join(folder, before ?? '')
  const whole = await readFile(file)
  const target = await ground.newTarget()
  const refused = async (said: string) => {
    await expect(ground.restore(url, target, { at: copy })).rejects.toThrow(said)
    expect((await ground.verify(url)).problems).toEqual([expect.stringContaining(said)])
    expect((await verifyCopy(app.services, { place: url, sample: 'all' })).problems).toEqual([
      expect.stringContaining(said),
    ])
  }
  const flipped = Buffer.from(whole)
  flipped.writeUInt8(flipped.readUInt8(3) === 0x30 ? 0x31 : 0x30, 3)
  const lines = whole.toString().split('\n')
  for (const bytes of [
    flipped,
    Buffer.alloc(0),
    whole.subarray(0, -9),
    Buffer.from(lines.slice(-2).join('\n')),
  ]) {
    await writeFile(file, bytes)
    await refused(`${before} is damaged`)
  }
  await rm(file)
  await refused(`${last} begins later than what is before it ends`)
  await writeFile(file, whole)
  const newest = join(folder, last ?? '')
  const readable = await readFile(newest)
  await writeFile(newest, '')
  // The refused restore began nothing there.
  const accepted = await ground.restore(url, target, { at: copy, skipDamagedErasures: true })
  const erasuresLacking = [`${last} is damaged`]
  expect(accepted).toMatchObject({ resumed: false, erasedAgain: 1, erasuresLacking })
  // The other deployment goes on with what came back and keeps it: only what was erased after a copy is erased again.
  const other = await ground.newPlace()
  const back = await ground.start(target)
  back.shift(app.services.clock.shiftMs)
  await writeFile(newest, readable)
  await cp(folder, fileURLToPath(other), { recursive: true })
  await ground.backUp(back, other, { goOn: true })
  expect(await ground.restore(other, await ground.newTarget())).toMatchObject({ erasedAgain: 0 })
  expect(await ground.restore(other, await ground.newTarget(), { at: copy })).toMatchObject({
    erasedAgain: 2,
  })
  await back.stop()
  // The deployment is still there, so all is named anew.
  await rm(join(folder, 'erased'), { recursive: true })
  expect(await ground.restore(url, await ground.newTarget(), { at: copy })).toMatchObject({
    erasedAgain: null,
  })
  await ground.backUp(app, url)
  expect(await erasureProblems(place)).toEqual([])
  expect(await ground.restore(url, await ground.newTarget(), { at: copy })).toMatchObject({ erasedAgain: 2 })
})

test('a restore that was interrupted erases all of it when it goes on, also content that was there', async () => {
  const { ground, app, owner, url, erase, note, rowIn } = folders
  const folder = fileURLToPath(url)
  const [gone, other] = [await upload(app, owner), await upload(app, owner)]
  const { copy } = await ground.backUp(app, url)
  app.shift(2 * hourMs)
  await erase(gone.id)
  await note()
  // The object that names the erasure comes only after the restore was interrupted, when the content was put.
  await rename(join(folder, 'erased'), join(folder, 'away'))
  const path = (await rowIn(app, gone.id))?.filePath ?? ''
  const damaged = join(folder, 'content', (await rowIn(app, other.id))?.filePath ?? '')
  const whole = await readFile(damaged)
  await writeFile(damaged, Buffer.alloc(whole.length))
  const target = await ground.newTarget()
  await expect(ground.restore(url, target, { at: copy })).rejects.toThrow(/content\/.* is damaged/)
  const stored = join(target.DATA_DIR ?? '', 'documents', path)
  expect((await readFile(stored)).length).toBeGreaterThan(0)
  await rename(join(folder, 'away'), join(folder, 'erased'))
  // The restore is interrupted once more, after the document was erased.
  await expect(ground.restore(url, target, { at: copy })).rejects.toThrow(/content\/.* is damaged/)
  await writeFile(damaged, whole)
  const restored = await ground.restore(url, target, { at: copy })
  expect(restored).toMatchObject({ resumed: true, erasedAgain: 1, problems: [], lost: [] })
  await expect(readFile(stored)).rejects.toThrow('ENOENT')
  const back = await ground.start(target)
  expect((await events(back, gone.id)).filter((event) => event === 'document_erased_again')).toHaveLength(1)
  await back.stop()
})

test('erasures are named while a backup runs, again when the place is back, and whatever became of the clock', async () => {
  const { ground, app, owner, url, place, erase, note } = folders
  const { database } = app.services
  const folder = fileURLToPath(url)
  await ground.backUp(app, url)
  const [first, second, third] = [
    await upload(app, owner),
    await upload(app, owner),
    await upload(app, owner),
  ]
  const isNamed = async (id: string) => (await namedIn({ place })).flat().includes(id)
  const beat = { id: 1, holder: randomUUID(), process: randomUUID(), beatAt: new Date('2100-01-01') }
  await database.db.insert(backupLock).values(beat)
  await erase(first.id)
  await note()
  expect(await isNamed(first.id)).toBe(true)
  await database.db.delete(backupLock)

  await rename(folder, `${folder}-away`)
  await erase(second.id)
  await note()
  await rename(`${folder}-away`, folder)
  expect(await isNamed(second.id)).toBe(false)
  await note()
  expect(await isNamed(second.id)).toBe(true)

  app.shift(-3 * hourMs)
  await rename(folder, `${folder}-away`)
  await erase(third.id)
  await note()
  await rename(`${folder}-away`, folder)
  await ground.backUp(app, url)
  expect(await isNamed(third.id)).toBe(true)
  app.shift(3 * hourMs)

  // This erasure's transaction took so long that a later one is named already.
  await erase((await upload(app, owner)).id)
  await note()
  const { id } = await upload(app, owner)
  const now = await app.services.contexts.work(async (ctx) => ctx.now)
  const at = new Date(now.getTime() - 2 * hourMs)
  await database.transaction(async (tx) => {
    const erased = { wrappedKey: null, deletedAt: at, contentRemovedAt: at }
    await tx.update(documents).set(erased).where(eq(documents.id, id))
    await app.services.jobs.send(tx, erasuresJob, { at: at.toISOString() })
  })
  await note()
  expect(await isNamed(id)).toBe(true)
  expect(await erasureProblems(place)).toEqual([])
})

test('what names erasures is kept as long as a copy needs it, then 30 days aside', async () => {
  const { ground, app, owner, url, place, erase, note } = folders
  const keep = { daily: 1, weekly: 0, monthly: 0 }
  const { id } = await upload(app, owner)
  await ground.backUp(app, url)
  app.shift(dayMs)
  await erase(id)
  await note()
  const spare = (await listErased(place)).at(-1)?.path
  app.shift(dayMs)
  await ground.backUp(app, url)
  const needed = [(await upload(app, owner)).id, (await upload(app, owner)).id]
  for (const id of needed) {
    app.shift(2 * hourMs)
    await erase(id)
    await note()
  }
  await prune(app.services, { place: url, keep })
  const aside = join(fileURLToPath(url), '.quarantine')
  const left = (await listErased(place)).map(({ path }) => path)
  expect((await namedIn(folders)).flat()).toEqual(expect.arrayContaining(needed))
  expect(left).not.toContain(spare)
  const isAside = async () => (await readdir(aside, { recursive: true })).includes(spare ?? '-')
  expect(await isAside()).toBe(true)
  expect(await erasureProblems(place)).toEqual([])
  app.shift(31 * dayMs)
  await prune(app.services, { place: url, keep })
  expect(await isAside()).toBe(false)
})

test('erasures since a time are found by an index', async () => {
  const { database } = folders.app.services
  const plan = await database.transaction(async () => {
    await database.exec('set local enable_seqscan = off')
    return database.query<{ 'QUERY PLAN': string }>(
      `explain select id from documents where content_removed_at is not null and (content_removed_at, id) > (now(), gen_random_uuid())
       order by content_removed_at, id limit 10`,
    )
  })
  expect(plan.rows.map((row) => row['QUERY PLAN']).join('\n')).toContain('documents_erased')
})
