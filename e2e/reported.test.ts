import { examine } from './support/examine.ts'
import { logIn, mailedLink } from './support/flows.ts'
import { expect, test } from './support/test.ts'

const named = (firstName: string, lastName: string) => ({
  firstName,
  lastName,
  name: `${firstName} ${lastName}`,
})

test('a stranger reports a message, and an administrator deactivates its sender', async ({
  deedbox,
  visit,
}) => {
  const admin = await deedbox.person('admin', named('Ruth', 'Abernathy'))
  const sender = await deedbox.person('requestor', named('Rex', 'Rowdy'))
  const stranger = 'olive@outside.example'

  const asking = await visit(sender, '/requestor/documents?tab=owner-requests')
  await test.step('the sender sees that links will be removed', async () => {
    await expect(
      asking.getByText('Web addresses are removed from messages to people who have no account.'),
    ).toBeVisible()
    const message = 'Pay at https://evil.example/pay, or else.'
    await deedbox.must(
      deedbox.call(sender, 'POST', '/api/owner-requests', { ownerEmail: stranger, message, anyway: true }),
    )
  })

  const link = await mailedLink(deedbox, stranger, '/report/')
  await test.step('one press reports it', async () => {
    const page = await visit(null, link)
    await expect(page.getByRole('heading', { name: 'Report this message?' })).toBeVisible()
    await expect(page.getByText('Rex Rowdy')).toBeVisible()
    await examine(page, 'report')
    await page.getByRole('button', { name: 'Report this message' }).click()
    await expect(page.getByText('You will not get any more messages from Rex Rowdy')).toBeVisible()
    await page.reload()
    await expect(page.getByRole('heading', { name: 'Message reported' })).toBeVisible()
    await examine(page, 'reported')
    await page.goto('/report/not-a-link-of-ours')
    await expect(page.getByText('This link is not valid.')).toBeVisible()
  })

  const page = await visit(admin, await mailedLink(deedbox, admin.email, '/admin/users?search='))
  const list = page.getByRole('table', { name: 'Users' })
  await test.step('the administrator reads the reports, and deactivates', async () => {
    await expect(list).toContainText('1 report')
    await page.getByRole('button', { name: 'More for Rex Rowdy' }).click()
    await page.getByRole('menuitem', { name: 'See 1 report' }).click()
    const reports = page.getByRole('dialog', { name: 'Reported messages from Rex Rowdy' })
    await expect(reports.getByText('Pay at [link removed] or else.')).toBeVisible()
    await expect(reports).toContainText(stranger)
    await examine(page, 'users-reports')
    await reports.getByRole('button', { name: 'Deactivate Rex Rowdy' }).click()
    const dialog = page.getByRole('dialog', { name: 'Deactivate Rex Rowdy?' })
    await examine(page, 'users-deactivate')
    await dialog.getByRole('button', { name: 'Deactivate', exact: true }).click()
    await expect(page.getByText('Rex Rowdy is deactivated')).toBeVisible()
    await expect(list).toContainText('Deactivated')
  })

  await test.step('who is out at once', async () => {
    await asking.reload()
    await expect(asking).toHaveURL(/\/login/)
    await logIn(asking, sender.email)
    await expect(asking.getByText('Invalid email or password. Please check your credentials.')).toBeVisible()
    await page.getByRole('button', { name: 'More for Rex Rowdy' }).click()
    await page.getByRole('menuitem', { name: 'Reactivate' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Reactivate' }).click()
    await expect(page.getByText('Rex Rowdy can sign in again')).toBeVisible()
  })
})

test('an administrator changes a role, but not their own', async ({ deedbox, visit }) => {
  const admin = await deedbox.person('admin', named('Zoe', 'Admin'))
  const guest = await deedbox.person('guest', named('Gus', 'Guest'))
  const guestPage = await visit(guest, '/dashboard')
  await expect(guestPage.getByRole('heading', { name: 'Guest Access Dashboard' })).toBeVisible()

  const page = await visit(admin, '/admin/users?search=example')
  const list = page.getByRole('table', { name: 'Users' })
  await expect(page.getByRole('button', { name: 'More for Gus Guest' })).toBeVisible()
  await expect(page.getByRole('button', { name: 'More for Zoe Admin' })).toHaveCount(0)
  await page.getByRole('button', { name: 'More for Gus Guest' }).click()
  await page.getByRole('menuitem', { name: 'Change role' }).click()
  const dialog = page.getByRole('dialog', { name: 'Change the role of Gus Guest' })
  await expect(dialog.getByLabel('Last day of access')).toBeVisible()
  await dialog.getByLabel('Role').selectOption('Organization Administrator')
  await dialog.getByRole('button', { name: 'Change role' }).click()
  await expect(dialog.getByText('This field is required')).toBeVisible()
  await examine(page, 'users-role')
  await dialog.getByLabel('Role').selectOption('Trustee')
  await dialog.getByRole('button', { name: 'Change role' }).click()
  await expect(page.getByText('Gus Guest is now: Trustee')).toBeVisible()
  await expect(list.getByRole('row').filter({ hasText: 'Gus Guest' })).toContainText('Trustee')
  await expect(page.getByRole('button', { name: 'More for Gus Guest' })).toBeFocused()

  await guestPage.reload()
  await expect(guestPage.getByRole('heading', { name: 'Trustee Dashboard' })).toBeVisible()
  await expect(guestPage.getByText('Your account is waiting for confirmation')).toHaveCount(0)
})
