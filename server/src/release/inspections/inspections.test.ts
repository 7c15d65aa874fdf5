import { dayMs } from '@deedbox/contract/durations.ts'
import type { Inspection } from '@deedbox/contract/inspections.ts'
import { limits } from '@deedbox/contract/limits.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { mails } from '../../mails.ts'
import { refusal, upload } from '../../sharing/grants/sample.testing.ts'
import { startTestApp, type TestApp } from '../../testing/app.ts'
import { type Named, namedPerson } from '../nominations/sample.testing.ts'

let app: TestApp
let trustee: Named
let admin: Named
let newcomer: Named
beforeAll(async () => {
  app = await startTestApp()
  await app.services.jobs.runDue()
  trustee = await namedPerson(app, 'trustee', 'Tom Trustee')
  admin = await namedPerson(app, 'admin', 'Ruth Abernathy')
  newcomer = Object.assign(await app.person('trustee', { confirmedAt: null }), { name: 'New' })
})
afterAll(() => app.stop())

type Form = { started: string; grounds: { id: string; title: string; act: string }[] }
const open = async () => (await app.call(null, 'GET', '/api/inspections/form')).json<Form>()
let asked = 0
async function ask(deceased: string, more: object = {}, waitMs = 4_000) {
  const { started, grounds } = await open()
  app.shift(waitMs)
  const groundId = grounds.find(({ act }) => act.includes('s 54'))?.id
  const email = `nora${asked++}@example.com`
  const body = {
    name: 'Nora Quill',
    email,
    deceased,
    groundId,
    message: 'I am her daughter',
    started,
    ...more,
  }
  return app.call(null, 'POST', '/api/inspections', body)
}
const list = async (as: Named, status = 'open'): Promise<Inspection[]> =>
  (await app.call(as, 'GET', `/api/inspections?status=${status}`)).json().inspections
const decide = (as: Named, id: string, what: 'give' | 'refuse', body: object) =>
  app.call(as, 'POST', `/api/inspections/${id}/${what}`, body)
const sent = async (kind: string) =>
  (
    await app.services.database.query<{ to: string; data: object }>(
      'select recipient as "to", data from mail_messages where kind = $1 order by created_at, recipient',
      [kind],
    )
  ).rows

test('the public form answers the same whether a will is kept or not, and is guarded like the contact form', async () => {
  await upload(app, trustee, { title: 'Will of Ada Quill', clientName: 'Ada Quill', kind: 'will' })
  const { grounds } = await open()
  expect(new Set(grounds.map(({ act }) => act)).size).toBe(3)
  const answers = [await ask('Ada Quill'), await ask('Nobody At All')]
  expect(answers.map(({ statusCode, body }) => [statusCode, body])).toEqual([
    [200, '{"success":true}'],
    [200, '{"success":true}'],
  ])
  expect(refusal(await ask('Ada Quill', {}, 0))).toEqual([429, 'contact-too-quick'])
  const contact = (await app.call(null, 'GET', '/api/contact/token')).json().started
  expect(refusal(await ask('Ada Quill', { started: contact }))).toEqual([409, 'contact-form-old'])
  const before = (await list(trustee)).length
  expect((await ask('Ada Quill', { website: 'https://pills.example' })).statusCode).toBe(200)
  expect(await list(trustee)).toHaveLength(before)
  const form = await open()
  app.shift(4_000)
  const twice = () => ask('Twice Sent', { started: form.started, email: 'twice@example.com' })
  for (const answer of [await twice(), await twice()]) expect(answer.statusCode).toBe(200)
  expect((await list(trustee)).filter(({ deceased }) => deceased === 'Twice Sent')).toHaveLength(1)
  for (let n = 1; n < limits.contact.perEmailADay; n++) await ask('More', { email: 'twice@example.com' })
  expect(refusal(await ask('More', { email: 'twice@example.com' }))).toEqual([429, 'contact-limit'])
  const unknown = { groundId: '00000000-0000-4000-8000-000000000000' }
  expect(refusal(await ask('Ada Quill', unknown))).toEqual([409, 'inspection-ground'])
})

