import { dayMs } from '@deedbox/contract/durations.ts'
import type { Released } from '@deedbox/contract/released.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { upload } from '../../sharing/grants/sample.testing.ts'
import { type Person, startTestApp, type TestApp } from '../../testing/app.ts'
import { type Named, namedPerson, nominating } from './sample.testing.ts'

let app: TestApp
let do_: ReturnType<typeof nominating>
let trustee: Named
let owner: Named
let nora: Named
let ned: Named
beforeAll(async () => {
  app = await startTestApp()
  await app.services.jobs.runDue()
  do_ = nominating(app)
  trustee = await namedPerson(app, 'trustee', 'Tom Trustee')
  owner = await namedPerson(app, 'requestor', 'Quinn Quill')
  nora = await namedPerson(app, 'requestor', 'Nora Quill')
  ned = await namedPerson(app, 'requestor', 'Ned Quill')
})
afterAll(() => app.stop())

const listed = async (as: Person, query: string) => {
  const answer = await app.call(as, 'GET', `/api/released?${query}`)
  expect(answer.statusCode, answer.body).toBe(200)
  return answer.json<{ released: Released[]; total: number }>()
}
const report = async (as: Person) => (await app.call(as, 'GET', '/api/audit/exports/access-audit.csv')).body

test('access that a release gave is shown where access is shown, from its beginning to its end or a veto', async () => {
  const matter = (await do_.post(trustee, 'matters', { name: 'Quill Estate', kind: 'estate' })).json().matter
  const will = await upload(app, owner, { title: 'Will of Quinn' })
  const other = await upload(app, trustee, { title: 'Deed of Tom' })
  const documentIds = [will.id, other.id]
  await do_.post(trustee, `matters/${matter.id}/documents`, { documentIds })
  const named = await do_.name(trustee, { matterId: matter.id }, [nora, ned], { documentIds })
  const [first = '', second = ''] = named.nominees.map(({ id }) => id)
  await do_.act(nora, first, 'accept')
  await do_.act(ned, second, 'accept')
  await do_.ask(nora, first)
  const ofMatter = `scope=handled&matter=${matter.id}`
  expect(await listed(trustee, ofMatter)).toMatchObject({ released: [], total: 0 })
  expect(await listed(nora, '')).toMatchObject({ released: [], total: 0 })
  expect(await report(trustee)).not.toContain(nora.email)

  app.shift(10 * dayMs + 1_000)
  const titles = [{ title: 'Deed of Tom' }, { title: 'Will of Quinn' }]
  const row = { name: 'Nora Quill', email: nora.email, whose: 'Tom Trustee', accessLevel: 'view' }
  expect(await listed(trustee, ofMatter)).toMatchObject({
    released: [{ ...row, documents: titles, more: 0, over: null }],
    total: 1,
  })
  expect((await listed(trustee, `scope=handled&document=${will.id}`)).released).toHaveLength(1)
  // The owner of one document sees the release of that one; a nominee only what is theirs.
  expect((await listed(owner, 'scope=handled')).released[0]?.documents).toMatchObject([
    { title: 'Will of Quinn' },
  ])
  expect((await listed(nora, '')).released[0]?.documents).toMatchObject(titles)
  for (const query of ['', 'scope=handled']) expect((await listed(ned, query)).total).toBe(0)
  expect((await listed(nora, 'scope=handled')).total).toBe(0)
  const lines = (await report(trustee)).split('\r\n').filter((line) => line.includes(nora.email))
  expect(lines).toHaveLength(2)
  for (const line of lines) expect(line).toMatch(/,active,A release$/)
  const trail = await app.services.database.query<{ subject: string }>(
    `select subject_email as subject from audit_events where event = 'document_released' and document_id = $1`,
    [will.id],
  )
  expect(trail.rows).toEqual([{ subject: nora.email }])

  await do_.post(trustee, `nominations/${named.id}/stop`, { reason: 'It was an error' })
  expect((await listed(nora, '')).total).toBe(0)
  expect((await listed(trustee, ofMatter)).released[0]?.over).toMatchObject({
    ...{ how: 'ended', by: 'Tom Trustee', reason: 'It was an error' },
  })
  expect(await report(trustee)).toMatch(/,revoked,A release/)

  // A veto before the access begins leaves nothing given.
  await do_.ask(ned, second)
  await do_.post(trustee, `nominations/${named.id}/stop`, { reason: 'Again' })
  app.shift(30 * dayMs)
  expect((await listed(trustee, ofMatter)).total).toBe(1)
})
