import type { Page } from '@playwright/test'
import { dayMs } from '../contract/src/durations.ts'
import { shownCode } from '../server/src/testing/totp.ts'
import { type Deedbox, password } from './support/deedbox.ts'
import { examine } from './support/examine.ts'
import { logIn } from './support/flows.ts'
import { expect, test } from './support/test.ts'

const step = 30_000
/** Milliseconds by which the clock of each Deedbox was moved here. */
const moved = new WeakMap<Deedbox, number>()

async function shift(deedbox: Deedbox, ms: number) {
  moved.set(deedbox, (moved.get(deedbox) ?? 0) + ms)
  await deedbox.shift(ms)
}

/** Returns the next code of an authenticator app; it moves the clock, because no code works twice. */
async function nextCode(deedbox: Deedbox, secret: string): Promise<string> {
  await shift(deedbox, step)
  return shownCode(secret, Date.now() + (moved.get(deedbox) ?? 0))
}

const heading = (page: Page, name: string) => page.getByRole('heading', { name, exact: true })

const mailed = ({ mail }: Deedbox, email: string, subject: string) =>
  mail.next((message) => message.deliveredTo === email && message.subject === subject)

/** Sets up the authenticator app that the page offers; returns its secret and the backup codes. */
async function setUpApp(deedbox: Deedbox, page: Page, picture: string) {
  await expect(page.getByRole('img', { name: 'QR code for your authenticator app' })).toBeVisible()
  const shown = await page.getByRole('status', { name: 'Or type this key:' }).textContent()
  const secret = shown?.replaceAll(' ', '') ?? ''
  expect(secret).toMatch(/^[A-Z2-7]{32}$/)
  await examine(page, `${picture}-app`)
  // The last digit sends it.
  await page.getByLabel('Name').fill('My phone')
  await page.getByLabel('Code', { exact: true }).fill(await nextCode(deedbox, secret))
  await expect(page.getByText('These codes are not shown again.')).toBeVisible()
  const codes = await page
    .getByRole('region', { name: 'Backup codes' })
    .getByRole('listitem')
    .allTextContents()
  expect(codes).toHaveLength(10)
  await expect(heading(page, 'Keep your backup codes')).toBeInViewport()
  await examine(page, `${picture}-codes`)
  const download = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Download' }).click()
  expect((await download).suggestedFilename()).toBe('backup-codes.txt')
  await page.getByRole('button', { name: 'I have kept them' }).click()
  return { secret, codes }
}

test('enrol an authenticator app, sign in with it, lose it and use a backup code', async ({
  deedbox,
  visit,
}) => {
  const email = 'margaret@practice.example'
  const margaret = await deedbox.person('requestor', {
    email,
    password,
    firstName: 'Margaret',
    lastName: 'Chen',
  })
  const page = await visit(margaret, '/profile#security')
  await page.getByRole('button', { name: 'Add authenticator app' }).click()
  const { secret, codes } = await setUpApp(deedbox, page, 'profile')
  await expect(page.getByText('My phone', { exact: true })).toBeVisible()
  await expect(page.getByText('10 backup codes left')).toBeVisible()
  await examine(page, 'profile-factors')
  await mailed(deedbox, email, 'An authenticator app was added to your account')

  const there = await visit(null, '/login?returnTo=/documents')
  await test.step('the password alone is half a sign-in, here and in other tabs', async () => {
    await logIn(there, email)
    await expect(heading(there, 'Confirm that it is you')).toBeVisible()
    await examine(there, 'second-step')
    await there.reload()
    await expect(there.getByText(`Signing in as ${email}`)).toBeVisible()
    const tab = await there.context().newPage()
    await tab.goto('/documents')
    await expect(heading(tab, 'Confirm that it is you')).toBeVisible()
    await there.getByLabel('Code that your authenticator app shows').fill('000000')
    await expect(there.getByText('This code is not right, or was used before.')).toBeVisible()
    await there.getByLabel('Remember this device for 30 days').check()
    await there.getByLabel('Code that your authenticator app shows').fill(await nextCode(deedbox, secret))
    await expect(there).toHaveURL('/documents')
    await expect(tab).toHaveURL('/documents')
    await tab.close()
  })

  await test.step('a remembered device is asked for the password only', async () => {
    await there.getByRole('button', { name: /Account of/ }).click()
    await there.getByRole('button', { name: 'Sign out' }).click()
    await expect(there).toHaveURL('/')
    await there.goto('/login')
    await logIn(there, email)
    await expect(there).toHaveURL('/dashboard')
  })

  await test.step('with the app lost, a backup code signs in, once', async () => {
    const elsewhere = await visit(null, '/login')
    const enter = async () => {
      await logIn(elsewhere, email)
      await elsewhere.getByRole('button', { name: 'Use a backup code' }).click()
      await elsewhere.getByLabel('Backup code').fill(codes[0]?.toUpperCase() ?? '')
      await elsewhere.getByRole('button', { name: 'Confirm' }).click()
    }
    await enter()
    await expect(elsewhere).toHaveURL('/dashboard')
    const mail = await mailed(deedbox, email, 'A backup code of your account was used')
    expect(mail.text).toContain('You have 9 backup codes left.')
    await elsewhere.getByRole('button', { name: /Account of/ }).click()
    await elsewhere.getByRole('button', { name: 'Sign out' }).click()
    await expect(elsewhere).toHaveURL('/')
    await elsewhere.goto('/login')
    await enter()
    await expect(elsewhere.getByText('This code is not right, or was used before.')).toBeVisible()
    await examine(elsewhere, 'second-step-backup')
    await elsewhere.getByRole('button', { name: 'Use another account' }).click()
    await expect(heading(elsewhere, 'Sign in')).toBeVisible()
  })
})

