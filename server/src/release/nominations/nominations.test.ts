import { dayMs, daysAfter } from '@deedbox/contract/durations.ts'
import type { Nomination } from '@deedbox/contract/nominations.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { mails } from '../../mails.ts'
import { events, refusal, upload } from '../../sharing/grants/sample.testing.ts'
import { tellDue } from '../../sharing/notices/notices.ts'
import { type Person, startTestApp, type TestApp } from '../../testing/app.ts'
import { type Named, namedPerson, nominating } from './sample.testing.ts'

let app: TestApp
let do_: ReturnType<typeof nominating>
let trustee: Named
let owner: Named
let nora: Named
let ned: Named
let nils: Named
beforeAll(async () => {
  app = await startTestApp()
  do_ = nominating(app)
  trustee = await namedPerson(app, 'trustee', 'Tom Trustee')
  owner = await namedPerson(app, 'requestor', 'Quinn Quill')
  nora = await namedPerson(app, 'requestor', 'Nora Quill')
  ned = await namedPerson(app, 'requestor', 'Ned Quill')
  nils = await namedPerson(app, 'requestor', 'Nils Quill')
})
afterAll(() => app.stop())

const ids = ({ nominees }: Nomination) => nominees.map(({ id }) => id)
const told = async (kind: string) =>
  (
    await app.services.database.query<{ to: string }>(
      `select recipient as "to" from mail_messages where kind = $1 order by recipient`,
      [kind],
    )
  ).rows.map(({ to }) => to)
const forget = () => app.services.database.query('delete from mail_messages')
const level = async (as: Person, id: string) =>
  (await app.call(as, 'GET', `/api/documents/${id}`)).json().document.access
const will = (as: Person = owner, title = 'Will of Quinn') => upload(app, as, { title })

test('a nominee sees nothing until the period is over, then the document to the second, until its end', async () => {
  const document = await will()
  const named = await do_.name(owner, { documentId: document.id }, [nora])
  const [id = ''] = ids(named)
  expect(refusal(await do_.ask(nora, id))).toEqual([409, 'nominee-not-accepted'])
  expect(refusal(await do_.act(ned, id, 'accept'))).toEqual([404, 'nomination-not-found'])
  expect((await do_.act(nora, id, 'accept')).statusCode).toBe(200)
  const [mail] = (
    await app.services.database.query<{ data: { promise: string } }>(
      `select data from mail_messages where kind = 'nomination' and recipient = $1`,
      [nora.email],
    )
  ).rows
  expect(mail?.data.promise).toBe(
    'If you ask and nobody vetoes it for 10 days, then for 30 days you may view papers of Quinn Quill.',
  )
  const [mine] = await do_.mine(nora)
  expect(mine).toMatchObject({ ownerName: 'Quinn Quill', waitDays: 10, asked: null })
  expect(JSON.stringify(mine)).not.toContain('Will of Quinn')
  const asked = await do_.ask(nora, id)
  expect(asked.statusCode, asked.body).toBe(200)
  expect(refusal(await do_.ask(nora, id))).toEqual([409, 'release-asked'])
  const begins = new Date(asked.json().nominated.asked.release.begins).getTime()
  const now = () => Date.now() + app.services.clock.shiftMs
  app.shift(begins - now() - 5_000)
  expect(await do_.sees(nora, document.id)).toBe(false)
  expect(JSON.stringify(await do_.mine(nora))).not.toContain('Will of Quinn')
  app.shift(begins - now())
  expect(await do_.sees(nora, document.id)).toBe(true)
  expect(await level(nora, document.id)).toMatchObject({ id: null, accessLevel: 'view' })
  expect((await do_.mine(nora))[0]?.asked?.documents).toEqual([{ id: document.id, title: 'Will of Quinn' }])
  // The terms say 'view'.
  const content = await app.call(nora, 'GET', `/api/documents/${document.id}/content`)
  expect(refusal(content)).toEqual([403, 'download-not-allowed'])
  const list = (await app.call(nora, 'GET', '/api/documents')).json()
  expect(list.documents.map((row: { id: string }) => row.id)).toContain(document.id)
  const readers = await app.call(trustee, 'POST', '/api/documents/access', { documentIds: [document.id] })
  expect(readers.json().people.map(({ email }: { email: string }) => email)).toEqual([nora.email])
  app.shift(30 * dayMs - 5_000)
  expect(await do_.sees(nora, document.id)).toBe(true)
  app.shift(5_000)
  expect(await do_.sees(nora, document.id)).toBe(false)
  expect((await do_.one(owner, named.id)).releases[0]?.state).toBe('past')
  expect(await events(app, document.id)).toEqual(expect.arrayContaining(['document_released']))
})

