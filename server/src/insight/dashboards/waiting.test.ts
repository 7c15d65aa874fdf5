import type { Waiting } from '@deedbox/contract/dashboards.ts'
import { dayMs } from '@deedbox/contract/durations.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { refusal, upload } from '../../sharing/grants/sample.testing.ts'
import { type Person, startTestApp, type TestApp } from '../../testing/app.ts'

type Page = { waiting: Waiting[]; total: number; nextCursor: string | null }

let app: TestApp
const people = {} as Record<'asker' | 'trustee' | 'colleague' | 'newcomer' | 'admin', Person>
/** Requests in the order in which they were asked. */
const ids = {} as Record<'named' | 'stranger' | 'ofNewcomer' | 'extension' | 'toNewcomer' | 'claimed', string>

beforeAll(async () => {
  app = await startTestApp()
  people.asker = await app.person('requestor')
  people.trustee = await app.person('trustee')
  people.colleague = await app.person('trustee')
  people.newcomer = await app.person('trustee', { confirmedAt: null })
  people.admin = await app.person('admin')
  const { asker, trustee, newcomer, colleague } = people
  const post = async (as: Person, url: string, body: object = {}) => {
    const answer = await app.call(as, 'POST', url, body)
    expect(answer.statusCode, answer.body).toBeLessThan(300)
    app.shift(1_000)
    return answer.json()
  }
  const ask = async (documentName: string, documentId: string | null = null) =>
    (await post(asker, '/api/requests', { documentName, documentId, clientEmail: 'c@x.example' })).request.id
  const askOwner = async (ownerEmail: string) =>
    (await post(asker, '/api/owner-requests', { ownerEmail, message: 'Please' })).request.id
  const deed = await upload(app, trustee)
  const ownDocument = await upload(app, newcomer)
  const { grant } = await post(trustee, `/api/documents/${deed.id}/access`, { email: asker.email })

  ids.named = await ask('A deed of somebody')
  ids.stranger = await askOwner('stranger@x.example')
  ids.ofNewcomer = await ask('Theirs', ownDocument.id)
  ids.extension = (await post(asker, `/api/access/${grant.id}/extension`)).request.id
  ids.toNewcomer = await askOwner(newcomer.email)
  ids.claimed = await askOwner('another@x.example')
  await post(colleague, `/api/owner-requests/${ids.claimed}/claim`)
  const gone = [await ask('Withdrawn'), await ask('Denied'), await askOwner('gone@x.example')]
  await post(asker, `/api/requests/${gone[0]}/withdraw`)
  await post(trustee, `/api/requests/${gone[1]}/deny`)
  await post(asker, `/api/owner-requests/${gone[2]}/withdraw`)
})
afterAll(() => app.stop())

async function queue(as: Person, query = ''): Promise<Page> {
  const answer = await app.call(as, 'GET', `/api/waiting${query}`)
  expect(answer.statusCode, answer.body).toBe(200)
  return answer.json()
}
const names = ({ waiting }: Page) =>
  waiting.map(({ request: { id } }) => Object.entries(ids).find(([, one]) => one === id)?.[0])

test('access requests, owner requests and extensions wait in one queue, oldest first', async () => {
  const page = await queue(people.trustee)
  expect(names(page)).toEqual(['named', 'stranger', 'ofNewcomer', 'extension', 'toNewcomer'])
  expect(page).toMatchObject({ total: 5, nextCursor: null })
  expect(page.waiting.map(({ kind }) => kind)).toEqual(['access', 'owner', 'access', 'access', 'owner'])
  for (const item of page.waiting) {
    if (item.kind === 'access') {
      expect(item.request.can.decide).toBe(true)
      expect(Date.parse(item.request.lapsesAt ?? '') - Date.parse(item.request.createdAt)).toBe(30 * dayMs)
    } else expect(item.request.can.claim).toBe(true)
  }
})

test('each role sees what it can act on: trustees their own claims, administrators none, unconfirmed trustees only their own', async () => {
  const { colleague, admin, newcomer } = people
  expect(names(await queue(colleague))).toEqual([
    'named',
    'stranger',
    'ofNewcomer',
    'extension',
    'toNewcomer',
    'claimed',
  ])
  expect((await queue(colleague)).waiting.at(-1)?.request.can).toMatchObject({ fulfil: true })
  expect(names(await queue(admin))).toEqual(['named', 'ofNewcomer', 'extension'])
  const page = await queue(newcomer)
  expect([names(page), page.total]).toEqual([['ofNewcomer', 'toNewcomer'], 2])
  for (const role of ['requestor', 'guest', 'b2b_admin'])
    expect(refusal(await app.call(await app.person(role), 'GET', '/api/waiting'))).toEqual([
      403,
      'not-allowed',
    ])
})

test('it is paged by key, with the same total on every page', async () => {
  const found: (string | undefined)[] = []
  let cursor = ''
  do {
    const page = await queue(people.colleague, `?limit=2${cursor && `&cursor=${cursor}`}`)
    expect(page.total).toBe(6)
    found.push(...names(page))
    cursor = page.nextCursor ?? ''
  } while (cursor)
  expect(found).toEqual(names(await queue(people.colleague)))
  const other = (await app.call(people.asker, 'GET', '/api/requests?limit=1')).json().nextCursor
  expect(refusal(await app.call(people.admin, 'GET', `/api/waiting?cursor=${other}`))).toEqual([
    400,
    'invalid-input',
  ])
})
