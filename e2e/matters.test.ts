import { examine } from './support/examine.ts'
import { deed } from './support/files.ts'
import { expect, test } from './support/test.ts'

test('a trust gets its matter: documents put in and taken out, who has access, what is asked, its history', async ({
  deedbox,
  visit,
}) => {
  const trustee = await deedbox.person('trustee', { firstName: 'Margaret', name: 'Margaret Chen' })
  const other = await deedbox.person('trustee', { name: 'Tom Nguyen' })
  const lawyer = await deedbox.person('requestor', { firstName: 'Sofia', name: 'Sofia Marino' })
  const file = await deed('Smith Family Trust', 4)
  const trust = await deedbox.upload(trustee, 'Smith Family Trust deed', file, { clientName: 'Smith family' })
  await deedbox.upload(trustee, 'Deed of variation 2004', file, { clientName: 'Smith family' })
  await deedbox.upload(trustee, 'Baker deed', file, { clientName: 'Baker' })
  await deedbox.share(trustee, trust, lawyer.email, { expiresOn: '2031-06-30' })

  const page = await visit(trustee, '/dashboard')
  const dialog = page.getByRole('dialog')

  await test.step('create it, with a wrong number named, and somebody responsible', async () => {
    await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Matters' }).click()
    await expect(page.getByText('No matters yet')).toBeVisible()
    await examine(page, 'matters-empty')
    await page.getByRole('button', { name: 'New matter' }).first().click()
    await dialog.getByLabel('Name').fill('Smith Family Trust')
    await dialog.getByLabel('Reference').fill('1998/27')
    await dialog.getByLabel('ABN').fill('53 004 085 617')
    await dialog.getByLabel('Governing law').selectOption('New South Wales')
    await dialog.getByRole('combobox', { name: 'Responsible trustee' }).fill('tom')
    await page.getByRole('option', { name: 'Tom Nguyen' }).click()
    await dialog.getByRole('button', { name: 'Create matter' }).click()
    await expect(dialog.getByText('its digits do not add up')).toBeVisible()
    await expect(dialog.getByLabel('ABN')).toBeFocused()
    await examine(page, 'matter-form')
    await dialog.getByLabel('ABN').fill('53 004 085 616')
    await dialog.getByRole('button', { name: 'Create matter' }).click()
    await expect(page.getByRole('heading', { level: 1, name: 'Smith Family Trust' })).toBeVisible()
    await expect(page.getByText('53 004 085 616')).toBeVisible()
    await expect(page.getByText('Tom Nguyen', { exact: true })).toBeVisible()
  })
  const matterPage = page.url()
  const documents = page.getByRole('region', { name: 'Documents', exact: true })

  await test.step('documents are found and put in', async () => {
    await page.getByRole('button', { name: 'Put documents in' }).click()
    await dialog.getByRole('searchbox', { name: 'Documents' }).fill('smith')
    await dialog.getByRole('checkbox', { name: 'Smith Family Trust deed' }).check()
    await dialog.getByRole('searchbox', { name: 'Documents' }).fill('baker')
    await dialog.getByRole('checkbox', { name: 'Baker deed' }).check()
    await expect(dialog.getByText('2 chosen')).toBeVisible()
    await examine(page, 'matter-put-documents')
    await dialog.getByRole('button', { name: 'Put into the matter' }).click()
    await expect(page.getByText('2 documents put into Smith Family Trust')).toBeVisible()
    await expect(documents.getByRole('link', { name: 'Baker deed' }).first()).toBeVisible()
  })

  await test.step('one that does not belong is taken out, put back and taken out again', async () => {
    const choose = documents.getByRole('checkbox', { name: 'Choose Baker deed' })
    const takeOut = documents.getByRole('button', { name: 'Take out of the matter' })
    await choose.click()
    await takeOut.click()
    await expect(page.getByText('1 document taken out of Smith Family Trust')).toBeVisible()
    await expect(choose).toHaveCount(0)
    await page.getByRole('button', { name: 'Undo' }).click()
    await choose.click()
    await takeOut.click()
    await expect(choose).toHaveCount(0)
  })

  await test.step('another is put in from the list of documents', async () => {
    await page.goto('/documents')
    await page.getByRole('checkbox', { name: 'Choose Deed of variation 2004' }).click()
    await page.getByRole('button', { name: 'Put into a matter' }).click()
    await dialog.getByRole('combobox', { name: 'Matter' }).fill('1998')
    await page.getByRole('option', { name: 'Smith Family Trust · 1998/27' }).click()
    await examine(page, 'put-into-a-matter')
    await dialog.getByRole('button', { name: 'Put into the matter' }).click()
    await expect(page.getByText('Deed of variation 2004 is in Smith Family Trust')).toBeVisible()
    await page.getByRole('link', { name: 'Deed of variation 2004' }).first().click()
    await expect(page.getByRole('button', { name: 'Put into a matter' })).toBeVisible()
    await page.getByRole('link', { name: 'Smith Family Trust', exact: true }).click()
  })

  await test.step('its page answers a telephone call', async () => {
    await expect(page).toHaveURL(matterPage)
    const access = page.getByRole('region', { name: 'Who has access until when' })
    await expect(access.getByRole('row').filter({ hasText: 'Sofia Marino' })).toContainText('30 June 2031')
    const { grants } = await (await deedbox.call(trustee, 'GET', `/api/documents/${trust}/access`)).json()
    const asked = { duration: '6-months', justification: 'The matter goes on' }
    await deedbox.must(deedbox.call(lawyer, 'POST', `/api/access/${grants[0].id}/extension`, asked))
    const requests = page.getByRole('region', { name: 'Open requests' })
    await expect(requests).toContainText('Sofia Marino')
    const history = page.getByRole('region', { name: 'History' })
    await expect(history).toContainText('Matter created')
    await expect(history.getByRole('link', { name: 'Deed of variation 2004' })).toBeVisible()
    await examine(page, 'matter')
  })

  await test.step('a document is uploaded into it', async () => {
    await page.getByRole('link', { name: 'Upload', exact: true }).click()
    await expect(
      page.getByRole('heading', { level: 1, name: 'Upload into Smith Family Trust' }),
    ).toBeVisible()
    await expect(page.getByRole('combobox', { name: 'Matter' })).toHaveValue(/^Smith Family Trust/)
    await page
      .getByLabel('Files to upload', { exact: true })
      .setInputFiles([await deed('Minutes of 2005', 4)])
    await examine(page, 'upload-into-a-matter')
    await page.getByRole('button', { name: 'Upload document' }).click()
    await page.getByRole('link', { name: 'Go to Smith Family Trust' }).click()
    await expect(page).toHaveURL(matterPage)
    await expect(documents.getByRole('checkbox', { name: /^Choose Minutes/i })).toBeVisible()
  })

  await test.step('two people edit at once: nothing typed and nothing saved is lost', async () => {
    await page.getByRole('button', { name: 'Edit' }).click()
    await dialog.getByLabel('Notes').fill('Originals in the strong room')
    const theirs = await visit(other, matterPage)
    await theirs.getByRole('button', { name: 'Edit' }).click()
    await theirs.getByRole('combobox', { name: 'Status' }).selectOption('Vested')
    await theirs.getByRole('combobox', { name: 'Responsible trustee' }).selectText()
    await theirs.keyboard.press('Delete')
    await theirs.getByRole('button', { name: 'Save changes' }).click()
    await expect(theirs.getByText('Smith Family Trust is saved')).toBeVisible()
    await dialog.getByRole('button', { name: 'Save changes' }).click()
    await expect(dialog.getByText('Status: now “Vested”, before “Open”.')).toBeVisible()
    await expect(dialog.getByText('Responsible trustee: now blank, before “Tom Nguyen”.')).toBeVisible()
    await examine(page, 'matter-changed')
    await dialog.getByRole('button', { name: 'Save changes' }).click()
    await expect(page.getByText('Originals in the strong room', { exact: true })).toBeVisible()
    await expect(page.getByRole('main').getByText('Vested', { exact: true })).toBeVisible()
  })

  await test.step('found in the list, by its filters, by the search, and exported', async () => {
    await page.goto('/matters?matterStatus=vested')
    await expect(page.getByRole('link', { name: 'Smith Family Trust' })).toBeVisible()
    await examine(page, 'matters')
    await page.getByRole('button', { name: 'Filters' }).click()
    await page.getByRole('combobox', { name: 'Status' }).click()
    await page.getByRole('option', { name: 'Closed' }).click()
    await expect(page.getByText('No matter matches')).toBeVisible()
    await examine(page, 'matters-filtered')
    await page.getByRole('dialog').getByRole('button', { name: 'Clear filters' }).click()
    await page.getByRole('button', { name: 'Done' }).click()
    const downloaded = page.waitForEvent('download')
    await page.getByRole('button', { name: 'Export CSV' }).click()
    await page.getByRole('menuitem', { name: 'Matters' }).click()
    expect((await downloaded).suggestedFilename()).toBe('matters.csv')
    await page.keyboard.press('/')
    await page.getByRole('combobox', { name: /^Search documents/ }).fill('1998/27')
    await page.getByRole('option', { name: /Smith Family Trust/ }).click()
    await expect(page).toHaveURL(matterPage)
  })
})

