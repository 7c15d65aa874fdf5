import { examine } from './support/examine.ts'
import { deed } from './support/files.ts'
import { expect, test } from './support/test.ts'

const words = 'search documents, clients, matters, people, requests and commands'

test('a deed is found by a word in its text, only while one may open it', async ({
  deedbox,
  visit,
  isMobile,
}) => {
  const trustee = await deedbox.person('trustee', { name: 'Margaret Chen' })
  const guest = await deedbox.person('guest', { name: 'Gwendolyn Park' })
  const title = 'Paper of the harbour'
  // A file name would be found too.
  const file = { ...(await deed('Theodolite and sextant', 4)), name: 'scan.pdf' }
  const documentId = await deedbox.upload(trustee, title, file)
  const grantId = await deedbox.share(trustee, documentId, guest.email)
  await deedbox.runJobs()

  const reader = await visit(guest, '/documents')
  await expect(reader.getByRole('heading', { level: 1 })).toBeVisible()
  await reader.getByRole('button', { name: 'Search' }).click()
  const field = reader.getByRole('combobox', { name: new RegExp(words, 'i') })
  await expect(field).toBeFocused()
  const hit = reader.getByRole('option', { name: title })
  await field.fill('sextant theodolite')
  await expect(hit).toBeVisible()
  await expect(reader.getByRole('group', { name: 'Documents with these words in their text' })).toBeVisible()
  await examine(reader, 'search')
  await field.press('Enter')
  await expect(reader).toHaveURL(new RegExp(`/documents/${documentId}`))

  await deedbox.call(trustee, 'POST', `/api/access/${grantId}/revoke`, {})
  await reader.goto('/documents')
  await expect(reader.getByText('No documents yet')).toBeVisible()
  if (isMobile) await reader.getByRole('button', { name: 'Search' }).click()
  else await reader.keyboard.press('Control+k')
  await field.fill('sextant')
  await expect(reader.getByText('Nothing that you can see matches “sextant”.').last()).toBeVisible()
  await examine(reader, 'search-nothing')
})

test('commands open the dialog that there is, by keyboard, and never act by themselves', async ({
  deedbox,
  visit,
  isMobile,
}) => {
  test.skip(isMobile, 'the same on phones, which have no keyboard')
  const trustee = await deedbox.person('trustee', { name: 'Margaret Chen' })
  const guest = await deedbox.person('guest', { name: 'Roderick Vane' })
  const documentId = await deedbox.upload(trustee, 'Kestrel deed', await deed('Kestrel', 4))
  await deedbox.share(trustee, documentId, guest.email)
  const page = await visit(trustee, '/documents')
  await expect(page.getByRole('link', { name: 'Kestrel deed', exact: true })).toBeVisible()
  const field = page.getByRole('combobox', { name: new RegExp(words, 'i') })

  await page.keyboard.press('/')
  await expect(field).toBeFocused()
  await examine(page, 'search-commands')
  await field.fill('share kestrel')
  await expect(page.getByRole('option', { name: 'Share Kestrel deed' })).toHaveAttribute(
    'aria-selected',
    'true',
  )
  await page.keyboard.press('Enter')
  const share = page.getByRole('dialog', { name: 'Share Kestrel deed' })
  await expect(share).toBeVisible()
  // Search does not open over a dialog.
  await page.keyboard.press('Control+k')
  await expect(field).toBeHidden()
  await page.keyboard.press('Escape')
  await expect(share).toBeHidden()

  await page.keyboard.press('Control+k')
  await field.fill('revoke roderick')
  await expect(page.getByRole('option', { name: 'Revoke Roderick Vane’s access' })).toBeVisible()
  await page.keyboard.press('Enter')
  const bulk = page.getByRole('dialog', { name: 'Bulk access management' })
  await expect(bulk.getByText('Kestrel deed')).toBeVisible()
  await page.keyboard.press('Escape')

  await page.keyboard.press('Control+k')
  await field.fill('archive kestrel')
  await expect(page.getByRole('option', { name: 'Archive Kestrel deed' })).toBeVisible()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('dialog', { name: 'Archive Kestrel deed?' })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toHaveCount(0)

  await page.keyboard.press('Control+k')
  await field.fill('correct kestrel')
  await expect(page.getByRole('option', { name: 'Correct Kestrel deed' })).toBeVisible()
  await page.keyboard.press('Enter')
  const form = page.getByRole('form', { name: 'Correct the details' })
  await expect(form.getByRole('textbox', { name: 'Title' })).toHaveValue('Kestrel deed')
  await page.getByRole('button', { name: 'Cancel' }).click()
  await expect(form).toBeHidden()

  await page.keyboard.press('?')
  await expect(page.getByRole('dialog', { name: 'Keyboard shortcuts' })).toBeVisible()
  await examine(page, 'shortcuts')
  await page.keyboard.press('Escape')
  await page.keyboard.press('/')
  await field.fill('upl')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL('/documents/upload')
  // Slashes typed in a field do not open the search.
  await page.goto('/documents')
  const filter = page.getByRole('searchbox').first()
  await filter.focus()
  await page.keyboard.type('1/2024?')
  await expect(filter).toHaveValue('1/2024?')
})
