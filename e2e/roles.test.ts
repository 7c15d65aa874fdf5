import type { Page } from '@playwright/test'
import { examine } from './support/examine.ts'
import { expect, test } from './support/test.ts'

type Expected = {
  role: string
  label: string
  /** The heading of the dashboard. */
  dashboard: string
  header: [label: string, path: string][]
  menu?: [label: string, path: string][]
  more?: object
}

/** The dashboard and the header of each role (specification, section 2), less the pages that are not there yet. */
const roles: Expected[] = [
  {
    role: 'admin',
    label: 'System Administrator',
    dashboard: 'System Administrator Dashboard',
    header: [
      ['Dashboard', '/dashboard'],
      ['All Documents', '/documents'],
      ['Users', '/admin/users'],
      ['Organizations', '/admin/organizations'],
      ['System', '/admin/system'],
    ],
    menu: [
      ['Manage Users', '/users'],
      ['System Settings', '/admin/settings'],
    ],
  },
  {
    role: 'trustee',
    label: 'Trustee',
    dashboard: 'Trustee Dashboard',
    header: [
      ['Dashboard', '/dashboard'],
      ['Documents', '/documents'],
      ['Requests', '/trustee/requests'],
    ],
  },
  {
    role: 'b2b_admin',
    label: 'Organization Administrator',
    dashboard: 'Organization Administrator Dashboard',
    header: [
      ['Dashboard', '/dashboard'],
      ['Documents', '/documents'],
      ['Team', '/b2b/users'],
      ['Requests', '/b2b/requests'],
    ],
    menu: [
      ['Organization Settings', '/b2b/settings'],
      ['Manage Users', '/users'],
    ],
    more: { organization: 'Harbour Legal' },
  },
  {
    role: 'requestor',
    label: 'Financial Advisor',
    dashboard: 'Welcome, Alex',
    header: [
      ['Dashboard', '/dashboard'],
      ['Document Access', '/documents'],
    ],
    more: { professionalType: 'financial_advisor' },
  },
  {
    role: 'guest',
    label: 'Guest Viewer',
    dashboard: 'Guest Access Dashboard',
    header: [
      ['Dashboard', '/dashboard'],
      ['My Documents', '/documents'],
    ],
  },
  { role: 'auditor', label: 'User', dashboard: 'Welcome, Alex', header: [['Dashboard', '/dashboard']] },
]

/** What the user menu of everybody begins with. */
const everyonesMenu: [label: string, path: string][] = [
  ['Profile', '/profile'],
  ['Settings', '/settings'],
]

for (const { role, label, dashboard, header, menu: menuLinks, more } of roles)
  test(`what ${role} is shown leads somewhere`, async ({ deedbox, visit }) => {
    const email = `${role}@practice.example`
    const person = await deedbox.person(role, { email, firstName: 'Alex', name: 'Alex Tester', ...more })
    const page = await visit(person, '/dashboard')
    await expect(page.getByRole('heading', { level: 1, name: dashboard, exact: true })).toBeVisible()
    await expect(page.getByText('Welcome, Alex')).toBeVisible()
    await expect(page.locator('[aria-busy=true]')).toHaveCount(0)

    await openMenu(page)
    const links = page.getByRole('navigation', { name: 'Main' }).getByRole('link')
    await expect(links).toHaveText(header.map(([text]) => text))
    expect(await hrefs(links)).toEqual(header.map(([, path]) => path))

    await page.getByRole('button', { name: 'Account of Alex Tester' }).click()
    const menu = page.getByRole('dialog')
    await expect(menu).toContainText(email)
    await expect(menu).toContainText(label)
    const menuItems = [...everyonesMenu, ...(menuLinks ?? [])]
    await expect(menu.getByRole('link')).toHaveText(menuItems.map(([text]) => text))
    expect(await hrefs(menu.getByRole('link'))).toEqual(menuItems.map(([, path]) => path))
    await expect(menu.getByRole('button')).toHaveText(['Sign out'])
    if (role === 'b2b_admin') {
      await expect(menu).toContainText('Harbour Legal')
      await examine(page, 'user-menu')
    }
    await page.keyboard.press('Escape')
    await closeMenu(page)
    await examine(page, `dashboard-${role}`)

    await expect(page.locator('a[href^="/"]').first()).toBeVisible()
    const shown = new Set(await hrefs(page.locator(':is(header, main) a[href^="/"]')))
    for (const path of shown) {
      await page.goto(path)
      const heading = page.getByRole('heading', { level: 1 })
      await expect(heading).toBeVisible()
      await expect(heading).not.toHaveText(/Page not found|Access Denied|could not be shown/)
    }

    if (role !== 'admin')
      for (const path of [
        '/admin/users',
        '/admin/organizations',
        '/admin/system',
        '/admin/health',
        '/admin/mail',
        '/admin/storage',
      ]) {
        await page.goto(path)
        await expect(page.getByRole('heading', { name: 'Access Denied' })).toBeVisible()
      }
    if (role !== 'admin' && role !== 'b2b_admin') {
      await page.goto('/users')
      await expect(page.getByRole('heading', { name: 'Access Denied' })).toBeVisible()
    }
    if (role !== 'b2b_admin') {
      await page.goto('/b2b/users')
      await expect(page.getByRole('heading', { name: 'Access Denied' })).toBeVisible()
    }
    if (role !== 'admin' && role !== 'trustee') {
      await page.goto('/trustee/requests')
      await expect(page).toHaveURL('/dashboard')
    }
    await page.getByRole('button', { name: 'Account of Alex Tester' }).click()
    await menu.getByRole('button', { name: 'Sign out' }).click()
    await expect(page.getByText('Logged out successfully')).toBeVisible()
    await expect(page).toHaveURL('/')
    expect((await deedbox.call(person, 'GET', '/api/documents')).status).toBe(401)
  })

