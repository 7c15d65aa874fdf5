import { dayMs } from '../contract/src/durations.ts'
import { examine } from './support/examine.ts'
import { deed } from './support/files.ts'
import { expect, test } from './support/test.ts'

test('an administrator looks after an organisation, and its Org Admin after its details and requests', async ({
  deedbox,
  visit,
}) => {
  const admin = await deedbox.person('admin', { name: 'Ruth Abernathy' })
  const page = await visit(admin, '/dashboard')

  await test.step('create one; a wrong ABN is named', async () => {
    await page
      .getByRole('main')
      .getByRole('link', { name: /^Organizations/ })
      .click()
    await expect(page.getByText('No organisations yet')).toBeVisible()
    await page.getByRole('button', { name: 'New organisation' }).click()
    await page.getByRole('textbox', { name: 'Name', exact: true }).fill('Harbour Legal')
    await page.getByLabel('ABN').fill('80 999 123 465')
    await page.getByLabel('ACN').fill('999 123 456')
    await page.getByRole('button', { name: 'Create organisation' }).click()
    await expect(page.getByText('its digits do not add up')).toBeVisible()
    await expect(page.getByLabel('ABN')).toBeFocused()
    await examine(page, 'organization-form')
    await page.getByLabel('ABN').fill('80999123456')
    await page.getByRole('button', { name: 'Create organisation' }).click()
    await expect(page.getByRole('heading', { level: 1, name: 'Harbour Legal' })).toBeVisible()
    await expect(page.getByText('80 999 123 456')).toBeVisible()
  })

  const organizationId = page.url().split('/').at(-1) ?? ''
  const head = await deedbox.person('b2b_admin', { organizationId, name: 'Helen Papadopoulos' })
  const lawyer = await deedbox.person('requestor', { organizationId, name: 'Sofia Marino' })
  const trustee = await deedbox.person('trustee')
  await deedbox.upload(trustee, 'Evans deed', await deed('Evans deed', 4))
  await deedbox.upload(lawyer, 'Our own deed', await deed('Our own deed', 4))
  const wish = { documentName: 'Evans deed', clientEmail: 'client@example.com' }
  await deedbox.must(deedbox.call(lawyer, 'POST', '/api/requests', wish))
  await deedbox.must(
    deedbox.call(lawyer, 'POST', '/api/owner-requests', {
      ownerEmail: 'owner@example.com',
      message: 'Please',
    }),
  )
  await deedbox.shift(2 * dayMs)

  await test.step('two people edit at once: nothing typed and nothing saved is lost', async () => {
    await page.reload()
    await page.getByRole('button', { name: 'Edit' }).click()
    await page.getByLabel('Contact name').fill('Ruth')
    await page.getByLabel('City').fill('Newcastle')

    const headPage = await visit(head, '/b2b/settings')
    await headPage.getByLabel('City').fill('Perth')
    await headPage.getByLabel('Contact email').fill('office@harbour.example')
    await headPage.getByRole('button', { name: 'Save changes' }).click()
    await expect(headPage.getByText('Organisation settings saved')).toBeVisible()
    await examine(headPage, 'b2b-settings')

    await page.getByRole('button', { name: 'Save changes' }).click()
    const told = page.getByRole('alert')
    await expect(told).toContainText('City: now “Perth”, before blank. You typed “Newcastle”.')
    await expect(page.getByLabel('Contact name')).toHaveValue('Ruth')
    await expect(page.getByLabel('Contact email')).toHaveValue('office@harbour.example')
    await examine(page, 'organization-conflict')
    await page.getByRole('button', { name: 'Use theirs for City' }).click()
    await page.getByRole('button', { name: 'Save changes' }).click()
    await expect(page.getByText('Harbour Legal is saved')).toBeVisible()
    await expect(page.getByText('Perth')).toBeVisible()
  })

  await test.step('the Org Admin sees and reminds, and cannot decide', async () => {
    const headPage = await visit(head, '/b2b/requests')
    await expect(headPage.getByRole('button', { name: /^(Approve|Deny)/ })).toHaveCount(0)
    await examine(headPage, 'b2b-requests')
    await headPage.getByRole('button', { name: /^Send Reminder/ }).click()
    await expect(headPage.getByText('Reminder sent to document owner')).toBeVisible()
    await expect(headPage.getByRole('button', { name: /^Send Reminder/ })).toHaveCount(0)
    await headPage.getByLabel('Status').selectOption('Approved')
    await expect(headPage.getByText('No request matches', { exact: true })).toBeVisible()
    await headPage.getByRole('tab', { name: 'Requests to document owners' }).click()
    await expect(headPage.getByText('owner@example.com').first()).toBeVisible()
  })

  await test.step('deactivated, its members are out at once, and are back when it is reactivated', async () => {
    const member = await visit(lawyer, '/documents')
    await expect(member.getByText('Our own deed')).toBeVisible()
    await examine(page, 'organization')
    await page.getByRole('button', { name: 'Deactivate' }).click()
    const dialog = page.getByRole('dialog', { name: 'Deactivate Harbour Legal?' })
    await expect(dialog).toContainText('2 members will be signed out at once')
    await dialog.getByRole('button', { name: 'Deactivate' }).click()
    await expect(page.getByText('Harbour Legal is deactivated')).toBeVisible()
    await member.reload()
    await expect(member).toHaveURL(/\/login/)

    await page.getByRole('tab', { name: 'Changes' }).click()
    await expect(page.getByText('Organisation deactivated')).toBeVisible()
    await page.getByRole('button', { name: 'Reactivate' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Reactivate' }).click()
    await expect(page.getByText('Harbour Legal is active again')).toBeVisible()
    await page.getByRole('link', { name: 'Back to Organizations' }).click()
    await expect(page.getByRole('table', { name: 'Organizations' }).getByRole('row')).toHaveCount(2)
    await examine(page, 'organizations')
  })
})
