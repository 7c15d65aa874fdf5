import { deed } from './support/files.ts'
import { expect, test } from './support/test.ts'

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
  const email = page.getByLabel('Email')
  await expect(email).not.toBeEditable()
  code.resolve()
  await email.fill('jane@citizen.example')
  await expect(page.getByRole('navigation', { name: 'Account' })).toBeVisible()
  await expect(email).toHaveValue('jane@citizen.example')
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
  // The page asks for its list before its code is there, and the code uses that answer. Later news of the uploads may reload it.
  expect(asked.filter((path) => /^\/api\/documents\?(?!.*status=pending)/.test(path))).toHaveLength(1)
  expect(await (await list).headerValue('content-encoding')).toBe('br')
  await live
  expect(asked.length, asked.join('\n')).toBeLessThanOrEqual(25)
})
