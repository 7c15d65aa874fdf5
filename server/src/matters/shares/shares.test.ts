import { dayOf } from '@deedbox/contract/dates.ts'
import { dayMs } from '@deedbox/contract/durations.ts'
import type { MatterShare } from '@deedbox/contract/matter-shares.ts'
import { and, eq, inArray } from 'drizzle-orm'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { invitations, organizations } from '../../db/tables/accounts.ts'
import { auditEvents } from '../../db/tables/audit.ts'
import { documentAccess, documents } from '../../db/tables/documents.ts'
import { begun, patch } from '../../documents/uploads/client.testing.ts'
import { refusal, rowOf, upload } from '../../sharing/grants/sample.testing.ts'
import { type Person, startTestApp, type TestApp } from '../../testing/app.ts'
import { startSmtp, type TestSmtp } from '../../testing/smtp.ts'

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

type Result = { email: string; shareId: string; given: number; kept: number; error: { code: string } | null }
const db = () => app.services.database.db
const inDays = (days: number) => dayOf(new Date(Date.now() + app.services.clock.shiftMs + days * dayMs), zone)
const call = (as: Person, method: string, url: string, body?: object) =>
  app.call(as, method, `/api/matters${url}`, body)
const made = async (name = 'Quill Family Trust', more: object = {}): Promise<string> =>
  (await call(trustee, 'POST', '', { name, kind: 'family_trust', ...more })).json().matter.id
const put = (matter: string, documentIds: string[]) =>
  call(trustee, 'POST', `/${matter}/documents`, { documentIds })
const takeOut = (matter: string, documentIds: string[]) =>
  call(trustee, 'POST', `/${matter}/documents/remove`, { documentIds })
const asked = (matter: string, emails: (string | object)[], more: object = {}, as = trustee) =>
  call(as, 'POST', `/${matter}/shares`, {
    recipients: emails.map((one) => (typeof one === 'string' ? { email: one } : one)),
    ...{ later: true, expiresOn: inDays(30), ...more },
  })
const share = async (...given: Parameters<typeof asked>): Promise<Result[]> => {
  const answer = await asked(...given)
  expect(answer.statusCode, answer.body).toBe(200)
  return answer.json().results
}
const shares = async (matter: string) =>
  (await call(trustee, 'GET', `/${matter}/shares`)).json<{
    shares: MatterShare[]
    today: { documents: number; archived: number }
  }>()
/** Ids of the documents that somebody can open. */
const opens = async (as: Person): Promise<string[]> =>
  (await app.call(as, 'GET', '/api/documents?limit=100'))
    .json()
    .documents.map(({ id }: { id: string }) => id)
    .sort()
const grantsOn = (id: string) => db().select().from(documentAccess).where(eq(documentAccess.documentId, id))
const eventsOf = async (name: string, matterShareId: string) =>
  (await db().select().from(auditEvents)).filter(
    ({ event, details }) => event === name && details?.matterShareId === matterShareId,
  )