test('a guest whose access has expired sees that everywhere', async ({ deedbox, visit }) => {
  const guest = await deedbox.person('guest', { accessExpiresAt: new Date(Date.now() - 60_000) })
  const page = await visit(guest)
  for (const path of [
    '/dashboard',
    '/documents',
    '/documents/upload',
    '/requestor/documents',
    '/admin/users',
    '/login',
    '/nothing',
  ]) {
    await page.goto(path)
    await expect(page.getByRole('heading', { name: 'Access Expired' })).toBeVisible()
  }
  await expect(page.getByRole('link', { name: 'Contact Support' })).toBeVisible()
  await expect(page.getByRole('navigation', { name: 'Main' })).toHaveCount(0)
  await examine(page, 'access-expired')
  for (const path of ['/api/documents', '/api/dashboard'])
    expect((await deedbox.call(guest, 'GET', path)).status).toBe(403)
})

test('access that expires while a page is open closes it', async ({ deedbox, visit }) => {
  const guest = await deedbox.person('guest', { accessExpiresAt: new Date(Date.now() + 3_600_000) })
  const page = await visit(guest)
  await page.clock.install()
  await page.goto('/documents')
  await expect(page.getByText('No documents yet')).toBeVisible()
  await deedbox.shift(3_600_000)
  await page.clock.fastForward(3_600_000)
  await expect(page.getByRole('heading', { name: 'Access Expired' })).toBeVisible()
})

test('somebody who is not signed in', async ({ visit }) => {
  const page = await visit(null, '/')
  await expect(page.getByRole('link', { name: 'Sign In' }).first()).toBeVisible()
  const shown = new Set(await hrefs(page.locator('a[href^="/"]')))
  for (const path of shown) {
    await page.goto(path)
    await expect(page.getByRole('heading', { level: 1 })).not.toHaveText(/Page not found|Access Denied/)
  }
  await page.goto('/dashboard')
  await expect(page.getByRole('heading', { name: 'Access Denied' })).toBeVisible()
  await examine(page, 'access-denied')
  await page.getByRole('main').getByRole('link', { name: 'Sign In' }).click()
  await expect(page).toHaveURL(/^[^?]+\/login/)
  for (const path of [
    '/documents',
    '/documents/upload',
    '/documents/deleted',
    '/requestor/documents?tab=my-requests',
    '/trustee/requests',
    '/admin/users',
    '/admin/system',
    '/admin/health',
    '/admin/mail',
    '/admin/storage',
  ]) {
    await page.goto(path)
    await expect(page).toHaveURL(`/login?returnTo=${encodeURIComponent(path)}`)
  }
  await page.goto('/no/such/page')
  await expect(page.getByRole('heading', { name: 'Oops! Page not found' })).toBeVisible()
  await examine(page, 'not-found')
  await page.getByRole('link', { name: 'Return to home' }).click()
  await expect(page).toHaveURL('/')
})

/** On a phone the links are behind the menu button. */
async function openMenu(page: Page): Promise<void> {
  const burger = page.getByRole('button', { name: 'Open the menu' })
  if (await burger.isVisible()) await burger.click()
}

async function closeMenu(page: Page): Promise<void> {
  const burger = page.getByRole('button', { name: 'Close the menu' })
  if (await burger.isVisible()) await burger.click()
}

const hrefs = (links: ReturnType<Page['locator']>): Promise<string[]> =>
  links.evaluateAll((all) => all.map((link) => link.getAttribute('href') ?? ''))