test('whoever keeps matters is told and decides; wills are given until a day, earlier ones too, or all are kept', async () => {
  const wills = [
    await upload(app, trustee, { title: 'Will of Bea Quill' }),
    await upload(app, trustee, { title: 'Earlier will of Bea Quill' }),
  ]
  const nora = await namedPerson(app, 'guest', 'Nora Quill')
  await ask('Bea Quill', { email: nora.email })
  expect((await sent('inspection_asked')).map(({ to }) => to)).toEqual(
    expect.arrayContaining([trustee.email, admin.email]),
  )
  expect((await sent('inspection_asked')).map(({ to }) => to)).not.toContain(newcomer.email)
  const id = (await list(trustee)).find(({ deceased }) => deceased === 'Bea Quill')?.id ?? ''
  expect(await list(newcomer)).toEqual([])
  const expiresOn = new Date(Date.now() + app.services.clock.shiftMs + 30 * dayMs).toISOString().slice(0, 10)
  const given = { documentIds: wills.map((one) => one.id), accessLevel: 'view', expiresOn }
  expect(refusal(await decide(newcomer, id, 'give', given))).toEqual([404, 'inspection-not-found'])
  expect((await decide(nora, id, 'give', given)).statusCode).toBe(403)
  const missing = { ...given, documentIds: [wills[0]?.id, '00000000-0000-4000-8000-000000000000'] }
  expect(refusal(await decide(trustee, id, 'give', missing))).toEqual([404, 'document-not-found'])
  const page = (one: { id: string }) => app.call(nora, 'GET', `/api/documents/${one.id}`)
  for (const will of wills) expect((await page(will)).statusCode).toBe(404)
  const answer = await decide(trustee, id, 'give', { ...given, note: 'Seen her passport' })
  expect(answer.json().inspection.decided).toMatchObject({
    ...{ by: 'Tom Trustee', refusal: null, note: 'Seen her passport', accessLevel: 'view', expiresOn },
    documents: [{ title: 'Earlier will of Bea Quill' }, { title: 'Will of Bea Quill' }],
  })
  for (const will of wills) expect((await page(will)).statusCode).toBe(200)
  expect(refusal(await decide(admin, id, 'give', given))).toEqual([409, 'inspection-decided'])
  app.shift(32 * dayMs)
  for (const will of wills) expect((await page(will)).statusCode).toBe(404)
})

test('evidence is brought by the link of the mail only, for this request, while it waits, and only whoever keeps matters sees it', async () => {
  const orgAdmin = await namedPerson(app, 'b2b_admin', 'Olive Orr')
  const bringing = async (deceased: string) => {
    const email = `${deceased.replace(' ', '.').toLowerCase()}@example.com`
    await ask(deceased, { email })
    const [mail] = (await sent('inspection_received')).filter(({ to }) => to === email)
    const data = mail?.data as { token: string }
    const { html, text } = await app.services.mail.preview(mails.inspection_received, data)
    expect(`${html} ${text}`).not.toContain(deceased)
    expect(text).toMatch(new RegExp(`/inspect/evidence/${data.token}\\s`))
    expect(data.token).toMatch(/^[\w.-]+$/)
    return data.token
  }
  const bring = (
    token: string,
    fileName = 'certificate.txt',
    payload: string | Buffer = 'Certificate of death',
  ) =>
    app.call(null, 'POST', `/api/inspection-evidence/${token}?fileName=${fileName}`, undefined, {
      payload,
      headers: { 'content-type': 'text/plain' },
    })
  const look = (token: string) => app.call(null, 'GET', `/api/inspection-evidence/${token}`)
  const stored = async () => (await app.services.database.query('select 1 from content_paths')).rows.length
  const [token, other] = [await bringing('Eve Quill'), await bringing('Fay Quill')]
  const { started } = await open()
  const before = await stored()
  // Another request's id with this signature, and the token of an opened form, are no links.
  const forged = `${other.split('.')[0]}.${token.split('.')[1]}`
  for (const wrong of [`${token}x`, started, forged]) {
    expect(refusal(await look(wrong))).toEqual([404, 'inspection-link'])
    expect(refusal(await bring(wrong))).toEqual([404, 'inspection-link'])
  }
  expect((await look(token)).json()).toEqual({ files: 0 })
  expect(refusal(await bring(token, 'program.exe'))[1]).toBe('file-type')
  const large = Buffer.alloc(limits.inspectionEvidence.bytes + 1, 'a')
  expect(refusal(await bring(token, 'large.txt', large))).toEqual([413, 'file-too-large'])
  expect(await stored()).toBe(before)

  const one = async (as: Named, deceased = 'Eve Quill') =>
    (await list(as, 'all')).find((request) => request.deceased === deceased)
  expect((await one(trustee))?.evidence).toEqual([])
  const answer = await bring(token)
  expect([answer.statusCode, answer.body]).toEqual([201, '{"files":1}'])
  const [file] = (await one(trustee))?.evidence ?? []
  expect(file?.title).toBe('Evidence of Nora Quill: certificate.txt')
  expect((await one(trustee, 'Fay Quill'))?.evidence).toEqual([])
  for (const [as, status] of [
    [trustee, 200],
    [admin, 200],
    [newcomer, 404],
    [orgAdmin, 404],
  ] as const)
    expect((await app.call(as, 'GET', `/api/documents/${file?.id}`)).statusCode).toBe(status)
  expect((await app.call(trustee, 'GET', '/api/audit/events')).body).toContain('Evidence for an inspection')

  // Files that come together are counted one after another.
  const many = await Promise.all(Array.from({ length: limits.inspectionEvidence.files }, () => bring(token)))
  expect(many.map(({ statusCode }) => statusCode).sort()).toEqual([201, 201, 201, 201, 409])
  expect(refusal(await bring(token))).toEqual([409, 'inspection-evidence'])
  expect((await look(token)).json()).toEqual({ files: limits.inspectionEvidence.files })
  expect((await look(other)).json()).toEqual({ files: 0 })
  const refused = await decide(trustee, (await one(trustee))?.id ?? '', 'refuse', { refusal: 'entitled' })
  expect(refused.json().inspection.evidence).toHaveLength(limits.inspectionEvidence.files)
  for (const call of [look, bring]) expect(refusal(await call(token))).toEqual([409, 'inspection-decided'])
  app.shift(limits.inspectionEvidence.livesMs)
  for (const call of [look, bring]) expect(refusal(await call(other))).toEqual([404, 'inspection-link'])
})

