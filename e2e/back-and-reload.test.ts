import type { Page } from '@playwright/test'
import { password } from './support/deedbox.ts'
import { examine } from './support/examine.ts'
import { deed } from './support/files.ts'
import { askForCode, unfold } from './support/flows.ts'
import { expect, test } from './support/test.ts'

const titles = (page: Page) => page.getByRole('table').getByRole('link')

test('lists keep their search, filter and order', async ({ deedbox, visit }) => {
  const trustee = await deedbox.person('trustee')
  const file = await deed('Deed', 4)
  for (const title of ['Smith trust', 'Smith will', 'Smithers trust', 'Jones trust'])
    await deedbox.upload(trustee, title, file)
  const page = await visit(trustee, '/documents')
  await expect(titles(page).filter({ hasText: 'Jones' })).toHaveCount(1)

  await page.getByRole('searchbox', { name: 'Search documents' }).fill('smith')
  await expect(page).toHaveURL('/documents?search=smith')
  await page.getByRole('button', { name: /^Filters/ }).click()
  await page.getByRole('combobox', { name: 'Document type' }).click()
  await page.getByRole('option', { name: 'Trust deed' }).click()
  await expect(page).toHaveURL('/documents?search=smith&documentType=trust_deed')
  await examine(page, 'documents-filters')
  await page.getByRole('button', { name: 'Done' }).click()
  await page.goto('/documents?search=smith&documentType=trust_deed&sort=title&direction=asc')
  const shown = ['Smith trust', 'Smith will', 'Smithers trust']
  const asLeft = async () => {
    await expect(page).toHaveURL('/documents?search=smith&documentType=trust_deed&sort=title&direction=asc')
    await expect(page.getByRole('searchbox', { name: 'Search documents' })).toHaveValue('smith')
    await expect(page.getByRole('button', { name: /^Filters/ })).toContainText('2')
    for (const title of shown) await expect(titles(page).filter({ hasText: title })).toHaveCount(1)
    const texts = await titles(page).allTextContents()
    expect(texts.filter((text) => /^(Smith|Jones)/.test(text))).toEqual(shown)
  }
  await asLeft()
  await page.reload()
  await asLeft()
  await titles(page).filter({ hasText: 'Smith will' }).click()
  await expect(page.getByRole('heading', { name: 'Smith will' })).toBeVisible()
  await page.reload()
  await expect(page.getByRole('heading', { name: 'Smith will' })).toBeVisible()
  await page.goBack()
  await asLeft()
  await examine(page, 'documents-filtered')
  await page.getByRole('searchbox', { name: 'Search documents' }).fill('nothing like it')
  await expect(page.getByText('No documents match')).toBeVisible()
  await examine(page, 'documents-no-match')
  await page.getByRole('button', { name: 'Clear filters' }).click()
  await expect(titles(page).filter({ hasText: 'Jones' })).toHaveCount(1)

  await deedbox.must(
    deedbox.call(trustee, 'DELETE', `/api/documents/${await deedbox.upload(trustee, 'Old deed', file)}`),
  )
  await page.goto('/documents/deleted')
  await page.getByRole('searchbox', { name: 'Search deleted documents' }).fill('old')
  await expect(page).toHaveURL('/documents/deleted?search=old')
  await page.reload()
  await expect(page.getByRole('searchbox', { name: 'Search deleted documents' })).toHaveValue('old')
  await expect(page.getByRole('table')).toContainText('Old deed')
})

