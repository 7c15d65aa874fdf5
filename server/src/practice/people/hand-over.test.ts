import { and, eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { documentAccess, documents } from '../../db/tables/documents.ts'
import { refusal, trail, upload } from '../../sharing/grants/sample.testing.ts'
import { type Person, startTestApp, type TestApp } from '../../testing/app.ts'
import { startSmtp, type TestSmtp } from '../../testing/smtp.ts'

let smtp: TestSmtp
let app: TestApp
beforeAll(async () => {
  smtp = await startSmtp()
  app = await startTestApp({ SMTP_URL: smtp.url })
})
afterAll(async () => {
  await app.stop()
  await smtp.stop()
})

const give = (as: Person, to: { email: string }) =>
  app.call(as, 'POST', '/api/profile/hand-over', { email: to.email })
const titlesOf = async (as: Person) =>
  (await app.call(as, 'GET', '/api/documents?owner=me&sort=title&direction=asc'))
    .json<{ documents: { title: string }[] }>()
    .documents.map(({ title }) => title)
const activeGrants = async (email: string) =>
  (
    await app.services.database.db
      .select()
      .from(documentAccess)
      .where(and(eq(documentAccess.userEmail, email), eq(documentAccess.status, 'active')))
  ).map(({ documentId }) => documentId)

test('all documents that are not deleted get the new owner, each with an event, and the new owner is told', async () => {
  const leaving = await app.person('trustee', { name: 'Lea Leaving' })
  const taking = await app.person('trustee', { name: 'Tom Taking', firstName: 'Tom' })
  const guest = await app.person('guest')
  const will = await upload(app, leaving, { title: 'A will' })
  const deed = await upload(app, leaving, { title: 'B deed' })
  const gone = await upload(app, leaving, { title: 'C deleted' })
  await app.call(leaving, 'DELETE', `/api/documents/${gone.id}`)
  for (const { email } of [guest, taking])
    await app.call(leaving, 'POST', `/api/documents/${will.id}/access`, { email })

  const answer = await give(leaving, taking)
  expect([answer.statusCode, answer.json()]).toEqual([200, { documents: 2 }])
  expect(await titlesOf(taking)).toEqual(['A will', 'B deed'])
  expect(await titlesOf(leaving)).toEqual([])
  const [row] = await app.services.database.db.select().from(documents).where(eq(documents.id, will.id))
  expect(row).toMatchObject({ ownerId: taking.id, ownerName: 'Tom Taking', ownerEmail: taking.email })
  const [deleted] = await app.services.database.db.select().from(documents).where(eq(documents.id, gone.id))
  expect(deleted?.ownerId).toBe(leaving.id)
  expect((await trail(app, deed.id)).at(-1)).toMatchObject({
    event: 'document_handed_over',
    actorId: leaving.id,
    subjectEmail: taking.email,
    details: { from: leaving.email, to: taking.email },
  })
  // The guest still opens it; the owner's own access was needless.
  expect(await activeGrants(guest.email)).toEqual([will.id])
  expect(await activeGrants(taking.email)).toEqual([])
  const mail = await smtp.next(({ subject }) => subject?.includes('handed over') ?? false)
  expect([mail.deliveredTo, mail.subject]).toEqual([
    taking.email,
    '2 documents of Lea Leaving handed over to you',
  ])
})

test('only a confirmed trustee who is somebody else takes documents, and all stay where they are otherwise', async () => {
  const owner = await app.person('requestor')
  const document = await upload(app, owner, { title: 'Stays' })
  for (const to of [
    await app.person('admin'),
    await app.person('requestor'),
    await app.person('trustee', { confirmedAt: null }),
    await app.person('trustee', { deactivatedAt: new Date() }),
    { email: 'nobody@example.com' },
    owner,
  ])
    expect(refusal(await give(owner, to))).toEqual([409, 'hand-over-trustee'])
  expect(await titlesOf(owner)).toEqual(['Stays'])
  expect((await trail(app, document.id)).map(({ event }) => event)).toEqual(['document_uploaded'])

  const trustee = await app.person('trustee')
  expect(refusal(await give(trustee, await app.person('trustee')))).toEqual([409, 'hand-over-nothing'])
  expect(refusal(await give(trustee, trustee))).toEqual([409, 'hand-over-trustee'])
})
