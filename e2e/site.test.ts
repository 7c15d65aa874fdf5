import { publicPages } from '../contract/src/site.ts'
import { examine } from './support/examine.ts'
import { desktopOnly } from './support/on-phones.ts'
import { expect, test } from './support/test.ts'

const isPhone = () => test.info().project.name === 'phone'

test('the public pages are read without JavaScript, and load no code of the application', {
  tag: desktopOnly,
}, async ({ browser, deedbox, visit }) => {
  const context = await browser.newContext({ baseURL: deedbox.address, javaScriptEnabled: false })
  const plain = await context.newPage()
  await plain.goto('/')
  await expect(plain.getByRole('heading', { level: 1 })).toHaveText(
    'The deed box, with a record of every key.',
  )
  await expect(plain.getByRole('link', { name: 'Pricing' }).first()).toBeVisible()
  await plain.getByRole('link', { name: 'Pricing' }).first().click()
  await expect(plain.getByText('$49.99 per month', { exact: true })).toBeVisible()
  await plain.goto('/contact')
  await expect(plain.locator('noscript p')).toContainText('The form needs JavaScript. Please write to')
  await expect(plain.locator('noscript p')).toBeVisible()
  await expect(plain.getByRole('button', { name: 'Send message' })).toBeHidden()
  await context.close()

  const page = await visit(null)
  const asked: string[] = []
  page.on('request', (request) => asked.push(new URL(request.url()).pathname))
  await page.goto('/pricing', { waitUntil: 'networkidle' })
  const scripts = asked.filter((path) => path.endsWith('.js'))
  expect(scripts).toEqual(['/colour-scheme.js', expect.stringMatching(/^\/assets\/site-/)])
  expect(asked.filter((path) => path.startsWith('/api'))).toEqual([])
})

test('every public page has nothing for axe to find, in both themes', async ({ visit }) => {
  const page = await visit(null)
  // Pages of text that look like /privacy, which stands for them on phones.
  const alike = isPhone() ? ['/security', '/terms', '/compliance', '/about'] : []
  for (const { path } of publicPages) {
    if (alike.includes(path)) continue
    await page.goto(path)
    await examine(page, `public-${path.slice(1) || 'landing'}`)
  }
})

test('somebody signed in has their own header there, and signs out from it', { tag: desktopOnly }, async ({
  deedbox,
  visit,
}) => {
  const trustee = await deedbox.person('trustee', { name: 'Margaret Chen' })
  const page = await visit(trustee, '/security')
  const account = page.getByRole('button', { name: 'Account of Margaret Chen' })
  await expect(account).toBeVisible()
  await expect(page.getByRole('link', { name: 'Sign In' })).toHaveCount(0)
  await examine(page, 'public-signed-in')
  const saved = page.waitForResponse(/api\/preferences/)
  await page.getByRole('button', { name: 'Dark', exact: true }).click()
  await saved
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Documents' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Documents' })).toBeVisible()
  await expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', 'dark')
  await page.goBack()
  await expect(page.getByRole('heading', { level: 1, name: 'Security' })).toBeVisible()
  await account.click()
  await page.getByRole('button', { name: 'Sign out' }).click()
  await expect(page.getByText('Logged out successfully')).toBeVisible()
  await expect(page).toHaveURL('/')
  await expect(page.getByRole('link', { name: 'Sign In' }).first()).toBeVisible()
  await page.goto('/documents')
  await expect(page).toHaveURL(/\/login/)
})

test('the theme is the one chosen, here and in the application', { tag: desktopOnly }, async ({ visit }) => {
  const page = await visit(null, '/')
  const html = page.locator('html')
  await page.getByRole('button', { name: 'Dark', exact: true }).click()
  await expect(html).toHaveAttribute('data-mantine-color-scheme', 'dark')
  await expect(page.getByRole('button', { name: 'Dark', exact: true })).toHaveAttribute(
    'aria-pressed',
    'true',
  )
  const hero = page.getByRole('img', { name: /The documents of a trustee/ })
  await expect
    .poll(() => hero.evaluate((image: HTMLImageElement) => image.currentSrc))
    .toContain('-dark.webp')
  await page.goto('/login')
  await expect(html).toHaveAttribute('data-mantine-color-scheme', 'dark')
  await expect(page.getByRole('button', { name: 'Dark', exact: true })).toHaveAttribute(
    'aria-pressed',
    'true',
  )
  await page.goto('/pricing')
  await page.getByRole('button', { name: 'Same as system' }).click()
  await expect(html).toHaveAttribute('data-mantine-color-scheme', 'light')
})

test('the menu of a phone opens, closes and leads on', async ({ visit }) => {
  test.skip(!isPhone(), 'Wide windows show the links')
  const page = await visit(null, '/')
  await page.getByRole('button', { name: 'Open the menu' }).click()
  const pricing = page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Pricing' })
  await expect(pricing).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(pricing).toBeHidden()
  await page.getByRole('button', { name: 'Open the menu' }).click()
  await pricing.click()
  await expect(page).toHaveURL('/pricing')
})

test('the contact form says what is missing, and that the message was sent', { tag: desktopOnly }, async ({
  deedbox,
  visit,
}) => {
  const page = await visit(null, '/contact')
  const send = page.getByRole('button', { name: 'Send message' })
  await send.click()
  await expect(page.getByText('Required Fields Missing')).toBeVisible()
  await expect(page.getByLabel('Name')).toBeFocused()
  await page.getByLabel('Name').fill('Jane Citizen')
  await page.getByLabel('Message').fill('How do we move 300 deeds?')
  await send.click()
  await expect(page.getByText('Contact Information Required')).toBeVisible()
  await expect(page.getByLabel('Email')).toBeFocused()
  await examine(page, 'contact-refused')
  await page.getByLabel('Email').fill('jane@citizen.example')
  await page.getByLabel('Subject').fill('Moving')
  await deedbox.shift(60_000)
  await send.click()
  await expect(page.getByText('Message Sent Successfully')).toBeVisible()
  await expect(page.getByLabel('Message')).toHaveValue('')
  const [kept] = await deedbox.rows<{ name: string; email: string; subject: string }>(
    'select name, email, subject from enquiries',
  )
  expect(kept).toEqual({ name: 'Jane Citizen', email: 'jane@citizen.example', subject: 'Moving' })
})
