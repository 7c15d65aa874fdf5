import { examine } from './support/examine.ts'
import { deed } from './support/files.ts'
import { expect, test } from './support/test.ts'

test('what is missing leads to where it is entered, and the chain of deeds is a picture and a table', async ({
  deedbox,
  visit,
}) => {
  const trustee = await deedbox.person('trustee', { name: 'Margaret Chen' })
  const post = (url: string, body: object) => deedbox.must(deedbox.call(trustee, 'POST', url, body))
  const { matter } = (await post('/api/matters', { name: 'Quill Family Trust', kind: 'family_trust' })) as {
    matter: { id: string }
  }
  const page = await visit(trustee, `/matters/${matter.id}`)
  const missing = page.getByRole('region', { name: 'Completeness' })
  await expect(missing.getByText('0 of 8 recorded')).toBeVisible()
  await expect(page.getByText('No deed, will or power that you see is in this matter yet.')).toBeVisible()
  await examine(page, 'chain-none')

  await test.step('each missing thing opens the dialog in which it is entered', async () => {
    await missing.getByRole('button', { name: 'settlor' }).click()
    const dialog = page.getByRole('dialog')
    await expect(dialog.getByLabel('Role')).toHaveValue('settlor')
    await dialog.getByRole('combobox', { name: 'Party' }).fill('Enid Calloway')
    await dialog.getByRole('option', { name: 'Enter as a new party: Enid Calloway' }).click()
    await dialog.getByRole('button', { name: 'Add party' }).click()
    await expect(missing.getByText('1 of 8 recorded')).toBeVisible()
    await missing.getByRole('button', { name: 'vesting date' }).click()
    await expect(dialog.getByLabel('Kind')).toHaveValue('vesting')
    await dialog.getByLabel('Words of the deed, or notes').fill('On the death of the last of them')
    await dialog.getByRole('button', { name: 'Add date' }).click()
    await expect(missing.getByText('2 of 8 recorded')).toBeVisible()
    await missing.getByRole('button', { name: 'governing law' }).click()
    await dialog.getByLabel('Governing law').selectOption('NSW')
    await dialog.getByRole('button', { name: 'Save changes' }).click()
    await expect(missing.getByText('3 of 8 recorded')).toBeVisible()
    await expect(missing.getByRole('link', { name: 'trust deed' })).toHaveAttribute(
      'href',
      `/documents/upload?matter=${matter.id}&kind=trust_deed`,
    )
    await missing.getByRole('link', { name: 'trust deed' }).click()
    const chosen = await deed('Quill', 4)
    await page.locator('input[type=file][aria-label="Files to upload"]').setInputFiles(chosen)
    await expect(page.getByLabel('Kind').first()).toHaveValue('Trust deed')
    await page.getByRole('button', { name: /^Remove/ }).click()
    await page.goto(`/matters/${matter.id}`)
  })

  const papers = [
    ['Trust deed of the Quill Family Trust', 'trust_deed', '1985-03-04'],
    ['Deed of variation that adds the grandchildren as beneficiaries', 'variation', '2003-07-01'],
    ['Deed of variation, signed again', 'variation', '2003-09-12'],
    ['Change of trustee', 'appointment', '2019-05-03'],
  ] as const
  const ids: string[] = []
  for (const [title, kind, executedOn] of papers) {
    ids.push(await deedbox.upload(trustee, title, await deed(title, 4), { kind, executedOn }))
  }
  await post(`/api/matters/${matter.id}/documents`, { documentIds: ids })
  const [first, varies, again, change] = ids
  await post('/api/document-links', { from: varies, relation: 'varies', to: first })
  await post('/api/document-links', { from: again, relation: 'replaces', to: varies })
  await post('/api/document-links', { from: change, relation: 'varies', to: first })
  await page.reload()

  await test.step('the table says in words what the picture shows', async () => {
    const table = page.getByRole('table', { name: 'Chain of documents' })
    await expect(table.getByRole('row').filter({ hasText: 'Trust deed of the Quill' }).first()).toContainText(
      'Varied by Change of trustee',
    )
    await expect(page.locator('path[data-relation="replaces"]').first()).toBeAttached()
    await examine(page, 'chain')
  })

  await test.step('a press on the picture opens the document', async () => {
    await page.locator('[aria-hidden=true] a', { hasText: 'Change of trustee' }).click()
    await expect(page.getByRole('heading', { level: 1, name: 'Change of trustee' })).toBeVisible()
    await page.goBack()
  })

  await test.step('the signing of the deed is entered in the form that the link opens', async () => {
    await missing.getByRole('link', { name: 'day, place and manner of signing the trust deed' }).click()
    await expect(page.getByRole('combobox', { name: 'Manner of signing' })).toBeVisible()
  })
})
