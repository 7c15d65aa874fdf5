import { examine } from './support/examine.ts'
import { expect, test } from './support/test.ts'

const saved = 'Settings saved'

test('two administrators change the same setting: the second is told, and loses nothing', async ({
  deedbox,
  visit,
}) => {
  const first = await deedbox.person('admin', { name: 'Robert Chen' })
  const page = await visit(first, '/dashboard')
  await page.getByRole('button', { name: /Account of/ }).click()
  await page.getByRole('link', { name: 'System Settings' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'System Settings' })).toBeVisible()
  const other = await visit(await deedbox.person('admin'))
  // Page without the connection that tells of changes.
  await other.route('**/api/live*', (route) => route.fulfill({ status: 204 }))
  await other.goto('/admin/settings')
  await other.getByLabel('Phone (optional)').fill('(02) 9000 0002')
  await other.getByLabel('Name', { exact: true }).fill('Chen Whitlam')

  await page.getByLabel('Phone (optional)').fill('(02) 9000 0001')
  await page.getByRole('button', { name: 'Save settings' }).click()
  await expect(page.getByText(saved)).toBeVisible()

  await other.getByRole('button', { name: 'Save settings' }).click()
  const told = other.getByRole('alert').filter({ hasText: 'Robert Chen changed this in the meantime' })
  await expect(told).toContainText('Now: (02) 9000 0001. You typed: (02) 9000 0002.')
  await expect(other.getByLabel('Name', { exact: true })).toHaveValue('Chen Whitlam')
  await examine(other, 'settings')
  // Leaving by mistake does not lose anything either.
  await other.getByRole('link', { name: 'Health' }).click()
  await other.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click()
  await told.getByRole('button', { name: 'Keep what I typed' }).click()
  await other.getByRole('button', { name: 'Save settings' }).click()
  await expect(other.getByText(saved)).toBeVisible()
  await expect(other.getByText('Everything is saved')).toBeVisible()
  await expect(other).toHaveTitle('System Settings · Chen Whitlam')
  const { deployment } = await deedbox.must<{ deployment: object }>(deedbox.call(null, 'GET', '/api/session'))
  expect(deployment).toMatchObject({ phone: '(02) 9000 0002', deploymentName: 'Chen Whitlam' })
})

test('a maintenance notice appears at an open page, and a closed sign-up says so', async ({
  deedbox,
  visit,
}) => {
  const open = await visit(await deedbox.person('requestor'))
  await open.clock.install()
  await open.goto('/documents')
  await expect(open.getByRole('heading', { level: 1 })).toBeVisible()

  const page = await visit(await deedbox.person('admin'), '/admin/settings')
  await page.getByRole('switch', { name: 'Show a notice above every page' }).check()
  await page.getByLabel('Message').fill('Deedbox is away tonight from 9 pm.')
  await page.getByRole('radio', { name: 'By invitation only' }).check()
  await page.getByRole('button', { name: 'Save settings' }).click()
  await expect(page.getByRole('region', { name: 'Maintenance notice' })).toContainText('Until in')

  await open.clock.fastForward(31_000)
  await open.evaluate(() => document.dispatchEvent(new Event('visibilitychange')))
  const notice = open.getByRole('region', { name: 'Maintenance notice' })
  await expect(notice).toContainText('Deedbox is away tonight from 9 pm.')
  await examine(open, 'maintenance-notice')

  const stranger = await visit(null, '/signup')
  await expect(stranger.getByRole('region', { name: 'Maintenance notice' })).toBeVisible()
  await expect(stranger.getByRole('alert')).toContainText('By invitation only')
  await stranger.getByLabel('First name').fill('Ada')
  await stranger.getByLabel('Last name').fill('Lovelace')
  await stranger.getByLabel('Email').fill('ada@example.com')
  await stranger.getByLabel('Password', { exact: true }).fill('Brass-Key-1887')
  await stranger.getByRole('button', { name: 'Create account' }).click()
  await expect(stranger.getByText('You need an invitation to make an account here.')).toBeVisible()

  await page.getByRole('radio', { name: 'Closed' }).check()
  await page.getByRole('switch', { name: 'Show a notice above every page' }).uncheck()
  await page.getByRole('button', { name: 'Save settings' }).click()
  await expect(page.getByText('Everything is saved')).toBeVisible()
  await expect(page.getByRole('region', { name: 'Maintenance notice' })).toHaveCount(0)
  await stranger.reload()
  await expect(stranger.getByRole('heading', { level: 1, name: 'Sign-up is closed' })).toBeVisible()
  await examine(stranger, 'sign-up-closed')
})
