import { examine } from './support/examine.ts'
import { expect, test } from './support/test.ts'

const letter = { name: 'letter.txt', mimeType: 'text/plain', buffer: Buffer.from('The deed is in the box.') }

test('an administrator writes to those concerned, after a look at the email and at how many get it', async ({
  deedbox,
  visit,
}) => {
  const admin = await deedbox.person('admin')
  const trustee = await deedbox.person('trustee')
  await deedbox.upload(trustee, 'Kelly deed', letter)
  const page = await visit(admin, '/admin/system')
  await page
    .getByRole('navigation', { name: 'Administration' })
    .getByRole('link', { name: 'Announcements' })
    .click()
  await expect(page.getByText('Nothing was announced yet')).toBeVisible()
  await page
    .getByLabel('To', { exact: true })
    .selectOption({ label: 'Owners of documents, and those with access to them' })
  await page.getByRole('textbox', { name: 'Subject' }).fill('A breach')
  await page.getByRole('textbox', { name: 'Text' }).fill('Somebody saw your deed.\n\nWe are sorry.')
  await page.getByRole('button', { name: 'Preview' }).click()
  await expect(page.getByText('Choose at least one document')).toBeVisible()
  await page
    .getByRole('combobox', { name: 'Documents' })
    .or(page.getByRole('textbox', { name: 'Documents' }))
    .fill('kelly')
  await page.getByRole('option', { name: 'Kelly deed' }).click()
  await page.keyboard.press('Escape')
  await examine(page, 'announcements')

  // Leaving does not lose typed text without a question.
  await page.getByRole('link', { name: 'Enquiries' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click()
  await page.getByRole('button', { name: 'Preview' }).click()
  const dialog = page.getByRole('dialog', { name: 'Send “A breach” to 1 person?' })
  await expect(dialog.frameLocator('iframe').getByText('We are sorry.', { exact: true })).toBeVisible()
  await examine(page, 'announcement')
  await dialog.getByRole('button', { name: 'Send to 1 person' }).click()
  await expect(page.getByText('Announcement on its way')).toBeVisible()
  await expect(page.getByRole('textbox', { name: 'Subject' })).toHaveValue('')
  const mail = await deedbox.mail.next(({ deliveredTo }) => deliveredTo === trustee.email)
  expect(mail.subject).toBe('A breach')
  const row = page.getByRole('table', { name: 'Sent announcements' }).getByRole('row').last()
  await expect(row).toContainText('Those concerned by 1 document')
  await expect(row.getByRole('cell').nth(2)).toHaveText('1')
})
