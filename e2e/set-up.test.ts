import { password } from './support/deedbox.ts'
import { examine } from './support/examine.ts'
import { expect, test } from './support/test.ts'

test('the printed link makes the first administrator, once', async ({ deedbox, visit }) => {
  const link = await deedbox.setUpLink()
  if (!link) throw new Error('no set-up link was printed')
  const page = await visit(null, '/login')
  await test.step('too many calls say nothing about the link', async () => {
    const error = { code: 'too-many-requests', message: 'Too many requests. Please wait a minute.' }
    const check = '**/api/setup/*'
    await page.route(check, (route) => route.fulfill({ status: 429, json: { error } }))
    await page.goto(link)
    await expect(page.getByText('Failed to check the set-up link')).toBeVisible()
    await page.unroute(check)
    await page.getByRole('button', { name: 'Try again' }).click()
  })
  await expect(page.getByRole('heading', { name: 'Set up Deedbox' })).toBeVisible()
  await examine(page, 'set-up')

  await page.getByRole('button', { name: 'Create administrator' }).click()
  await expect(page.getByLabel('First name')).toBeFocused()

  await page.getByLabel('First name').fill('Ruth')
  await page.getByLabel('Last name').fill('Abernathy')
  await page.getByLabel('Email').fill('ruth@practice.example')
  await page.getByLabel('Password', { exact: true }).fill('weak')
  await page.getByRole('button', { name: 'Create administrator' }).click()
  await expect(page.getByText('Please choose a stronger password').first()).toBeVisible()

  await page.getByLabel('Password', { exact: true }).fill(password)
  await expect(page.getByText('Not found in known data breaches')).toBeVisible()
  await page.getByRole('button', { name: 'Create administrator' }).click()
  await expect(page).toHaveURL('/dashboard')
  await expect(page.getByText('Welcome, Ruth')).toBeVisible()

  await test.step('the link is dead for everybody else', async () => {
    const stranger = await visit(null, link)
    await expect(stranger.getByRole('heading', { name: 'Set-up link not valid' })).toBeVisible()
    await expect(
      stranger.getByText('This set-up link is not valid or has already been used.', { exact: true }),
    ).toBeVisible()
    await examine(stranger, 'set-up-used')
    const again = await deedbox.call(null, 'POST', new URL(link).pathname.replace('/setup', '/api/setup'), {
      email: 'mallory@evil.example',
      firstName: 'Mallory',
      lastName: 'Evil',
      password,
    })
    expect(again.status).toBe(404)
    expect(await deedbox.setUpLink()).toBeNull()
  })

  await test.step('the administrator logs in with what they chose', async () => {
    const later = await visit(null, '/login')
    await later.getByLabel('Email').fill('ruth@practice.example')
    await later.getByLabel('Password', { exact: true }).fill(password)
    await later.getByRole('button', { name: 'Sign In', exact: true }).click()
    await expect(later.getByText('Welcome back!')).toBeVisible()
    await expect(later).toHaveURL('/dashboard')
  })
})
