import { deed } from './support/files.ts'
import { expect, paintedPageGone, test } from './support/test.ts'

test('the first pages are painted before their code is there, and cannot be typed into until it is', async ({
  visit,
}) => {
  const page = await visit(null)
  const code = Promise.withResolvers<void>()
  await page.route('**/assets/*.js', async (route) => {
    await code.promise
    await route.continue()
  })
  await page.goto('/login', { waitUntil: 'commit' })
  await expect(page.getByRole('heading', { name: 'Sign in' })).toBeVisible()
  await expect(page).toHaveTitle('Sign in · Deedbox')
  const email = page.getByLabel('Email')
  await expect(email).not.toBeEditable()
  code.resolve()
  await email.fill('jane@citizen.example')
  await expect(page.getByRole('navigation', { name: 'Account' })).toBeVisible()
  await expect(email).toHaveValue('jane@citizen.example')
})

test('the title of a list is painted ahead in the size that it has on a phone', async ({
  deedbox,
  visit,
}) => {
  const page = await visit(await deedbox.person('trustee'))
  await page.setViewportSize({ width: 390, height: 844 })
  const code = Promise.withResolvers<void>()
  await page.route('**/assets/*.js', async (route) => {
    await code.promise
    await route.continue()
  })
  const height = () => page.locator('main h1').evaluate(({ clientHeight }) => clientHeight)
  await page.goto('/matters', { waitUntil: 'commit' })
  await expect(page.locator('#root > [inert] h1')).toBeVisible()
  const before = await height()
  code.resolve()
  await paintedPageGone(page)
  await expect(page.getByRole('heading', { level: 1, name: 'Matters' })).toBeVisible()
  expect(await height()).toBe(before)
})

/** Bound of the layout shift of a page that loads, as browsers measure it: below 0.1 is good, and a tenth is a line of text that moves. */
const MOST_SHIFT = 0.02
/** Sum of the layout shifts of a page so far. */
type Shifted = { shift: number }

test('the first pages do not move while they load, on a phone and where the title just fits beside its actions', async ({
  deedbox,
  visit,
}) => {
  const trustee = await deedbox.person('trustee')
  const file = await deed('Lim deed', 4)
  for (let index = 1; index <= 11; index++) await deedbox.upload(trustee, `Lim deed ${index}`, file)
  // A document to confirm, which the page must not learn late.
  await deedbox.upload(await deedbox.person('requestor'), 'Lim deed 12', file)
  for (const [path, width] of [
    ['/login', 390],
    ['/documents', 390],
    ['/documents', 1350],
    ['/documents', 1200],
  ] as const) {
    const page = await visit(path === '/login' ? null : trustee)
    await page.setViewportSize({ width, height: 844 })
    await page.addInitScript(() => {
      const seen: Shifted = Object.assign(window, { shift: 0 })
      const watch = (list: PerformanceObserverEntryList) => {
        for (const entry of list.getEntries())
          seen.shift += (entry as PerformanceEntry & { value: number }).value
      }
      new PerformanceObserver(watch).observe({ type: 'layout-shift', buffered: true })
    })
    await page.goto(path)
    await paintedPageGone(page)
    await expect(page.locator('[aria-busy="true"]')).toHaveCount(0)
    if (path === '/documents') await expect(page.getByText('Showing 12 of 12')).toBeVisible()
    const shift = await page.evaluate(() => (window as unknown as Shifted).shift)
    expect.soft(shift, `${path}, ${width} px`).toBeLessThan(MOST_SHIFT)
  }
})

/** The script that a page loads before anybody does anything, in bytes as they are sent. ADR 64 says where they come from. */
const budgets = {
  '/login': 164_000,
  '/documents': 240_000,
  '/documents/:id?page=1': 290_000,
  '/documents/:id': 415_000,
  '/dashboard': 385_000,
}

