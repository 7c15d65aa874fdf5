import type { Page } from '@playwright/test'
import { minuteMs } from '../contract/src/durations.ts'
import { breachedPassword, password } from './support/deedbox.ts'
import { examine } from './support/examine.ts'
import { askForCode, mailedCode } from './support/flows.ts'
import { expect, test } from './support/test.ts'

const details = { firstName: 'Sofia', lastName: 'Marino', role: 'Requestor' } as const
const code = (page: Page) => page.getByLabel('Verification code')
const timer = (page: Page) => page.getByRole('timer', { name: 'Time left for this code' })

/** Returns a code other than the right one. */
const wrong = (right: string) => String((Number(right) + 1) % 1_000_000).padStart(6, '0')

test('a code counts down, warns, expires and is sent again', async ({ deedbox, visit }) => {
  const email = 'sofia@firm.example'
  const page = await visit(null)
  await page.clock.install()
  await page.goto('/signup?role=requestor&returnTo=%2Fdocuments%3Fsort%3Dtitle')
  await askForCode(page, { ...details, email })
  await expect(page.getByText('Verification code sent! Check your email to complete signup.')).toBeVisible()
  const stale = await mailedCode(deedbox, email)
  await expect(timer(page)).toHaveText(/^(10:00|9:5\d)$/)

  await deedbox.shift(9 * minuteMs)
  await page.clock.fastForward(9 * minuteMs)
  await expect(timer(page)).toHaveText(/^0:[0-5]\d$/)
  await expect(page.getByText('Code expires in less than 1 minute. Have your code ready!')).toBeVisible()
  await examine(page, 'verify-short')

  await deedbox.shift(minuteMs)
  await page.clock.fastForward(minuteMs)
  await expect(
    page.getByText('Your verification code has expired. Please request a new one.', { exact: true }),
  ).toBeVisible()
  await expect(code(page)).toBeDisabled()
  await expect(timer(page)).toHaveText('0:00')
  await examine(page, 'verify-expired')
  const late = await deedbox.call(null, 'POST', '/api/functions/auth-verify-otp', {
    ...{ email, code: stale, password, firstName: 'Sofia', lastName: 'Marino', role: 'requestor' },
  })
  expect(late.status).toBe(400)

  await page.getByRole('button', { name: 'Send new code' }).click()
  await expect(page.getByText('Code sent', { exact: true })).toBeVisible()
  const fresh = await mailedCode(deedbox, email)
  await expect(timer(page)).toHaveText(/^(10:00|9:5\d)$/)
  await expect(code(page)).toHaveValue('')
  await expect(code(page)).toBeFocused()

  await test.step('a wrong code shows an error and can be typed again', async () => {
    await code(page).pressSequentially(wrong(fresh))
    await expect(
      page.getByText('Verification failed. Please check your code and try again.').first(),
    ).toBeVisible()
    await expect(code(page)).toHaveValue(wrong(fresh))
  })

  await test.step('pasted with blanks around, it goes off by itself', async () => {
    await code(page).evaluate(
      (field: HTMLInputElement, text) => {
        field.focus()
        field.select()
        document.execCommand('insertText', false, text)
      },
      ` ${fresh.slice(0, 3)} ${fresh.slice(3)} `,
    )
    await expect(page).toHaveURL('/documents?sort=title')
  })
})

test('after a reload the password is asked for again', async ({ deedbox, visit }) => {
  const email = 'graham@firm.example'
  const page = await visit(null, '/signup')
  await askForCode(page, { firstName: 'Graham', lastName: 'Okafor', email, role: 'Requestor' })
  const kept = await page.evaluate(() => JSON.stringify({ ...sessionStorage, ...localStorage }))
  expect(kept).toContain(email)
  expect(kept).not.toContain(password)
  await page.reload()
  await expect(page.getByText(/please enter it again/)).toBeVisible()
  await examine(page, 'verify-reloaded')
  await page.getByLabel('Password', { exact: true }).fill(breachedPassword)
  const sent = await mailedCode(deedbox, email)
  await code(page).fill(sent)
  await expect(
    page
      .getByText('This password has been found in data breaches. Please choose a different password.')
      .first(),
  ).toBeVisible()
  expect(deedbox.breaches.asked.every((prefix) => /^[0-9A-F]{5}$/.test(prefix))).toBe(true)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Verify' }).click()
  await expect(page).toHaveURL('/dashboard')
})