test('a stranger who is let in is invited as a guest', async () => {
  const will = await upload(app, trustee, { title: 'Will of Cora Quill' })
  await ask('Cora Quill', { email: 'stranger@example.com' })
  const id = (await list(trustee)).find(({ deceased }) => deceased === 'Cora Quill')?.id ?? ''
  const expiresOn = new Date(Date.now() + app.services.clock.shiftMs + 30 * dayMs).toISOString().slice(0, 10)
  const given = { documentIds: [will.id], accessLevel: 'download', expiresOn }
  const answer = await decide(trustee, id, 'give', given)
  expect(answer.statusCode, answer.body).toBe(200)
  expect((await sent('document_shared')).map(({ to }) => to)).toContain('stranger@example.com')
})

test('a refusal tells nothing of what is kept, and its note stays inside', async () => {
  const email = 'refused@example.com'
  await ask('Dora Quill', { email })
  const id = (await list(admin)).find(({ deceased }) => deceased === 'Dora Quill')?.id ?? ''
  const body = { refusal: 'entitled', note: 'The will names only her nephew' }
  expect((await decide(trustee, id, 'refuse', body)).statusCode).toBe(200)
  const [mail] = (await sent('inspection_refused')).filter(({ to }) => to === email)
  const { html, text, subject } = await app.services.mail.preview(
    mails.inspection_refused,
    mail?.data as never,
  )
  for (const word of ['Dora', 'nephew', 'Tom']) expect(`${html} ${text} ${subject}`).not.toContain(word)
  expect(text).toContain('does not show that you are entitled')
  expect((await list(trustee, 'decided')).find((one) => one.id === id)?.decided?.note).toBe(body.note)
  const trail = await app.call(trustee, 'GET', '/api/audit/events')
  expect(trail.body).toContain('Inspection of a will refused')
})

test('the list of who is entitled is changed by administrators, with its source; what ended is offered no more', async () => {
  const { entitled } = (await app.call(trustee, 'GET', '/api/entitled')).json()
  // The Acts were read by nobody for the list with which a deployment begins, and each entry says so.
  for (const one of entitled)
    expect(one).toMatchObject({
      certainty: 'unverified',
      readOn: null,
      note: expect.stringMatching(/^Not verified/),
    })
  const [first] = entitled
  const { id, updatedAt, can, ...facts } = first
  expect(can.edit).toBe(false)
  const put = (as: Named, more: object) =>
    app.call(as, 'PUT', `/api/entitled/${id}`, { ...facts, updatedAt, ...more })
  expect((await put(trustee, {})).statusCode).toBe(403)
  expect(refusal(await put(admin, { certainty: 'verified' }))).toEqual([400, 'invalid-input'])
  const backwards = await put(admin, { validFrom: '2020-01-02', validTo: '2020-01-01' })
  expect(backwards.json().error.fields).toEqual({ validTo: 'The last day is before the first.' })
  expect((await put(admin, { validTo: '2020-01-01' })).statusCode).toBe(200)
  expect(refusal(await put(admin, {}))).toEqual([409, 'entitled-changed'])
  expect((await open()).grounds.map((one) => one.id)).not.toContain(id)
})
