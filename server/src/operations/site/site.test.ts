import { access, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { dayMs } from '@deedbox/contract/durations.ts'
import { startPrices } from '@deedbox/contract/offer.ts'
import { type PublicPath, publicPages } from '@deedbox/contract/site.ts'
import type { FastifyInstance } from 'fastify'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { buildApp } from '../../app.ts'
import { startTestApp, type TestApp } from '../../testing/app.ts'

const template = `<html data-session="{{session}}"><link rel="canonical" href="{{publicUrl}}/"><h1>{{name}}</h1>
<script type="application/ld+json">{"name":"{{json name}}"}</script>
{{#phone}}<a>{{phone}}</a>{{/phone}}{{^phone}}<i>no phone</i>{{/phone}}
{{#maintenance}}<b>{{maintenance}}</b>{{/maintenance}}{{^signUp}}<u>invited</u>{{/signUp}}
{{#prices}}<s>${'$'}{{smallDollars}} for {{smallDocuments}}{{#trialDays}}, {{trialDays}} days free{{/trialDays}}</s>{{/prices}}</html>`

let app: TestApp
let web: FastifyInstance
let webRoot: string
let version = 100

beforeAll(async () => {
  app = await startTestApp()
  webRoot = await mkdtemp(join(tmpdir(), 'deedbox-site-'))
  await mkdir(join(webRoot, 'site'))
  await mkdir(join(webRoot, 'pages'))
  await writeFile(join(webRoot, 'index.html'), '<!doctype html>the application')
  await writeFile(join(webRoot, 'favicon.svg'), '<svg/>')
  await writeFile(join(webRoot, 'pages/login.html'), '<!doctype html>Welcome back')
  await mkdir(join(webRoot, 'pages/documents'))
  await writeFile(join(webRoot, 'pages/documents/_documentId.html'), '<!doctype html>A document')
  await writeFile(join(webRoot, 'pages/404.html'), '<!doctype html>Oops! Page not found')
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

test('the manifest has the name of the deployment, what a home screen needs, and where shared files go', async () => {
  await set({ deploymentName: 'Chen & Whitlam Deeds' })
  const { statusCode, headers, body } = await get('/manifest.webmanifest')
  expect(statusCode).toBe(200)
  expect(headers).toMatchObject({
    'content-type': 'application/manifest+json; charset=utf-8',
    'cache-control': 'no-cache',
  })
  expect(headers['content-security-policy']).toContain("manifest-src 'self'")
  const manifest = JSON.parse(body)
  expect(manifest).toMatchObject({
    name: 'Chen & Whitlam Deeds',
    short_name: 'Chen & Whitl',
    lang: 'en-AU',
    start_url: '/dashboard',
    display: 'standalone',
    share_target: { action: '/documents/upload/shared', method: 'POST' },
  })
  expect(manifest.icons).toContainEqual(expect.objectContaining({ purpose: 'maskable', sizes: '512x512' }))
  expect(manifest.share_target.params.files[0].accept).toContain('.pdf')
  const built = join(import.meta.dirname, '../../../../web/public')
  for (const { src } of manifest.icons) await access(join(built, src))
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
  expect((await get('/about')).body).toContain('<b>Back at noon</b>')
  app.shift(120_000)
  expect((await get('/about')).body).not.toContain('Back at noon')
  app.shift(-120_000)
})

test('prices are shown once they are set, on their page and in every place that leads there', async () => {
  const everywhere = async () => [
    (await get('/pricing')).statusCode,
    ...(await Promise.all(
      ['/sitemap.xml', '/robots.txt', '/terms'].map(async (url) => (await get(url)).body),
    )),
  ]
  const [none, ...silent] = await everywhere()
  expect(none).toBe(404)
  expect(silent.join()).not.toMatch(/pricing|\$\d/)
  await set({ prices: { ...startPrices, smallDollars: 1_250, smallDocuments: 12_000 } })
  const [there, sitemap, robots, terms] = await everywhere()
  expect(there).toBe(200)
  expect(sitemap).toContain('/pricing</loc>')
  expect(robots).toContain('Allow: /pricing$')
  expect(terms).toContain('<s>$1250.00 for 12,000, 30 days free</s>')
  await set({ prices: { ...startPrices, trialDays: 0 } })
  expect((await get('/terms')).body).toContain('<s>$49.99 for 500</s>')
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
  await set({ marketingPages: false, prices: startPrices })
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
    '/check': 200,
    '/guide': 200,
    '/privacy': 200,
    '/terms': 200,
  })
  expect((await get('/features')).body).toContain('Oops! Page not found')
  expect((await get('/robots.txt')).body).toBe('User-agent: *\nDisallow: /\n')
  expect((await get('/sitemap.xml')).body).not.toContain('/pricing')
})

test('the sitemap and robots.txt name the public pages and nothing else', async () => {
  await set({ prices: startPrices })
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

test('only what is there is answered with 200; the rest is 404 with the page that says so', async () => {
  for (const [url, said] of [
    ['/login?returnTo=/profile', 'Welcome back'],
    ['/Login/', 'Welcome back'],
    ['/dashboard', 'the application'],
    ['/documents/7?page=1', 'A document'],
    ['/documents/upload', 'the application'],
    ['/documents/shared/7', 'the application'],
    ['/clients/Smith%20Family', 'the application'],
    ['/favicon.svg', '<svg/>'],
  ] as const) {
    const { statusCode, body } = await get(url)
    expect([url, statusCode, body]).toEqual([url, 200, expect.stringContaining(said)])
  }
  for (const url of ['/no/such/page', '/favicon.ico', '/wp-login.php', '/404', '/admin', '/documents/7/8']) {
    const { statusCode, body } = await get(url)
    expect([url, statusCode, body]).toEqual([url, 404, '<!doctype html>Oops! Page not found'])
  }
  expect((await get('/assets/gone.js')).statusCode).toBe(404)
  expect((await get('/.well-known/gone')).statusCode).toBe(404)
  // The files that the pages are made of have no address of their own.
  for (const url of [
    '/site/index.html',
    '/site/pricing.html',
    '/pages/login.html',
    '/pages/404.html',
    '/pages/documents/_documentId.html',
    '/index.html',
    // Folders are not listed.
    ...['/assets', '/assets/', '/pictures/', '/site/', '/pages/', '/.well-known/'],
  ])
    expect([url, (await get(url)).statusCode]).toEqual([url, 404])
})

test('whatever is a text names its charset', async () => {
  for (const url of ['/', '/login', '/gone', '/favicon.svg', '/robots.txt', '/sitemap.xml', '/api/session'])
    expect([url, (await get(url)).headers['content-type']]).toEqual([
      url,
      expect.stringMatching(/charset=utf-8/i),
    ])
})

test('security.txt says whom to tell about a weakness, for some months from now on', async () => {
  await set({ supportEmail: 'help@deeds.example' })
  const { publicUrl } = app.services.place()
  const linesNow = async () => {
    const answer = await get('/.well-known/security.txt')
    expect([answer.statusCode, answer.headers['content-type']]).toEqual([200, 'text/plain; charset=utf-8'])
    return Object.fromEntries(
      answer.body
        .trim()
        .split('\n')
        .map((line) => line.split(/: (.*)/).slice(0, 2)),
    )
  }
  const { Expires: expires, ...lines } = await linesNow()
  expect(lines).toEqual({
    Contact: 'mailto:help@deeds.example',
    'Preferred-Languages': 'en',
    Canonical: `${publicUrl}/.well-known/security.txt`,
    Policy: `${publicUrl}/security#report`,
  })
  const months = (Date.parse(expires) - Date.now()) / (30 * dayMs)
  expect(months).toBeGreaterThan(5)
  expect(months).toBeLessThan(12)
  const year = 365 * dayMs
  app.shift(year)
  expect(Date.parse((await linesNow()).Expires) - Date.parse(expires)).toBeGreaterThan(year - 60_000)
  app.shift(-year)
})
