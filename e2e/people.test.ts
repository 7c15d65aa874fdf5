import type { Page } from '@playwright/test'
import { examine } from './support/examine.ts'
import { deed } from './support/files.ts'
import { askForCode, mailedCode, mailedLink } from './support/flows.ts'
import { expect, test } from './support/test.ts'

test('an administrator looks after people', async ({ deedbox, visit }) => {
  const admin = await deedbox.person('admin', { name: 'Ruth Abernathy', firstName: 'Ruth' })
  const named = (firstName: string, lastName: string) => ({
    firstName,
    lastName,
    name: `${firstName} ${lastName}`,
  })
  const owner = await deedbox.person('requestor', named('Desmond', 'Whitlam'))
  const priya = await deedbox.person('trustee', { ...named('Priya', 'Raman'), confirmedAt: null })
  const guest = await deedbox.person('guest', named('Jane', 'Citizen'))
  const documentId = await deedbox.upload(owner, 'Evans deed', await deed('Evans deed', 4))

  const trustee = await visit(priya, '/documents')
  await expect(trustee.getByText('No documents yet')).toBeVisible()
  expect((await deedbox.call(priya, 'GET', `/api/documents/${documentId}`)).status).toBe(404)

  const page = await visit(admin, '/dashboard')
  await page.getByRole('link', { name: 'Confirm trustees', exact: true }).click()
  const list = page.getByRole('table', { name: 'Users' })

  await test.step('find', async () => {
    await expect(page).toHaveURL('/admin/users?status=unconfirmed')
    await expect(list.getByRole('row')).toHaveCount(2)
    const filters = page.getByRole('button', { name: /^Filters/ })
    await expect(filters).toContainText('1')
    await filters.click()
    await page.getByLabel('Status', { exact: true }).selectOption('Any status')
    await expect(list.getByRole('row')).toHaveCount(5)
    await examine(page, 'users-filters')
    await page.getByRole('button', { name: 'Done' }).click()
    await expect(filters).toHaveText('Filters')
    await examine(page, 'users')
    await page.getByRole('searchbox', { name: 'Search people' }).fill('citi')
    await expect(list.getByRole('row')).toHaveCount(2)
    await expect(page).toHaveURL('/admin/users?search=citi')
    await page.getByRole('searchbox', { name: 'Search people' }).fill('nobody at all')
    await expect(page.getByText('Nobody matches')).toBeVisible()
    await page.getByRole('button', { name: 'Clear filters' }).click()
    await chooseRole(page, 'Trustee')
    await expect(list.getByRole('row')).toHaveCount(2)
  })

  await test.step('confirm a trustee, who then sees all documents', async () => {
    await page.getByRole('button', { name: 'Confirm Priya Raman' }).click()
    const dialog = page.getByRole('dialog', { name: 'Confirm Priya Raman as a trustee?' })
    await expect(dialog).toBeVisible()
    await examine(page, 'users-confirm')
    await dialog.getByRole('button', { name: 'Confirm trustee' }).click()
    await expect(page.getByText('Priya Raman is confirmed')).toBeVisible()
    await expect(page.getByRole('button', { name: 'Confirm Priya Raman' })).toHaveCount(0)
    await trustee.reload()
    await expect(trustee.getByRole('link', { name: 'Evans deed', exact: true })).toBeVisible()
    await trustee.goto('/dashboard')
    await expect(trustee.getByText('Your account is waiting for confirmation')).toHaveCount(0)
  })

  await test.step('set how long a guest may stay', async () => {
    await chooseRole(page, 'Guest Viewer')
    await page.getByRole('button', { name: 'More for Jane Citizen' }).click()
    await page.getByRole('menuitem', { name: 'Set expiry' }).click()
    const dialog = page.getByRole('dialog', { name: 'Access expiry of Jane Citizen' })
    await dialog.getByLabel('Last day of access').fill('31/12/2030')
    await dialog.getByLabel('Last day of access').blur()
    await examine(page, 'users-expiry')
    await dialog.getByRole('button', { name: 'Save' }).click()
    const message = page.getByRole('status').filter({ hasText: 'Access expiry of Jane Citizen set' })
    await expect(message).toBeVisible()
    await expect(list).toContainText('31 Dec 2030')
    const { user } = await deedbox.must<{ user: { accessExpiresAt: string } }>(
      deedbox.call(guest, 'GET', '/api/session'),
    )
    expect(user.accessExpiresAt).toBe('2030-12-31T12:59:59.999Z')
  })

  await test.step('invite an Org Admin with their organisation', async () => {
    const email = 'helen@harbour.example'
    await page.getByRole('button', { name: 'Invite a person' }).click()
    const dialog = page.getByRole('dialog', { name: 'Invite a person' })
    await dialog.getByLabel('Email').fill(email)
    await dialog.getByLabel('First name').fill('Helen')
    await dialog.getByLabel('Last name').fill('Papadopoulos')
    await dialog.getByLabel('Role').selectOption('Organization Administrator')
    await dialog.getByRole('button', { name: 'Send invitation' }).click()
    await expect(dialog.getByText('This field is required')).toBeVisible()
    await dialog.getByLabel('Organisation').fill('Harbour Legal')
    await dialog.getByLabel('First name').click()
    await examine(page, 'users-invite')
    await dialog.getByRole('button', { name: 'Send invitation' }).click()
    await expect(page.getByText(`Invitation sent to ${email}`)).toBeVisible()
    await expect(page.getByRole('table', { name: 'Open invitations' })).toContainText(email)
    await examine(page, 'users-invited')

    const invited = await visit(null, await mailedLink(deedbox, email, '/signup?invitation='))
    await expect(invited.getByText('Organization Administrator')).toBeVisible()
    await expect(invited.getByLabel('First name')).toHaveValue('Helen')
    await askForCode(invited, { firstName: 'Helen', lastName: 'Papadopoulos' })
    await invited.getByLabel('Verification code').fill(await mailedCode(deedbox, email))
    await expect(invited.getByText('Welcome, Helen')).toBeVisible()
    await expect(invited.getByText('Organization Administrator at Harbour Legal')).toBeVisible()
    await page.reload()
    await expect(page.getByText('There are no open invitations.')).toBeVisible()
  })

  await test.step('withdraw an invitation', async () => {
    const email = 'tom@harbour.example'
    await page.getByRole('button', { name: 'Invite a person' }).click()
    await page.getByRole('dialog').getByLabel('Email').fill(email)
    await page.getByRole('dialog').getByRole('button', { name: 'Send invitation' }).click()
    const link = await mailedLink(deedbox, email, '/signup?invitation=')
    await page.getByRole('button', { name: `Withdraw the invitation to ${email}` }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Withdraw 1 invitation' }).click()
    await expect(page.getByText('1 invitation withdrawn')).toBeVisible()
    const stranger = await visit(null, link)
    await expect(
      stranger.getByText('This invitation is no longer valid. Please ask for a new one.'),
    ).toBeVisible()
    await examine(stranger, 'sign-up-withdrawn')
  })
})

/** Filters the list of people by role. */
async function chooseRole(page: Page, label: string): Promise<void> {
  await page.getByRole('button', { name: /^Filters/ }).click()
  await page.getByLabel('Role', { exact: true }).selectOption(label)
  await page.getByRole('button', { name: 'Done' }).click()
}
