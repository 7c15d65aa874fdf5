import type { Locator, Page } from '@playwright/test'
import { hourMs } from '../contract/src/durations.ts'
import { examine } from './support/examine.ts'
import { desktopOnly } from './support/on-phones.ts'
import { footer, headerOf, type Link, leadsSomewhere, menuOf, type State } from './support/routes.ts'
import { expect, test } from './support/test.ts'

type Expected = { state: State; role: string; label: string; dashboard: string; more?: object }

const roles: Expected[] = [
  {
    state: 'admin',
    role: 'admin',
    label: 'System Administrator',
    dashboard: 'System Administrator Dashboard',
  },
  { state: 'trustee', role: 'trustee', label: 'Trustee', dashboard: 'Trustee Dashboard' },
  {
    state: 'b2b_admin',
    role: 'b2b_admin',
    label: 'Organization Administrator',
    dashboard: 'Organization Administrator Dashboard',
    more: { organization: 'Harbour Legal' },
  },
  {
    state: 'requestor',
    role: 'requestor',
    label: 'Financial Advisor',
    dashboard: 'Welcome, Alex',
    more: { professionalType: 'financial_advisor' },
  },
  { state: 'guest', role: 'guest', label: 'Guest Viewer', dashboard: 'Guest Access Dashboard' },
  { state: 'unknown role', role: 'auditor', label: 'User', dashboard: 'Welcome, Alex' },
]

/** Roles whose menus are opened on a phone too: with most links, with an organisation, and with fewest. */
const alsoOnPhones = ['admin', 'b2b_admin', 'guest']

for (const { state, role, label, dashboard, more } of roles)
  test(`what ${role} is shown leads somewhere`, {
    tag: alsoOnPhones.includes(role) ? [] : desktopOnly,
  }, async ({ deedbox, visit }) => {
    const email = `${role}@practice.example`
    const person = await deedbox.person(role, { email, firstName: 'Alex', name: 'Alex Tester', ...more })
    const page = await visit(person, '/dashboard')
    await expect(page.getByRole('heading', { level: 1, name: dashboard, exact: true })).toBeVisible()
    await expect(page.getByText('Welcome, Alex')).toBeVisible()
    await expect(page.locator('[aria-busy=true]')).toHaveCount(0)

    await openMenu(page)
    await expectLinks(page.getByRole('navigation', { name: 'Main' }), headerOf(state))
    await expectLinks(page.getByRole('navigation', { name: 'Footer' }), footer)

    await page.getByRole('button', { name: 'Account of Alex Tester' }).click()
    const menu = page.getByRole('dialog')
    await expect(menu).toContainText(email)
    await expect(menu).toContainText(label)
    await expectLinks(menu, menuOf(state))
    await expect(menu.getByRole('button')).toHaveText(['Sign out'])
    if (role === 'b2b_admin') {
      await expect(menu).toContainText('Harbour Legal')
      await examine(page, 'user-menu')
    }
    await page.keyboard.press('Escape')
    await closeMenu(page)
    await examine(page, `dashboard-${role}`)

    // Destinations of these links are tested in routes.test.ts.
    const shown = await hrefs(page.locator('a[href^="/"]'))
    expect(shown.length).toBeGreaterThan(0)
    expect(shown.filter((path) => !leadsSomewhere(path, state))).toEqual([])

    await page.getByRole('button', { name: 'Account of Alex Tester' }).click()
    await menu.getByRole('button', { name: 'Sign out' }).click()
    await expect(page.getByText('Logged out successfully')).toBeVisible()
    await expect(page).toHaveURL('/')
    expect((await deedbox.call(person, 'GET', '/api/documents')).status).toBe(401)
  })

test('a guest whose access has expired can write to support', { tag: desktopOnly }, async ({
  deedbox,
  visit,
}) => {
  const guest = await deedbox.person('guest', { accessExpiresAt: new Date(Date.now() - 60_000) })
  const page = await visit(guest, '/documents')
  await expect(page.getByRole('heading', { name: 'Access Expired' })).toBeVisible()
  await expect(page.getByRole('navigation', { name: 'Main' })).toHaveCount(0)
  await examine(page, 'access-expired')
  for (const path of ['/api/documents', '/api/dashboard'])
    expect((await deedbox.call(guest, 'GET', path)).status).toBe(403)
  await page.getByRole('link', { name: 'Contact Support' }).click()
  await expect(page).toHaveURL('/contact')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Contact us')
})

test('access that expires while a page is open closes it', { tag: desktopOnly }, async ({
  deedbox,
  visit,
}) => {
  const guest = await deedbox.person('guest', { accessExpiresAt: new Date(Date.now() + hourMs) })
  const page = await visit(guest)
  await page.clock.install()
  await page.goto('/documents')
  await expect(page.getByText('No documents yet')).toBeVisible()
  await deedbox.shift(hourMs)
  await page.clock.fastForward(hourMs)
  await expect(page.getByRole('heading', { name: 'Access Expired' })).toBeVisible()
})