test('the owner is told at once and each day, vetoes, and everything is as before; trustees may too', async () => {
  const document = await will()
  const named = await do_.name(owner, { documentId: document.id }, [nora, ned], {
    nominees: [
      { email: nora.email, name: nora.name },
      { email: ned.email, name: ned.name, afterDays: 7 },
    ],
  })
  const [first = '', second = ''] = ids(named)
  for (const [as, id] of [
    [nora, first],
    [ned, second],
  ] as const)
    await do_.act(as, id, 'accept')
  await forget()
  await do_.ask(ned, second)
  expect(await told('release_asked')).toEqual([nora, owner, trustee].map(({ email }) => email).sort())
  await tellDue(app.services, mails.release_waiting)
  expect(await told('release_waiting')).toEqual([])
  app.shift(dayMs)
  await tellDue(app.services, mails.release_waiting)
  await tellDue(app.services, mails.release_waiting)
  expect(await told('release_waiting')).toEqual([nora, owner, trustee].map(({ email }) => email).sort())
  // Seven days for the one who comes first, and ten of the period.
  const share = (await do_.one(owner, named.id)).releases[0]?.askings[0]
  const waits = new Date(share?.begins ?? 0).getTime() - new Date(share?.at ?? 0).getTime()
  expect(waits).toBe(17 * dayMs)
  const reason = { reason: 'I am well' }
  for (const as of [nora, ned, nils])
    expect(refusal(await do_.post(as, `nominations/${named.id}/stop`, reason))[0]).toBeGreaterThanOrEqual(403)
  expect(
    (await do_.post(owner, `nominations/${named.id}/stop`, reason)).json().nomination.releases[0],
  ).toMatchObject({
    state: 'stopped',
    over: { how: 'vetoed', by: 'Quinn Quill', reason: 'I am well' },
  })
  expect(await told('release_stopped')).toEqual([ned.email])
  expect(refusal(await do_.post(owner, `nominations/${named.id}/stop`, reason))).toEqual([
    409,
    'release-none',
  ])
  app.shift(100 * dayMs)
  expect(await do_.sees(ned, document.id)).toBe(false)
  // An owner who was away ends what has begun.
  await do_.ask(ned, second)
  app.shift(17 * dayMs + 1_000)
  expect(await do_.sees(ned, document.id)).toBe(true)
  await forget()
  await tellDue(app.services, mails.release_begun)
  await tellDue(app.services, mails.release_begun)
  expect(await told('release_begun')).toEqual([ned, owner, trustee].map(({ email }) => email).sort())
  expect(refusal(await do_.act(ned, second, 'withdraw'))).toEqual([409, 'release-open'])
  const stopped = await do_.post(trustee, `nominations/${named.id}/stop`, reason)
  expect(stopped.json().nomination.releases[0].over.how).toBe('ended')
  expect(await do_.sees(ned, document.id)).toBe(false)
  expect((await do_.one(owner, named.id)).ended).toBeNull()
})

