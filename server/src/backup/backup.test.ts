import { randomBytes } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, inject, test, vi } from 'vitest'
import { upload } from '../access/sample.testing.ts'
import { removeDeletedContent } from '../documents/documents.jobs.ts'
import type { Person, TestApp } from '../testing/app.ts'
import { contentsOf, openGround } from './backup.testing.ts'

const dayMs = 86_400_000
// A restore builds a whole deployment and reads all of it.
vi.setConfig({ testTimeout: 90_000 })
const onPostgres = Boolean(inject('postgresUrl'))
/** What a restore itself and every start write. */
const changing = ['audit_events', 'backups', 'deployment', 'master_keys', 'job_runs', 'content_digests']

const except = (contents: Record<string, string>) =>
  Object.fromEntries(Object.entries(contents).filter(([name]) => !changing.includes(name)))

describe.each(['folder', 'S3'] as const)('a deployment whose files are in a %s', (kind) => {
  let ground: Awaited<ReturnType<typeof openGround>>
  let place: string
  let app: TestApp
  let trustee: Person
  let files: Map<string, Buffer>

  beforeAll(async () => {
    ground = await openGround(kind)
    place = await ground.newPlace()
    app = await ground.start(await ground.newStore())
    trustee = await app.person('trustee')
    const guest = await app.person('guest')
    files = new Map()
    for (const size of [1_000, 300_000, 1_000]) {
      const { id } = await upload(app, trustee, {}, Buffer.from(randomBytes(size).toString('hex')))
      files.set(id, (await app.call(trustee, 'GET', `/api/documents/${id}/content`)).rawPayload)
    }
    const [first] = files.keys()
    await app.call(trustee, 'POST', `/api/documents/${first}/access`, { email: guest.email })
  })
  afterAll(() => ground.stop())

  test('comes back from its backup byte for byte, after everything was destroyed', async () => {
    const gone = await upload(app, trustee)
    await app.call(trustee, 'DELETE', `/api/documents/${gone.id}`)
    const run = await ground.backUp(app, place)
    expect(run).toMatchObject({ documents: 4, problem: null })
    app.shift(31 * dayMs)
    await removeDeletedContent(app.services)
    const again = await ground.backUp(app, place)
    // Only what is new is copied: the rows, and no document.
    expect(again.documents).toBe(3)
    expect(again.bytesTotal - again.bytesCopied).toBeGreaterThan(300_000)
    const before = await contentsOf(app)

    let target = await ground.newTarget()
    const kinds = onPostgres ? [true, false] : [false]
    for (const embedded of kinds) {
      target = await ground.newTarget({ embedded })
      const restored = await ground.restore(place, target)
      expect(restored).toMatchObject({ copy: again.copy, documents: 3, problems: [], resumed: false })
      const back = await ground.start(target)
      expect(except(await contentsOf(back))).toEqual(except(before))
      // Everybody has to sign in again.
      expect((await back.call(trustee, 'GET', '/api/documents')).statusCode).toBe(401)
      const same = await back.signIn(trustee.id, trustee.email)
      for (const [id, content] of files)
        expect((await back.call(same, 'GET', `/api/documents/${id}/content`)).rawPayload).toEqual(content)
      await back.stop()
    }
  })
})
