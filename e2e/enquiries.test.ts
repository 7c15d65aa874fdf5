import { examine } from './support/examine.ts'
import { expect, test } from './support/test.ts'

test('an administrator reads an enquiry from the contact form and marks it as answered', async ({
  deedbox,
  visit,
}) => {
  for (const name of ['Margaret Holloway', 'Anton Keller']) {
    const { started } = await deedbox.must<{ started: string }>(
      deedbox.call(null, 'GET', '/api/contact/token'),
    )
    await deedbox.shift(4_000)
    const message = 'Where is the will of my late husband?\n\nHe made it with you in 2009.'
    const typed = { name, email: `${name.replace(' ', '.').toLowerCase()}@example.com`, subject: 'A will' }
    await deedbox.must(deedbox.call(null, 'POST', '/api/contact', { ...typed, message, started }))
  }
  const page = await visit(await deedbox.person('admin'), '/dashboard')
  await page.getByRole('link', { name: /^Enquiries/ }).click()
  const list = page.getByRole('table', { name: 'Enquiries' })
  await expect(list.getByRole('row')).toHaveCount(3)
  await examine(page, 'enquiries')
  await page.getByRole('searchbox', { name: 'Search enquiries' }).fill('holl')
  await expect(page).toHaveURL('/admin/enquiries?search=holl')
  await expect(list.getByRole('row')).toHaveCount(2)
  const open = page.getByRole('button', { name: 'Open the enquiry from Margaret Holloway' })
  await open.click()
  const dialog = page.getByRole('dialog', { name: 'Enquiry from Margaret Holloway' })
  await expect(dialog).toContainText('He made it with you in 2009.')
  await expect(dialog.getByRole('link', { name: 'Reply' })).toHaveAttribute(
    'href',
    'mailto:margaret.holloway%40example.com?subject=Re%3A%20A%20will',
  )
  await examine(page, 'enquiry')
  await dialog.getByLabel('Note (optional)').fill('Called her back')
  await dialog.getByRole('button', { name: 'Mark as answered' }).click()
  await expect(page.getByText('Enquiry marked as answered')).toBeVisible()
  await expect(page.getByText('No enquiries match')).toBeVisible()
  await page.getByRole('search').getByText('Answered', { exact: true }).click()
  await open.click()
  await expect(dialog.getByLabel('Note (optional)')).toHaveValue('Called her back')
  await dialog.getByRole('button', { name: 'Mark as not answered' }).click()
  await expect(page.getByText('Enquiry marked as not answered')).toBeVisible()
})
