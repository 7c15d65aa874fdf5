import { examine } from './support/examine.ts'
import { deed } from './support/files.ts'
import { expect, test } from './support/test.ts'

test('a deleted document is gone for everybody at once, and can be restored', async ({ deedbox, visit }) => {
  const trustee = await deedbox.person('trustee', { name: 'Margaret Chen' })
  const guest = await deedbox.person('guest', { name: 'Jane Citizen' })
  const title = 'Castellano Family Trust deed'
  const documentId = await deedbox.upload(trustee, title, await deed(title, 4))
  const other = await deedbox.upload(trustee, 'Dimitriou deed', await deed('Dimitriou deed', 4))
  await deedbox.share(trustee, documentId, guest.email)

  const reader = await visit(guest, '/documents')
  await expect(reader.getByRole('link', { name: title, exact: true })).toBeVisible()

  const page = await visit(trustee, `/documents/${documentId}`)
  await page.getByRole('button', { name: 'Delete', exact: true }).click()
  const dialog = page.getByRole('dialog', { name: `Delete ${title}?` })
  await expect(dialog.getByText('Jane Citizen loses access.')).toBeVisible()
  await examine(page, 'delete')
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
  await page.getByRole('button', { name: 'Delete', exact: true }).click()
  await dialog.getByRole('button', { name: 'Delete document' }).click()
  await expect(page.getByText('Document deleted')).toBeVisible()
  await expect(page).toHaveURL('/documents')
  await expect(page.getByRole('link', { name: 'Dimitriou deed', exact: true })).toBeVisible()
  await expect(page.getByRole('link', { name: title, exact: true })).toHaveCount(0)

  await test.step('the guest no longer sees the document', async () => {
    await expect(reader.getByText('No documents yet')).toBeVisible()
    await reader.goto(`/documents/${documentId}`)
    await expect(reader.getByRole('heading', { name: 'Document not found' })).toBeVisible()
    await reader.goto('/documents')
    expect((await deedbox.call(guest, 'GET', `/api/documents/${documentId}/pages/1`)).status).toBe(404)
  })

  await test.step('it stands in the Deleted view and is restored there', async () => {
    await page.getByRole('link', { name: 'Deleted', exact: true }).click()
    const list = page.getByRole('table', { name: 'Deleted documents' })
    await expect(list).toContainText(title)
    await examine(page, 'documents-deleted')
    await page.getByRole('button', { name: `Restore ${title}` }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Restore document' }).click()
    await expect(page.getByText('Document restored')).toBeVisible()
    await expect(page.getByText('Nothing here')).toBeVisible()
    await examine(page, 'documents-deleted-empty')
    await page.getByRole('link', { name: 'Back to Documents' }).click()
    await expect(page.getByRole('link', { name: title, exact: true })).toBeVisible()
  })

  await test.step('access that ended with the deletion stays ended', async () => {
    await reader.reload()
    await expect(reader.getByText('No documents yet')).toBeVisible()
    await page.getByRole('link', { name: title, exact: true }).click()
    await expect(page.getByRole('table', { name: 'Access' })).toContainText('Revoked')
  })
  expect((await deedbox.call(trustee, 'GET', `/api/documents/${other}`)).status).toBe(200)
})

test('an administrator sees the content that no document has, and why nothing more is moved', async ({
  deedbox,
  visit,
}) => {
  const page = await visit(await deedbox.person('admin'), '/dashboard')
  await page.getByRole('link', { name: 'Content without a record' }).click()
  await expect(page.getByText('Every file has its record')).toBeVisible()
  await examine(page, 'storage-empty')

  const owner = '7230bfa2-493d-4fb5-a6dc-eb07a7bfc8df'
  await deedbox.rows(`
    insert into unrecorded_content (path, bytes, stored_at, known, seen_at, moved_at)
    select '${owner}/' || n || '.pdf', n * 100000, now() - n * interval '2 days', n = 3, now(), case when n < 5 then now() end
    from generate_series(1, 9) n`)
  await deedbox.rows(`update deployment set sweep_refused_at = now(), sweep_files = 40`)
  await page.reload()
  await expect(page.getByText('9 of 40 files have no record: nothing more is moved or removed')).toBeVisible()
  const list = page.getByRole('table', { name: 'Content without a record' })
  const row = list.getByRole('row').filter({ hasText: `${owner}/3.pdf` })
  await expect(row).toContainText('Upload cut off')
  await expect(row).toContainText('in 30 days')
  await expect(list.getByRole('row').filter({ hasText: `${owner}/7.pdf` })).toContainText('Not planned')
  await examine(page, 'storage')
  await page.goto('/dashboard')
  await expect(page.getByRole('link', { name: 'Content without a record' })).toContainText('9 stored files')
})
