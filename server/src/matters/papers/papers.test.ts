import type { Matter } from '@deedbox/contract/matters.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { organizations } from '../../db/tables/accounts.ts'
import { refusal, upload } from '../../sharing/grants/sample.testing.ts'
import { type Person, startTestApp, type TestApp } from '../../testing/app.ts'

let app: TestApp
let trustee: Person
let head: Person
let firm: string
beforeAll(async () => {
  app = await startTestApp()
  trustee = await app.person('trustee', { name: 'Tess Trustee' })
  firm = crypto.randomUUID()
  const row = { id: firm, name: 'Harbour Legal', createdAt: new Date() }
  await app.services.database.db.insert(organizations).values(row)
  head = await app.person('b2b_admin', { organizationId: firm })
})
afterAll(() => app.stop())

const must = async (method: string, url: string, body?: object, as = trustee) => {
  const answer = await app.call(as, method, url, body)
  expect(answer.statusCode, answer.body).toBeLessThan(300)
  return answer.json()
}
const matter = async (more: object = {}): Promise<Matter> =>
  (await must('POST', '/api/matters', { name: 'Quill Trust', kind: 'family_trust', ...more })).matter
const into = async ({ id }: Matter, ...documentIds: string[]) =>
  must('POST', `/api/matters/${id}/documents`, { documentIds })

test('the chain has the papers that the reader sees by the day of signing, with what they do to each other', async () => {
  const trust = await matter({ organizationId: firm })
  const paper = (title: string, kind: string, executedOn?: string) =>
    upload(app, trustee, { title, kind, ...(executedOn && { executedOn }) })
  const variation = await paper('Variation', 'variation', '2003-07-01')
  const deed = await paper('Deed', 'trust_deed', '1985-03-04')
  const removal = await paper('Removal', 'removal')
  const minutes = await paper('Minutes', 'minutes', '1990-01-01')
  await into(trust, variation.id, deed.id, removal.id, minutes.id)
  await must('POST', '/api/document-links', { from: variation.id, relation: 'varies', to: deed.id })
  const chain = await must('GET', `/api/matters/${trust.id}/chain`)
  expect(chain).toEqual({
    papers: [
      { id: deed.id, title: 'Deed', kind: 'trust_deed', executedOn: '1985-03-04' },
      { id: variation.id, title: 'Variation', kind: 'variation', executedOn: '2003-07-01' },
      { id: removal.id, title: 'Removal', kind: 'removal', executedOn: null },
    ],
    links: [{ from: variation.id, relation: 'varies', to: deed.id }],
  })
  // The Org Admin sees the matter, but none of these documents: they are nobody's of the organisation.
  expect(await must('GET', `/api/matters/${trust.id}/chain`, undefined, head)).toEqual({
    papers: [],
    links: [],
  })
  await must('DELETE', `/api/documents/${deed.id}`)
  expect((await must('GET', `/api/matters/${trust.id}/chain`)).links).toEqual([])
})

test('a variation that nobody with the power signed is found where the reader sees it, and settled by who signed', async () => {
  const trust = await matter({ organizationId: firm })
  const deed = await upload(app, trustee, { title: 'Deed', kind: 'trust_deed', executedOn: '1985-03-04' })
  const title = 'Variation of 2003'
  const variation = await upload(app, trustee, { title, kind: 'variation', executedOn: '2003-07-01' })
  await into(trust, deed.id, variation.id)
  await must('POST', '/api/document-links', { from: variation.id, relation: 'varies', to: deed.id })
  const roles = `/api/matters/${trust.id}/roles`
  await must('POST', roles, { role: 'trustee', from: {}, party: { kind: 'person', name: 'Ann Quill' } })
  const stranger = { name: 'Zoe Stranger', capacity: 'settlor', witness: '' }
  const signatories = `/api/documents/${variation.id}/signatories`
  await must('PUT', signatories, { signatories: [stranger], was: [] })
  const { findings } = await must('GET', roles)
  expect(findings).toMatchObject([
    {
      kind: 'unsigned',
      says: '“Variation of 2003” of 1 July 2003 is signed or made by Zoe Stranger, and by nobody who is recorded as trustee, appointor or principal or guardian on that day: Ann Quill (trustee).',
      documents: [{ id: variation.id, title }],
    },
  ])
  expect((await must('GET', roles, undefined, head)).findings).toEqual([])
  const ann = { name: 'Ann Quill', capacity: 'trustee', witness: '' }
  await must('PUT', signatories, { signatories: [stranger, ann], was: [stranger] })
  expect((await must('GET', roles)).findings).toEqual([])
})

test('what is missing of a matter is told to who keeps it, and no more once it is entered', async () => {
  const trust = await matter({ organizationId: firm })
  const missing = async () =>
    (await must('GET', `/api/matters/${trust.id}/completeness`)).missing.map(
      ({ what }: { what: string }) => what,
    )
  expect(await missing()).toEqual([
    'trust deed',
    'governing law',
    'trustee today',
    'settlor',
    'appointor',
    'beneficiaries',
    'vesting date',
    'responsible trustee',
  ])
  const deed = await upload(app, trustee, { title: 'Deed', kind: 'trust_deed', executedOn: '1985-03-04' })
  await into(trust, deed.id)
  const roles = `/api/matters/${trust.id}/roles`
  const add = (role: string, more: object = {}) =>
    must('POST', roles, { role, from: {}, party: { kind: 'person', name: 'Ann Quill' }, ...more })
  const { role } = await add('trustee')
  await add('settlor')
  await add('appointor', { until: { day: '2001-01-01' } })
  const vesting = { kind: 'vesting', title: 'Vesting', words: 'on the death of the last', dueOn: null }
  await must('POST', '/api/due-dates', { ...vesting, matterId: trust.id })
  expect(await missing()).toEqual([
    'day, place and manner of signing the trust deed',
    'governing law',
    'appointor',
    'beneficiaries',
    'responsible trustee',
  ])
  const wrong = { role: 'trustee', from: {}, reason: 'Read again', never: true }
  await must('POST', `${roles}/${role.id}/correct`, wrong)
  expect(await missing()).toContain('trustee today')
  const told = await app.call(head, 'GET', `/api/matters/${trust.id}/completeness`)
  expect(refusal(told)).toEqual([403, 'not-allowed'])
  const unconfirmed = await app.person('trustee', { confirmedAt: null })
  const hidden = await app.call(unconfirmed, 'GET', `/api/matters/${trust.id}/completeness`)
  expect(refusal(hidden)).toEqual([404, 'matter-not-found'])
})
