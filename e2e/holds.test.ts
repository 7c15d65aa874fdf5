import { examine } from './support/examine.ts'
import { deed } from './support/files.ts'
import { desktopOnly } from './support/on-phones.ts'
import { expect, test } from './support/test.ts'

test('a legal hold keeps a document from being deleted until two administrators lift it', {
  tag: desktopOnly,
}, async ({ deedbox, visit }) => {
  const first = await deedbox.person('admin', { name: 'Ruth Abernathy' })
  const second = await deedbox.person('admin', { name: 'Tom Nguyen' })
  const trustee = await deedbox.person('trustee', { name: 'Margaret Chen' })
  const title = 'Castellano Family Trust deed'
  const documentId = await deedbox.upload(trustee, title, await deed(title, 4))

  const page = await visit(first, `/documents/${documentId}`)
  await page.getByRole('button', { name: 'Set a legal hold' }).click()
  const setting = page.getByRole('dialog', { name: `Set a legal hold on ${title}?` })
  await setting
    .getByLabel('Reason')
    .fill('Castellano v Castellano: the court orders that every version is kept')
  await examine(page, 'hold-set')
  await setting.getByRole('button', { name: 'Set hold' }).click()
  await expect(page.getByText('A legal hold keeps this document', { exact: true })).toBeVisible()
  await examine(page, 'document-held')

  await test.step('the trustee reads that there is a hold, not why, and cannot delete', async () => {
    const theirs = await visit(trustee, `/documents/${documentId}`)
    await expect(theirs.getByText('A legal hold keeps this document', { exact: true })).toBeVisible()
    await theirs.getByRole('button', { name: 'Delete', exact: true }).click()
    const dialog = theirs.getByRole('dialog')
    await dialog.getByRole('button', { name: 'Delete document' }).click()
    await expect(dialog).toContainText('A legal hold keeps this document until it is lifted.')
    await expect(theirs.getByText('Castellano v Castellano')).toHaveCount(0)
    await examine(theirs, 'delete-refused')
  })

  await test.step('one administrator asks to lift it, and another confirms', async () => {
    await page.goto('/admin/holds')
    await page.getByRole('button', { name: `Lift the hold on ${title}` }).click()
    const lifting = page.getByRole('dialog', { name: `Lift the legal hold on ${title}?` })
    await lifting.getByLabel('Why it may be lifted').fill('The parties have settled')
    await lifting.getByRole('button', { name: 'Ask to lift' }).click()
    await expect(page.getByText('No legal hold here')).toBeVisible()
    const other = await visit(second, '/admin/holds?status=asked')
    await examine(other, 'holds')
    await other.getByRole('button', { name: `Decide the hold on ${title}` }).click()
    const deciding = other.getByRole('dialog')
    await expect(deciding).toContainText('Ruth Abernathy asks to lift it: The parties have settled')
    await examine(other, 'hold-decide')
    await deciding.getByRole('button', { name: 'Lift hold' }).click()
    await expect(other.getByText('Legal hold lifted')).toBeVisible()
  })

  await page.goto(`/documents/${documentId}`)
  await expect(page.getByText('A legal hold keeps this document', { exact: true })).toHaveCount(0)
  await page.getByRole('button', { name: 'Delete', exact: true }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Delete document' }).click()
  await expect(page.getByText('Document deleted')).toBeVisible()
})