test('two of three, with evidence and a trustee who agrees: each condition keeps it shut', async () => {
  const document = await will()
  const terms = { how: 'quorum', quorum: 2, evidence: 'A certificate of death', needsAgreement: true }
  const named = await do_.name(owner, { documentId: document.id }, [nora, ned, nils], {
    ...terms,
    accessLevel: 'download',
  })
  const [a = '', b = '', c = ''] = ids(named)
  for (const [as, id] of [
    [nora, a],
    [ned, b],
    [nils, c],
  ] as const)
    await do_.act(as, id, 'accept')
  const lacks = async () => (await do_.one(trustee, named.id)).releases[0]?.askings.map((one) => one.lacks)
  await do_.ask(nora, a)
  expect(await lacks()).toEqual([['evidence', 'others', 'agreement']])
  const brought = await do_.bring(nora, a)
  expect(brought.statusCode, brought.body).toBe(201)
  await do_.ask(ned, b)
  await do_.bring(ned, b)
  const agree = async (as: Person, n: number) => {
    const askingId = (await do_.one(trustee, named.id)).releases[0]?.askings[n]?.id
    return do_.post(as, `nominations/${named.id}/agree`, { askingId })
  }
  expect(await lacks()).toEqual([['agreement'], ['agreement']])
  expect((await agree(owner, 0)).statusCode).toBe(403)
  expect((await agree(trustee, 0)).statusCode).toBe(200)
  expect(refusal(await agree(trustee, 0))).toEqual([409, 'release-agreed'])
  app.shift(20 * dayMs)
  expect(await do_.sees(nora, document.id)).toBe(false)
  // The period is over: it begins with the last agreement.
  expect((await agree(trustee, 1)).statusCode).toBe(200)
  for (const as of [nora, ned]) expect(await do_.sees(as, document.id)).toBe(true)
  expect(await do_.sees(nils, document.id)).toBe(false)
  const content = await app.call(ned, 'GET', `/api/documents/${document.id}/content`)
  expect(content.statusCode).toBe(200)
  // Evidence is the owner's, seen by trustees, and not by who brought it.
  const evidence = (await do_.one(trustee, named.id)).releases[0]?.askings[0]?.evidence[0]
  expect(evidence?.title).toBe('Evidence of Nora Quill: certificate.txt')
  expect(await do_.sees(trustee, evidence?.id ?? '')).toBe(true)
  expect(await do_.sees(owner, evidence?.id ?? '')).toBe(true)
  expect(await do_.sees(nora, evidence?.id ?? '')).toBe(false)
})

test('days of a known absence do not count, and are not changed while somebody asks; a rehearsal opens nothing', async () => {
  const document = await will()
  const today = new Date(Date.now() + app.services.clock.shiftMs)
  const on = (days: number) => daysAfter(today, days).toISOString().slice(0, 10)
  const absences = [{ from: on(3), until: on(7) }]
  const named = await do_.name(owner, { documentId: document.id }, [nora], { absences })
  const [id = ''] = ids(named)
  await do_.act(nora, id, 'accept')
  const asked = (await do_.ask(nora, id, { rehearsal: true })).json().nominated.asked.release
  expect(new Date(asked.begins).getTime() - new Date(asked.begunAt).getTime()).toBe(15 * dayMs)
  const set = { absences: [], updatedAt: named.updatedAt }
  const put = () => app.call(owner, 'PUT', `/api/nominations/${named.id}/absences`, set)
  expect(refusal(await put())).toEqual([409, 'nomination-asked'])
  app.shift(16 * dayMs)
  expect((await do_.one(owner, named.id)).releases[0]).toMatchObject({ rehearsal: true, state: 'open' })
  expect(await do_.sees(nora, document.id)).toBe(false)
  expect((await do_.mine(nora)).find((one) => one.id === id)?.asked?.documents).toEqual([])
  await do_.post(owner, `nominations/${named.id}/stop`, { reason: 'It went well' })
  await do_.ask(nora, id, { rehearsal: true })
  const early = await do_.post(owner, `nominations/${named.id}/stop`, { reason: 'Long enough' })
  expect(early.json().nomination.releases[0].over).toMatchObject({ how: 'ended', reason: 'Long enough' })
  expect((await put()).statusCode).toBe(200)
  expect(refusal(await put())).toEqual([409, 'nomination-changed'])
})

