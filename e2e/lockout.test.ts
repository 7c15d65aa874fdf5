import { minuteMs } from '../contract/src/durations.ts'
import { password } from './support/deedbox.ts'
import { examine } from './support/examine.ts'
import { logIn } from './support/flows.ts'
import { expect, test } from './support/test.ts'

const email = 'margaret@practice.example'

test('five failures lock an account for 15 minutes', async ({ deedbox, visit }) => {
  await deedbox.person('trustee', { email, password, firstName: 'Margaret', lastName: 'Chen' })
  const page = await visit(null, '/login')
  await page.clock.install()
  await page.reload()

  for (let failure = 1; failure <= 4; failure++) {
    await logIn(page, email, `Wrong-Key-${failure}`)
    await expect(
      page.getByRole('alert').getByText('Invalid email or password. Please check your credentials.'),
    ).toBeVisible()
    await expect(page.getByRole('button', { name: 'Sign In', exact: true })).toBeEnabled()
  }
  await logIn(page, email, 'Wrong-Key-5')
  const locked = page.getByRole('main').getByRole('alert')
  await expect(locked.getByText('Too many attempts')).toBeVisible()
  await expect(locked.getByText('Account temporarily locked. Please try again in 15 minutes.')).toBeVisible()
  await expect(page.getByLabel('Email')).toHaveValue(email)
  await expect(page.getByLabel('Password', { exact: true })).toHaveValue('Wrong-Key-5')
  await examine(page, 'login-locked')

  await test.step('the right password does not help, here or elsewhere', async () => {
    await logIn(page, email)
    await expect(locked.getByText('Too many attempts')).toBeVisible()
    await expect(page.getByLabel('Password', { exact: true })).toHaveValue(password)
    const elsewhere = await visit(null, '/login')
    await logIn(elsewhere, email)
    await expect(elsewhere.getByRole('main').getByText('Too many attempts')).toBeVisible()
    await expect(elsewhere.getByLabel('Email')).toHaveValue(email)
  })

  await test.step('after 14 minutes it tells how many are left', async () => {
    await deedbox.shift(14 * minuteMs)
    await page.clock.fastForward(14 * minuteMs)
    await page.getByRole('button', { name: 'Sign In', exact: true }).click()
    await expect(locked.getByText('Please wait 1 minute before trying again')).toBeVisible()
  })

  await test.step('after 15 minutes what was typed goes through', async () => {
    await deedbox.shift(minuteMs)
    await page.clock.fastForward(minuteMs)
    await page.getByRole('button', { name: 'Sign In', exact: true }).click()
    await expect(page).toHaveURL('/dashboard')
  })
})
