import { examine } from './support/examine.ts'
import { deed } from './support/files.ts'
import { desktopOnly } from './support/on-phones.ts'
import { expect, test } from './support/test.ts'

test('an organisation leaves: its people are told where to take everything out, then it is locked, and two administrators destroy it', {
  tag: desktopOnly,
}, async ({ deedbox, visit }) => {
  const first = await deedbox.person('admin', { name: 'Ruth Abernathy' })
  const second = await deedbox.person('admin', { name: 'Tom Nguyen' })
  const [{ id: organizationId } = { id: '' }] = await deedbox.rows<{ id: string }>(
    `insert into organizations (name, created_at) values ('Whitlam & Chen', now()) returning id`,
  )
  const head = await deedbox.person('b2b_admin', { organizationId, name: 'Helen Papadopoulos' })
  const title = 'Castellano Family Trust deed'
  const owner = await deedbox.person('trustee', { organizationId, name: 'Margaret Chen' })
  await deedbox.upload(owner, title, await deed(title, 4))

  const page = await visit(first, `/admin/organizations/${organizationId}?tab=leaving`)
  await page.getByRole('button', { name: 'Mark as leaving' }).click()
  const marking = page.getByRole('dialog', { name: 'Mark Whitlam & Chen as leaving?' })
  await marking.getByLabel('Reason').fill('They merge with Harbour Legal on 1 March')
  await examine(page, 'leaving-mark')
  await marking.getByRole('button', { name: 'Mark as leaving' }).click()
  await expect(page.getByText('They merge with Harbour Legal on 1 March')).toBeVisible()
  await examine(page, 'leaving-marked')

  const theirs = await visit(head, '/documents')
  const notice = theirs.getByRole('region', { name: 'Your organisation is leaving' })
  await expect(notice).toContainText('Its documents are locked in 3 months')
  await examine(theirs, 'leaving-banner')
  await notice.getByRole('link', { name: 'Take everything out until then' }).click()
  await expect(theirs.getByRole('heading', { name: 'Download everything' })).toBeVisible()

  await deedbox.rows(`update organizations set leaving_from = now() - interval '91 days'`)
  await theirs.goto('/documents')
  await expect(notice).toContainText('its documents are locked')
  await expect(theirs.getByText(/^Locked since/)).toBeVisible()
  await examine(theirs, 'leaving-locked-list')
  await theirs.getByRole('link', { name: title, exact: true }).click()
  await expect(theirs.getByText('This document is locked')).toBeVisible()
  await expect(theirs.getByRole('button', { name: 'View', exact: true })).toHaveCount(0)
  await examine(theirs, 'leaving-locked-document')

  await page.reload()
  await page.getByRole('button', { name: 'Destroy its documents' }).click()
  const asking = page.getByRole('dialog', { name: 'Destroy the documents of Whitlam & Chen?' })
  await asking.getByLabel('Given by').fill('Helen Papadopoulos')
  await asking.getByLabel('Given on').fill('31 Jan 2026')
  await asking.getByLabel('What they said').fill('We have copies of everything. Please destroy the rest.')
  await examine(page, 'leaving-destroy')
  await asking.getByRole('button', { name: 'Ask to destroy' }).click()
  await expect(page.getByText('You asked for it, so another administrator must confirm.')).toBeVisible()
  const other = await visit(second, `/admin/organizations/${organizationId}?tab=leaving`)
  await examine(other, 'leaving-confirm')
  await other.getByRole('button', { name: 'Confirm the destruction' }).click()
  await other.getByRole('dialog').getByRole('button', { name: 'Destroy for good' }).click()
  const receipts = other.getByRole('table', { name: 'Receipts of Whitlam & Chen' })
  await expect(receipts).toContainText(title)
  await examine(other, 'leaving-destroyed')
  const saved = other.waitForEvent('download')
  await other.getByRole('button', { name: 'Download all receipts' }).click()
  expect((await saved).suggestedFilename()).toBe('receipts.txt')
})
