import { expect, type Locator, type Page } from '@playwright/test'
import { addDays } from '../../contract/src/dates.ts'
import { type Deedbox, password } from './deedbox.ts'

/** Logs in by the form of /login, on the page that is open. */
export async function logIn(page: Page, email: string, word = password): Promise<void> {
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password', { exact: true }).fill(word)
  await page.getByRole('button', { name: 'Sign In', exact: true }).click()
}

type Details = { firstName: string; lastName: string; email?: string; role?: 'Trustee' | 'Requestor' }

/** Fills the form of /signup and sends it; an invitation has filled in the email already. */
export async function askForCode(page: Page, details: Details): Promise<void> {
  await page.getByLabel('First name').fill(details.firstName)
  await page.getByLabel('Last name').fill(details.lastName)
  if (details.email) await page.getByLabel('Email').fill(details.email)
  await page.getByLabel('Password', { exact: true }).fill(password)
  if (details.role) await page.getByRole('radio', { name: details.role }).check()
  await page.getByRole('button', { name: 'Create account' }).click()
  await expect(page.getByRole('heading', { name: 'Verify your email' })).toBeVisible()
}

/** Returns the newest code mailed to an address that was not asked for yet. */
export async function mailedCode({ mail }: Deedbox, email: string): Promise<string> {
  const { text } = await mail.next(
    ({ deliveredTo, subject }) => deliveredTo === email && /verification code/.test(subject ?? ''),
  )
  const code = text?.match(/\b\d{6}\b/)?.[0]
  if (!code) throw new Error('the email holds no code')
  return code
}

/** Returns the newest link mailed to an address that leads to a path with this beginning. */
export async function mailedLink({ mail, address }: Deedbox, email: string, path: string): Promise<string> {
  const start = address + path
  const { text } = await mail.next(
    (message) => message.deliveredTo === email && Boolean(message.text?.includes(start)),
  )
  const link = text?.match(/https?:\/\/\S+/g)?.find((url) => url.startsWith(start))
  if (!link) throw new Error(`the email holds no link to ${path}`)
  return link
}

/** Returns the day in Sydney this many days from today, as the API takes it: 2026-12-03. */
export const dayIn = (days: number): string =>
  addDays(new Date().toLocaleDateString('en-CA', { timeZone: 'Australia/Sydney' }), days)

/** Returns the same day as a person types it: 3/12/2026. */
export function typedDay(days: number): string {
  const [year, month, day] = dayIn(days).split('-').map(Number)
  return `${day}/${month}/${year}`
}

/** Collects the addresses of the API about documents that the page reads with success from now on. */
export function addressesOf(page: Page): Set<string> {
  const addresses = new Set<string>()
  page.on('response', (response) => {
    const url = new URL(response.url())
    if (response.ok() && response.request().method() === 'GET' && url.pathname.startsWith('/api/documents'))
      addresses.add(response.url())
  })
  return addresses
}

/** Opens parts of a dashboard that are folded at first. */
export async function unfold(page: Page, ...titles: string[]): Promise<void> {
  for (const title of titles) {
    const heading = page.getByRole('region', { name: title }).getByRole('heading', { level: 2 })
    const button = heading.getByRole('button')
    await expect(button).toBeVisible()
    if ((await button.getAttribute('aria-expanded')) === 'false') await button.click()
    await expect(button).toHaveAttribute('aria-expanded', 'true')
  }
}

/** Opens a row of a list on a phone, where it has two lines and its buttons stand below; on the desktop all of it is there. */
export async function openRow(row: Locator): Promise<void> {
  await expect(row).toBeVisible()
  const more = row.getByRole('button', { name: /^More about/ })
  if (await more.isVisible()) await more.click()
}
