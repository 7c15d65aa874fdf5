import { Readable } from 'node:stream'
import { desc, eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { auditEvents } from '../../db/tables/audit.ts'
import { documents } from '../../db/tables/documents.ts'
import { eicar, startClamd } from '../../platform/clamd.testing.ts'
import { refusal, send, upload } from '../../sharing/grants/sample.testing.ts'
import { type Person, startTestApp, type TestApp } from '../../testing/app.ts'
import { scanContent } from './scan.ts'
import { contentOf } from './stores.testing.ts'

let clamd: Awaited<ReturnType<typeof startClamd>>
let app: TestApp
let trustee: Person
beforeAll(async () => {
  clamd = await startClamd()
  app = await startTestApp({ CLAMD_URL: clamd.url })
  trustee = await app.person('trustee')
})
beforeEach(() => clamd.be({ mood: 'well' }))
afterAll(async () => {
  await app.stop()
  await clamd.stop()
})

const infected = Buffer.from(`Dear Sir,\nplease open this.\n${eicar}\n`)
const refused = () =>
  app.services.database.db
    .select()
    .from(auditEvents)
    .where(eq(auditEvents.event, 'infected_file_refused'))
    .orderBy(desc(auditEvents.id))

/** Reads how many documents there are, and every object of the store. */
const everything = async () => [
  await app.services.database.db.$count(documents),
  (await contentOf(app.services.storage)).length,
]

test('a clean file is scanned as it was sent, and stored', async () => {
  const { sha256 } = await upload(app, trustee)
  expect(clamd.scanned.at(-1)).toBe(sha256)
})

test('a file with a virus is refused and audited, and nothing of it is kept', async () => {
  const before = await everything()
  const answer = await send(app, trustee, infected, { fileName: 'invoice.txt' })
  expect(refusal(answer)).toEqual([422, 'file-infected'])
  expect(answer.json().error.message).toContain('A virus was found in this file (Eicar-Test-Signature)')
  expect(await everything()).toEqual(before)
  const [event] = await refused()
  expect(event).toMatchObject({
    actorId: trustee.id,
    actorEmail: trustee.email,
    documentId: null,
    details: {
      fileName: 'invoice.txt',
      fileSize: infected.length,
      sha256: clamd.scanned.at(-1),
      signature: 'Eicar-Test-Signature',
    },
  })
})

test('while the scanner is away, or for a file above its limit, nothing is stored', async () => {
  const before = await everything()
  const large = Buffer.alloc(1_500_000, 'A deed of trust. ')
  clamd.be({ mood: 'ends' })
  expect(refusal(await send(app, trustee, large))).toEqual([503, 'scanner-unavailable'])
  clamd.be({ mood: 'well' })
  expect(refusal(await send(app, trustee, large))).toEqual([413, 'scanner-limit'])
  expect(await everything()).toEqual(before)
  await upload(app, trustee)
})

test('content that is stored in another way is scanned and audited alike', async () => {
  const origin = { actor: { ...trustee, name: 'Tess' }, ip: null, userAgent: null, requestId: null }
  const scan = (content: Buffer) =>
    scanContent(app.services, origin, { fileName: 'parts.txt' }, Readable.from([content]))
  await scan(Buffer.from('clean'))
  await expect(scan(infected)).rejects.toMatchObject({ code: 'file-infected' })
  expect((await refused())[0]?.details).toEqual({ fileName: 'parts.txt', signature: 'Eicar-Test-Signature' })
})

test('the health page says whether the scanner works, and how old its signatures are', async () => {
  const admin = await app.person('admin')
  const found = async () => {
    const { checks } = (await app.call(admin, 'GET', '/api/system/health')).json()
    return checks.find(({ check }: { check: string }) => check === 'scanner')
  }
  clamd.be({ version: `ClamAV 1.4.6/27800/${new Date().toUTCString()}` })
  expect(await found()).toMatchObject({ state: 'good', message: expect.stringContaining('0 days old') })
  clamd.be({ mood: 'ends' })
  expect(await found()).toMatchObject({
    state: 'bad',
    message: expect.stringContaining('No files are accepted until it does'),
  })
})