test('what a requestor, a trustee and an administrator chose to see stays', async ({ deedbox, visit }) => {
  const trustee = await deedbox.person('trustee', { name: 'Margaret Chen' })
  const lawyer = await deedbox.person('requestor', { name: 'Sofia Marino' })
  const ask = (path: string, body: object) =>
    deedbox.must<{ request: { id: string } }>(deedbox.call(lawyer, 'POST', path, body))
  const toRequest = (documentName: string) =>
    ask('/api/requests', { documentName, clientEmail: 'jane@family.example' })
  for (const title of ['Brown trust', 'Kelly trust'])
    await deedbox.upload(trustee, title, await deed(title, 4))
  const denied = await toRequest('Kelly trust')
  await deedbox.must(deedbox.call(trustee, 'POST', `/api/requests/${denied.request.id}/deny`, {}))
  await toRequest('Kelly will')
  const asked = await ask('/api/owner-requests', { ownerEmail: trustee.email, message: 'The Kelly lease' })

  await test.step("the requestor's tabs", async () => {
    const page = await visit(lawyer, '/requestor/documents')
    const selected = (name: string) => expect(page.getByRole('tab', { name, selected: true })).toBeVisible()
    await selected('My Access')
    for (const name of ['Request Access', 'Owner Requests', 'Browse Documents', 'My Requests']) {
      await page.getByRole('tab', { name }).click()
      await expect(page).toHaveURL(`/requestor/documents?tab=${name.toLowerCase().replace(' ', '-')}`)
      await page.reload()
      await selected(name)
    }
    await expect(page.getByRole('table', { name: 'Your access requests' })).toContainText('Denied')
    await page.goBack()
    await selected('Browse Documents')
    await page.goto('/documents/requestor?tab=owner-requests')
    await selected('Owner Requests')
  })

  const page = await visit(trustee, '/dashboard')
  await test.step('the filters of the dashboard', async () => {
    const top = page.getByRole('table', { name: 'Top 5 documents' })
    await unfold(page, 'Top 5 documents')
    await expect(top.getByRole('link', { name: 'Brown trust' })).toBeVisible()
    await page.getByRole('searchbox', { name: 'Search documents' }).fill('kelly')
    await expect(page).toHaveURL('/dashboard?search=kelly')
    await page.getByRole('button', { name: /^Filters/ }).click()
    await page.getByRole('combobox', { name: 'Document type' }).click()
    await page.getByRole('option', { name: 'Trust deed' }).click()
    await page.getByRole('button', { name: 'Done' }).click()
    const asLeft = async () => {
      await expect(page).toHaveURL('/dashboard?search=kelly&documentType=trust_deed')
      await expect(page.getByRole('searchbox', { name: 'Search documents' })).toHaveValue('kelly')
      await expect(page.getByRole('button', { name: /^Filters/ })).toContainText('2')
      await expect(top.getByRole('link')).toHaveText(['Kelly trust'])
    }
    await asLeft()
    await page.reload()
    await asLeft()
    await examine(page, 'dashboard-filtered')
    await top.getByRole('link').click()
    await expect(page.getByRole('heading', { level: 1, name: 'Kelly trust' })).toBeVisible()
    await page.goBack()
    await asLeft()
  })

  await test.step('and of the requests', async () => {
    await page.goto('/trustee/requests')
    await expect(page.getByRole('table', { name: 'Waiting for you' })).toContainText('Kelly will')
    await page.getByRole('searchbox', { name: 'Search requests' }).fill('kelly')
    await expect(page).toHaveURL('/trustee/requests?search=kelly')
    await page.getByRole('button', { name: /^Filters/ }).click()
    await page.getByRole('combobox', { name: 'Status', exact: true }).click()
    await page.getByRole('option', { name: 'Denied' }).click()
    await page.getByRole('button', { name: 'Done' }).click()
    const asLeft = async () => {
      await expect(page).toHaveURL('/trustee/requests?search=kelly&status=denied')
      await expect(page.getByRole('searchbox', { name: 'Search requests' })).toHaveValue('kelly')
      const table = page.getByRole('table', { name: 'Requests', exact: true })
      await expect(table.getByRole('link')).toHaveText(['Kelly trust'])
    }
    await asLeft()
    await page.reload()
    await asLeft()
    await examine(page, 'requests-filtered')
    await page.goto(`/owner-request/${asked.request.id}`)
    await expect(page.getByRole('heading', { name: 'Request from Sofia Marino' })).toBeVisible()
    await page.reload()
    await expect(page.getByRole('heading', { name: 'Request from Sofia Marino' })).toBeVisible()
    await page.goBack()
    await asLeft()
  })

  await test.step('which emails', async () => {
    const admin = await visit(await deedbox.person('admin'), '/admin/mail')
    await admin.getByText('All', { exact: true }).click()
    await expect(admin).toHaveURL('/admin/mail?status=all')
    await admin.reload()
    await expect(admin.getByRole('radio', { name: 'All' })).toBeChecked()
    await expect(admin.getByRole('table', { name: 'Emails' })).toContainText(lawyer.email)
    await examine(admin, 'mails')
  })
})

