import { examine } from './support/examine.ts'
import { deed } from './support/files.ts'
import { expect, test } from './support/test.ts'

test('an Org Admin looks after the team', async ({ deedbox, visit }) => {
  const named = (firstName: string, lastName: string) => ({
    firstName,
    lastName,
    name: `${firstName} ${lastName}`,
  })
  const org = await deedbox.person('b2b_admin', {
    ...named('Helen', 'Harbour'),
    organization: 'Harbour Legal',
  })
  const [{ id: organizationId } = { id: '' }] = await deedbox.rows<{ id: string }>(
    'select id from organizations',
  )
  const guest = await deedbox.person('guest', { ...named('Gus', 'Guest'), organizationId })
  const lawyer = await deedbox.person('requestor', { ...named('Sofia', 'Marino'), organizationId })
  await deedbox.person('requestor', named('Stan', 'Stranger'))
  await deedbox.upload(lawyer, 'Marino deed', await deed('Marino deed', 4))

  const guestPage = await visit(guest, '/dashboard')
  const page = await visit(org, '/dashboard')
  await page.getByRole('main').getByRole('link', { name: /^Team/ }).click()
  await expect(page).toHaveURL('/b2b/users')
  const list = page.getByRole('table', { name: 'Users' })
  await expect(list.getByRole('row')).toHaveCount(4)
  await expect(page.getByText('Stan Stranger')).toHaveCount(0)
  await expect(page.getByRole('button', { name: 'More for Helen Harbour' })).toHaveCount(0)
  await examine(page, 'team')

  await test.step('the page of a member', async () => {
    await page.getByRole('link', { name: 'Sofia Marino' }).click()
    await expect(page.getByRole('heading', { level: 1, name: 'Sofia Marino' })).toBeVisible()
    const documents = page.getByRole('table', { name: 'Documents they can open' })
    await expect(documents).toContainText('Marino deed')
    await expect(documents).toContainText('Owns it')
    await examine(page, 'team-member')
    await page.getByRole('link', { name: 'Back to Team' }).click()
  })

  await test.step('who is deactivated is out at once', async () => {
    await page.getByRole('button', { name: 'More for Gus Guest' }).click()
    await expect(page.getByRole('menuitem')).toHaveText([
      'Set expiry',
      'Change role',
      'Sign out everywhere',
      'Deactivate',
    ])
    await page.getByRole('menuitem', { name: 'Deactivate' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Deactivate', exact: true }).click()
    await expect(page.getByText('Gus Guest is deactivated')).toBeVisible()
    await guestPage.reload()
    await expect(guestPage.getByRole('heading', { name: 'Access Denied' })).toBeVisible()
  })

  await test.step('inviting is for roles below their own, into their organisation', async () => {
    await page.getByRole('button', { name: 'Invite a person' }).click()
    const dialog = page.getByRole('dialog', { name: 'Invite a person' })
    await expect(dialog.getByLabel('Role').getByRole('option')).toHaveText(['Requestor', 'Guest Viewer'])
    await expect(dialog.getByLabel('Organisation')).toHaveCount(0)
    await dialog.getByLabel('Email').fill('new@harbour.example')
    await dialog.getByRole('button', { name: 'Send invitation' }).click()
    await expect(page.getByRole('table', { name: 'Open invitations' })).toContainText('Harbour Legal')
  })
})
