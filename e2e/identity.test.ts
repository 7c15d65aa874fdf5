import { examine } from './support/examine.ts'
import { expect, test } from './support/test.ts'

test('an identity check is recorded, due again in the calendar of those named, and hidden from others', async ({
  deedbox,
  visit,
}) => {
  const trustee = await deedbox.person('trustee', { name: 'Margaret Chen' })
  const other = await deedbox.person('trustee', { name: 'Otto Lindqvist' })
  const post = <T>(url: string, body: object) => deedbox.must<T>(deedbox.call(trustee, 'POST', url, body))
  const trust = { name: 'Quill Family Trust', kind: 'family_trust' }
  const { matter } = await post<{ matter: { id: string } }>('/api/matters', trust)
  const mina = { role: 'trustee', from: {}, party: { kind: 'person', name: 'Wilhelmina Quill' } }
  const { role } = await post<{ role: { party: { id: string } } }>(`/api/matters/${matter.id}/roles`, mina)
  const address = `/parties/${role.party.id}`
  const page = await visit(trustee, address)
  await expect(page.getByText('No identity check that names you is recorded.')).toBeVisible()
  await page.getByRole('button', { name: 'Record identity check' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name: 'Record', exact: true }).click()
  await expect(dialog.getByText('Please enter the day of the check')).toBeVisible()
  await dialog.getByLabel('Checked on').fill('5 Jan 2026')
  await dialog.getByLabel('Reference').fill('VOI 4471')
  await dialog.getByLabel('Next check').fill('5 Jan 2041')
  await examine(page, 'identity-new')
  await dialog.getByRole('button', { name: 'Record', exact: true }).click()
  const table = page.getByRole('table', { name: 'Identity checks' })
  await expect(table).toContainText('VOI 4471')
  await examine(page, 'identity')
  await page.goto('/calendar?view=month&month=2041-01')
  await expect(page.getByRole('button', { name: /^Identity of Wilhelmina Quill/ })).toBeVisible()

  const theirs = await visit(other, address)
  await expect(theirs.getByText('No identity check that names you is recorded.')).toBeVisible()
  await theirs.goto('/calendar?view=month&month=2041-01')
  await expect(theirs.getByText('Nothing falls due in this month.')).toBeVisible()

  await page.goto(address)
  await page.getByRole('button', { name: 'Who sees it' }).click()
  await dialog.getByLabel('People').fill(other.email)
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(table).toContainText('Otto Lindqvist')
  await page.getByRole('button', { name: 'Does not count' }).click()
  await dialog.getByLabel('Why').fill('Another Wilhelmina Quill')
  await dialog.getByRole('button', { name: 'Does not count' }).click()
  await expect(table).toContainText('Does not count: Another Wilhelmina Quill')
})
