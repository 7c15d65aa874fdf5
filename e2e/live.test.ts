import { password } from './support/deedbox.ts'
import { examine } from './support/examine.ts'
import { deed } from './support/files.ts'
import { logIn } from './support/flows.ts'
import { expect, test } from './support/test.ts'

/** Milliseconds that are shorter than any page waits before it asks again. */

test('what others do shows itself, and a session that ends in one tab ends in all', async ({
  deedbox,
  visit,
}) => {
  const trustee = await deedbox.person('trustee', { name: 'Margaret Chen', password })
  const other = await deedbox.person('trustee', { name: 'Thomas Reid', password })
  const lawyer = await deedbox.person('requestor', { name: 'Sofia Marino' })
  const page = await visit(trustee, '/trustee/requests')
  await expect(page.getByText('No Pending Requests')).toBeVisible()
  const second = await page.context().newPage()
  await Promise.all([second.waitForRequest(/\/api\/waiting/), second.goto('/trustee/requests')])

  await test.step('a new request appears in both tabs, which share one stream', async () => {
    const body = { documentName: 'Baker Family Trust deed', clientEmail: 'jane@citizen.example' }
    await deedbox.must(deedbox.call(lawyer, 'POST', '/api/requests', body))
    for (const one of [page, second])
      await expect(one.getByRole('main')).toContainText('Baker Family Trust deed')
  })

  await test.step('both tabs are signed out together, and in again together as somebody else', async () => {
    await page.getByRole('button', { name: 'Account of Margaret Chen' }).click()
    await page.getByRole('button', { name: 'Sign out' }).click()
    await expect(page).toHaveURL('/')
    await expect(second).toHaveURL('/login?returnTo=%2Ftrustee%2Frequests')
    await page.goto('/login')
    await logIn(page, other.email)
    await expect(page).toHaveURL('/dashboard')
    await expect(second).toHaveURL('/trustee/requests')
    await expect(second.getByRole('button', { name: 'Account of Thomas Reid' })).toBeVisible()
  })
})

test('a form whose session has ended keeps what was typed', async ({ deedbox, visit }) => {
  const trustee = await deedbox.person('trustee', { name: 'Margaret Chen', password })
  const lawyer = await deedbox.person('requestor', { name: 'Sofia Marino' })
  const documentId = await deedbox.upload(trustee, 'Evans deed', await deed('Evans deed', 4))
  const page = await visit(trustee, `/documents/${documentId}`)
  await page.getByRole('button', { name: 'Share', exact: true }).click()
  const form = page.getByRole('dialog', { name: /^Share/ })
  await form.getByLabel('Recipient email').fill(lawyer.email)
  await form.getByLabel('Personal message').fill('For the meeting on Tuesday')
  await deedbox.rows(`delete from sessions where user_id = '${trustee.id}' returning id`)
  await form.getByRole('button', { name: 'Share', exact: true }).click()

  const again = page.getByRole('dialog', { name: 'Please sign in again' })
  await expect(again.getByLabel('Password', { exact: true })).toBeFocused()
  await expect(again.getByLabel('Email')).toHaveValue(trustee.email)
  await examine(page, 'sign-in-again')
  await page.keyboard.press('Escape')
  await again.getByLabel('Password', { exact: true }).fill(password)
  await page.keyboard.press('Enter')
  await expect(again).toBeHidden()
  await expect(form.getByLabel('Personal message')).toHaveValue('For the meeting on Tuesday')
  await form.getByRole('button', { name: 'Share', exact: true }).click()
  await expect(page.getByRole('table', { name: 'Access' })).toContainText('Sofia Marino')
})
