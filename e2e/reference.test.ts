import { deed } from './support/files.ts'
import { expect, test } from './support/test.ts'

test('a reference is typed at the upload, corrected for one and for many, and found', async ({
  deedbox,
  visit,
}) => {
  const trustee = await deedbox.person('trustee')
  const page = await visit(trustee, '/documents/upload')
  const files = await Promise.all(['Gupta trust', 'Gupta will'].map((title) => deed(title, 4)))
  await page.getByLabel('Files to upload', { exact: true }).setInputFiles(files)
  const all = page.getByRole('group', { name: 'The same for all files' })
  await all.getByLabel('Reference').fill('24/117')
  await all.getByRole('button', { name: 'Apply to all' }).click()
  const items = page.getByRole('list', { name: 'Files' }).getByRole('listitem')
  await expect(items.nth(1).getByLabel('Reference')).toHaveValue('24/117')
  for (const [n, title] of ['Gupta trust', 'Gupta will'].entries())
    await items.nth(n).getByLabel('Title').fill(title)
  await page.getByRole('button', { name: 'Upload 2 documents' }).click()
  await expect(page.getByText('Document uploaded successfully: ')).toHaveCount(2)

  await page.goto('/documents?search=24%2F117')
  const rows = page.getByRole('table').getByRole('row')
  await expect(rows.filter({ hasText: '24/117' })).toHaveCount(2)
  for (const title of ['Gupta trust', 'Gupta will'])
    await page.getByRole('checkbox', { name: `Choose ${title}`, exact: true }).click()
  await page.getByRole('button', { name: 'Correct', exact: true }).click()
  const dialog = page.getByRole('dialog', { name: 'Correct the details of 2 documents' })
  await dialog.getByLabel('Change the reference').check()
  await dialog.getByLabel('Reference', { exact: true }).fill('24/118')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('Details of 2 documents saved')).toBeVisible()

  await page.goto('/documents?search=24%2F118')
  await page.getByRole('link', { name: 'Gupta will', exact: true }).click()
  await page.getByRole('button', { name: 'Correct', exact: true }).click()
  const form = page.getByRole('form', { name: 'Correct the details' })
  await expect(form.getByLabel('Reference')).toHaveValue('24/118')
  await form.getByLabel('Reference').fill('25/1')
  await form.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('Reference: “24/118” → “25/1”')).toBeVisible()
  await expect(page.getByRole('definition').filter({ hasText: /^25\/1$/ })).toBeVisible()

  await page.keyboard.press('/')
  await page.getByRole('combobox').fill('25/1')
  await expect(page.getByRole('option', { name: /Gupta will.*25\/1/ })).toBeVisible()
})
