import { afterAll, beforeAll, expect, test } from 'vitest'
import { healthNow } from '../../db/tables/system.ts'
import { version } from '../../platform/version.ts'
import { upload } from '../../sharing/grants/sample.testing.ts'
import { startTestApp, type TestApp } from '../../testing/app.ts'

const token = 'sixteen-letters-and-more'
let app: TestApp
beforeAll(async () => {
  app = await startTestApp({ METRICS_TOKEN: token })
})
afterAll(() => app.stop())

const scrape = (authorization?: string, host = 'localhost') =>
  app.call(null, 'GET', '/metrics', undefined, { headers: { host, ...(authorization && { authorization }) } })
const metrics = async () => (await scrape(`Bearer ${token}`)).body

test.each([
  undefined,
  '',
  'Bearer',
  `Bearer ${token}x`,
  `Bearer ${token.slice(0, -1)}`,
  `Basic ${token}`,
  token,
])('refuses %j', async (authorization) => {
  const answer = await scrape(authorization)
  expect([answer.statusCode, answer.headers['www-authenticate']]).toEqual([401, 'Bearer'])
  expect(answer.body).not.toContain('deedbox_')
})

test('a scrape by any name of the server has the figures, and names nobody', async () => {
  const trustee = await app.person('trustee')
  const { id } = await upload(app, trustee, { title: 'Estate of Wilhelmina Quill' })
  await app.call(trustee, 'GET', `/api/documents/${id}`)
  await app.call(null, 'GET', '/api/documents')
  await app.call(null, 'GET', '/no/such/page')
  await app.services.database.db.insert(healthNow).values({ check: 'mail', at: new Date(), state: 'bad' })

  const answer = await scrape(`Bearer ${token}`, 'deedbox.internal:3000')
  expect([answer.statusCode, answer.headers['content-type']]).toEqual([
    200,
    'text/plain; version=0.0.4; charset=utf-8',
  ])
  const text = answer.body
  for (const line of [
    `deedbox_info{version="${version}",database="${app.services.database.kind}"} 1`,
    'deedbox_database_up 1',
    'deedbox_documents 1',
    'deedbox_words_documents{state="waiting"} 1',
    'deedbox_words_documents{state="unreadable"} 0',
    'deedbox_online_people 1',
    'deedbox_mail_messages{state="waiting"} 0',
    'deedbox_jobs{queue="send-mail",state="waiting"} 0',
    'deedbox_health{check="mail",state="bad"} 1',
    'deedbox_health{check="mail",state="good"} 0',
    'deedbox_renderer_tasks{state="waiting"} 0',
    'deedbox_http_requests_total{method="GET",route="/api/documents/:documentId",status="200"} 1',
    'deedbox_http_requests_total{method="GET",route="/api/documents",status="401"} 1',
    'deedbox_http_requests_total{method="GET",route="none",status="404"} 1',
  ])
    expect(text).toContain(`\n${line}\n`)
  expect(text).toMatch(/\ndeedbox_documents_bytes [1-9]\d*\n/)
  expect(text).toMatch(/\nprocess_resident_memory_bytes [1-9]\d*\n/)
  expect(text).toMatch(/\nnodejs_eventloop_lag_p99_seconds \d/)
  expect(text.includes('deedbox_database_connections{state="open"}')).toBe(
    app.services.database.kind === 'postgres',
  )
  for (const secret of [id, trustee.id, trustee.email, 'Quill', token]) expect(text).not.toContain(secret)
})

test('without the database the process still answers', async () => {
  const { contexts } = app.services
  const { snapshot } = contexts
  contexts.snapshot = () => Promise.reject(new Error('away'))
  const text = await metrics()
  contexts.snapshot = snapshot
  expect(text).toContain('\ndeedbox_database_up 0\n')
  expect(text).toContain('process_resident_memory_bytes')
  expect(text).not.toContain('deedbox_documents')
})