test('the viewer stays on its page when reloaded, and Back closes it', async ({ deedbox, visit }) => {
  const trustee = await deedbox.person('trustee')
  const documentId = await deedbox.upload(trustee, 'Lim deed', await deed('Lim deed', 5))
  const page = await visit(trustee, '/documents')
  await page.getByRole('table').getByRole('link', { name: 'Lim deed' }).first().click()
  await page.getByRole('button', { name: 'View', exact: true }).click()
  await page.getByRole('button', { name: 'Next page' }).click()
  await page.getByRole('button', { name: 'Next page' }).click()
  await expect(page.getByRole('img', { name: 'Page 3 of 5' })).toBeVisible()
  await page.reload()
  await expect(page.getByRole('img', { name: 'Page 3 of 5' })).toBeVisible()
  await page.goBack()
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await expect(page).toHaveURL(`/documents/${documentId}`)
  await expect(page.getByRole('heading', { name: 'Lim deed' })).toBeVisible()
  await page.goBack()
  await expect(page).toHaveURL('/documents')
})

test('files that were described are not lost without asking', async ({ deedbox, visit }) => {
  const trustee = await deedbox.person('trustee')
  const page = await visit(trustee, '/documents')
  await page.getByRole('link', { name: 'Upload Document' }).first().click()
  await page.getByLabel('Files to upload', { exact: true }).setInputFiles(await deed('Nakamura deed', 4))
  await page.getByLabel('Title').fill('Deed of the Nakamura family')
  await page.getByRole('link', { name: 'Back to Documents' }).click()
  const dialog = page.getByRole('dialog')
  await expect(dialog).toContainText('Leave')
  await examine(page, 'upload-leave')
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await expect(page.getByLabel('Title')).toHaveValue('Deed of the Nakamura family')
  const asked = page.waitForEvent('dialog')
  await page.close({ runBeforeUnload: true })
  const leaving = await asked
  expect(leaving.type()).toBe('beforeunload')
  await leaving.accept()
})

test('Back from the code finds the sign-up as it was typed', async ({ visit }) => {
  const page = await visit(null, '/signup')
  const email = 'graham@firm.example'
  await askForCode(page, { firstName: 'Graham', lastName: 'Okafor', email, role: 'Trustee' })
  await page.goBack()
  await expect(page.getByLabel('First name')).toHaveValue('Graham')
  await expect(page.getByLabel('Email')).toHaveValue(email)
  await expect(page.getByRole('radio', { name: 'Trustee' })).toBeChecked()
  await expect(page.getByLabel('Password', { exact: true })).toHaveValue('')
})

test('every page is the same after a reload, and people keep their filter', async ({ deedbox, visit }) => {
  const admin = await deedbox.person('admin', { email: 'ruth@practice.example', password })
  const page = await visit(admin)
  for (const path of [
    ...['/', '/dashboard', '/documents', '/documents/upload', '/documents/deleted'],
    ...['/trustee/requests', '/admin/mail', '/admin/storage'],
  ]) {
    await page.goto(path)
    // Page shown before the account is known, which does not say whose documents they are.
    if (path !== '/') await expect(page.getByRole('button', { name: 'Account of' })).toBeVisible()
    const heading = page.getByRole('heading', { level: 1 })
    await expect(heading).toBeVisible()
    const text = await heading.textContent()
    await page.reload()
    await expect(page).toHaveURL(path)
    await expect(heading).toHaveText(text ?? '')
  }
  await page.goto('/admin/users')
  await page.getByRole('searchbox', { name: 'Search people' }).fill('ruth')
  await expect(page).toHaveURL('/admin/users?search=ruth')
  await page.getByRole('button', { name: /^Filters/ }).click()
  await page.getByLabel('Role', { exact: true }).selectOption('System Admin')
  await expect(page).toHaveURL('/admin/users?search=ruth&role=admin')
  await page.reload()
  await expect(page.getByRole('searchbox', { name: 'Search people' })).toHaveValue('ruth')
  await expect(page.getByRole('table', { name: 'Users' }).getByRole('row')).toHaveCount(2)
  await page.getByRole('link', { name: 'Deedbox' }).first().click()
  await expect(page).toHaveURL('/')
  await page.goBack()
  await expect(page).toHaveURL('/admin/users?search=ruth&role=admin')
  await page.getByRole('button', { name: /^Filters/ }).click()
  await expect(page.getByLabel('Role', { exact: true })).toHaveValue('admin')
})