test('the days of grace count down and run out; an administrator resets what was lost', async ({
  deedbox,
  visit,
}) => {
  const olive = await deedbox.person('admin', {
    email: 'olive@practice.example',
    name: 'Olive Wood',
    firstName: 'Olive',
    lastName: 'Wood',
  })
  const email = 'harold@practice.example'
  const harold = await deedbox.person('trustee', { email, password, firstName: 'Harold', lastName: 'Quill' })
  const office = await visit(olive, '/admin/settings')
  await test.step('the administrators say which roles need a second factor', async () => {
    const roles = office.getByRole('group', { name: 'Roles that need a second factor' })
    await roles.getByLabel('Trustee').check()
    await office.getByLabel('Days to set it up').fill('5')
    await office.getByRole('button', { name: 'Save settings' }).click()
    await expect(office.getByText('Everything is saved')).toBeVisible()
    await examine(office, 'settings-second-factor')
  })

  const page = await visit(harold, '/dashboard')
  const left = page.getByRole('link', { name: /^Set up a second factor: / })
  await expect(left).toHaveAccessibleName('Set up a second factor: 5 days left')
  await examine(page, 'grace')
  await left.click()
  await expect(page.getByText('Your role needs a second factor, and you have none yet.')).toBeVisible()
  await shift(deedbox, 4 * dayMs)
  await page.goto('/documents')
  await expect(left).toHaveAccessibleName('Set up a second factor: 1 day left')
  await shift(deedbox, dayMs)
  await page.goto('/documents')
  await expect(heading(page, 'Set up a second factor')).toBeVisible()
  await setUpApp(deedbox, page, 'enrolment')
  await expect(page).toHaveURL('/documents')
  await expect(heading(page, 'Documents')).toBeVisible()
  await expect(left).toHaveCount(0)

  await test.step('the reset signs them out and begins the days anew', async () => {
    await office.goto(`/admin/users/${harold.id}`)
    await expect(office.getByText('Authenticator app')).toBeVisible()
    await office.getByRole('button', { name: 'Manage' }).click()
    await office.getByRole('menuitem', { name: 'Reset second factors' }).click()
    const dialog = office.getByRole('dialog', { name: 'Reset the second factors of Harold Quill?' })
    await expect(dialog).toBeVisible()
    await examine(office, 'reset-factors')
    await dialog.getByRole('button', { name: 'Reset', exact: true }).click()
    await expect(dialog).toHaveCount(0)
    const mail = await mailed(deedbox, email, 'The second factors of your account were reset')
    expect(mail.text).toContain('Olive Wood')
    await expect(heading(page, 'Sign in')).toBeVisible()
    await logIn(page, email)
    await expect(left).toHaveAccessibleName('Set up a second factor: 5 days left')
  })
})
