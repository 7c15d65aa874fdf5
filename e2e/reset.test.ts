import { password } from './support/deedbox.ts'
import { examine } from './support/examine.ts'
import { logIn, mailedLink } from './support/flows.ts'
import { expect, test } from './support/test.ts'

const email = 'margaret@practice.example'
const chosen = 'Sealing-Wax-1901'

test('a forgotten password is reset with the link in the email', async ({ deedbox, visit }) => {
  const margaret = await deedbox.person('trustee', { email, password, firstName: 'Margaret' })
  const signedIn = await visit(margaret, '/dashboard')
  await expect(signedIn.getByText('Welcome, Margaret')).toBeVisible()

  const page = await visit(null, '/login')
  await page.getByRole('link', { name: 'Forgot your password?' }).click()
  await examine(page, 'forgot-password')
  await page.getByRole('button', { name: 'Send reset link' }).click()
  await expect(page.getByLabel('Email')).toBeFocused()
  await page.getByLabel('Email').fill(email)
  await page.getByRole('button', { name: 'Send reset link' }).click()
  await expect(page.getByRole('heading', { name: 'Check your email' })).toBeVisible()
  await examine(page, 'forgot-password-sent')
  const link = await mailedLink(deedbox, email, '/reset-password')

  await page.goto(link)
  await page.getByLabel('New password', { exact: true }).fill(chosen)
  await page.getByLabel('Confirm password').fill(`${chosen}x`)
  await page.getByRole('button', { name: 'Reset password' }).click()
  await expect(page.getByText('Passwords do not match', { exact: true })).toBeVisible()
  await examine(page, 'reset-password')
  await page.getByLabel('New password', { exact: true }).fill('short')
  await page.getByRole('button', { name: 'Reset password' }).click()
  await expect(page.getByText('Password must be at least 6 characters long', { exact: true })).toBeVisible()
  await page.getByLabel('New password', { exact: true }).fill(chosen)
  await page.getByLabel('Confirm password').fill(chosen)
  await page.getByRole('button', { name: 'Reset password' }).click()
  await expect(page.getByText('Your password has been reset successfully')).toBeVisible()
  await expect(page).toHaveURL('/login')

  await test.step('existing sessions are signed out', async () => {
    await signedIn.reload()
    await expect(signedIn.getByRole('heading', { name: 'Access Denied' })).toBeVisible()
    expect((await deedbox.call(margaret, 'GET', '/api/documents')).status).toBe(401)
  })

  await test.step('the old password is void, the new one counts', async () => {
    await logIn(page, email)
    await expect(
      page.getByRole('alert').getByText('Invalid email or password. Please check your credentials.'),
    ).toBeVisible()
    await logIn(page, email, chosen)
    await expect(page).toHaveURL('/dashboard')
  })

  await test.step('the link works once', async () => {
    const later = await visit(null, link)
    await expect(later.getByRole('heading', { name: 'Link not valid' })).toBeVisible()
    await examine(later, 'reset-password-used')
    await later.goto('/login')
    await logIn(later, email, chosen)
    await expect(later).toHaveURL('/dashboard')
  })
})

test('a reset link dies after an hour', async ({ deedbox, visit }) => {
  const address = 'late@practice.example'
  await deedbox.person('requestor', { email: address, password })
  const page = await visit(null, '/forgot-password')
  await page.getByLabel('Email').fill(address)
  await page.getByRole('button', { name: 'Send reset link' }).click()
  const link = await mailedLink(deedbox, address, '/reset-password')
  await deedbox.shift(60 * 60_000 + 1_000)
  await page.goto(link)
  await expect(page.getByRole('heading', { name: 'Link not valid' })).toBeVisible()
  await page.getByRole('link', { name: 'Request a new link' }).click()
  await expect(page).toHaveURL('/forgot-password')
})
