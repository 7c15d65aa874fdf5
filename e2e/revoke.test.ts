import { examine } from './support/examine.ts'
import { deed } from './support/files.ts'
import { expect, test } from './support/test.ts'

test('revoked access ends at once in an open viewer', async ({ deedbox, visit }) => {
  const trustee = await deedbox.person('trustee', { firstName: 'Margaret', name: 'Margaret Chen' })
  const lawyer = await deedbox.person('requestor', {
    name: 'Sofia Marino',
    firstName: 'Sofia',
    professionalType: 'legal_counsel',
  })
  const title = 'Baker Family Trust deed'
  const documentId = await deedbox.upload(trustee, title, await deed(title, 6))
  await deedbox.share(trustee, documentId, lawyer.email)

  const reader = await visit(lawyer, `/documents/${documentId}?page=1`)
  await expect(reader.getByRole('img', { name: 'Page 1 of 6' })).toBeVisible()
  // The preview behind the viewer has not asked for the page as well.
  const history = await deedbox.call(trustee, 'GET', `/api/documents/${documentId}/history`)
  const { entries } = (await history.json()) as { entries: { notes: string | null }[] }
  expect(entries.filter(({ notes }) => notes === 'Page 1')).toHaveLength(1)
  await reader.getByRole('button', { name: 'Next page' }).click()
  await expect(reader.getByRole('img', { name: 'Page 2 of 6' })).toBeVisible()
  await examine(reader, 'viewer-download')

  const owner = await visit(trustee, `/documents/${documentId}`)
  await owner.getByRole('button', { name: "Revoke Sofia Marino's access" }).click()
  const dialog = owner.getByRole('dialog', { name: `Revoke Sofia Marino's access to ${title}?` })
  await expect(dialog).toBeVisible()
  await examine(owner, 'revoke')
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await expect(dialog).toBeHidden()
  await expect(owner.getByRole('button', { name: "Revoke Sofia Marino's access" })).toBeFocused()
  await owner.keyboard.press('Enter')
  await dialog.getByRole('button', { name: 'Revoke access' }).click()
  await expect(owner.getByText('Access revoked successfully')).toBeVisible()
  await expect(owner.getByRole('table', { name: 'Access' })).toContainText('Revoked')

  await expect(reader.getByText('You no longer have access to this document')).toBeVisible()
  await expect(reader.getByRole('img', { name: /^Page/ })).toHaveCount(0)
  await expect(reader.getByText(title)).toHaveCount(0)
  await reader.getByRole('button', { name: 'Back to Documents' }).click()
  await expect(reader).toHaveURL('/documents')
  await expect(reader.getByText('No documents yet')).toBeVisible()
  await examine(reader, 'documents-requestor-empty')
  await reader.goBack()
  await expect(reader.getByText(title)).toHaveCount(0)
})

test('access is renewed for a year, or to a day', async ({ deedbox, visit }) => {
  const trustee = await deedbox.person('trustee')
  const lawyer = await deedbox.person('requestor', { name: 'Graham Okafor' })
  const title = 'Evans Family Trust deed'
  const documentId = await deedbox.upload(trustee, title, await deed(title, 4))
  await deedbox.share(trustee, documentId, lawyer.email)
  const owner = await visit(trustee, `/documents/${documentId}`)
  await owner.getByRole('button', { name: "Renew Graham Okafor's access" }).click()
  await examine(owner, 'renew')
  await owner.getByRole('dialog').getByRole('button', { name: 'Renew access' }).click()
  await expect(owner.getByText('Access renewed for 1 year')).toBeVisible()
})
