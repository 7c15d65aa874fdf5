import type { Page } from '@playwright/test'
import { type Deedbox, password } from './support/deedbox.ts'
import { examine } from './support/examine.ts'
import { deed } from './support/files.ts'
import { logIn } from './support/flows.ts'
import { expect, test } from './support/test.ts'

const grace = { name: 'Grace Hall', firstName: 'Grace', lastName: 'Hall', password }

/** Reads the code of the newest email to an address about a change of email. */
async function code({ mail }: Deedbox, email: string): Promise<string> {
  const { text } = await mail.next(
    ({ deliveredTo, subject }) => deliveredTo === email && /code to change your email/.test(subject ?? ''),
  )
  return text?.match(/\b\d{6}\b/)?.[0] ?? ''
}

async function openFromMenu(page: Page, link: 'Profile' | 'Settings') {
  await page.getByRole('button', { name: /^Account of/ }).click()
  await page.getByRole('banner').getByRole('link', { name: link, exact: true }).click()
  await expect(page.getByRole('heading', { level: 1, name: link })).toBeVisible()
}

test('a person edits their profile, moves to another email and chooses how Deedbox looks', async ({
  deedbox,
  visit,
}) => {
  const person = await deedbox.person('requestor', grace)
  const page = await visit(null, '/profile')

  await test.step('signed out, the page denies access and leads to the log-in and back', async () => {
    await expect(page.getByRole('heading', { name: 'Access Denied' })).toBeVisible()
    await page.locator('main').getByRole('link', { name: 'Sign In' }).click()
    await logIn(page, person.email)
    await expect(page.getByRole('heading', { level: 1, name: 'Profile' })).toBeVisible()
    await expect(page.locator('main').getByText('Grace Hall')).toBeVisible()
    await examine(page, 'profile')
  })

  await test.step('a postcode of another state and half a phone number are not saved', async () => {
    await page.getByRole('button', { name: 'Edit Profile' }).click()
    await page.getByLabel('Last name').fill('Hall-Okafor')
    await page.getByLabel('Phone').fill('0412')
    await page.getByRole('textbox', { name: 'Address' }).fill('12 Bridge Street')
    await page.getByLabel('City').fill('Sydney')
    await page.getByLabel('State').selectOption('NSW')
    await page.getByLabel('Postal code').fill('3000')
    await page.getByRole('button', { name: 'Save changes' }).click()
    await expect(page.getByLabel('Phone')).toBeFocused()
    await expect(page.getByText('This postcode is not in New South Wales')).toBeVisible()
    await examine(page, 'profile form')
    await page.getByLabel('Phone').fill('+61 412 345 678')
    await page.getByLabel('Postal code').fill('2000')
    await page.getByRole('button', { name: 'Save changes' }).click()
    await expect(page.getByText('Profile updated successfully!')).toBeVisible()
    await expect(page.locator('main').getByText('0412 345 678')).toBeVisible()
    await expect(page.getByRole('button', { name: 'Account of Grace Hall-Okafor' })).toBeVisible()
  })

  const to = 'grace.okafor@example.com'

  await test.step('the email changes with the password and a code from each address', async () => {
    await page.getByRole('button', { name: 'Change email' }).click()
    await page.getByLabel('New email').fill(to)
    await page.getByLabel('Your password', { exact: true }).fill('Not-It-1887')
    await page.getByRole('button', { name: 'Send the codes' }).click()
    await expect(page.getByText('This is not your password.')).toBeVisible()
    await page.getByLabel('Your password', { exact: true }).fill(password)
    await page.getByRole('button', { name: 'Send the codes' }).click()
    await page.getByLabel(`Code sent to ${person.email}`).fill(await code(deedbox, person.email))
    await page.getByLabel(`Code sent to ${to}`).fill(await code(deedbox, to))
    await examine(page, 'change of email')
    await page.getByRole('dialog').getByRole('button', { name: 'Change email' }).click()
    await expect(page.getByText(`Your email is now ${to}`)).toBeVisible()
    await deedbox.mail.next(({ subject }) => /email of your Deedbox account was changed/.test(subject ?? ''))
  })

  await test.step('dates and colours are theirs on another device, too', async () => {
    await openFromMenu(page, 'Settings')
    await examine(page, 'settings')
    await page.getByLabel('Dates').selectOption('2026-12-03')
    await expect(page.getByText('Settings saved')).toBeVisible()
    await page.getByLabel('Colours').selectOption('Dark')
    await expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', 'dark')
    for (const [label, name] of [
      ['My access ends', 'accessEnding'],
      ['Shared and never opened', 'neverOpened'],
      ['Reviews', 'reviews'],
    ] as const) {
      await page.getByRole('switch', { name: label }).click({ force: true })
      await expect
        .poll(() =>
          deedbox.rows(
            `select preferences -> 'mails' ->> '${name}' as wanted from profiles where email = '${to}'`,
          ),
        )
        .toEqual([{ wanted: 'false' }])
    }
    const device = await visit(null, '/login?returnTo=/profile')
    await logIn(device, to)
    await expect(device.getByText(/· \d{4}-\d{2}-\d{2}/).first()).toBeVisible()
    await expect(device.locator('html')).toHaveAttribute('data-mantine-color-scheme', 'dark')
  })
})

test('an account is closed once its documents are in other hands', async ({ deedbox, visit }) => {
  const person = await deedbox.person('requestor', grace)
  const trustee = await deedbox.person('trustee', { name: 'Margaret Chen' })
  await deedbox.upload(person, 'Hall family trust', await deed('Hall family trust', 4))
  const page = await visit(null, '/login?returnTo=/settings')
  await logIn(page, person.email)

  await test.step('documents come first', async () => {
    await expect(page.getByText('You still own 1 document.')).toBeVisible()
    await expect(page.getByRole('button', { name: 'Close my account' })).toBeHidden()
    await page.getByRole('button', { name: 'Download and delete' }).click()
    const saved = page.waitForEvent('download')
    await page.getByRole('button', { name: 'Download Hall family trust' }).click()
    expect((await saved).suggestedFilename()).toBe('hall-family-trust.pdf')
    await page.getByRole('button', { name: 'Hand over 1 document' }).click()
    await page.getByLabel('Email of the trustee').fill('nobody@example.com')
    await page.getByRole('button', { name: 'Hand over', exact: true }).click()
    await expect(page.getByText('Documents can only be handed over to another trustee')).toBeVisible()
    await page.getByLabel('Email of the trustee').fill(trustee.email)
    await page.getByRole('button', { name: 'Hand over', exact: true }).click()
    await expect(page.getByText(`1 document handed over to ${trustee.email}`)).toBeVisible()
  })

  await test.step('then the account closes, and nobody signs in with it again', async () => {
    await page.getByRole('button', { name: 'Close my account' }).click()
    await page.getByLabel('Your password', { exact: true }).fill(password)
    await examine(page, 'close account')
    await page.getByRole('dialog').getByRole('button', { name: 'Close my account' }).click()
    await expect(page.getByText('Your account is closed')).toBeVisible()
    expect(new URL(page.url()).pathname).toBe('/')
    await page.goto('/login')
    await logIn(page, person.email)
    await expect(
      page.getByText('Invalid email or password. Please check your credentials.').first(),
    ).toBeVisible()
  })
})