test('a matter is shared with the documents of today and, where that was said, with those that enter it, in every way', async () => {
  const [matter, other] = [await made(), await made('Another')]
  const [first, elsewhere] = [await upload(app, trustee), await upload(app, trustee)]
  await put(matter, [first.id])
  const [always, today] = [await app.person('guest'), await app.person('requestor')]
  const [given] = await share(matter, [always.email], { accessLevel: 'view', message: 'For the review.' })
  expect(given).toMatchObject({ email: always.email, given: 1, kept: 0, error: null })
  await share(matter, [today.email], { later: false })
  const mail = await smtp.next(({ deliveredTo }) => deliveredTo === always.email)
  for (const text of ['A note', 'For the review.', 'Documents that belong to these'])
    expect(mail.text).toContain(text)
  expect(mail.text).not.toContain('Quill')

  // Uploaded at once and in parts, put in, put in out of another matter, restored alone and with others.
  const uploaded = await upload(app, trustee, { matterId: matter })
  const content = Buffer.from('In parts')
  const url = await begun(app, trustee, content.length, { matterId: matter })
  expect((await patch(app, trustee, url, 0, content)).statusCode).toBe(204)
  await put(other, [elsewhere.id])
  await put(matter, [elsewhere.id])
  for (const ids of [[uploaded.id], [elsewhere.id, first.id]]) {
    await app.call(trustee, 'POST', '/api/documents/delete', { documentIds: ids })
    await app.call(trustee, 'POST', '/api/documents/restore', { documentIds: ids })
  }
  await app.call(trustee, 'DELETE', `/api/documents/${uploaded.id}`)
  await app.call(trustee, 'POST', `/api/documents/${uploaded.id}/restore`)
  const all = await opens(always)
  expect(all).toHaveLength(4)
  // Restored documents are given again by a share of later documents only.
  expect(await opens(today)).toEqual([])
  const [grant] = (await grantsOn(elsewhere.id)).filter(({ status }) => status === 'active')
  expect(grant).toMatchObject({ userId: always.id, accessLevel: 'view', notes: 'For the review.' })
  expect(dayOf(grant?.expiresAt ?? '', zone)).toBe(inDays(30))
  expect((await shares(matter)).shares).toMatchObject([
    { email: always.email, documents: 4, later: true, accessLevel: 'view', invited: false },
    { email: today.email, documents: 0, later: false },
  ])
  expect((await eventsOf('access_granted', given?.shareId ?? '')).length).toBe(8)

  // Documents that leave the matter are taken from them, whatever way they leave.
  await takeOut(matter, [uploaded.id])
  await put(other, [elsewhere.id])
  expect(await opens(always)).toEqual(all.filter((id) => ![uploaded.id, elsewhere.id].includes(id)))
  const left = (await grantsOn(elsewhere.id)).filter(({ status }) => status === 'revoked')
  expect(
    (await eventsOf('revoked', given?.shareId ?? '')).map(({ documentId }) => documentId).sort(),
  ).toEqual([uploaded.id, elsewhere.id].sort())
  expect(left.length).toBeGreaterThan(0)
})

test('no document is committed in a matter without what its shares give, whoever puts it there', async () => {
  const matter = await made()
  const [one, other] = [await upload(app, trustee), await upload(app, trustee)]
  await put(matter, [one.id])
  const guest = await app.person('guest')
  await share(matter, [guest.email])
  const lacks = { cause: { message: expect.stringContaining('lacks what the shares') } }
  const entered = db().update(documents).set({ matterId: matter }).where(eq(documents.id, other.id))
  await expect(entered).rejects.toMatchObject(lacks)
  const inserted = db()
    .insert(documents)
    .values(rowOf(trustee, { matterId: matter }))
  await expect(inserted).rejects.toMatchObject(lacks)
  const left = db().update(documents).set({ matterId: null }).where(eq(documents.id, one.id))
  await expect(left).rejects.toMatchObject(lacks)
})

test('a share gives no second access: what somebody has already, or owns, stays as it is, and ends by itself', async () => {
  const matter = await made()
  const all = await Promise.all([1, 2, 3].map(() => upload(app, trustee)))
  const [own, , later] = all.map(({ id }) => id)
  await put(
    matter,
    all.slice(0, 2).map(({ id }) => id),
  )
  const lawyer = await app.person('requestor')
  const given = { email: lawyer.email, expiresOn: inDays(3), accessLevel: 'view' }
  await app.call(trustee, 'POST', `/api/documents/${own}/access`, given)
  const [result] = await share(matter, [lawyer.email])
  expect(result).toMatchObject({ given: 1, kept: 1 })
  await put(matter, [later ?? ''])
  // Shared by itself it is theirs, whatever becomes of the share of the matter.
  await app.call(trustee, 'POST', `/api/documents/${later}/access`, given)
  const ended = await call(trustee, 'POST', `/${matter}/shares/${result?.shareId}/end`)
  expect(ended.json()).toEqual({ ended: 1 })
  expect(await opens(lawyer)).toEqual([own, later].sort())
  const again = await call(trustee, 'POST', `/${matter}/shares/${result?.shareId}/end`)
  expect(refusal(again)).toEqual([409, 'matter-share-over'])
  expect(refusal(await asked(await made(), [lawyer.email]))).toEqual([409, 'matter-empty'])
  const { entries } = (await call(trustee, 'GET', `/${matter}/history`)).json()
  expect(entries[0]).toMatchObject({ label: 'Share of a matter ended' })
  expect(entries[0].told).toContain(lawyer.email)
})

