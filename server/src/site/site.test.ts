import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { type PublicPath, publicPages } from '@deedbox/contract/site.ts'
import type { FastifyInstance } from 'fastify'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { buildApp } from '../app.ts'
import { startTestApp, type TestApp } from '../testing/app.ts'

const template = `<html data-session="{{session}}"><link rel="canonical" href="{{publicUrl}}/"><h1>{{name}}</h1>
<script type="application/ld+json">{"name":"{{json name}}"}</script>
{{#phone}}<a>{{phone}}</a>{{/phone}}{{^phone}}<i>no phone</i>{{/phone}}
{{#maintenance}}<b>{{maintenance}}</b>{{/maintenance}}{{^signUp}}<u>invited</u>{{/signUp}}</html>`

let app: TestApp
let web: FastifyInstance
let webRoot: string
let version = 100

beforeAll(async () => {
  app = await startTestApp()
  webRoot = await mkdtemp(join(tmpdir(), 'deedbox-site-'))
  await mkdir(join(webRoot, 'site'))
  await writeFile(join(webRoot, 'index.html'), '<!doctype html>the application')
  for (const { path } of publicPages)
    await writeFile(join(webRoot, 'site', `${path.slice(1) || 'index'}.html`), template)
  web = await buildApp(app.services, { webRoot })
})
afterAll(async () => {
  await web.close()
  await app.stop()
  await rm(webRoot, { recursive: true })
})
beforeEach(() => set({}))

/** Stores settings as another server would. */
async function set(values: object): Promise<void> {
  await app.services.database.query('update settings set version = $1, "values" = $2', [
    ++version,
    JSON.stringify(values),
  ])
}
const get = (url: string, headers: Record<string, string> = {}) =>
  web.inject({ url, headers: { host: 'localhost', ...headers } })

test('the values of the deployment stand in the page, escaped for HTML and for JSON', async () => {
  const name = `Chen & "Sons" </script><script>alert('1')</script>`
  await set({ deploymentName: name, phone: '(02) 5550 1234' })
  const { body, headers, statusCode } = await get('/')
  expect(statusCode).toBe(200)
  expect(headers).toMatchObject({ 'content-type': 'text/html; charset=utf-8', 'cache-control': 'no-cache' })
  expect(body).toContain('<h1>Chen &#38; &#34;Sons&#34; &#60;/script&#62;')
  expect(body).toContain('<a>(02) 5550 1234</a>')
  expect(body).not.toContain('no phone')
  expect(body).not.toContain('<script>alert')
  const json = /ld\+json">(.*)<\/script>/.exec(body)?.[1] ?? ''
  expect(JSON.parse(json)).toEqual({ name })
  expect(body).not.toMatch(/\{\{/)
})

test('a change of the settings shows with the next request', async () => {
  expect((await get('/about')).body).toContain('<i>no phone</i>')
  await set({ phone: '1300 000 000', signUp: 'invited' })
  const { body } = await get('/about')
  expect(body).toContain('<a>1300 000 000</a>')
  expect(body).toContain('<u>invited</u>')
})

test('a maintenance notice is shown until its time is over', async () => {
  const from = new Date(Date.now() - 60_000).toISOString()
  const until = new Date(Date.now() + 60_000).toISOString()
  await set({ maintenance: { message: 'Back at noon', from, until } })
  expect((await get('/pricing')).body).toContain('<b>Back at noon</b>')
  app.shift(120_000)
  expect((await get('/pricing')).body).not.toContain('Back at noon')
  app.shift(-120_000)
})

test('a page is compressed, and not sent again to a browser that has it', async () => {
  const first = await get('/privacy', { 'accept-encoding': 'gzip' })
  expect(first.headers).toMatchObject({ 'content-encoding': 'gzip', vary: 'accept-encoding, cookie' })
  expect(gunzipSync(first.rawPayload).toString()).toBe((await get('/privacy')).body)
  const etag = String(first.headers.etag)
  const again = await get('/privacy', { 'accept-encoding': 'gzip', 'if-none-match': etag })
  expect([again.statusCode, again.body]).toEqual([304, ''])
  const other = await get('/privacy', { 'if-none-match': etag })
  expect(other.statusCode).toBe(200)
  await set({ deploymentName: 'Another' })
  const changed = await get('/privacy', { 'accept-encoding': 'gzip', 'if-none-match': etag })
  expect(changed.statusCode).toBe(200)
})

test('only a session cookie of ours makes the page look for somebody signed in', async () => {
  const person = await app.person('trustee')
  expect((await get('/')).body).toContain('data-session="false"')
  expect((await get('/', { cookie: person.cookie })).body).toContain('data-session="true"')
  expect((await get('/', { cookie: person.cookie.replace('=', '=x') })).body).toContain(
    'data-session="false"',
  )
})

test('with the marketing pages off, only the legal pages and the contact form are left', async () => {
  await set({ marketingPages: false })
  const person = await app.person('guest')
  const home = await get('/')
  expect([home.statusCode, home.headers.location]).toEqual([302, '/login'])
  const own = await get('/', { cookie: person.cookie })
  expect([own.statusCode, own.headers.location]).toEqual([302, '/dashboard'])
  const statuses = await Promise.all(
    publicPages
      .filter(({ path }) => path !== '/')
      .map(async ({ path }): Promise<[PublicPath, number]> => [path, (await get(path)).statusCode]),
  )
  expect(Object.fromEntries(statuses)).toEqual({
    '/features': 404,
    '/pricing': 404,
    '/about': 404,
    '/compliance': 404,
    '/security': 200,
    '/contact': 200,
    '/guide': 200,
    '/privacy': 200,
    '/terms': 200,
  })
  expect((await get('/features')).body).toContain('the application')
  expect((await get('/robots.txt')).body).toBe('User-agent: *\nDisallow: /\n')
  expect((await get('/sitemap.xml')).body).not.toContain('/pricing')
})

test('the sitemap and robots.txt name the public pages and nothing else', async () => {
  const { publicUrl } = app.services.place()
  const sitemap = await get('/sitemap.xml')
  expect(sitemap.headers['content-type']).toBe('application/xml; charset=utf-8')
  const found = [...sitemap.body.matchAll(/<loc>(.*?)<\/loc>/g)].map(([, address]) => address)
  expect(found).toEqual(publicPages.map(({ path }) => `${publicUrl}${path}`))
  const robots = (await get('/robots.txt')).body.split('\n')
  expect(robots).toContain('Disallow: /')
  for (const path of ['/pricing', '/login', '/signup']) expect(robots).toContain(`Allow: ${path}$`)
  expect(robots).toContain(`Sitemap: ${publicUrl}/sitemap.xml`)
  expect(robots.filter((line) => /documents|dashboard|api|admin/.test(line))).toEqual([])
})

test('the unfilled pages are not served', async () => {
  for (const url of ['/site/index.html', '/site/pricing.html'])
    expect((await get(url)).body).not.toContain('{{')
})
