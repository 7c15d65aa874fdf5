import { dayMs } from '@deedbox/contract/durations.ts'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { mailMessages } from '../../db/tables/mail.ts'
import { type Person, startTestApp, type TestApp } from '../../testing/app.ts'
import { startSmtp, type TestSmtp } from '../../testing/smtp.ts'
import { trail, upload } from '../grants/sample.testing.ts'
import { neverOpened } from './never-opened.mail.tsx'
import { tellDue } from './notices.ts'

let smtp: TestSmtp
let app: TestApp

beforeAll(async () => {
  smtp = await startSmtp()
  app = await startTestApp({ SMTP_URL: smtp.url, TIME_ZONE: 'UTC' })
})
afterAll(async () => {
  await app.stop()
  await smtp.stop()
})

const look = () => tellDue(app.services, neverOpened)
/** The mails of this kind that were queued for a person. */
const mailsTo = ({ email }: Person) =>
  app.services.database.db
    .select()
    .from(mailMessages)
    .where(eq(mailMessages.recipient, email))
    .then((rows) => rows.filter(({ kind }) => kind === 'never_opened'))

/** A document shared with each of the readers for 200 days. */
async function shared(owner: Person, ...readers: Person[]) {
  const document = await upload(app, owner, { title: 'The deed of gift' })
  const expiresOn = new Date(Date.now() + app.services.clock.shiftMs + 200 * dayMs).toISOString().slice(0, 10)
  for (const { email } of readers) {
    const body = { email, expiresOn }
    const answer = await app.call(owner, 'POST', `/api/documents/${document.id}/access`, body)
    expect(answer.statusCode, answer.body).toBe(201)
  }
  return document
}
const reader = (name = 'Gail Guest') => app.person('guest', { name })

test('the owner is told once, 14 days after sharing and not before', async () => {
  const owner = await app.person('trustee')
  const { id } = await shared(owner, await reader())
  app.shift(14 * dayMs - 60_000)
  await look()
  expect(await mailsTo(owner)).toEqual([])
  app.shift(61_000)
  await Promise.all([look(), look()])
  await look()
  const mail = await smtp.next(({ deliveredTo }) => deliveredTo === owner.email)
  expect(mail.subject).toBe('Gail Guest has not opened “The deed of gift”')
  expect(mail.text).toContain('14 days ago')
  expect(mail.text).toContain(`/documents/${id}`)
  app.shift(20 * dayMs)
  await look()
  expect(await mailsTo(owner)).toHaveLength(1)
  expect((await trail(app, id)).at(-1)).toMatchObject({
    event: 'notice_sent',
    actorId: null,
    subjectEmail: owner.email,
    details: { kind: 'never_opened' },
  })
})

test('several are told in one mail, also when no server ran on that day, but not after 30 days more', async () => {
  const owner = await app.person('trustee')
  const late = await app.person('trustee')
  await shared(late, await reader())
  app.shift(10 * dayMs)
  await shared(owner, await reader('Ann'), await reader('Ben'))
  app.shift(35 * dayMs)
  await look()
  const [mail, ...others] = await mailsTo(owner)
  expect(others).toEqual([])
  expect(mail?.data).toMatchObject({ items: [{ days: -35 }, { days: -35 }] })
  expect(await mailsTo(late)).toEqual([])
})

test.each<[string, (at: { owner: Person; guest: Person; id: string }) => Promise<unknown>]>([
  ['the reader opened it', ({ guest, id }) => app.call(guest, 'GET', `/api/documents/${id}/pages`)],
  ['the reader downloaded it', ({ guest, id }) => app.call(guest, 'GET', `/api/documents/${id}/content`)],
  [
    'the document is archived',
    ({ owner, id }) =>
      app.call(owner, 'POST', '/api/documents/archive', { documentIds: [id], grants: 'keep' }),
  ],
  ['the document is deleted', ({ owner, id }) => app.call(owner, 'DELETE', `/api/documents/${id}`)],
  [
    'the access was revoked',
    ({ id }) =>
      app.services.database.query("update document_access set status = 'revoked' where document_id = $1", [
        id,
      ]),
  ],
  [
    'the reader is deactivated',
    ({ guest }) =>
      app.services.database.query('update profiles set deactivated_at = now() where email = $1', [
        guest.email,
      ]),
  ],
  [
    'the owner is deactivated',
    ({ owner }) =>
      app.services.database.query('update profiles set deactivated_at = now() where email = $1', [
        owner.email,
      ]),
  ],
])('nobody is told when %s', async (_, happens) => {
  const owner = await app.person('trustee')
  const guest = await reader()
  const { id } = await shared(owner, guest)
  const answer = (await happens({ owner, guest, id })) as { statusCode?: number; body?: string }
  if (answer.statusCode) expect(answer.statusCode, answer.body).toBeLessThan(300)
  app.shift(15 * dayMs)
  await look()
  expect(await mailsTo(owner)).toEqual([])
})

test('an owner who switched it off gets none, nor those of that time when it is on again', async () => {
  const owner = await app.person('trustee')
  const set = (on: boolean) =>
    app.call(owner, 'PUT', '/api/preferences', {
      ...{ dates: 'words', theme: null },
      mails: { neverOpened: on },
    })
  expect((await set(false)).statusCode).toBe(200)
  await shared(owner, await reader())
  app.shift(15 * dayMs)
  await look()
  await set(true)
  await look()
  expect(await mailsTo(owner)).toEqual([])
})
