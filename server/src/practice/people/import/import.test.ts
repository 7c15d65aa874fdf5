import { and, eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { invitations, organizations, profiles } from '../../../db/tables/accounts.ts'
import { auditEvents } from '../../../db/tables/audit.ts'
import { documentAccess } from '../../../db/tables/documents.ts'
import { mailMessages, mailReports } from '../../../db/tables/mail.ts'
import { type Accounts, codeFor, startAccounts } from '../../../identity/accounts/accounts.testing.ts'
import { refusal, upload } from '../../../sharing/grants/sample.testing.ts'
import type { Person } from '../../../testing/app.ts'

let the: Accounts
let admin: Person
let org: Person
const organizationId = crypto.randomUUID()
beforeAll(async () => {
  the = await startAccounts()
  admin = await the.app.person('admin', { name: 'Ruth Admin' })
  await db()
    .insert(organizations)
    .values({ id: organizationId, name: 'Harbour Legal', createdAt: new Date() })
  org = await the.app.person('b2b_admin', { organizationId })
})
afterAll(() => the.stop())

const db = () => the.app.services.database.db
const send = (as: Person | null, path: string, file: string | Buffer) =>
  the.app.call(as, 'POST', path, undefined, { payload: file, headers: { 'content-type': 'text/csv' } })
const preview = (as: Person, file: string | Buffer) => send(as, '/api/users/import/preview', file)
const run = (as: Person, plan: string, file: string | Buffer) =>
  send(as, `/api/users/import?plan=${plan}`, file)
const both = async (as: Person, file: string | Buffer) => run(as, (await preview(as, file)).json().plan, file)
const state = async () => ({
  invitations: await db().$count(invitations),
  mails: await db().$count(mailMessages),
  events: await db().$count(auditEvents),
  organizations: await db().$count(organizations),
})

test('a preview says what each row would do, and changes nothing', async () => {
  const member = await the.app.person('guest')
  await the.app.call(admin, 'POST', '/api/invitations', { email: 'same@import.example', role: 'requestor' })
  await the.app.call(org, 'POST', '/api/invitations', { email: 'theirs@import.example', role: 'guest' })
  const before = await state()
  const answer = await preview(
    admin,
    [
      'First name;Surname;E-Mail;Role;Profession;Company;Expiry;State;Shoe size',
      'Ann;Ash; ANN@import.example ;Requestor;Accountant;Ash & Co;;New South Wales;40',
      `;;${member.email};guest;;;;;`,
      ';;same@import.example;Professional Requestor;;;;;',
      ';;theirs@import.example;trustee;;;;;',
      ';;ann@import.example;guest;;;;;',
      ';;nobody;wizard;;;yesterday;Nowhere;',
      ';;late@import.example;trustee;;;31/12/2030;;',
      ';;boss@import.example;Org Admin;;;;;',
      ';;root@import.example;System Administrator;;Ash & Co;;;',
      ';;;;;;;;',
    ].join('\r\n'),
  )
  expect(answer.statusCode, answer.body).toBe(200)
  const { rows, ...rest } = answer.json()
  expect(rest).toMatchObject({
    counts: { invite: 2, replace: 1, invited: 1, member: 1, duplicate: 1, wrong: 3 },
    encoding: 'UTF-8',
    separator: ';',
    ignoredColumns: ['Shoe size'],
    newOrganizations: ['Ash & Co'],
    administrators: 1,
  })
  expect(rows[0]).toEqual({
    line: 2,
    email: 'ann@import.example',
    firstName: 'Ann',
    lastName: 'Ash',
    role: 'requestor',
    professionalType: 'accountant',
    organization: 'Ash & Co',
    expiresOn: null,
    state: 'NSW',
    outcome: 'invite',
    problems: [],
  })
  const outcomes = rows.map(({ outcome }: { outcome: string }) => outcome)
  expect(outcomes).toEqual([
    'invite',
    'member',
    'invited',
    'replace',
    'duplicate',
    'wrong',
    'wrong',
    'wrong',
    'invite',
  ])
  const problems = (row: number) => rows[row].problems.map(({ text }: { text: string }) => text)
  expect(rows[4].problems).toEqual([{ line: 6, text: 'Line 2 has the same email address.' }])
  expect(problems(5)).toEqual([
    'The email address is not valid.',
    'There is no role “wizard”, only System Admin, Trustee, Org Admin, Requestor, Guest Viewer.',
    expect.stringContaining('Access ends:'),
    'The state is one of NSW, VIC, QLD, SA, WA, TAS, ACT, NT.',
  ])
  expect(problems(6)).toEqual(['Only a guest has an access expiry date.'])
  expect(problems(7)).toEqual(['An Org Admin needs an organisation.'])
  expect(await state()).toEqual(before)
})

test('a file is imported whole: invitations, organisations, emails and events', async () => {
  const owner = await the.app.person('trustee', { confirmedAt: null })
  const unconfirmed = await upload(the.app, owner, { title: 'Deed' })
  await the.app.call(org, 'POST', '/api/invitations', { email: 'swap@import.example', role: 'guest' })
  // A grant that an unconfirmed trustee could not give any more goes with the invitation it came with.
  await db()
    .insert(documentAccess)
    .values({
      documentId: unconfirmed.id,
      userEmail: 'swap@import.example',
      userName: '',
      grantedBy: owner.id,
      grantedByName: '',
      grantedAt: new Date(),
      expiresAt: new Date(Date.now() + 1e9),
    })
  const file = [
    'Name,Email,Role,Organisation,Access ends,State',
    'Nell New,nell@import.example,guest,,31/12/2030,vic',
    'Sam Swap,swap@import.example,Trustee,New & Co,,',
    'Olga Org,olga@import.example,Org Admin,new & co,,',
  ].join('\n')
  const before = await state()
  const answer = await both(admin, file)
  expect(answer.statusCode, answer.body).toBe(201)
  const { at, ...done } = answer.json()
  expect(done).toEqual({ invited: 2, replaced: 1, organizations: 1 })
  const after = await state()
  expect(after.invitations - before.invitations).toBe(3)
  expect(after.organizations - before.organizations).toBe(1)
  const open = await db()
    .select()
    .from(invitations)
    .where(and(eq(invitations.email, 'swap@import.example')))
    .orderBy(invitations.createdAt)
  expect(open).toMatchObject([
    { role: 'guest', status: 'replaced' },
    { role: 'trustee', status: 'open', firstName: 'Sam', lastName: 'Swap', invitedByName: 'Ruth Admin' },
  ])
  const grants = await db()
    .select()
    .from(documentAccess)
    .where(eq(documentAccess.userEmail, 'swap@import.example'))
  expect(grants).toMatchObject([{ status: 'revoked' }])
  const events = await db().select().from(auditEvents).where(eq(auditEvents.actorId, admin.id))
  expect(events.filter(({ event, details }) => event === 'user_invited' && details?.imported)).toHaveLength(3)
  expect(events.filter(({ event }) => event === 'organization_created')).toMatchObject([
    { details: { name: 'New & Co' } },
  ])
  expect(events.filter(({ event }) => event === 'people_imported')).toMatchObject([
    { details: { invited: 2, replaced: 1, rows: 3 } },
  ])

  const mails = async () => (await the.app.call(admin, 'GET', `/api/users/import/mails?since=${at}`)).json()
  // The server may have begun to send them.
  const { waiting, sent, failed } = await mails()
  expect([waiting + sent, failed]).toEqual([3, 0])
  await the.app.services.jobs.runDue()
  await expect.poll(mails).toEqual({ waiting: 0, sent: 3, failed: 0 })
  const mail = await the.smtp.next(({ deliveredTo }) => deliveredTo === 'nell@import.example')
  expect(mail.text).toContain('Ruth Admin')
  expect(mail.text).toContain('/report/')

  await the.sendCode('nell@import.example')
  await the.verify('nell@import.example', await codeFor(the.smtp, 'nell@import.example'))
  const [nell] = await db().select().from(profiles).where(eq(profiles.email, 'nell@import.example'))
  expect(nell).toMatchObject({ role: 'guest', state: 'VIC' })
  expect(nell?.accessExpiresAt?.toISOString()).toBe('2030-12-31T12:59:59.999Z')

  // The same file again: the one who signed up is a member, and the others are invited already.
  const again = await preview(admin, file)
  expect(again.json().counts).toMatchObject({ member: 1, invited: 2, invite: 0, replace: 0 })
  expect(refusal(await run(admin, again.json().plan, file))).toEqual([409, 'import-nothing'])
})

test('nothing is imported when a row is wrong, or anything has changed since the preview', async () => {
  const head = 'Email,Role\n'
  const good = `${head}one@changes.example,guest\ntwo@changes.example,guest\n`
  const bad = `${head}one@changes.example,guest\nnobody,guest\n`
  const { plan } = (await preview(admin, good)).json()
  const before = await state()
  expect(refusal(await both(admin, bad))).toEqual([409, 'import-wrong'])
  expect(refusal(await run(admin, plan, bad))).toEqual([409, 'import-other-file'])
  for (const forged of ['x', '.', `${plan}x`, `x.${plan.split('.')[1]}`])
    expect(refusal(await run(admin, forged, good))).toEqual([409, 'import-other-file'])
  expect(await state()).toEqual(before)

  await the.app.person('guest', { email: 'two@changes.example' })
  const changed = await run(admin, plan, good)
  expect(refusal(changed)).toEqual([409, 'import-changed'])
  expect(changed.json().error.fields).toEqual({
    'line 3': 'two@changes.example would be invited, and has an account now.',
  })
  expect(await state()).toEqual(before)
})

test('a quotation mark that is not closed is named by its line beside all other mistakes, and nothing is imported', async () => {
  const file = [
    'Email,Name,Role',
    'one@marks.example,"Ann,guest',
    'two@marks.example,"Two',
    'lines",wizard',
    'three@marks.example,Cy,guest',
    'three@marks.example,Cy,guest',
  ].join('\r\n')
  const { rows, counts } = (await preview(admin, file)).json()
  expect(counts).toMatchObject({ wrong: 2, duplicate: 1, invite: 1 })
  expect(rows).toMatchObject([
    { line: 2, email: 'one@marks.example', problems: [{ line: 2 }] },
    { line: 3, problems: [{ line: 4, text: expect.stringContaining('wizard') }] },
    { line: 5, problems: [] },
    { line: 6, problems: [{ line: 6, text: 'Line 5 has the same email address.' }] },
  ])
  const before = await state()
  expect(refusal(await both(admin, file))).toEqual([409, 'import-wrong'])
  expect(await state()).toEqual(before)
})

test('of two imports of one file at once, one does it', async () => {
  const file = 'Email,Role\na@twice.example,guest\nb@twice.example,trustee\n'
  const { plan } = (await preview(admin, file)).json()
  const answers = await Promise.all([run(admin, plan, file), run(admin, plan, file)])
  expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([201, 409])
  expect(await db().$count(invitations, eq(invitations.email, 'a@twice.example'))).toBe(1)
})

test('an Org Admin imports into their own organisation and below their role', async () => {
  await the.app.call(admin, 'POST', '/api/invitations', { email: 'held@org.example', role: 'trustee' })
  await db().insert(mailReports).values({
    mailId: crypto.randomUUID(),
    senderId: org.id,
    recipient: 'stopped@org.example',
    kind: 'invitation',
    message: '',
    sentAt: new Date(),
    reportedAt: new Date(),
  })
  const answer = await preview(
    org,
    [
      'Email,Role,Organisation',
      'fine@org.example,requestor,',
      'also@org.example,guest,harbour legal',
      'other@org.example,guest,Elsewhere',
      'above@org.example,trustee,',
      'held@org.example,guest,',
      'stopped@org.example,guest,',
    ].join('\n'),
  )
  const { rows } = answer.json()
  expect(rows.map(({ outcome }: { outcome: string }) => outcome)).toEqual([
    'invite',
    'invite',
    'wrong',
    'wrong',
    'invited',
    'wrong',
  ])
  expect(rows[2].problems).toMatchObject([{ line: 4, text: 'You can invite people to Harbour Legal only.' }])
  expect(rows[3].problems).toMatchObject([
    { line: 5, text: 'You cannot invite people to this role, only Requestor, Guest Viewer.' },
  ])
  expect(rows[5].problems[0].text).toMatch(/reported/)
  expect((await both(org, 'Email,Role\nfine@org.example,requestor\n')).statusCode).toBe(201)
  const [made] = await db().select().from(invitations).where(eq(invitations.email, 'fine@org.example'))
  expect(made).toMatchObject({ organizationId, role: 'requestor', invitedBy: org.id })
  const many = `Email,Role\n${Array.from({ length: 1_000 }, (_, n) => `m${n}@org.example,guest`).join('\n')}`
  const tooMany = await both(org, many)
  expect(refusal(tooMany)).toEqual([429, 'import-limit'])
  expect(tooMany.json().error.message).toContain('1000 people by file or again within 24 hours, and 999 more')
  // Files do not use up what may be invited one by one.
  expect(
    (await the.app.call(org, 'POST', '/api/invitations', { email: 'x@org.example', role: 'guest' }))
      .statusCode,
  ).toBe(201)
  const homeless = await the.app.person('b2b_admin')
  const none = await preview(homeless, 'Email,Role\nfine@home.example,guest\n')
  expect(none.json().counts).toMatchObject({ wrong: 1 })
})

test('files that cannot be imported are refused with the reason', async () => {
  const tries: [string | Buffer, string][] = [
    ['', 'import-empty'],
    ['Email,Role\n', 'import-empty'],
    ['Email,Role\n\n,\n', 'import-empty'],
    ['Email\na@b.example\n', 'import-columns'],
    ['Email,Role,email\na@b.example,guest,b@b.example\n', 'import-columns'],
    ['Email,"Role\na@b.example,guest\n', 'import-unreadable'],
    [Buffer.from('PK\u0003\u0004\0\0'), 'import-unreadable'],
    [Buffer.alloc(5 * 1024 * 1024 + 1, 'a'), 'import-too-large'],
    [`Email,Role\n${'a@b.example,guest\n'.repeat(10_001)}`, 'import-too-long'],
  ]
  for (const [file, code] of tries) expect(refusal(await preview(admin, file))[1]).toBe(code)
  for (const role of ['trustee', 'requestor', 'guest'])
    expect(refusal(await preview(await the.app.person(role), 'Email,Role\n'))).toEqual([403, 'not-allowed'])
})