test('who is refused is told and loses nothing of the rest; who has no account is invited, and later documents wait for them', async () => {
  const matter = await made()
  const { id } = await upload(app, trustee)
  await put(matter, [id])
  const unconfirmed = await app.person('trustee', { confirmedAt: null })
  const results = await share(matter, [
    'nobody@outside.example',
    { email: 'asked@outside.example', invite: {} },
    { email: 'withdrawn@outside.example', invite: {} },
    unconfirmed.email,
    trustee.email,
  ])
  expect(Object.fromEntries(results.map(({ email, error }) => [email, error?.code ?? null]))).toEqual({
    'nobody@outside.example': 'recipient-unknown',
    'asked@outside.example': null,
    'withdrawn@outside.example': null,
    [unconfirmed.email]: 'recipient-unconfirmed',
    [trustee.email]: null,
  })
  expect(results.find(({ email }) => email === trustee.email)).toMatchObject({ given: 0, kept: 0 })
  const [again] = await share(matter, ['asked@outside.example'])
  expect(again?.error?.code).toBe('matter-shared')
  const [invited] = await db()
    .select()
    .from(invitations)
    .where(eq(invitations.email, 'withdrawn@outside.example'))
  const admin = await app.person('admin')
  const withdrawn = await app.call(admin, 'DELETE', `/api/invitations/${invited?.id}`)
  expect(withdrawn.statusCode, withdrawn.body).toBe(200)
  const { id: next } = await upload(app, trustee, { matterId: matter })
  expect((await grantsOn(next)).map(({ userEmail, userId }) => [userEmail, userId])).toEqual([
    ['asked@outside.example', null],
  ])
  expect((await shares(matter)).shares.find(({ email }) => email.startsWith('asked'))).toMatchObject({
    invited: true,
    documents: 2,
  })
})

test('renewing changes all ends, and what has ended by its day gives nothing more, to the second', async () => {
  const matter = await made()
  const { id } = await upload(app, trustee)
  await put(matter, [id])
  const guest = await app.person('guest', { accessExpiresAt: null })
  const [result] = await share(matter, [guest.email], { expiresOn: inDays(2) })
  const url = `/${matter}/shares/${result?.shareId}`
  expect((await call(trustee, 'POST', `${url}/renew`, { expiresOn: inDays(5) })).json()).toEqual({
    renewed: 1,
  })
  expect(refusal(await call(trustee, 'POST', `${url}/renew`, { expiresOn: inDays(-1) }))).toEqual([
    400,
    'expiry-past',
  ])
  const [grant] = await grantsOn(id)
  expect(dayOf(grant?.expiresAt ?? '', zone)).toBe(inDays(5))
  const now = Date.now() + app.services.clock.shiftMs
  app.shift(Number(grant?.expiresAt) - now - 60_000)
  expect(await opens(guest)).toEqual([id])
  app.shift(60_001)
  const later = await app.person('trustee', { name: 'Later' })
  const { id: next } = await upload(app, later, { matterId: matter })
  expect(await opens(guest)).toEqual([])
  expect(await grantsOn(next)).toEqual([])
  const listed = await call(later, 'GET', `/${matter}/shares`)
  expect(listed.json().shares).toEqual([])
  expect(refusal(await call(later, 'POST', `${url}/end`))).toEqual([409, 'matter-share-over'])
  trustee = later
})

