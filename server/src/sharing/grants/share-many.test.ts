import { dayOf } from '@deedbox/contract/dates.ts'
import { daysAfter } from '@deedbox/contract/durations.ts'
import { limits } from '@deedbox/contract/limits.ts'
import type { Shared } from '@deedbox/contract/sharing.ts'
import { and, eq, inArray } from 'drizzle-orm'
import { PgDialect } from 'drizzle-orm/pg-core'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { invitations, organizations } from '../../db/tables/accounts.ts'
import { auditEvents } from '../../db/tables/audit.ts'
import { documentAccess } from '../../db/tables/documents.ts'
import { mailMessages } from '../../db/tables/mail.ts'
import { type Person, startTestApp, type TestApp } from '../../testing/app.ts'
import { startSmtp, type TestSmtp } from '../../testing/smtp.ts'
import { events, refusal, upload } from './sample.testing.ts'

const zone = 'Australia/Sydney'
let smtp: TestSmtp
let app: TestApp
let trustee: Person
beforeAll(async () => {
  smtp = await startSmtp()
  app = await startTestApp({ SMTP_URL: smtp.url, TIME_ZONE: zone })
  trustee = await app.person('trustee', { name: 'Tess Trustee' })
})
afterAll(async () => {
  await app.stop()
  await smtp.stop()
})

type Answer = { results: Shared[]; mails: { email: string; sent: boolean }[] }
const db = () => app.services.database.db
const now = () => new Date(Date.now() + app.services.clock.shiftMs)
const inDays = (days: number) => dayOf(daysAfter(now(), days), zone)
const share = (as: Person, documentIds: string[], recipients: object[], more: object = {}) =>
  app.call(as, 'POST', '/api/documents/share', { documentIds, recipients, ...more })
const shared = async (...given: Parameters<typeof share>) => {
  const answer = await share(...given)
  expect(answer.statusCode, answer.body).toBe(200)
  return answer.json<Answer>()
}
const undo = (as: Person, grantIds: string[]) =>
  app.call(as, 'POST', '/api/documents/share/undo', { grantIds })
const readers = (as: Person, documentIds: string[]) =>
  app.call(as, 'POST', '/api/documents/access', { documentIds })
const suggest = async (as: Person, text: string) =>
  (await app.call(as, 'GET', `/api/people?text=${encodeURIComponent(text)}`))
    .json<{ people: { email: string; name: string }[] }>()
    .people.map(({ email }) => email)
const uploads = (count: number, as = trustee) =>
  Promise.all(Array.from({ length: count }, (_, n) => upload(app, as, { title: `Deed ${n + 1}` })))
const idsOf = (rows: { id: string }[]) => rows.map(({ id }) => id)
const grantsOn = (ids: string[]) =>
  db().select().from(documentAccess).where(inArray(documentAccess.documentId, ids))
let counter = 0
const someone = () => `stranger${++counter}@outside.example`

