import { afterAll, beforeAll, expect, test } from 'vitest'
import { newToken } from '../../identity/tokens/tokens.testing.ts'
import { upload } from '../../sharing/grants/sample.testing.ts'
import { type Person, startTestApp, type TestApp } from '../../testing/app.ts'

let app: TestApp
let trustee: Person
let lawyer: Person
beforeAll(async () => {
  app = await startTestApp()
  trustee = await app.person('trustee')
  lawyer = await app.person('requestor')
})
afterAll(() => app.stop())

const feed = (token: string) => app.call(null, 'GET', `/api/calendar/${token}`)
const add = async (more: object) => {
  const body = { kind: 'other', title: 'Vesting', dueOn: '2031-06-30', ...more }
  const answer = await app.call(trustee, 'POST', '/api/due-dates', body)
  expect(answer.statusCode, answer.body).toBe(201)
}

test('the feed has what falls due as the person of the token sees it, whole days, with long and strange texts intact', async () => {
  const theirs = await upload(app, lawyer, { title: 'A will' })
  const hidden = await upload(app, trustee, { title: 'Another will' })
  const title = `Review; of Zoë’s will, ${'long '.repeat(30)}`.trim()
  await add({ documentId: theirs.id, title, words: 'Line one\nLine, two' })
  await add({ documentId: hidden.id, title: 'Hidden' })
  await add({ documentId: theirs.id, title: 'Words only', dueOn: null, words: 'On a death' })
  const { secret } = await newToken(app, lawyer, ['calendar'])
  const answer = await feed(secret)
  expect([answer.statusCode, answer.headers['content-type']]).toEqual([200, 'text/calendar; charset=utf-8'])
  const lines = answer.body.split('\r\n')
  expect(Math.max(...lines.map((line) => Buffer.byteLength(line)))).toBeLessThanOrEqual(75)
  const unfolded = answer.body.replaceAll('\r\n ', '').split('\r\n')
  expect(unfolded).toContain(`SUMMARY:${title.replaceAll(';', '\\;').replaceAll(',', '\\,')}`)
  expect(unfolded).toContain('DTSTART;VALUE=DATE:20310630')
  expect(unfolded).toContain('DESCRIPTION:Other\\nA will\\nLine one\\nLine\\, two')
  expect(unfolded.filter((line) => line === 'BEGIN:VEVENT')).toHaveLength(1)
  expect(answer.body).not.toContain('Hidden')
  expect((await feed((await newToken(app, trustee, ['calendar'])).secret)).body).toContain('SUMMARY:Hidden')
})

test('the address ends with its token, and no token that could do more works in an address', async () => {
  const { id, secret } = await newToken(app, trustee, ['calendar'])
  expect((await feed(secret)).statusCode).toBe(200)
  const other = await app.call(null, 'GET', '/api/documents', undefined, {
    headers: { authorization: `Bearer ${secret}` },
  })
  expect(other.json().error.code).toBe('scope-missing')
  await app.call(trustee, 'DELETE', `/api/tokens/${id}`)
  expect((await feed(secret)).json().error.code).toBe('token-invalid')
  for (const scopes of [['read'], ['read', 'calendar']] as const) {
    const { secret } = await newToken(app, trustee, scopes)
    expect((await feed(secret)).json().error.code).toBe('scope-missing')
  }
  expect((await app.call(trustee, 'GET', '/api/calendar/mine')).statusCode).toBe(200)
  expect((await app.call(null, 'GET', '/api/calendar/mine')).json().error.code).toBe('not-signed-in')
})
