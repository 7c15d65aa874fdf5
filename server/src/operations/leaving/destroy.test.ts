import type { Leaving } from '@deedbox/contract/leaving.ts'
import { ed25519Verifier, openNote, parseVerifierKey } from '@deedbox/proof/note.ts'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { documents } from '../../db/tables/documents.ts'
import { documentWords } from '../../db/tables/words.ts'
import { organizationOf } from '../../kernel/http/samples.testing.ts'
import { refusal, upload } from '../../sharing/grants/sample.testing.ts'
import { type Person, startTestApp, type TestApp } from '../../testing/app.ts'
import { details, leave, leavingOf, waiver } from './leaving.testing.ts'

let app: TestApp
let admin: Person
let second: Person
beforeAll(async () => {
  app = await startTestApp()
  admin = await app.person('admin', { name: 'Ruth Abernathy' })
  second = await app.person('admin', { name: 'Tom Nguyen' })
})
afterAll(() => app.stop())

const row = async (id: string) =>
  (await app.services.database.db.select().from(documents).where(eq(documents.id, id)))[0]

test('two administrators destroy what is locked, with receipts; what a hold keeps stays and is named', async () => {
  const firm = await organizationOf(app, admin, { ...details, name: 'Harbour Legal' })
  const owner = await app.person('trustee', { organizationId: firm })
  const head = await app.person('b2b_admin', { organizationId: firm })
  const [one, gone, held] = [
    await upload(app, owner, { title: 'Quill deed' }),
    await upload(app, owner, { title: 'Deleted deed' }),
    await upload(app, owner, { title: 'Held deed' }),
  ]
  await app.call(owner, 'DELETE', `/api/documents/${gone.id}`)
  const paper = await upload(app, await app.person('trustee'), { title: 'The waiver' })
  await app.services.jobs.runDue('index-documents')
  const hold = { kind: 'document', subject: held.id, reason: 'Quill v Quill' }
  const { id: holdId } = (await app.call(admin, 'POST', '/api/holds', hold)).json().hold
  const act = (as: Person, path: string, body?: object) => leavingOf(app, as, firm, path, body)
  const ask = (as = admin, body: object = {}) =>
    act(as, 'destruction', { ...waiver, documentId: paper.id, ...body })
  const standing = async (): Promise<Leaving> =>
    (await app.call(admin, 'GET', `/api/organizations/${firm}/leaving`)).json()

  expect(refusal(await ask())).toEqual([409, 'organization-not-locked'])
  await leave(app, firm, 89.99)
  expect(refusal(await ask())).toEqual([409, 'organization-not-locked'])
  await leave(app, firm)
  expect(refusal(await ask(head))).toEqual([403, 'not-allowed'])
  expect(refusal(await ask(admin, { givenOn: '2999-01-01' }))).toEqual([400, 'destruction-day-future'])
  expect(refusal(await ask(admin, { documentId: one.id }))).toEqual([404, 'document-not-found'])
  expect(refusal(await act(second, 'destruction/confirm'))).toEqual([409, 'destruction-not-asked'])

  // Asked for and let be, withdrawn with the leaving, then confirmed by the other.
  expect((await ask()).json().destruction).toMatchObject({
    confirmed: null,
    can: { confirm: false, refuse: true },
  })
  expect(refusal(await ask(second))).toEqual([409, 'destruction-asked'])
  expect((await act(second, 'destruction/refuse')).json()).toMatchObject({ destruction: null, documents: 3 })
  await ask()
  expect((await act(admin, 'stay', { reason: 'No' })).json().destruction).toBeNull()
  await leave(app, firm)
  await ask()
  expect(refusal(await act(admin, 'destruction/confirm'))).toEqual([403, 'destruction-second'])
  expect((await act(second, 'destruction/confirm')).json().destruction).toMatchObject({
    asked: { by: 'Ruth Abernathy' },
    confirmed: { by: 'Tom Nguyen' },
    document: { id: paper.id, title: 'The waiver' },
    endedAt: null,
  })
  expect(refusal(await act(admin, 'stay', { reason: 'No' }))).toEqual([409, 'destruction-begun'])
  await app.services.jobs.runDue('destroy-organizations')
  expect(await standing()).toMatchObject({
    documents: 1,
    held: { count: 1, first: [{ id: held.id, title: 'Held deed' }] },
    destruction: { destroyed: 2, endedAt: expect.any(String) },
    can: { stay: false, destroy: true },
  })
  for (const { id } of [one, gone]) {
    expect(await row(id)).toMatchObject({ wrappedKey: null, contentRemovedAt: expect.any(Date) })
    expect(await app.services.storage.has((await row(id))?.filePath ?? '')).toBe(false)
    const words = app.services.database.db.$count(documentWords, eq(documentWords.documentId, id))
    expect(await words).toBe(0)
  }
  expect((await row(held.id))?.wrappedKey).not.toBeNull()
  expect((await row(paper.id))?.wrappedKey).not.toBeNull()

  // The receipts, in a list and as one file, verify with their key.
  const list = (await app.call(second, 'GET', `/api/organizations/${firm}/receipts`)).json()
  expect(list.total).toBe(2)
  expect(list.receipts.map(({ title }: { title: string }) => title).sort()).toEqual([
    'Deleted deed',
    'Quill deed',
  ])
  const file = (await app.call(admin, 'GET', `/api/organizations/${firm}/receipts/file`)).body
  const [head0 = '', ...notes] = file.split('\n----\n')
  const key = parseVerifierKey(head0.trim().split('\n').at(-1) ?? '')
  expect(notes).toHaveLength(2)
  for (const note of notes) {
    const { text } = openNote(note, [ed25519Verifier(key)])
    expect(text).toContain(`by ${admin.id}\nconfirmed by ${second.id}\n`)
    expect(text).not.toContain('deed\n')
  }
  expect(refusal(await app.call(head, 'GET', `/api/organizations/${firm}/receipts`))).toEqual([
    403,
    'not-allowed',
  ])

  // A held document goes by another destruction, once nothing holds it; one on the organisation refuses all.
  await app.call(admin, 'POST', `/api/holds/${holdId}/lift`, { why: 'Settled' })
  await app.call(second, 'POST', `/api/holds/${holdId}/confirm`)
  const onFirm = { kind: 'organisation', subject: firm, reason: 'An audit' }
  const { id: firmHold } = (await app.call(admin, 'POST', '/api/holds', onFirm)).json().hold
  expect(refusal(await ask())).toEqual([409, 'hold-keeps-organisation'])
  await app.call(admin, 'POST', `/api/holds/${firmHold}/lift`, { why: 'Settled' })
  await app.call(second, 'POST', `/api/holds/${firmHold}/confirm`)
  await ask(second)
  await act(admin, 'destruction/confirm')
  await app.services.jobs.runDue('destroy-organizations')
  expect(await standing()).toMatchObject({ documents: 0, held: { count: 0 }, can: { destroy: false } })
  expect(refusal(await ask())).toEqual([409, 'destruction-nothing'])
  const trail = (await app.call(admin, 'GET', '/api/audit/events')).body
  for (const said of [
    'They have copies of everything',
    'organisation destroyed',
    'not confirmed',
    'Ann Quill',
  ])
    expect(trail).toContain(said)
})
