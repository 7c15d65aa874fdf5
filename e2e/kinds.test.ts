import { examine } from './support/examine.ts'
import { desktopOnly } from './support/on-phones.ts'
import { expect, test } from './support/test.ts'

const text = (name: string, content: string) => ({
  name,
  mimeType: 'text/plain',
  buffer: Buffer.from(content),
})

test('a kind is suggested and set with one key, the type follows, and lists are filtered by it', {
  tag: desktopOnly,
}, async ({ deedbox, visit }) => {
  const trustee = await deedbox.person('trustee')
  const page = await visit(trustee, '/documents/upload')
  await page
    .getByLabel('Files to upload', { exact: true })
    .setInputFiles([
      text('Codicil of Ann Lowe.txt', 'I alter my will.'),
      text('scan 3.txt', 'This deed of variation is made on 3 May 2019.'),
    ])
  const item = (name: string) =>
    page.getByRole('list', { name: 'Files' }).getByRole('listitem').filter({ hasText: name })

  await page.getByRole('button', { name: 'Set to Codicil: Codicil of Ann Lowe.txt' }).press('Enter')
  const codicil = item('Codicil of Ann Lowe.txt')
  await expect(codicil.getByRole('combobox', { name: 'Kind' })).toHaveValue('Codicil')
  await expect(codicil.getByText('Follows from the kind')).toBeVisible()
  await expect(codicil.getByText('This looks like')).toBeHidden()
  await page.getByRole('button', { name: 'Set to Deed of variation: scan 3.txt' }).press('Enter')
  const variation = item('scan 3.txt')
  await expect(variation.getByRole('combobox', { name: 'Type' })).toHaveValue('Trust deed')

  await variation.getByText('Signing', { exact: true }).click()
  const executedOn = variation.getByLabel('Executed on', { exact: true })
  await executedOn.fill('3 May 2199')
  await page.getByRole('button', { name: 'Upload 2 documents' }).click()
  await expect(variation.getByText('This day must not be in the future.')).toBeVisible()
  await executedOn.fill('3 May 2019')
  await variation.getByRole('combobox', { name: 'Executed in' }).click()
  await page.getByRole('option', { name: 'Queensland' }).click()
  await examine(page, 'upload-kinds')
  await page.getByRole('button', { name: /^Upload/ }).click()
  await expect(page.getByText('Document uploaded successfully: ')).toHaveCount(2)

  await page.goto('/documents')
  await page.getByRole('button', { name: 'Filters' }).click()
  await page.getByRole('combobox', { name: 'Kind', exact: true }).click()
  await page.getByRole('option', { name: 'Deed of variation' }).click()
  await expect(page).toHaveURL('/documents?documentKind=variation')
  await page.keyboard.press('Escape')
  await expect(page.getByText('Showing 1 of 1')).toBeVisible()
  await examine(page, 'documents-of-a-kind')
  await page.getByRole('link', { name: 'scan 3', exact: true }).click()
  await expect(page.getByText('3 May 2019 · Queensland')).toBeVisible()
  await examine(page, 'document-with-kind')
})