test('an email that has an account by now leads to the log-in', async ({ deedbox, visit }) => {
  const email = 'lucy@firm.example'
  const page = await visit(null, '/signup')
  await askForCode(page, { ...details, email })
  const sent = await mailedCode(deedbox, email)
  await deedbox.person('requestor', { email, password })
  await code(page).fill(sent)
  await expect(page.getByText('Account Already Exists')).toBeVisible()
  await expect(page.getByText('This email is already registered. Redirecting to login...')).toBeVisible()
  await expect(page).toHaveURL(/\/login(\?|$)/)
  await expect(page.getByText('An account with this email already exists.')).toBeVisible()
  await expect(page.getByLabel('Email')).toHaveValue(email)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Sign In', exact: true }).click()
  await expect(page).toHaveURL('/dashboard')

  await test.step('and the sign-up form says so at once', async () => {
    const later = await visit(null, '/signup')
    await later.getByLabel('First name').fill('Lucy')
    await later.getByLabel('Last name').fill('Tran')
    await later.getByLabel('Email').fill(email)
    await later.getByLabel('Password', { exact: true }).fill(password)
    await later.getByRole('button', { name: 'Create account' }).click()
    await expect(
      later.getByText(
        'An account with this email already exists. Please log in instead, or use "Forgot password" if needed.',
      ),
    ).toBeVisible()
    await expect(later.getByLabel('First name')).toHaveValue('Lucy')
    await examine(later, 'sign-up-exists')
  })
})

test('after five wrong codes it counts down to the next one', async ({ deedbox, visit }) => {
  const email = 'wrong@firm.example'
  const page = await visit(null, '/signup')
  await page.clock.install()
  await page.reload()
  const list = Promise.withResolvers<void>()
  await page.route('**/password-problem-*.js', async (route) => {
    await list.promise
    await route.continue()
  })
  await page.getByLabel('Password', { exact: true }).fill('Password123!')
  await expect(page.getByText('Password strength: Checking… (6 of 6)')).toBeVisible()
  list.resolve()
  await expect(page.getByText('Password strength: Not accepted (6 of 6)')).toBeVisible()
  await expect(page.getByText(/Not accepted: it is one of the most common passwords/)).toBeVisible()
  await page.getByLabel('Password', { exact: true }).fill('Password123!Elm-Road')
  await expect(page.getByText('Password strength: Strong (6 of 6)')).toBeVisible()
  await askForCode(page, { ...details, email })
  const sent = await mailedCode(deedbox, email)
  for (let tries = 1; tries <= 5; tries += 1) {
    await code(page).fill('')
    const answered = page.waitForResponse('**/auth-verify-otp')
    await code(page).fill(wrong(sent))
    await answered
    if (tries < 5) await expect(code(page)).toBeEnabled()
  }
  await expect(page.getByText('Too many wrong codes.', { exact: true })).toBeVisible()
  const wait = page.getByRole('timer', { name: 'Time until a new code can be sent' })
  await expect(wait).toHaveText(/^(15:00|14:5\d)$/)
  await expect(page.getByRole('button', { name: 'Send new code' })).toBeDisabled()
  await examine(page, 'verify-locked')
  await deedbox.shift(15 * minuteMs)
  await page.clock.fastForward(15 * minuteMs)
  await page.getByRole('button', { name: 'Send new code' }).click()
  await expect(page.getByText('Code sent', { exact: true })).toBeVisible()
  await expect(wait).toBeHidden()
})

test('without a sign-up there is nothing to verify', async ({ visit }) => {
  const page = await visit(null, '/verify-otp')
  await expect(page).toHaveURL('/signup')
  await page.goto('/verify-otp?email=somebody%40firm.example')
  await expect(
    page.getByText('No pending signup found. Please start the signup process again.'),
  ).toBeVisible()
  await expect(page.getByText(/We sent/)).toBeHidden()
  await examine(page, 'verify-nothing-pending')
  await page.getByRole('link', { name: 'Sign up', exact: true }).last().click()
  await expect(page).toHaveURL(/\/signup/)
  await page.goto('/signup?role=trustee&request=2f0c5a52-7f3e-4e0f-9d0c-0a1b2c3d4e5f')
  await expect(page.getByText('Somebody has asked you for documents')).toBeVisible()
  await expect(page.getByRole('radio')).toHaveCount(0)
  await expect(page.getByRole('link', { name: 'Sign in', exact: true }).last()).toHaveAttribute(
    'href',
    /^\/login\?redirect=%2Fowner-request%2F2f0c5a52/,
  )
  await examine(page, 'sign-up-request')
})
