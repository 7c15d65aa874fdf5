import { type IncomingMessage, request } from 'node:http'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { events, trail, upload } from '../../sharing/grants/sample.testing.ts'
import { type Person, startTestApp, type TestApp } from '../../testing/app.ts'

const logs: string[] = []
let app: TestApp
let trustee: Person
let documentId: string

/** Content larger than the buffers of a connection, which take up to 36 MB on Linux. */
const large = Buffer.alloc(60_000_000, 'The residue of my estate. ')

beforeAll(async () => {
  app = await startTestApp({}, { listen: true, logs })
  trustee = await app.person('trustee')
  documentId = (await upload(app, trustee, {}, large)).id
})
afterAll(() => app.stop())

/** Begins a download of which the first bytes have come and the rest is not read yet; with `together`, one ZIP of these. */
function begin(as: Person, id = documentId, together?: string[]): Promise<IncomingMessage> {
  const { port } = new URL(app.address)
  const path = together ? '/api/documents/download' : `/api/documents/${id}/content`
  const headers = { cookie: as.cookie, 'content-type': 'application/json' }
  return new Promise((resolve, reject) => {
    request({ host: '127.0.0.1', port, path, headers, method: together ? 'POST' : 'GET' }, (response) => {
      response.once('data', () => {
        response.pause()
        resolve(response)
      })
    })
      .on('error', reject)
      .end(together && JSON.stringify({ documentIds: together }))
  })
}

/** Reads the rest of a download: how much came, and whether that was all. */
function finish(response: IncomingMessage): Promise<{ complete: boolean; bytes: number }> {
  let bytes = 0
  return new Promise((resolve) => {
    response.on('data', (chunk: Buffer) => {
      bytes += chunk.length
    })
    response.on('error', () => undefined)
    response.on('close', () => resolve({ complete: response.complete, bytes }))
    response.resume()
  })
}

async function reader(role = 'guest', id = documentId) {
  const person = await app.person(role)
  const answer = await app.call(trustee, 'POST', `/api/documents/${id}/access`, {
    email: person.email,
    accessLevel: 'download',
  })
  return { ...person, grant: answer.json<{ grant: { id: string; autoRevokeDate: string } }>().grant }
}

const stopped = async () =>
  (await events(app, documentId)).filter((event) => event === 'document_download_stopped').length

type Reader = Awaited<ReturnType<typeof reader>>

test.each<[string, (person: Reader) => Promise<unknown>]>([
  ['revoked', ({ grant }) => app.call(trustee, 'POST', `/api/access/${grant.id}/revoke`, {})],
  [
    'revoked with others',
    ({ grant }) => app.call(trustee, 'POST', '/api/access/bulk', { action: 'revoke', grantIds: [grant.id] }),
  ],
  [
    'revoked on another server',
    ({ grant }) =>
      app.services.database.query("update document_access set status = 'revoked' where id = $1", [grant.id]),
  ],
  [
    'made view only on another server',
    ({ grant }) =>
      app.services.database.query("update document_access set access_level = 'view' where id = $1", [
        grant.id,
      ]),
  ],
  ['signed out', (person) => app.call(person, 'DELETE', '/api/session')],
  [
    'signed out on another server',
    ({ id }) => app.services.database.query('delete from sessions where user_id = $1', [id]),
  ],
])('a download stops when its reader is %s, and this is audited', async (_, end) => {
  const before = await stopped()
  const person = await reader()
  const [download, other] = [await begin(person), await begin(trustee)]
  const answer = await end(person)
  if (answer && typeof answer === 'object' && 'statusCode' in answer) expect(answer.statusCode).toBe(200)
  await expect.poll(stopped).toBe(before + 1)
  const { complete, bytes } = await finish(download)
  expect(complete).toBe(false)
  expect(bytes).toBeLessThan(large.length)
  expect(await finish(other)).toMatchObject({ complete: true })
})

test('a ZIP of chosen documents stops when access to the one that is being sent ends', async () => {
  const before = await stopped()
  const person = await reader()
  const download = await begin(person, '', [documentId])
  await app.call(trustee, 'POST', `/api/access/${person.grant.id}/revoke`, {})
  await expect.poll(stopped).toBe(before + 1)
  expect(await finish(download)).toMatchObject({ complete: false })
})

test('the download of an attachment stops when access to its mail ends', async () => {
  // Sent as it is: in base64 the mail would be larger than the mails that are taken apart.
  const content = large.subarray(0, 40_000_000)
  const head =
    'From: a@example.com\r\nSubject: Scans\r\nMIME-Version: 1.0\r\nContent-Type: multipart/mixed; boundary=b\r\n\r\n--b\r\nContent-Type: application/octet-stream\r\nContent-Disposition: attachment; filename="scan.bin"\r\nContent-Transfer-Encoding: binary\r\n\r\n'
  const bytes = Buffer.concat([Buffer.from(head), content, Buffer.from('\r\n--b--\r\n')])
  const { id } = await upload(app, trustee, { fileName: 'mail.eml' }, bytes)
  const person = await reader('guest', id)
  const download = await begin(person, `${id}.1`)
  await app.call(trustee, 'POST', `/api/access/${person.grant.id}/revoke`, {})
  const attached = { attachment: '1', attached: 'scan.bin' }
  const told = { event: 'document_download_stopped', actorId: person.id, details: attached }
  await expect.poll(() => trail(app, id)).toContainEqual(expect.objectContaining(told))
  const { complete, bytes: came } = await finish(download)
  expect([complete, came < content.length]).toEqual([false, true])
})

test('a download stops when access ends by the clock', async () => {
  const before = await stopped()
  const person = await reader()
  const download = await begin(person)
  const { shiftMs } = app.services.clock
  app.shift(Date.parse(person.grant.autoRevokeDate) - Date.now() - shiftMs + 1_000)
  await expect.poll(stopped).toBe(before + 1)
  app.services.clock.shiftMs = shiftMs
  expect(await finish(download)).toMatchObject({ complete: false })
})

test('a download stops when its document is deleted', async () => {
  const { id } = await upload(app, trustee, {}, large)
  const download = await begin(trustee, id)
  await app.call(trustee, 'DELETE', `/api/documents/${id}`)
  await expect.poll(() => events(app, id)).toContain('document_download_stopped')
  expect(await finish(download)).toMatchObject({ complete: false })
})

test('a download that its client aborts leaves no error in the log and no event', async () => {
  const before = await stopped()
  logs.length = 0
  const closed = new Promise((resolve) =>
    app.app.server.once('request', (_, response) => response.once('close', resolve)),
  )
  const download = await begin(trustee)
  download.destroy()
  await closed
  // A request that comes later has been answered: what the first one had to say has been said.
  await app.call(trustee, 'GET', '/api/session')
  const levels = logs.map((line) => (JSON.parse(line) as { level: number }).level)
  expect(levels.length).toBeGreaterThan(0)
  expect(Math.max(...levels), logs.join('')).toBeLessThanOrEqual(30)
  expect(await stopped()).toBe(before)
})
