import { examine } from './support/examine.ts'
import { deed } from './support/files.ts'
import { expect, test } from './support/test.ts'

test('a telephone call is answered from the client’s page, and one person’s access ended, in three clicks', async ({
  deedbox,
  visit,
}) => {
  const trustee = await deedbox.person('trustee', { firstName: 'Margaret', name: 'Margaret Chen' })
  const lawyer = await deedbox.person('requestor', { firstName: 'Sofia', name: 'Sofia Marino' })
  const brother = await deedbox.person('requestor', { firstName: 'Thomas', name: 'Thomas Smith' })
  const file = await deed('Smith Family Trust', 4)
  const trust = await deedbox.upload(trustee, 'Smith Family Trust deed', file, { clientName: 'Smith family' })
  const will = await deedbox.upload(trustee, 'Will of Harold Smith', file, { clientName: 'SMITH Family' })
  const other = await deedbox.upload(trustee, 'Baker deed', file, { clientName: 'Baker' })
  await deedbox.share(trustee, trust, lawyer.email, { expiresOn: '2031-06-30' })
  await deedbox.share(trustee, trust, brother.email)
  await deedbox.share(trustee, will, brother.email)
  await deedbox.share(trustee, other, lawyer.email)
  await deedbox.must(
    deedbox.call(lawyer, 'POST', '/api/requests', {
      documentName: 'Variation of 2004',
      clientEmail: 'smith@example.com',
      clientName: 'Smith Family',
    }),
  )

  const page = await visit(trustee, '/documents')
  // First click: either spelling leads to the one client.
  await page.getByRole('link', { name: 'Smith family', exact: true }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'SMITH Family' })).toBeVisible()
  await expect(page.getByText('Also written Smith family')).toBeVisible()
  const access = page.getByRole('region', { name: 'Who has access now' })
  const row = (name: string) => access.getByRole('row').filter({ hasText: name })
  await expect(row('Sofia Marino')).toHaveCount(1)
  await expect(row('Sofia Marino')).toContainText('30 June 2031')
  await expect(row('Thomas Smith')).toHaveCount(2)
  await expect(page.getByRole('region', { name: 'Documents', exact: true })).toContainText(
    'Will of Harold Smith',
  )
  await expect(page.getByRole('region', { name: 'Requests', exact: true })).toContainText('Variation of 2004')
  const history = page.getByRole('region', { name: 'History' })
  await expect(history).toContainText('Smith Family Trust deed')
  await expect(page.getByRole('main')).not.toContainText('Baker')
  await examine(page, 'client')

  // Second and third click.
  await access.getByRole('button', { name: "Revoke Sofia Marino's access" }).click()
  const dialog = page.getByRole('dialog', {
    name: "Revoke Sofia Marino's access to Smith Family Trust deed?",
  })
  await dialog.getByRole('button', { name: 'Revoke access' }).click()
  await expect(page.getByText('Access revoked successfully')).toBeVisible()
  await expect(row('Sofia Marino')).toHaveCount(0)
  await expect(row('Thomas Smith')).toHaveCount(2)
  expect((await deedbox.call(lawyer, 'GET', `/api/documents/${trust}`)).status).toBe(404)

  const documents = page.getByRole('region', { name: 'Documents', exact: true })
  await documents.getByRole('checkbox', { name: 'Choose Smith Family Trust deed' }).click()
  await documents.getByRole('checkbox', { name: 'Choose Will of Harold Smith' }).click()
  const chosen = documents.getByRole('group', { name: 'Chosen rows' })
  await chosen.getByRole('button', { name: 'Share' }).click()
  await expect(page.getByRole('dialog', { name: 'Share 2 documents' })).toContainText(
    '1 person has access already',
  )
  await page.keyboard.press('Escape')
  await chosen.getByRole('button', { name: 'Clear the selection' }).click()
  await documents.getByRole('link', { name: 'Correct Will of Harold Smith' }).click()
  await expect(page.getByRole('form', { name: 'Correct the details' }).getByLabel('Title')).toBeFocused()
  await page.goBack()

  await page.getByRole('link', { name: 'Upload for this client' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Upload for SMITH Family' })).toBeVisible()
  await page.getByLabel('Files to upload', { exact: true }).setInputFiles([await deed('Codicil', 4)])
  await expect(
    page.getByRole('list', { name: 'Files' }).getByRole('combobox', { name: 'Client' }),
  ).toHaveValue('SMITH Family')
  await page.getByRole('button', { name: 'Remove codicil.pdf' }).click()

  await test.step('the client becomes a matter, with the documents in it', async () => {
    await page.goto('/clients/Smith%20family')
    await page.getByRole('button', { name: 'Make a matter' }).click()
    const making = page.getByRole('dialog', { name: /^Make a matter of Smith family$/i })
    await expect(making.getByRole('combobox', { name: 'Kind' })).toHaveValue('person')
    await examine(page, 'client-to-matter')
    await making.getByRole('combobox', { name: 'Kind' }).selectOption('Family trust')
    await making.getByRole('button', { name: 'Create matter' }).click()
    await expect(page).toHaveURL(/\/matters\//)
    await expect(documents).toContainText('Will of Harold Smith')
    await expect(documents).not.toContainText('Baker')
  })

  await page.goto('/clients')
  await page.getByRole('searchbox', { name: 'Search' }).fill('smi')
  await expect(page.getByRole('link', { name: 'SMITH Family' })).toBeVisible()
  await expect(page.getByRole('link', { name: 'Baker' })).toHaveCount(0)
  await examine(page, 'clients')

  // People with access to a document learn nothing of its client.
  const reader = await visit(brother, '/clients/Smith%20family')
  await expect(reader.getByText('Client not found')).toBeVisible()
})
