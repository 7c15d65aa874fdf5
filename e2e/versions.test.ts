import { examine } from './support/examine.ts'
import { deed } from './support/files.ts'
import { expect, test } from './support/test.ts'

test('a signed copy becomes the version after its draft, and who has the draft sees the new one once it is shared', async ({
  deedbox,
  visit,
}) => {
  const trustee = await deedbox.person('trustee', { name: 'Margaret Chen' })
  const guest = await deedbox.person('guest', { name: 'Jane Swan' })
  const draft = await deedbox.upload(trustee, 'Will of Ann Swan, draft', await deed('Will, draft', 4), {
    kind: 'will',
    clientName: 'Ann Swan',
  })
  await deedbox.share(trustee, draft, guest.email)
  const page = await visit(trustee, `/documents/${draft}`)
  const versions = page.getByRole('list', { name: 'Versions' }).getByRole('listitem')

  await test.step('the signed copy is uploaded with the details of the draft', async () => {
    await page.getByRole('link', { name: 'Upload a new version' }).click()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('New version of Will of Ann Swan, draft')
    await page.getByLabel('Files to upload', { exact: true }).setInputFiles(await deed('Will, signed', 4))
    const title = page.getByRole('textbox', { name: 'Title' })
    await expect(title).toHaveValue('Will of Ann Swan, draft')
    await expect(page.getByRole('combobox', { name: 'Client' })).toHaveValue('Ann Swan')
    await expect(page.getByText('Add more files')).toBeHidden()
    await title.fill('Will of Ann Swan')
    await page.getByText('Signing', { exact: true }).click()
    await page.getByLabel('Date of execution', { exact: true }).fill('3 May 2019')
    await examine(page, 'version-upload')
    await page.getByRole('button', { name: 'Upload document' }).click()
    const done = page.getByText('Document uploaded successfully: ')
    await expect(done).toBeVisible()
    await done.getByRole('link').click()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Will of Ann Swan')
    await expect(versions).toHaveCount(2)
    await expect(versions.first()).toContainText('Current')
    await expect(versions.first()).toContainText('Signed')
    await expect(versions.last()).toContainText('Draft')
    await expect(page.getByText('Jane Swan has access to an earlier version, not to this one.')).toBeVisible()
    await examine(page, 'document-versions')
  })

  await test.step('lists show the current one, and the earlier one where that is asked', async () => {
    const now = page.getByRole('link', { name: 'Will of Ann Swan', exact: true })
    const before = page.getByRole('link', { name: 'Will of Ann Swan, draft', exact: true })
    await page.goto('/documents')
    await expect(now).toBeVisible()
    await expect(before).toBeHidden()
    await page.goto('/documents?versions=earlier')
    await expect(before).toBeVisible()
    await expect(page.getByText('Earlier version', { exact: true })).toHaveCount(1)
    await examine(page, 'documents-versions')
    await before.click()
    await expect(page.getByText('This is an earlier version')).toBeVisible()
    await examine(page, 'document-earlier')
  })

  const own = await visit(guest, `/documents/${draft}`)
  await test.step('the guest still has the draft, and nothing says that there is more', async () => {
    await expect(own.getByRole('heading', { level: 1 })).toHaveText('Will of Ann Swan, draft')
    await expect(own.getByRole('heading', { name: 'Security' })).toBeVisible()
    await expect(own.getByText('This is an earlier version')).toBeHidden()
    await expect(own.getByRole('heading', { name: 'Versions' })).toBeHidden()
  })

  await test.step('the new one is shared with the same person, who then sees it first', async () => {
    await page.getByRole('alert').getByRole('link', { name: 'Will of Ann Swan', exact: true }).click()
    await page.getByRole('button', { name: 'Share this one with them too' }).click()
    const dialog = page.getByRole('dialog', { name: 'Share Will of Ann Swan' })
    await expect(dialog.getByText(guest.email).first()).toBeVisible()
    await examine(page, 'version-share')
    await dialog.getByRole('button', { name: 'Share', exact: true }).click()
    await expect(dialog).toBeHidden()
    await expect(page.getByText('Jane Swan has access to an earlier version')).toBeHidden()
    await own.goto('/documents')
    await expect(own.getByRole('link', { name: 'Will of Ann Swan', exact: true })).toBeVisible()
    await expect(own.getByRole('link', { name: 'Will of Ann Swan, draft', exact: true })).toBeHidden()
    await own.goto(`/documents/${draft}`)
    await expect(own.getByText('This is an earlier version')).toBeVisible()
    await examine(own, 'version-guest')
  })

  await test.step('versions are taken apart, and put together again', async () => {
    await page.getByRole('button', { name: 'Take apart version 1 from the others' }).click()
    const asked = page.getByRole('dialog')
    await asked.getByRole('button', { name: 'Take apart', exact: true }).click()
    await expect(page.getByText('There is one version of it.')).toBeVisible()
    await page.goto(`/documents/${draft}`)
    await page.getByRole('button', { name: 'Choose a newer version' }).click()
    await asked.getByRole('combobox', { name: 'The newer document' }).fill('Swan')
    const offered = page.getByRole('listbox', { name: 'The newer document' }).getByRole('option')
    await expect(offered).toHaveText([/^Will of Ann Swan(?!, draft)/])
    await offered.click()
    await examine(page, 'version-choose')
    await asked.getByRole('button', { name: 'Add version' }).click()
    await expect(page.getByText('This is an earlier version')).toBeVisible()
    await expect(versions).toHaveCount(2)
  })
})