test('only who keeps matters shares them', async () => {
  const firm = crypto.randomUUID()
  await db().insert(organizations).values({ id: firm, name: 'Harbour Legal', createdAt: new Date() })
  const matter = await made('Of a firm', { organizationId: firm })
  const { id } = await upload(app, trustee)
  await put(matter, [id])
  const guest = await app.person('guest')
  const [result] = await share(matter, [guest.email])
  const head = await app.person('b2b_admin', { organizationId: firm })
  const unconfirmed = await app.person('trustee', { confirmedAt: null })
  for (const [as, refused] of [
    [head, 403],
    [guest, 403],
    [unconfirmed, 404],
  ] as const)
    for (const [method, url, body] of [
      ['GET', '/shares', undefined],
      ['POST', '/shares', { recipients: [{ email: guest.email }], later: true, expiresOn: inDays(3) }],
      ['POST', `/shares/${result?.shareId}/end`, undefined],
      ['POST', `/shares/${result?.shareId}/renew`, { expiresOn: inDays(3) }],
    ] as const)
      expect([url, (await call(as, method, `/${matter}${url}`, body)).statusCode]).toEqual([url, refused])
})

test('a matter with many documents is shared and ended whole; more than can be given at once is refused before anything is written', async () => {
  const many = await made('Many')
  const rows = Array.from({ length: 1_001 }, () => rowOf(trustee, { matterId: many }))
  for (const some of [rows.slice(0, 500), rows.slice(500)]) await db().insert(documents).values(some)
  expect((await shares(many)).today).toEqual({ documents: 1_001, archived: 0 })
  const [guest, lawyer] = [await app.person('guest'), await app.person('requestor')]
  const all = Array.from({ length: 20 }, (_, n) => `person${n}@harbour.example`)
  const two = await asked(many, all)
  expect(refusal(two)).toEqual([409, 'matter-too-large'])
  expect((await shares(many)).shares).toEqual([])
  const [first] = await share(many, [guest.email, lawyer.email])
  expect(first).toMatchObject({ given: 1_001 })
  expect((await shares(many)).shares.map(({ documents }) => documents)).toEqual([1_001, 1_001])
  expect(await eventsOf('access_granted', first?.shareId ?? '')).toHaveLength(1_001)
  const ended = await call(trustee, 'POST', `/${many}/shares/${first?.shareId}/end`)
  expect(ended.json()).toEqual({ ended: 1_001 })

  // Documents that enter a matter with several shares are given by more grants than one statement can insert.
  const shared = await made('Shared')
  await put(shared, [(await upload(app, trustee)).id])
  await share(shared, [guest.email, lawyer.email])
  const entering = rows.slice(0, 1_000).map(({ id }) => id as string)
  expect((await put(shared, entering)).statusCode).toBe(200)
  expect((await shares(shared)).shares.map(({ documents }) => documents)).toEqual([1_001, 1_001])
})

test('before documents are restored, it is told to whom the shares of their matters give them again', async () => {
  const matter = await made()
  const owner = await app.person('requestor')
  const [first, second, own] = [
    await upload(app, trustee),
    await upload(app, trustee),
    await upload(app, owner),
  ]
  const ids = [first.id, second.id, own.id]
  await put(matter, ids)
  const [later, today, over] = [
    await app.person('guest', { name: 'Lena Later' }),
    await app.person('guest'),
    await app.person('guest'),
  ]
  await share(matter, [later.email, owner.email])
  await share(matter, [today.email], { later: false })
  const [ended] = await share(matter, [over.email])
  await call(trustee, 'POST', `/${matter}/shares/${ended?.shareId}/end`)
  const told = async (documentIds: string[], as = trustee) =>
    (await app.call(as, 'POST', '/api/documents/preview', { documentIds, action: 'restore' })).json()
  expect(await told(ids)).toMatchObject({ documents: 0, peopleTotal: 0 })
  await app.call(trustee, 'POST', '/api/documents/delete', { documentIds: ids })
  const both = await told(ids)
  expect(both).toMatchObject({ documents: 3, peopleTotal: 2, grants: 5, refused: [] })
  expect(both.people[0]).toEqual({ name: 'Lena Later', email: later.email, documents: 3 })
  expect(await told(ids, owner)).toMatchObject({ documents: 0, people: [] })
  await app.call(trustee, 'POST', '/api/documents/restore', { documentIds: ids })
  expect(await opens(later)).toEqual(ids.sort())
  expect(await opens(today)).toEqual([])
})

