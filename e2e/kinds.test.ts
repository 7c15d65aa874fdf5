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
  const executedOn = variation.getByLabel('Date of execution', { exact: true })
  await executedOn.fill('3 May 2199')
  await page.getByRole('button', { name: 'Upload 2 documents' }).click()
  await expect(variation.getByText('This day must not be in the future.')).toBeVisible()
  await executedOn.fill('3 May 2019')
  await variation.getByRole('combobox', { name: 'Place of execution' }).click()
  await page.getByRole('option', { name: 'Queensland' }).click()
  await variation.getByRole('combobox', { name: 'Manner of signing' }).click()
  await page.getByRole('option', { name: 'Witnessed by video' }).click()
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
  await expect(page.getByText('3 May 2019 · Queensland · Witnessed by video')).toBeVisible()
  await examine(page, 'document-with-kind')
})

test('a deed is linked to the one that replaces it, and its signatories are written down', {
  tag: desktopOnly,
}, async ({ deedbox, visit }) => {
  const trustee = await deedbox.person('trustee')
  const file = (title: string) => text(`${title}.txt`, `The ${title}.`)
  const old = await deedbox.upload(trustee, 'Lowe deed', file('Lowe deed'), { kind: 'trust_deed' })
  const said = { kind: 'variation', executedOn: '2019-05-03' }
  await deedbox.upload(trustee, 'Lowe variation', file('Lowe variation'), said)
  const page = await visit(trustee, '/documents')
  await page.getByRole('link', { name: 'Lowe variation', exact: true }).click()
  await page.getByRole('button', { name: 'Link a document' }).click()
  const dialog = page.getByRole('dialog', { name: 'Link Lowe variation' })
  await dialog.getByRole('button', { name: 'Link', exact: true }).click()
  await expect(dialog.getByText('Please choose a document')).toBeVisible()
  await dialog.getByLabel('This document').selectOption('Replaces')
  await dialog.getByRole('combobox', { name: 'The other document' }).fill('Lowe')
  const offered = page.getByRole('listbox', { name: 'The other document' }).getByRole('option')
  await expect(offered.filter({ hasText: /^Lowe/ })).toHaveText([/^Lowe deed/])
  await offered.filter({ hasText: /^Lowe deed/ }).click()
  await examine(page, 'link-documents')
  await dialog.getByRole('button', { name: 'Link', exact: true }).click()
  await expect(page.getByText('Documents linked')).toBeVisible()
  const related = page.locator('section', { has: page.getByRole('heading', { name: 'Related documents' }) })
  await expect(related.getByRole('listitem')).toContainText('Replaces Lowe deed')

  await related.getByRole('link', { name: 'Lowe deed' }).click()
  await expect(page).toHaveURL(`/documents/${old}`)
  await expect(page.getByRole('alert').getByText('Replaced by Deed of variation of 3 May 2019')).toBeVisible()
  await page.getByRole('button', { name: 'Signatories' }).click()
  const signing = page.getByRole('dialog', { name: 'Signatories of Lowe deed' })
  await signing.getByLabel('Name').fill('Ann Lowe')
  await signing.getByLabel('Capacity').fill('Trustee')
  await signing.getByLabel('Witness').fill('Ben Quill')
  await signing.getByRole('button', { name: 'Add a signatory' }).click()
  await signing.getByLabel('Capacity').nth(1).fill('Appointor')
  await signing.getByRole('button', { name: 'Save' }).click()
  await expect(signing.getByText('Please enter a name')).toBeVisible()
  await expect(signing.getByLabel('Name').nth(1)).toBeFocused()
  await examine(page, 'signatories')
  await signing.getByRole('button', { name: 'Remove signatory 2' }).click()
  await signing.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByRole('list', { name: 'Signatories' })).toContainText(
    'Ann Lowe · Trustee · witness Ben Quill',
  )
  await examine(page, 'document-replaced')

  await related.getByRole('button', { name: 'Take away the link to Lowe variation' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Take away' }).click()
  await expect(page.getByText('Replaced by Deed of variation of 3 May 2019')).toBeHidden()
})
