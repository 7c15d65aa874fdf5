import { password } from './support/deedbox.ts'
import { examine } from './support/examine.ts'
import { logIn } from './support/flows.ts'
import { expect, test } from './support/test.ts'

const email = 'margaret@practice.example'

/** Values of `returnTo=` as sent: those within Deedbox are followed, all others lead to the dashboard. */
const targets: [sent: string, lands: string][] = [
  ['/documents?search=smith', '/documents?search=smith'],
  [encodeURIComponent('/documents?search=smith'), '/documents?search=smith'],
  ['//evil.example', '/dashboard'],
  ['/%5Cevil.example', '/dashboard'],
  ['/%255Cevil.example', '/dashboard'],
  ['%2F%2Fevil.example', '/dashboard'],
  ['/%2Fevil.example', '/dashboard'],
  ['/%252F/evil.example', '/dashboard'],
  ['/%09/evil.example', '/dashboard'],
  ['/%0A/evil.example', '/dashboard'],
  ['%09//evil.example', '/dashboard'],
  ['https://evil.example/', '/dashboard'],
  ['javascript:alert(1)', '/dashboard'],
  ['evil.example', '/dashboard'],
]

test('logging in leads to a page of ours and nowhere else', async ({ deedbox, visit }) => {
  const margaret = await deedbox.person('trustee', { email, password })
  const page = await visit(null, '/login')
  await expect(page.getByRole('heading', { name: 'Sign in' })).toBeVisible()
  await examine(page, 'login')

  await test.step('by the form', async () => {
    await page.goto('/login?redirect=%2Fdocuments%3Fsearch%3Dsmith')
    await logIn(page, email)
    await expect(page).toHaveURL('/documents?search=smith')
    await page.context().clearCookies()
    await page.goto('/login?returnTo=%2F%5Cevil.example')
    await logIn(page, email)
    await expect(page).toHaveURL('/dashboard')
    // A screen reader says the name of the page where the focus is.
    await expect(page.getByRole('heading', { level: 1, name: 'Trustee Dashboard' })).toBeFocused()
  })

  // People who are signed in already are sent on by the same rule, at once.
  const signedIn = await visit(margaret)
  for (const [index, [sent, lands]] of targets.entries()) {
    const name = index % 2 === 0 ? 'returnTo' : 'redirect'
    await test.step(`${name}=${sent}`, async () => {
      await signedIn.goto(`/login?${name}=${sent}`)
      await expect(signedIn).toHaveURL(lands)
    })
  }
})
