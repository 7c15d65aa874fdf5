import type { Page } from '@playwright/test'
import { minuteMs } from '../contract/src/durations.ts'
import { plugIn } from './support/authenticator.ts'
import { password } from './support/deedbox.ts'
import { examine } from './support/examine.ts'
import { logIn } from './support/flows.ts'
import { expect, test } from './support/test.ts'

const ada = { name: 'Ada Byron', firstName: 'Ada', lastName: 'Byron', password }

async function signOut(page: Page) {
  await page.getByRole('button', { name: /^Account of/ }).click()
  await page.getByRole('button', { name: 'Sign out', exact: true }).click()
  await expect(page).toHaveURL('/')
}

test('a passkey is added, signs in alone and after the password, proves who it is, and is removed', async ({
  deedbox,
  visit,
}) => {
  const person = await deedbox.person('requestor', ada)
  const page = await visit(null, '/login?returnTo=/profile', 'localhost')
  const authenticator = await plugIn(page, { synced: true })
  const passkeys = page.getByRole('list', { name: 'Passkeys' }).getByRole('listitem')
  const dialog = page.getByRole('dialog')
  const add = page.getByRole('button', { name: 'Add a passkey' })

  await test.step('it is added on the profile, named after the device; backup codes come with it', async () => {
    await logIn(page, person.email)
    await add.click()
    await expect(dialog.getByLabel('Name')).toHaveValue('Chrome on Linux')
    await examine(page, 'add a passkey')
    await authenticator.unlocks(false)
    await dialog.getByRole('button', { name: 'Add passkey' }).click()
    await expect(dialog.getByText('No passkey was added. You can try again.')).toBeVisible()
    await authenticator.unlocks(true)
    await dialog.getByLabel('Name').fill('My laptop')
    await dialog.getByRole('button', { name: 'Add passkey' }).click()
    await dialog.getByRole('button', { name: 'I have kept them' }).click()
    await expect(passkeys.filter({ hasText: 'My laptop' }).getByText('synced')).toBeVisible()
    await examine(page, 'passkeys')
    await deedbox.mail.next(({ subject }) => subject === 'A passkey was added to your account')
  })

  await test.step('one device keeps one passkey of a person', async () => {
    await add.click()
    await dialog.getByRole('button', { name: 'Add passkey' }).click()
    await expect(dialog.getByText('This device already has a passkey of yours for Deedbox.')).toBeVisible()
    await dialog.getByRole('button', { name: 'Close' }).click()
  })

  await test.step('where the browser fills in the email, choosing it is enough', async () => {
    await signOut(page)
    await page.goto('/login')
    await expect(page).toHaveURL('/dashboard')
  })

  await page.addInitScript(() => {
    PublicKeyCredential.isConditionalMediationAvailable = async () => false
  })
  await test.step('in a browser that does not, a button signs in without a password', async () => {
    await signOut(page)
    await page.goto('/login')
    const button = page.getByRole('button', { name: 'Sign in with a passkey' })
    await authenticator.unlocks(false)
    await button.click()
    await expect(page.getByRole('alert').getByText('No passkey was used.')).toBeVisible()
    await examine(page, 'login with a passkey')
    await authenticator.unlocks(true)
    await button.click()
    await expect(page).toHaveURL('/dashboard')
  })

  await test.step('after the password it is the second factor', async () => {
    await signOut(page)
    await page.goto('/login?returnTo=/profile')
    await logIn(page, person.email)
    const use = page.getByRole('button', { name: 'Use a passkey' })
    await expect(use).toBeVisible()
    await examine(page, 'second step with a passkey')
    await use.click()
    await expect(passkeys).toHaveCount(1)
  })

  await test.step('it proves again who it is, before it is removed', async () => {
    await page.getByRole('button', { name: 'Rename My laptop' }).click()
    await dialog.getByLabel('Name').fill('Work laptop')
    await dialog.getByRole('button', { name: 'Save' }).click()
    await expect(passkeys.filter({ hasText: 'Work laptop' })).toBeVisible()
    await deedbox.shift(16 * minuteMs)
    await page.getByRole('button', { name: 'Remove Work laptop' }).click()
    await dialog.getByRole('button', { name: 'Remove', exact: true }).click()
    const proof = page.getByRole('dialog', { name: 'Confirm that it is you' })
    await proof.getByRole('button', { name: 'Use a passkey' }).click()
    await examine(page, 'proof with a passkey')
    await proof.getByRole('button', { name: 'Use a passkey' }).click()
    await expect(passkeys).toHaveCount(0)
  })

  await test.step('removed, it opens nothing; the password is enough again', async () => {
    await signOut(page)
    await page.goto('/login')
    await page.getByRole('button', { name: 'Sign in with a passkey' }).click()
    await expect(page.getByText('This passkey was not accepted.')).toBeVisible()
    await logIn(page, person.email)
    await expect(page).toHaveURL('/dashboard')
  })
})

test('at an address that can have no passkeys, the screens say where they work', async ({
  deedbox,
  visit,
}) => {
  const there = deedbox.address.replace('127.0.0.1', 'localhost')
  const page = await visit(null, '/login')
  await expect(page.getByRole('link', { name: there })).toHaveAttribute('href', `${there}/login`)
  const profile = await visit(await deedbox.person('guest'), '/profile')
  await expect(profile.getByText(`Browsers allow no passkeys at ${deedbox.address}.`)).toBeVisible()
  await expect(profile.getByRole('button', { name: 'Add a passkey' })).toHaveCount(0)
  await expect(profile.getByRole('link', { name: there })).toBeVisible()
})