test('of a matter, what was named is opened and nothing that came later; a trustee needs the client’s instruction', async () => {
  const matter = (
    await do_.post(trustee, 'matters', { name: 'Quill Family Trust', kind: 'family_trust' })
  ).json().matter
  const [deed, later, outside] = [
    await will(owner, 'Deed'),
    await will(owner, 'Later deed'),
    await will(owner, 'Outside'),
  ]
  const put = (id: string) => do_.post(trustee, `matters/${matter.id}/documents`, { documentIds: [id] })
  await put(deed.id)
  const of = { matterId: matter.id, ownerEmail: owner.email }
  const body = { ...of, waitDays: 1, lastsDays: 5, nominees: [{ email: nora.email, name: 'Nora' }] }
  expect(refusal(await do_.post(trustee, 'nominations', body))).toEqual([400, 'nomination-instruction'])
  const instruction = await upload(app, trustee, { title: 'Letter of instruction' })
  const instructed = { ...body, instructionId: instruction.id, onBehalfOf: 'Edna Quill' }
  for (const onBehalfOf of [null, ' ', 'x'.repeat(201)])
    expect(refusal(await do_.post(trustee, 'nominations', { ...instructed, onBehalfOf }))).toEqual([
      400,
      'invalid-input',
    ])
  const wrong = { ...instructed, documentIds: [outside.id] }
  expect(refusal(await do_.post(trustee, 'nominations', wrong))).toEqual([400, 'nomination-documents'])
  expect(refusal(await do_.post(owner, 'nominations', instructed))).toEqual([404, 'matter-not-found'])
  const empty = (await do_.post(trustee, 'matters', { name: 'Empty', kind: 'family_trust' })).json().matter
  const nothing = { ...body, ownerEmail: null, matterId: empty.id, documentIds: 'today' }
  expect(refusal(await do_.post(trustee, 'nominations', nothing))).toEqual([400, 'nomination-today'])
  const today = await do_.post(trustee, 'nominations', { ...instructed, documentIds: 'today' })
  const now: Nomination = today.json().nomination
  expect(now).toMatchObject({ whole: false, documents: [{ id: deed.id, title: 'Deed' }], hidden: 0 })
  const named: Nomination = (await do_.post(trustee, 'nominations', instructed)).json().nomination
  expect(named).toMatchObject({
    whole: true,
    matter: { name: 'Quill Family Trust' },
    owner: { email: owner.email },
  })
  const [id = ''] = ids(named)
  await do_.act(nora, id, 'accept')
  await do_.ask(nora, id)
  await put(later.id)
  app.shift(dayMs + 1_000)
  const seen = [deed, later, outside].map(({ id: one }) => do_.sees(nora, one))
  expect(await Promise.all(seen)).toEqual([true, false, false])
  expect((await app.call(nora, 'GET', `/api/matters/${matter.id}`)).statusCode).toBeGreaterThanOrEqual(403)
  // The owner sees it without seeing the matter, and ends it.
  expect((await do_.one(owner, named.id)).matter).toBeNull()
  const history = await app.call(trustee, 'GET', `/api/matters/${matter.id}/history`)
  expect(history.body).toContain('Release asked for')
  await do_.post(owner, `nominations/${named.id}/end`, { reason: 'I changed my mind' })
  expect(await do_.sees(nora, deed.id)).toBe(false)
  expect(refusal(await do_.ask(nora, id))).toEqual([409, 'nomination-ended'])
})