test('documents go to people at once: one mail each, what is refused is told, the others are committed', async () => {
  const admin = await app.person('admin')
  const mine = await uploads(3)
  const [other] = await uploads(1, admin)
  const guest = await app.person('guest', { name: 'Gail Guest' })
  const unconfirmed = await app.person('trustee', { confirmedAt: null })
  const [invited, unknown] = [someone(), someone()]
  const gone = crypto.randomUUID()
  const ids = [...idsOf(mine), other?.id ?? '', gone]
  const { results, mails } = await shared(
    trustee,
    ids,
    [
      { email: guest.email, expiresOn: inDays(7) },
      { email: invited, invite: { expiresOn: inDays(30) }, accessLevel: 'view' },
      { email: unknown },
      { email: unconfirmed.email },
      { email: admin.email, expiresOn: null },
    ],
    { expiresOn: inDays(20), message: 'As discussed.' },
  )
  const of = (email: string) =>
    Object.fromEntries(
      results
        .filter((one) => one.email === email)
        .map((one) => [one.documentId, one.error?.code ?? one.result]),
    )
  const all = (what: string) =>
    Object.fromEntries(ids.map((id) => [id, id === gone ? 'document-not-found' : what]))
  expect(results).toHaveLength(25)
  expect(of(guest.email)).toEqual(all('granted'))
  expect(of(invited)).toEqual(all('granted'))
  expect(of(unknown)).toEqual(all('recipient-unknown'))
  expect(of(unconfirmed.email)).toEqual(all('recipient-unconfirmed'))
  expect(of(admin.email)).toEqual({ ...all('granted'), [other?.id ?? '']: 'recipient-owner' })
  expect(results.find(({ error }) => error?.code === 'recipient-unknown')?.error?.message).toBe(
    `User with email ${unknown} not found in the system`,
  )

  const rows = await grantsOn(ids)
  expect(rows).toHaveLength(11)
  const ends = (email: string) =>
    new Set(
      rows.filter((row) => row.userEmail === email).map((row) => row.expiresAt && dayOf(row.expiresAt, zone)),
    )
  expect([ends(guest.email), ends(invited), ends(admin.email)]).toEqual([
    new Set([inDays(7)]),
    new Set([inDays(20)]),
    new Set([null]),
  ])
  expect(
    new Set(rows.filter(({ userEmail }) => userEmail === invited).map((row) => row.accessLevel)),
  ).toEqual(new Set(['view']))
  expect(mails.map(({ email, sent }) => [email, sent]).sort()).toEqual(
    [admin.email, guest.email, invited].map((email) => [email, true]).sort(),
  )
  const mail = await smtp.next(({ deliveredTo }) => deliveredTo === guest.email)
  expect(mail.subject).toBe('Tess Trustee shared 4 documents with you')
  for (const text of ['Deed 1', 'Deed 2', 'Deed 3', 'As discussed.']) expect(mail.text).toContain(text)
  expect((await smtp.next(({ deliveredTo }) => deliveredTo === invited)).text).toContain(
    '/signup?invitation=',
  )
  expect(await events(app, mine[0]?.id ?? '')).toEqual([
    'document_uploaded',
    ...Array(3).fill('access_granted'),
  ])
  expect(await db().$count(invitations, inArray(invitations.email, [unknown, unconfirmed.email]))).toBe(0)
})

test('a double click changes nothing: no second event, no second mail', async () => {
  const ids = idsOf(await uploads(2))
  const guest = await app.person('guest')
  const stranger = someone()
  const people = [{ email: guest.email }, { email: stranger, invite: {} }]
  const answers = await Promise.all([shared(trustee, ids, people), shared(trustee, ids, people)])
  const both = answers.map(({ results }) => results.map(({ result }) => result))
  expect(both.sort()).toEqual([Array(4).fill('already'), Array(4).fill('granted')])
  expect(await grantsOn(ids)).toHaveLength(4)
  expect(await events(app, ids[0] ?? '')).toEqual(['document_uploaded', 'access_granted', 'access_granted'])
  expect(await db().$count(mailMessages, inArray(mailMessages.recipient, [guest.email, stranger]))).toBe(2)
  // A chosen end changes it, and the answer says what it was.
  const { results } = await shared(trustee, ids, [{ email: guest.email }], { expiresOn: inDays(5) })
  for (const { result, access, before } of results) {
    expect(result).toBe('changed')
    expect(dayOf(access?.endsAt ?? '', zone)).toBe(inDays(5))
    expect(dayOf(before?.endsAt ?? '', zone)).toBe(inDays(limits.autoRevokeDays))
  }
})

test('whom a limit or a report stops is refused with nothing half-made; the others are not', async () => {
  const ids = idsOf(await uploads(2))
  const sender = await app.person('trustee')
  const strangers = Array.from({ length: limits.outsideMail.trusted.aMinute + 2 }, someone)
  const { results } = await shared(
    sender,
    ids,
    strangers.map((email) => ({ email, invite: {} })),
  )
  const refused = results.filter(({ error }) => error?.code === 'outside-limit').map(({ email }) => email)
  expect(new Set(refused).size).toBe(2)
  expect(results.filter(({ result }) => result === 'granted')).toHaveLength(
    2 * limits.outsideMail.trusted.aMinute,
  )
  expect(await db().$count(invitations, inArray(invitations.email, refused))).toBe(0)
  expect(await db().$count(documentAccess, inArray(documentAccess.userEmail, refused))).toBe(0)
  app.shift(60_000)
})