test('the first load of the pages that people open first is small', async ({ deedbox, visit }) => {
  const trustee = await deedbox.person('trustee')
  const documentId = await deedbox.upload(trustee, 'Lim deed', await deed('Lim deed', 4))
  for (const [path, budget] of Object.entries(budgets)) {
    const page = await visit(path === '/login' ? null : trustee)
    const scripts: Promise<{ name: string; bytes: number; encoding: string | null }>[] = []
    page.on('requestfinished', (request) => {
      if (request.resourceType() !== 'script') return
      scripts.push(
        (async () => ({
          name: new URL(request.url()).pathname,
          bytes: (await request.sizes()).responseBodySize,
          encoding: (await (await request.response())?.headerValue('content-encoding')) ?? null,
        }))(),
      )
    })
    const live = path === '/login' ? null : page.waitForRequest(/\/api\/live/)
    await page.goto(path.replace(':id', documentId))
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await paintedPageGone(page)
    await live
    const loaded = await Promise.all(scripts)
    expect(loaded.length).toBeGreaterThan(0)
    expect(loaded.filter(({ encoding }) => encoding !== 'br' && encoding !== 'gzip')).toEqual([])
    const total = loaded.reduce((sum, { bytes }) => sum + bytes, 0)
    test.info().annotations.push({ type: `scripts of ${path}`, description: `${total} bytes` })
    expect
      .soft(total, `${path}\n${loaded.map(({ name, bytes }) => `${name} ${bytes}`).join('\n')}`)
      .toBeLessThanOrEqual(budget)
  }
})

test('a link to a page of a document asks for what is shown, and for the rest when the reader is closed', async ({
  deedbox,
  visit,
}) => {
  const trustee = await deedbox.person('trustee')
  const documentId = await deedbox.upload(trustee, 'Lim deed', await deed('Lim deed', 4))
  const page = await visit(trustee)
  const asked: string[] = []
  page.on('request', (request) => asked.push(new URL(request.url()).pathname))
  const ofRest = () => asked.filter((path) => /\/(access|history|copies)$/.test(path))
  await page.goto(`/documents/${documentId}?page=1`)
  await expect(page.getByRole('img', { name: 'Page 1 of 4', exact: true })).toBeVisible()
  await expect(page.getByRole('region', { name: 'Pages of Lim deed' })).toBeFocused()
  await expect(page).toHaveTitle('Lim deed · Deedbox')
  expect(asked.filter((path) => path.endsWith('/pages'))).toHaveLength(1)
  // The picture was asked for before the size of the page was known, and is told of when it is seen.
  expect(asked.filter((path) => path.endsWith('/pages/1'))).toHaveLength(1)
  await expect.poll(() => asked.filter((path) => path.endsWith('/pages/shown'))).toHaveLength(1)
  expect(ofRest()).toEqual([])
  await page.keyboard.press('Escape')
  await expect(page.getByRole('heading', { name: 'History' })).toBeVisible()
  await expect.poll(ofRest).toHaveLength(3)
  // What the reader shows first is asked for while its code is on the way.
  const early = await visit(trustee)
  const code = Promise.withResolvers<void>()
  await early.route(/\/assets\/(?!opening-).*\.js$/, async (route) => {
    await code.promise
    await route.continue()
  })
  const first = ['', '/pages', '/pages/1'].map((rest) =>
    early.waitForResponse(
      (answer) => new URL(answer.url()).pathname === `/api/documents/${documentId}${rest}`,
    ),
  )
  await early.goto(`/documents/${documentId}?page=1`, { waitUntil: 'commit' })
  for (const answer of await Promise.all(first)) expect(answer.status()).toBe(200)
  code.resolve()
  await expect(early.getByRole('img', { name: 'Page 1 of 4', exact: true })).toBeVisible()
  // A page that is not there is not asked for, as the audit trail would say that it was sent.
  await page.goto(`/documents/${documentId}?page=99`)
  await expect(page.getByRole('img', { name: 'Page 4 of 4', exact: true })).toBeVisible()
  expect(asked.filter((path) => path.endsWith('/pages/99'))).toEqual([])
})

test('a long list of documents asks for few files, and its data comes compressed', async ({
  deedbox,
  visit,
}) => {
  const trustee = await deedbox.person('trustee')
  const file = await deed('Smith deed', 4)
  for (let index = 1; index <= 25; index++) await deedbox.upload(trustee, `Smith deed ${index}`, file)
  const page = await visit(trustee)
  const asked: string[] = []
  page.on('request', (request) => asked.push(request.url().slice(new URL(request.url()).origin.length)))
  const list = page.waitForResponse(/\/api\/documents\?/)
  const live = page.waitForRequest(/\/api\/live/)
  await page.goto('/documents')
  await expect(page.getByRole('link', { name: /^Smith deed/ })).toHaveCount(25)
  await live
  // The page asks for its list before its code is there, and the code uses that answer. News of the uploads, which may reload it, come later.
  const beforeNews = asked.slice(
    0,
    asked.findIndex((path) => path.startsWith('/api/live')),
  )
  expect(beforeNews.filter((path) => path.startsWith('/api/documents?'))).toHaveLength(1)
  expect(await (await list).headerValue('content-encoding')).toBe('br')
  expect(asked.length, asked.join('\n')).toBeLessThanOrEqual(25)
})