test('an administrator goes from one page of the system to the next', async ({ deedbox, visit }) => {
  const page = await visit(await deedbox.person('admin'), '/admin/keys')
  const pages = page.getByRole('navigation', { name: 'Administration' })
  await expect(page.getByRole('heading', { level: 1, name: 'Keys' })).toBeVisible()
  const onPhone = (page.viewportSize()?.width ?? 0) < 768
  const button = pages.getByRole('button', { name: 'this is Keys' })
  await expect(button).toBeVisible({ visible: onPhone })
  await expect(pages.getByRole('link', { name: 'Email' })).toBeVisible({ visible: !onPhone })
  if (onPhone) {
    // One line, instead of the four that the links would take.
    expect((await pages.boundingBox())?.height).toBeLessThan(48)
    await button.press('Enter')
    await expect(button).toHaveAttribute('aria-expanded', 'true')
    await examine(page, 'administration-pages')
  }
  await expect(pages.getByRole('link', { name: 'Keys' })).toHaveAttribute('aria-current', 'page')
  await pages.getByRole('link', { name: 'Email' }).press('Enter')
  await expect(page).toHaveURL('/admin/mail')
  await expect(pages.getByRole('link', { name: 'Legal holds' })).toBeVisible({ visible: !onPhone })
})

test('somebody who is not signed in', async ({ visit }) => {
  const page = await visit(null)
  for (const path of ['/', '/forgot-password']) {
    await page.goto(path)
    await openMenu(page)
    const links = headerOf('signed out')
    await expectLinks(page.getByRole('navigation', { name: 'Main' }), links.slice(0, 2))
    await expectLinks(page.getByRole('navigation', { name: 'Account' }), links.slice(2))
    await expectLinks(page.getByRole('navigation', { name: 'Footer' }), footer)
    await expect(page.getByRole('banner').getByRole('link').first()).toHaveAttribute('href', '/')
    const shown = await hrefs(page.locator('a[href^="/"]'))
    expect(shown.filter((to) => !leadsSomewhere(to, 'signed out'))).toEqual([])
  }
  await page.goto('/dashboard')
  await expect(page.getByRole('heading', { name: 'Access Denied' })).toBeVisible()
  await examine(page, 'access-denied')
  await page.getByRole('main').getByRole('link', { name: 'Sign In' }).click()
  await expect(page).toHaveURL(/^[^?]+\/login/)
  await page.goto('/requestor/documents?tab=my-requests')
  await expect(page).toHaveURL(
    `/login?returnTo=${encodeURIComponent('/requestor/documents?tab=my-requests')}`,
  )
  await page.goto('/no/such/page')
  await expect(page.getByRole('heading', { name: 'Oops! Page not found' })).toBeVisible()
  await examine(page, 'not-found')
  await page.getByRole('link', { name: 'Return to home' }).click()
  await expect(page).toHaveURL('/')
})

test('the header of an administrator who lacks a second factor fits at each width', {
  tag: desktopOnly,
}, async ({ deedbox, visit }) => {
  const page = await visit(await deedbox.person('admin', { name: 'Ruth Abernathy' }), '/admin/settings')
  await page
    .getByRole('group', { name: 'Roles that need a second factor' })
    .getByLabel('System Admin')
    .check()
  await page.getByRole('button', { name: 'Save settings' }).click()
  await expect(page.getByText('Everything is saved')).toBeVisible()
  await page.goto('/dashboard')
  await expect(page.getByRole('link', { name: /^Set up a second factor: / })).toBeVisible()
  const header = page.getByRole('banner')
  for (const width of [768, 820, 896, 1000, 1160, 1220, 1360]) {
    await page.setViewportSize({ width, height: 800 })
    const mark = await header.locator('svg').first().boundingBox()
    const links = await header.getByRole('navigation', { name: 'Main' }).boundingBox()
    expect.soft((mark?.x ?? 0) + (mark?.width ?? 0), `mark at ${width}`).toBeLessThanOrEqual(links?.x ?? 0)
    const wide = await page.evaluate(() => document.documentElement.scrollWidth)
    expect.soft(wide, `page at ${width}`).toBeLessThanOrEqual(width)
  }
})

async function expectLinks(within: Locator, expected: readonly Link[]): Promise<void> {
  const links = within.getByRole('link')
  await expect(links).toHaveText(expected.map(([text]) => text))
  expect(await hrefs(links)).toEqual(expected.map(([, path]) => path))
}

/** Opens the menu, as on a phone the links are behind its button. */
async function openMenu(page: Page): Promise<void> {
  const burger = page.getByRole('button', { name: 'Open the menu' })
  await expect(burger.or(page.getByRole('navigation', { name: 'Main' })).first()).toBeVisible()
  if (await burger.isVisible()) await burger.click()
}

async function closeMenu(page: Page): Promise<void> {
  const burger = page.getByRole('button', { name: 'Close the menu' })
  if (await burger.isVisible()) await burger.click()
}

const hrefs = (links: Locator): Promise<string[]> =>
  links.evaluateAll((all) => all.map((link) => link.getAttribute('href') ?? ''))