test('it gives what single shares one after another give', async () => {
  const admin = await app.person('admin')
  const guest = await app.person('guest')
  const unconfirmed = await app.person('trustee', { confirmedAt: null })
  const people = [guest.email, admin.email, trustee.email, unconfirmed.email, 'new']
  const recipient = fc.record({
    who: fc.integer({ min: 0, max: people.length - 1 }),
    level: fc.constantFrom('view', 'download'),
    days: fc.constantFrom(null, -1, 3, 30, 4_000),
    invite: fc.constantFrom(null, { expiresOn: null }, { expiresOn: inDays(-2) }),
  })
  const rounds = fc.array(
    fc.uniqueArray(recipient, { minLength: 1, maxLength: 4, selector: ({ who }) => who }),
    {
      minLength: 1,
      maxLength: 2,
    },
  )
  await fc.assert(
    fc.asyncProperty(rounds, fc.boolean(), async (all, byAdmin) => {
      const as = byAdmin ? admin : trustee
      const sides = await Promise.all(
        [0, 1].map(async () => [
          ...idsOf(await uploads(1)),
          ...idsOf(await uploads(1, admin)),
          crypto.randomUUID(),
        ]),
      )
      const fresh = [someone(), someone()]
      const outcome = await Promise.all(
        sides.map(async (ids, side) => {
          const codes: string[] = []
          for (const recipients of all) {
            const bodies = recipients.map(({ who, level, days, invite }) => ({
              email: people[who] === 'new' ? (fresh[side] ?? '') : (people[who] ?? ''),
              accessLevel: level,
              expiresOn: days === null ? null : inDays(days),
              invite,
            }))
            bodies.sort((a, b) => (a.email < b.email ? -1 : 1))
            if (side === 0) {
              const { results } = await shared(as, ids, bodies)
              codes.push(...bodies.flatMap(({ email }) => ids.map((id) => codeOf(results, email, id))))
            } else
              for (const body of bodies)
                for (const id of ids) {
                  const answer = await app.call(as, 'POST', `/api/documents/${id}/access`, body)
                  codes.push(answer.statusCode === 201 ? 'ok' : answer.json().error.code)
                }
          }
          const rows = await grantsOn(ids)
          const terms = rows.map((row) => [
            ids.indexOf(row.documentId),
            row.userEmail.replace(fresh[side] ?? '', 'new'),
            [row.status, row.accessLevel, row.notes, row.userId],
            row.expiresAt && dayOf(row.expiresAt, zone),
            dayOf(row.autoRevokeDate ?? '', zone),
          ])
          return { codes, terms: terms.map((one) => JSON.stringify(one)).sort() }
        }),
      )
      app.shift(60_000)
      expect(outcome[0]).toEqual(outcome[1])
    }),
    { numRuns: 8 },
  )
})
const codeOf = (results: Shared[], email: string, documentId: string) => {
  const one = results.find((each) => each.email === email && each.documentId === documentId)
  return one?.error?.code ?? (one ? 'ok' : 'nothing')
}

test('a thousand grants take a few statements; more at once are refused', async () => {
  const [{ id = '' } = {}] = await uploads(1)
  const copies = Array.from({ length: 200 }, () => crypto.randomUUID())
  await app.services.database.query(
    `insert into documents (id, title, created_at, file_name, file_path, file_size, file_type, sha256, owner_id, owner_name, owner_email, master_key_id)
     select n.id, title, created_at, file_name, n.id::text, file_size, file_type, sha256, owner_id, owner_name, owner_email, master_key_id
     from documents, unnest($1::uuid[]) as n (id) where documents.id = $2`,
    [copies, id],
  )
  const people = await Promise.all(Array.from({ length: 6 }, () => app.person('requestor')))
  const recipients = people.map(({ email }) => ({ email }))
  const many = await share(trustee, copies, recipients)
  expect(refusal(many)).toEqual([400, 'invalid-input'])
  expect(many.json().error.fields.recipients).toContain('1000 at most')
  const statements = vi.spyOn(PgDialect.prototype, 'sqlToQuery')
  const { results } = await shared(trustee, copies, recipients.slice(0, 5))
  // The mails are being sent meanwhile.
  expect(statements.mock.calls.length).toBeLessThan(250)
  statements.mockRestore()
  expect(results.filter(({ result }) => result === 'granted')).toHaveLength(1_000)
})

test('two people share the same documents with the same people in another order: no deadlock, one grant each', async () => {
  const admin = await app.person('admin')
  const ids = idsOf(await uploads(4))
  const people = [(await app.person('guest')).email, someone(), someone()].map((email) => ({
    email,
    invite: {},
  }))
  await Promise.all([
    shared(trustee, ids, people),
    shared(admin, [...ids].reverse(), [...people].reverse(), { accessLevel: 'view' }),
    ...ids.map((id) => app.call(admin, 'POST', `/api/documents/${id}/access`, people[1])),
  ])
  const rows = await grantsOn(ids)
  expect(rows).toHaveLength(12)
  expect(new Set(rows.map(({ status }) => status))).toEqual(new Set(['active']))
})

