import { readdir } from 'node:fs/promises'
import { join, relative } from 'node:path'
import { deed } from './support/files.ts'
import { expect, test } from './support/test.ts'

test('a server that dies leaves nothing half-made and forgets nothing it acknowledged', async ({
  deedbox,
  visit,
  troubles,
}) => {
  // Browsers complain while the server is away.
  troubles.allow(
    /ERR_CONNECTION_REFUSED|ERR_INTERNET_DISCONNECTED|ERR_CONNECTION_RESET|ERR_EMPTY_RESPONSE|ERR_SOCKET_NOT_CONNECTED|ERR_INCOMPLETE_CHUNKED/,
  )
  const trustee = await deedbox.person('trustee')
  const lawyer = await deedbox.person('requestor', { email: 'sofia@firm.example' })
  const documentId = await deedbox.upload(trustee, 'Kelly deed', await deed('Kelly deed', 4))
  const stored = await files(deedbox.dataDir)
  expect(stored).toHaveLength(1)

  const page = await visit(trustee, '/documents/upload')
  const session = await page.context().newCDPSession(page)
  const line = { offline: false, latency: 0, downloadThroughput: -1, uploadThroughput: 500_000 }
  await session.send('Network.emulateNetworkConditions', line)
  const buffer = Buffer.from('Half of this must not be kept.\n'.repeat(200_000))
  await page
    .getByLabel('Files to upload', { exact: true })
    .setInputFiles({ name: 'half.txt', mimeType: 'text/plain', buffer })
  await page.getByRole('button', { name: 'Upload document' }).click()
  const bar = page.getByRole('progressbar', { name: 'Upload of half.txt' })
  await expect.poll(async () => Number(await bar.getAttribute('aria-valuenow'))).toBeGreaterThan(20)

  // The mail server is away, so the mail of this share is still only promised when the server dies.
  deedbox.mail.refuse(451)
  const shared = await deedbox.share(trustee, documentId, lawyer.email)
  await deedbox.kill()

  await expect(page.getByText('The connection is away.')).toBeVisible()
  const away = page.getByText('This page goes on by itself as soon as it can')
  await expect(away).toBeVisible()
  // Page offline: the test looks first at what the dead server left, then at what the page does by itself.
  await session.send('Network.emulateNetworkConditions', { ...line, offline: true })
  deedbox.mail.refuse(null)
  await deedbox.restart()

  const { documents, total } = await deedbox.must<{ documents: { id: string }[]; total: number }>(
    deedbox.call(trustee, 'GET', '/api/documents'),
  )
  expect([total, documents.map(({ id }) => id)]).toEqual([1, [documentId]])
  expect(await files(deedbox.dataDir)).toEqual(stored)

  const { grants } = await deedbox.must<{ grants: { id: string; status: string }[] }>(
    deedbox.call(trustee, 'GET', `/api/documents/${documentId}/access`),
  )
  expect(grants).toMatchObject([{ id: shared, status: 'active' }])
  await deedbox.runJobs()
  const mail = await deedbox.mail.next(({ deliveredTo }) => deliveredTo === lawyer.email)
  expect(mail.text).toContain(`${deedbox.address}/documents/shared/${documentId}`)
  const reader = await visit(lawyer, `/documents/shared/${documentId}`)
  await expect(reader.getByRole('heading', { name: 'Kelly deed' })).toBeVisible()

  await test.step('the upload goes on by itself when the connection is back', async () => {
    await session.send('Network.emulateNetworkConditions', { ...line, uploadThroughput: -1 })
    await expect(page.getByText('Document uploaded successfully: ')).toBeVisible()
    await expect(away).toHaveCount(0)
  })
})

test('an import of matters goes on after the server died in the middle, with nothing twice and nothing lost', async ({
  deedbox,
}) => {
  const trustee = await deedbox.person('trustee')
  const numbers = Array.from({ length: 10_000 }, (_, n) => n)
  const file = ['Reference,Name,Kind', ...numbers.map((n) => `Q/${n},Quill Trust ${n},Family trust`)].join(
    '\n',
  )
  const { import: begun } = await deedbox.must<{ import: { id: string } }>(
    deedbox.call(
      trustee,
      'POST',
      '/api/matter-imports?kind=matters&fileName=matters.csv',
      Buffer.from(file),
      'text/csv',
    ),
  )
  const one = async <Row>(sql: string) => (await deedbox.rows<Row>(sql))[0]
  const imported = () => one<{ n: number }>('select count(outcome)::int as n from matter_import_rows')
  // The job works while it is asked, until the server dies under it.
  const working = deedbox.runJobs().catch(() => null)
  await expect.poll(async () => (await imported())?.n ?? 0).toBeGreaterThan(0)
  await deedbox.kill()
  await working
  await deedbox.restart()
  await deedbox.runJobs()
  await expect
    .poll(async () => {
      const { import: now } = await deedbox.must<{ import: { endedAt: string | null } }>(
        deedbox.call(trustee, 'GET', `/api/matter-imports/${begun.id}`),
      )
      return now
    })
    .toMatchObject({
      endedAt: expect.any(String),
      failure: null,
      done: { insert: 10_000, same: 0, wrong: 0 },
    })
  const counts = await one(
    `select count(*)::int as matters, count(distinct reference)::int as different,
       (select count(*)::int from audit_events where event = 'matter_created') as events from matters`,
  )
  expect(counts).toEqual({ matters: 10_000, different: 10_000, events: 10_000 })
})

/** Lists all content in the encrypted store except the mark and unfinished uploads, which are removed after a day. */
async function files(dataDir: string): Promise<string[]> {
  const store = join(dataDir, 'documents')
  const entries = await readdir(store, { recursive: true, withFileTypes: true })
  const stored = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name))
  return stored.filter((file) => !relative(store, file).startsWith('.'))
}