test('a share and documents that enter at the same moment: nobody waits for each other, and nothing is missed', async () => {
  for (let round = 0; round < 4; round++) {
    const matter = await made()
    const guest = await app.person('guest')
    const [first, back, put1] = await Promise.all([1, 2, 3].map(() => upload(app, trustee)))
    await put(matter, [first?.id ?? '', back?.id ?? ''])
    await app.call(trustee, 'DELETE', `/api/documents/${back?.id}`)
    const answers = await Promise.all([
      asked(matter, [guest.email]),
      app.call(trustee, 'POST', `/api/documents/${back?.id}/restore`),
      put(matter, [put1?.id ?? '']),
      app.call(trustee, 'POST', `/api/documents?fileName=a.txt&title=Now&matterId=${matter}`, undefined, {
        payload: 'Now',
        headers: { 'content-type': 'text/plain' },
      }),
    ])
    for (const { statusCode, body } of answers) expect(statusCode, body).toBeLessThan(300)
    expect(await opens(guest)).toHaveLength(4)
  }
})

test('in whatever order documents come and go and shares begin and end, each person has what the shares say', async () => {
  const people = [await app.person('guest'), await app.person('requestor')] as const
  const act = fc.record({
    what: fc.constantFrom('put', 'move', 'out', 'delete', 'restore', 'share', 'today', 'end'),
    document: fc.nat(2),
    person: fc.nat(1),
  })
  await fc.assert(
    fc.asyncProperty(fc.array(act, { minLength: 6, maxLength: 14 }), async (acts) => {
      const [matter, other] = [await made('One'), await made('Other')]
      const ids = await Promise.all([0, 1, 2].map(async () => (await upload(app, trustee)).id))
      const inside = new Set<string>()
      const deleted = new Set<string>()
      const running = new Map<number, { id: string; later: boolean; has: Set<string> }>()
      const enter = (id: string) => {
        for (const { later, has } of running.values()) if (later) has.add(id)
      }
      const leave = (id: string) => {
        for (const { has } of running.values()) has.delete(id)
      }
      for (const { what, document, person } of acts) {
        const id = ids[document] ?? ''
        const whom = people[person] ?? people[0]
        const done = async (answer: ReturnType<typeof put>) => (await answer).statusCode < 300
        if (what === 'put' && (await done(put(matter, [id])))) {
          inside.add(id)
          enter(id)
        } else if (what === 'move' && (await done(put(other, [id])))) {
          inside.delete(id)
          leave(id)
        } else if (what === 'out' && (await done(takeOut(matter, [id])))) {
          inside.delete(id)
          leave(id)
        } else if (what === 'delete' && (await done(app.call(trustee, 'DELETE', `/api/documents/${id}`)))) {
          deleted.add(id)
          leave(id)
        } else if (
          what === 'restore' &&
          (await done(app.call(trustee, 'POST', `/api/documents/${id}/restore`)))
        ) {
          deleted.delete(id)
          if (inside.has(id)) enter(id)
        } else if (what === 'share' || what === 'today') {
          const later = what === 'share'
          const answer = await asked(matter, [whom.email], { later })
          const [result] = answer.statusCode === 200 ? answer.json<{ results: Result[] }>().results : []
          const today = [...inside].filter((one) => !deleted.has(one))
          expect(!result || result.error !== null).toBe(running.has(person) || today.length === 0)
          if (result && !result.error) running.set(person, { id: result.shareId, later, has: new Set(today) })
        } else if (what === 'end' && running.has(person)) {
          await call(trustee, 'POST', `/${matter}/shares/${running.get(person)?.id}/end`)
          running.delete(person)
        }
        for (const [n, one] of people.entries())
          expect(await opens(one)).toEqual([...(running.get(n)?.has ?? [])].sort())
      }
      for (const { id } of running.values()) await call(trustee, 'POST', `/${matter}/shares/${id}/end`)
      const left = and(inArray(documentAccess.documentId, ids), eq(documentAccess.status, 'active'))
      expect(await db().$count(documentAccess, left)).toBe(0)
    }),
    { numRuns: 6 },
  )
})
