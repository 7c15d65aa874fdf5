import type { Page } from '@playwright/test'
import { dayMs } from '../contract/src/durations.ts'
import { examine } from './support/examine.ts'
import { deed } from './support/files.ts'
import { dayIn, unfold } from './support/flows.ts'
import { expect, test } from './support/test.ts'

test('requestor, guest and org admin see their own counts, and lead on', async ({ deedbox, visit }) => {
  const trustee = await deedbox.person('trustee')
  const lawyer = await deedbox.person('requestor', {
    name: 'Sofia Marino',
    firstName: 'Sofia',
    organization: 'Harbour Legal',
  })
  const { user } = await deedbox.must<{ user: { organizationId: string } }>(
    deedbox.call(lawyer, 'GET', '/api/session'),
  )
  const colleagues = { organizationId: user.organizationId }
  const orgAdmin = await deedbox.person('b2b_admin', { ...colleagues, firstName: 'Helen' })
  await deedbox.person('requestor', colleagues)
  const guest = await deedbox.person('guest', { accessExpiresAt: new Date(Date.now() + 20 * dayMs) })
  const file = await deed('Petrov Family Trust', 4)
  const ids: string[] = []
  for (const [n, expiryDate] of [dayIn(12), dayIn(90), undefined, dayIn(-2)].entries())
    ids.push(await deedbox.upload(trustee, `Petrov deed ${n + 1}`, file, expiryDate ? { expiryDate } : {}))
  for (const id of ids) await deedbox.share(trustee, id, lawyer.email, { expiresOn: dayIn(200) })
  const [first = '', second = ''] = ids
  for (const id of [first, second]) await deedbox.share(trustee, id, guest.email)
  const own = await deedbox.upload(lawyer, 'Retainer of Mr Petrov', file, { expiryDate: dayIn(25) })
  await deedbox.share(trustee, own, orgAdmin.email)
  await deedbox.must(
    deedbox.call(lawyer, 'POST', '/api/requests', {
      documentName: 'Rossi deed',
      clientEmail: 'jane@family.example',
    }),
  )

  await test.step('the requestor', async () => {
    const page = await visit(lawyer, '/dashboard')
    const main = page.getByRole('main')
    await expect(page.getByRole('heading', { level: 1, name: 'Welcome, Sofia' })).toBeVisible()
    await expectTiles(page, {
      'Documents you can see': '5',
      'Your own documents': '1',
      'Access given to you': '4',
      'Your pending requests': '1',
      'Your access ending within 30 days': '0',
    })
    const recent = page.getByRole('table', { name: 'Recent Activity' }).locator('tbody tr')
    await expect(recent).toHaveCount(3)
    await expect(recent.first()).toContainText('Petrov deed 4')
    await examine(page, 'dashboard-requestor')
    await recent.first().getByRole('link', { name: 'View Petrov deed 4' }).click()
    await expect(page.getByRole('heading', { level: 1, name: 'Petrov deed 4' })).toBeVisible()
    await page.goBack()
    const reminders = page.getByRole('region', { name: 'Expiry reminder settings' })
    await unfold(page, 'Expiry reminder settings')
    await expect(reminders.getByRole('listitem')).toHaveText([/^Retainer of Mr Petrov.*In 25 days$/])
    await reminders.getByRole('combobox', { name: 'Remind me' }).selectOption('14 days before')
    await expect(page.getByText('Reminder settings updated')).toBeVisible()
    await expect(reminders).toContainText('None of your documents expires within 14 days.')
    const quick = page.getByRole('region', { name: 'Quick Actions' }).getByRole('link')
    await expect(quick).toHaveText([/^Request Access/, /^Upload Document/, /^Browse Documents/])
    await quick.last().click()
    await expect(page.getByRole('heading', { name: 'Document Browsing Restricted' })).toBeVisible()
    await page.goBack()
    await main.getByRole('link', { name: 'Your pending requests' }).click()
    await page.getByRole('button', { name: 'Withdraw the request for Rossi deed' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Withdraw request' }).click()
    await expect(page.getByText('None of your requests is pending.')).toBeVisible()
    await page.getByRole('button', { name: 'Show all' }).click()
    await expect(page.getByRole('table', { name: 'Your access requests' })).toContainText('Withdrawn')
    await page.goto('/dashboard')
    await expectTiles(page, { 'Your pending requests': '0' })
    await main.getByRole('link', { name: 'Access given to you' }).click()
    await page.getByRole('button', { name: 'Remove my access to Petrov deed 4' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Remove access' }).click()
    await expect(page.getByText('Access removed successfully')).toBeVisible()
    await page.goBack()
    await expectTiles(page, { 'Access given to you': '3', 'Documents you can see': '4' })
    await expect(recent.first()).toContainText('Petrov deed 3')
    // A first step is ticked by what was done, and they can be dismissed.
    const steps = page.getByRole('region', { name: 'First steps' })
    await expect(steps.getByRole('listitem')).toHaveText([
      /^Add your phone number/,
      /^Ask for access to a document \(done\)/,
      /^Contact a document owner/,
    ])
    await steps.getByRole('button', { name: 'Dismiss' }).click()
    await expect(steps).toHaveCount(0)
    await page.goto('/settings')
    await page.getByRole('switch', { name: 'First steps' }).click()
    await expect(page.getByRole('switch', { name: 'First steps' })).toBeChecked()
    await expect(page.getByText('Settings saved')).toBeVisible()
    await page.goto('/dashboard')
    await expect(steps).toBeVisible()
  })

  await test.step('the guest', async () => {
    const page = await visit(guest, '/dashboard')
    await expect(page.getByRole('heading', { level: 1, name: 'Guest Access Dashboard' })).toBeVisible()
    await expect(page.getByRole('region', { name: 'Your guest access' })).toContainText('20 days remaining')
    await expect(page.getByText('Expiring soon')).toHaveCount(3)
    await expectTiles(page, {
      'Documents you can see': '2',
      'Access given to you': '2',
      'Your access ending within 30 days': '2',
    })
    const ends = page.getByRole('table', { name: 'Access that ends first' }).locator('tbody tr')
    await expect(ends).toHaveCount(2)
    await expect(ends.first()).toContainText('20 days left')
    await examine(page, 'dashboard-guest-counts')
    await page.getByRole('main').getByRole('link', { name: 'My Documents' }).click()
    await expect(page.getByText('Showing 2 of 2')).toBeVisible()
    // Ends of their own access and account are shown, not the document's priority.
    await expect(page.getByText('20 days left')).toHaveCount(2)
    await expect(page.getByText('High priority')).toHaveCount(0)
  })

  await test.step('the org admin', async () => {
    const page = await visit(orgAdmin, '/dashboard')
    await expectTiles(page, {
      'Organisation users': '3',
      'Documents you can see': '1',
      'Access given to you': '1',
      'Documents expiring within 30 days': '1',
    })
    const recent = page.getByRole('table', { name: 'Recent Activity' }).locator('tbody tr')
    await expect(recent).toHaveCount(1)
    await expect(page.getByRole('region', { name: 'Quick Actions' }).getByRole('link')).toHaveText([
      /^Browse Documents/,
      /^Team/,
      /^Requests/,
    ])
    await examine(page, 'dashboard-b2b_admin')
    await page.getByRole('main').getByRole('link', { name: 'Documents you can see' }).click()
    await expect(page.getByText('Showing 1 of 1')).toBeVisible()
  })
})

const tile = (page: Page, label: string) =>
  page
    .locator('dl > div')
    .filter({ has: page.getByRole('term').getByText(label, { exact: true }) })
    .getByRole('definition')

async function expectTiles(page: Page, figures: Record<string, string>): Promise<void> {
  for (const [label, value] of Object.entries(figures)) await expect(tile(page, label)).toHaveText(value)
}