test('an Org Admin reads the matters of their organisation, and whoever keeps none has no link to them', async ({
  deedbox,
  visit,
}) => {
  const admin = await deedbox.person('admin')
  const made = await deedbox.must(
    deedbox.call(admin, 'POST', '/api/organizations', {
      ...{ name: 'Harbour Legal', abn: '', acn: '', address: '', city: '', state: '', postalCode: '' },
      ...{ contactName: '', contactEmail: '', contactPhone: '' },
    }),
  )
  const organizationId = (made as { organization: { id: string } }).organization.id
  const head = await deedbox.person('b2b_admin', { organizationId })
  const of = { name: 'Estate of Iris Gray', kind: 'estate', organizationId }
  await deedbox.must(deedbox.call(admin, 'POST', '/api/matters', of))
  await deedbox.must(
    deedbox.call(admin, 'POST', '/api/matters', { ...of, name: 'Hidden', organizationId: null }),
  )
  const page = await visit(head, '/matters')
  await expect(page.getByText('Hidden')).toHaveCount(0)
  await expect(page.getByRole('button', { name: 'New matter' })).toHaveCount(0)
  await page.getByRole('link', { name: 'Estate of Iris Gray' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Estate of Iris Gray' })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Edit' })).toHaveCount(0)
  await examine(page, 'matter-of-organisation')
  const unconfirmed = await visit(await deedbox.person('trustee', { confirmedAt: null }), '/documents')
  await expect(unconfirmed.getByRole('link', { name: 'Requests' })).toBeVisible()
  await expect(unconfirmed.getByRole('link', { name: 'Matters' })).toHaveCount(0)

  const wide = await visit(admin, '/matters')
  await expect(wide.getByRole('link', { name: 'Audit trail' })).toBeVisible()
  for (const width of [768, 820, 928, 1024, 1152, 1280]) {
    await wide.setViewportSize({ width, height: 700 })
    const sideways = () => wide.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)
    await expect.poll(sideways, `the header of an administrator at ${width}`).toBeLessThanOrEqual(0)
  }
})
