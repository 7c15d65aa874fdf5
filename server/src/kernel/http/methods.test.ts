import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { buildApp } from '../../app.ts'
import { auditEvents } from '../../db/tables/audit.ts'
import { type Person, startTestApp, type TestApp } from '../../testing/app.ts'

let app: TestApp
let trustee: Person
beforeAll(async () => {
  app = await startTestApp()
  trustee = await app.person('trustee')
})
afterAll(() => app.stop())

test('HEAD of a page, of a file and of a call that reads answers like GET, without the body', async () => {
  const webRoot = await mkdtemp(join(tmpdir(), 'deedbox-web-'))
  await writeFile(join(webRoot, 'index.html'), '<!doctype html>')
  await writeFile(join(webRoot, 'robots.txt'), 'User-agent: *')
  const web = await buildApp(app.services, { webRoot })
  await writeFile(join(webRoot, 'index.html.br'), 'compressed')
  const headers = { host: 'localhost', cookie: trustee.cookie, 'accept-encoding': 'br' }
  const dated = {
    date: expect.any(String),
    connection: expect.any(String),
    'deedbox-now': expect.any(String),
  }
  for (const url of [
    '/',
    '/login',
    '/documents/shared/1',
    '/robots.txt',
    '/api/documents',
    '/api/nothing',
    '/api/health',
    '/api/openapi.json',
    '/api/docs',
    '/dev/mailbox',
    '/dev/mailbox/none',
  ]) {
    const get = await web.inject({ method: 'GET', url, headers })
    const head = await web.inject({ method: 'HEAD', url, headers })
    expect(head.statusCode, url).toBe(get.statusCode)
    expect({ ...head.headers, ...dated }, url).toEqual({ ...get.headers, ...dated })
    expect(head.body, url).toBe('')
  }
  await web.close()
  await rm(webRoot, { recursive: true })
})

test('HEAD is not available where reading is audited', async () => {
  const stored = await app.call(trustee, 'POST', '/api/documents?fileName=a.txt&title=A', undefined, {
    payload: 'I leave the box.',
    headers: { 'content-type': 'text/plain' },
  })
  const url = `/api/documents/${stored.json().document.id}`
  const events = () => app.services.database.db.$count(auditEvents)
  const before = await events()
  for (const path of [`${url}/content`, `${url}/pages/1`, '/api/audit/exports/access-audit.csv']) {
    const answer = await app.call(trustee, 'HEAD', path)
    expect([answer.statusCode, answer.headers.allow], path).toEqual([405, 'GET, OPTIONS'])
  }
  expect(await events()).toBe(before)
})

test('a method that a route does not have is 405 with the allowed ones; OPTIONS lists them', async () => {
  const wrong = await app.call(trustee, 'PATCH', '/api/session')
  expect([wrong.statusCode, wrong.json().error.code]).toEqual([405, 'method-not-allowed'])
  expect(wrong.headers.allow).toBe('DELETE, GET, OPTIONS, POST')
  const asked = await app.call(null, 'OPTIONS', '/api/documents?limit=1')
  expect([asked.statusCode, asked.headers.allow, asked.body]).toEqual([204, 'GET, HEAD, OPTIONS, POST', ''])
  expect((await app.call(null, 'OPTIONS', '/api/nothing')).statusCode).toBe(404)
})