test('what was newly given can be taken back for two minutes, by whoever gave it, and nothing else', async () => {
  const admin = await app.person('admin')
  const ids = idsOf(await uploads(2))
  const guest = await app.person('guest')
  await shared(trustee, ids.slice(0, 1), [{ email: guest.email }])
  app.shift(limits.share.undoMs + 1_000)
  const { results } = await shared(trustee, ids, [{ email: guest.email }], { expiresOn: inDays(3) })
  expect(results.map(({ result }) => result).sort()).toEqual(['changed', 'granted'])
  const given = results.map(({ grantId }) => grantId ?? '')
  expect(refusal(await undo(admin, given))).toEqual([409, 'grant-over'])
  expect((await undo(trustee, given)).json()).toEqual({ count: 1 })
  expect(refusal(await undo(trustee, given))).toEqual([409, 'grant-over'])
  const rows = await grantsOn(ids)
  expect(rows.map(({ status }) => status).sort()).toEqual(['active', 'revoked'])
  const revoked = and(inArray(auditEvents.accessId, given), eq(auditEvents.event, 'revoked'))
  expect(await db().$count(auditEvents, revoked)).toBe(1)
})

test('who has access to chosen documents, and until when', async () => {
  const ids = idsOf(await uploads(2))
  const [first = '', second = ''] = ids
  const guest = await app.person('guest', { name: 'Gail Guest' })
  const stranger = someone()
  await shared(trustee, [first], [{ email: guest.email, expiresOn: inDays(3), accessLevel: 'view' }])
  await shared(
    trustee,
    [second],
    [
      { email: guest.email, expiresOn: inDays(9) },
      { email: stranger, invite: {} },
    ],
  )
  const { people, total } = (await readers(trustee, ids)).json()
  expect(total).toBe(2)
  expect(people).toMatchObject([
    { email: guest.email, name: 'Gail Guest', invited: false, documents: 2, accessLevel: null },
    { email: stranger, invited: true, documents: 1, accessLevel: 'download' },
  ])
  expect([dayOf(people[0].firstEndsAt, zone), dayOf(people[0].lastEndsAt, zone)]).toEqual([
    inDays(3),
    inDays(9),
  ])
  const unconfirmed = await app.person('trustee', { confirmedAt: null })
  expect((await readers(unconfirmed, ids)).json()).toEqual({ people: [], total: 0 })
  expect(refusal(await readers(await app.person('requestor'), ids))).toEqual([403, 'not-allowed'])
})

test('people are suggested to those who may know them only', async () => {
  const ours = crypto.randomUUID()
  await db().insert(organizations).values({ id: ours, name: 'Quokka Legal', createdAt: now() })
  const colleague = await app.person('requestor', { name: 'Quinta Quokka', organizationId: ours })
  const strange = await app.person('requestor', { name: 'Quentin Quokka' })
  const reader = await app.person('guest', { name: 'Quade Quokka' })
  const away = await app.person('guest', { name: 'Quilla Quokka', deactivatedAt: now() })
  const member = await app.person('trustee', { organizationId: ours })
  const unconfirmed = await app.person('trustee', { confirmedAt: null, organizationId: ours })
  const [document] = await uploads(1)
  const [own] = await uploads(1, unconfirmed)
  const stranger = `quokka-${someone()}`
  await shared(trustee, [document?.id ?? ''], [{ email: reader.email }, { email: stranger, invite: {} }])
  expect(await suggest(member, 'Quokka')).toEqual([stranger, reader.email, colleague.email])
  expect(await suggest(trustee, 'quokka quade')).toEqual([reader.email])
  // The organisation is only what they said themselves.
  expect(await suggest(unconfirmed, 'quokka')).toEqual([])
  await shared(unconfirmed, [own?.id ?? ''], [{ email: strange.email }])
  expect(await suggest(unconfirmed, 'quokka')).toEqual([strange.email])
  const admin = await app.person('admin')
  const all = await suggest(admin, 'quokka')
  expect(all.sort()).toEqual([stranger, reader.email, colleague.email, strange.email].sort())
  expect(all).not.toContain(away.email)
  expect((await suggest(admin, '%')).length).toBe(0)
  for (const role of ['requestor', 'guest', 'b2b_admin'])
    expect(refusal(await app.call(await app.person(role), 'GET', '/api/people?text=quokka'))).toEqual([
      403,
      'not-allowed',
    ])
})