test('a nominee reads whose papers they are asked about, and a client’s name stands on their written instruction only', async () => {
  const document = await will(trustee, 'Will of Edna')
  const behalf = { documentId: document.id, onBehalfOf: 'Edna Quill' }
  const body = { ...behalf, waitDays: 2, lastsDays: 5, nominees: [{ email: nora.email, name: 'Nora' }] }
  expect(refusal(await do_.post(trustee, 'nominations', body))).toEqual([400, 'nomination-instruction'])
  const instructionId = (await upload(app, trustee, { title: 'Letter of Edna' })).id
  await forget()
  const named = await do_.name(trustee, { ...behalf, waitDays: 2, instructionId }, [nora, ned])
  expect(named).toMatchObject({ onBehalfOf: 'Edna Quill', owner: { name: 'Tom Trustee' } })
  const [a = '', b = ''] = ids(named)
  await do_.act(nora, a, 'accept')
  await do_.act(ned, b, 'accept')
  const mine = (await do_.mine(nora)).find(({ id }) => id === a)
  expect(mine).toMatchObject({ onBehalfOf: 'Edna Quill', ownerName: 'Tom Trustee' })
  expect(JSON.stringify(mine)).not.toContain('of Edna"')
  await do_.ask(nora, a)
  app.shift(dayMs)
  await tellDue(app.services, mails.release_waiting)
  app.shift(dayMs + 1_000)
  await tellDue(app.services, mails.release_begun)
  const released = (await app.call(nora, 'GET', '/api/released')).json().released
  expect(released.map(({ whose }: { whose: string }) => whose)).toContain('Edna Quill')
  await do_.post(trustee, `nominations/${named.id}/stop`, { reason: 'She is well' })
  app.shift(366 * dayMs)
  await tellDue(app.services, mails.nominee_confirm)
  const { rows } = await app.services.database.query<{ kind: string; data: object }>(
    `select kind, data from mail_messages where recipient in ($1, $2) order by kind`,
    [nora.email, ned.email],
  )
  const kinds = ['nomination', 'nominee_confirm', 'release_asked', 'release_begun', 'release_stopped']
  expect([...new Set(rows.map(({ kind }) => kind))]).toEqual([...kinds, 'release_waiting'])
  for (const kind of kinds.concat('release_waiting')) {
    const told = rows.filter((row) => row.kind === kind).map(({ data }) => JSON.stringify(data))
    expect([kind, told.some((data) => data.includes('Edna Quill'))]).toEqual([kind, true])
  }
  const event = (await app.call(trustee, 'GET', `/api/documents/${document.id}/history`)).body
  expect(event).toContain('on behalf of Edna Quill')
})

test('nobody else sees a nomination, and a nominee confirms once a year', async () => {
  const document = await will()
  const named = await do_.name(owner, { documentId: document.id }, [nils])
  const [id = ''] = ids(named)
  await do_.act(nils, id, 'accept')
  const newcomer = await app.person('trustee', { confirmedAt: null })
  for (const as of [nils, nora, newcomer])
    expect(refusal(await app.call(as, 'GET', `/api/nominations/${named.id}`))).toEqual([
      404,
      'nomination-not-found',
    ])
  const list = async (as: Person) =>
    (await app.call(as, 'GET', `/api/nominations?document=${document.id}`)).json().total
  expect([await list(owner), await list(trustee), await list(nora), await list(newcomer)]).toEqual([
    1, 1, 0, 0,
  ])
  expect(
    refusal(
      await do_.post(owner, 'nominations', {
        ...{ documentId: document.id, waitDays: 5, lastsDays: 5 },
        nominees: [{ email: owner.email, name: 'Myself' }],
      }),
    ),
  ).toEqual([400, 'nominee-owner'])
  await forget()
  app.shift(366 * dayMs)
  await tellDue(app.services, mails.nominee_confirm)
  await tellDue(app.services, mails.nominee_confirm)
  expect((await told('nominee_confirm')).filter((to) => to === nils.email)).toHaveLength(1)
  expect((await do_.one(owner, named.id)).nominees[0]?.confirmDue).toBe(true)
  await do_.act(nils, id, 'confirm')
  expect((await do_.one(owner, named.id)).nominees[0]?.confirmDue).toBe(false)
  expect((await do_.act(nils, id, 'decline')).statusCode).toBe(200)
  expect(refusal(await do_.ask(nils, id))).toEqual([409, 'nominee-not-accepted'])
})

test('without the other conditions an asking lapses', async () => {
  const document = await will()
  const named = await do_.name(owner, { documentId: document.id }, [nora], { needsAgreement: true })
  const [id = ''] = ids(named)
  await do_.act(nora, id, 'accept')
  await do_.ask(nora, id)
  const askingId = (await do_.one(trustee, named.id)).releases[0]?.askings[0]?.id
  app.shift(180 * dayMs)
  expect((await do_.one(trustee, named.id)).releases[0]?.state).toBe('lapsed')
  expect(refusal(await do_.post(trustee, `nominations/${named.id}/agree`, { askingId }))).toEqual([
    409,
    'release-none',
  ])
  expect((await do_.ask(nora, id)).statusCode).toBe(200)
})
