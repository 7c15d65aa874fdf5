import type { Page } from '@playwright/test'
import { dayMs } from '../contract/src/durations.ts'
import type { Deedbox, Person } from './support/deedbox.ts'
import { examine } from './support/examine.ts'
import { deed } from './support/files.ts'
import { expect, test } from './support/test.ts'

const margaret = { name: 'Margaret Chen', firstName: 'Margaret', lastName: 'Chen' }

test('two hundred grants are revoked at once while one grantee reads', async ({ deedbox, visit }) => {
  const trustee = await deedbox.person('trustee', margaret)
  const lawyers = await Promise.all(
    ['Sofia Marino', 'Graham Okafor', 'Linh Nguyen', 'Ada Novak'].map((name) =>
      deedbox.person('requestor', { name, firstName: name.split(' ')[0] ?? name }),
    ),
  )
  const [sofia] = lawyers
  const title = 'Baker Family Trust deed'
  const documentId = await deedbox.upload(trustee, title, await deed(title, 4))
  const others = await Promise.all(
    Array.from({ length: 49 }, (_, n) => deedbox.upload(trustee, `Deed of gift ${n + 1}`, note(n))),
  )
  for (const lawyer of lawyers) await shareAll(deedbox, trustee, lawyer, [documentId, ...others])

  const reader = await visit(sofia ?? null, `/documents/${documentId}`)
  await reader.getByRole('button', { name: 'View', exact: true }).click()
  await expect(reader.getByRole('img', { name: 'Page 1 of 4' })).toBeVisible()

  const page = await visit(trustee, '/dashboard')
  const dialog = page.getByRole('dialog')
  const manage = page.getByRole('button', { name: 'Manage access' })
  await test.step('an action and a record are needed', async () => {
    await expect(activeAccess(page)).toHaveText('200')
    await manage.click()
    await expect(dialog.getByText('Select all in view (200)')).toBeVisible()
    await dialog.getByRole('button', { name: 'Review changes' }).click()
    await expect(
      dialog.getByText('Please select an action and at least one access record', { exact: true }),
    ).toBeVisible()
    await examine(page, 'bulk-select-refused')
  })

  await test.step('what will change is shown, and nothing has changed until it is confirmed', async () => {
    await dialog.getByRole('radio', { name: 'Revoke' }).check()
    await dialog.getByRole('searchbox', { name: 'Active access' }).fill('Sofia Marino')
    await dialog.getByLabel('Select all in view (50)').check()
    await expect(dialog.getByText('50 access records selected')).toBeVisible()
    await dialog.getByRole('searchbox', { name: 'Active access' }).fill('')
    await dialog.getByLabel('Select all in view (200)').check()
    await expect(dialog.getByText('200 access records selected')).toBeVisible()
    await dialog.getByRole('button', { name: 'Review changes' }).click()
    await expect(dialog.getByRole('heading', { name: 'Revoke 200 access records?' })).toBeVisible()
    const changes = dialog.getByRole('list', { name: 'What will change' }).getByRole('listitem')
    await expect(changes).toHaveCount(200)
    await expect(changes.filter({ hasText: `Sofia Marino — ${title}` })).toContainText('now')
    await examine(page, 'bulk-review')
    await reader.getByRole('button', { name: 'Next page' }).click()
    await expect(reader.getByRole('img', { name: 'Page 2 of 4' })).toBeVisible()
  })

  await test.step('once it is, the reader’s open page closes', async () => {
    await dialog.getByRole('button', { name: 'Revoke 200 access records' }).click()
    await expect(page.getByText('Bulk revoke completed for 200 records', { exact: true })).toBeVisible()
    await expect(dialog).toBeHidden()
    await expect(activeAccess(page)).toHaveText('0')
    await expect(reader.getByText('You no longer have access to this document')).toBeVisible()
    await expect(reader.getByRole('img', { name: /^Page/ })).toHaveCount(0)
    await expect(reader.getByText(title)).toHaveCount(0)
    for (const lawyer of lawyers) {
      const own = deedbox.call(lawyer, 'GET', '/api/documents')
      expect(await deedbox.must(own)).toMatchObject({ documents: [], total: 0 })
    }
  })

  await test.step('each of them is revoked and recorded, once', async () => {
    expect(await counted(deedbox, trustee, 'active')).toBe(0)
    expect(await counted(deedbox, trustee, 'revoked')).toBe(200)
    const revoked = await Promise.all(
      [documentId, ...others].map(async (id) => {
        const history = deedbox.call(trustee, 'GET', `/api/documents/${id}/history`)
        const { entries } = await deedbox.must<{ entries: { event: string; subjectEmail: string }[] }>(
          history,
        )
        return entries.filter(({ event }) => event === 'revoked').map(({ subjectEmail }) => subjectEmail)
      }),
    )
    const each = lawyers.map(({ email }) => email).sort()
    for (const emails of revoked) expect(emails.sort()).toEqual(each)
    await manage.click()
    await expect(dialog.getByText('Nobody has access')).toBeVisible()
    await examine(page, 'bulk-empty')
  })
})

test('grants are renewed for a year, but for those that have ended meanwhile', async ({ deedbox, visit }) => {
  const trustee = await deedbox.person('trustee', margaret)
  const lawyer = await deedbox.person('requestor', { name: 'Sofia Marino' })
  const titles = ['Evans deed', 'Evans will', 'Evans variation', 'Evans minutes', 'Evans register']
  const ids = await Promise.all(titles.map((title, n) => deedbox.upload(trustee, title, note(n))))
  const [brief, short] = ids
  for (const id of ids) {
    const expiresOn = id === brief ? isoDay(0) : id === short ? isoDay(30) : null
    await deedbox.share(trustee, id, lawyer.email, { expiresOn })
  }
  const page = await visit(trustee, '/documents')
  await page.getByRole('button', { name: 'Manage' }).click()
  await page.getByRole('menuitem', { name: 'Bulk access' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('radio', { name: 'Renew for one year' }).check()
  await dialog.getByRole('searchbox', { name: 'Active access' }).fill('Evans')
  await dialog.getByLabel('Select all in view (5)').check()
  await dialog.getByRole('checkbox', { name: /Evans register/ }).uncheck()
  await expect(dialog.getByText('4 access records selected')).toBeVisible()
  await deedbox.shift(dayMs)
  await dialog.getByRole('button', { name: 'Review changes' }).click()
  await expect(dialog.getByRole('heading', { name: 'Renew 3 access records?' })).toBeVisible()
  await expect(dialog.getByText(/^1 access record in your selection can no longer be changed/)).toBeVisible()
  await expect(dialog.getByText('2 access records would get an earlier end date.')).toBeVisible()
  await examine(page, 'bulk-review-renew')
  await dialog.getByRole('button', { name: 'Renew 3 access records' }).click()
  await expect(page.getByText('Bulk renew completed for 3 records', { exact: true })).toBeVisible()

  const access = deedbox.call(trustee, 'GET', '/api/access?scope=handled&search=Evans&limit=100')
  const { grants } = await deedbox.must<{ grants: { documentTitle: string; expiresAt: string | null }[] }>(
    access,
  )
  const ends = new Map(grants.map(({ documentTitle, expiresAt }) => [documentTitle, expiresAt]))
  const years = (title: string) => (Date.parse(ends.get(title) ?? '') - Date.now() - dayMs) / (365.25 * dayMs)
  for (const title of ['Evans will', 'Evans variation', 'Evans minutes'])
    expect(years(title)).toBeCloseTo(1, 1)
  expect(years('Evans deed')).toBeLessThan(0)
  expect(ends.get('Evans register')).toBeNull()
})

/** Finds the figure on the dashboard. */
const activeAccess = (page: Page) =>
  page
    .locator('dl > div')
    .filter({ has: page.getByText('Active access', { exact: true }) })
    .getByRole('definition')

const note = (n: number) => ({
  name: `note-${n}.txt`,
  mimeType: 'text/plain',
  buffer: Buffer.from(`To my daughter I leave the piano, number ${n}.\n`),
})

/** Shares many documents in one call: in answer to a request of the lawyer's. */
async function shareAll(deedbox: Deedbox, owner: Person, lawyer: Person, documentIds: string[]) {
  const path = '/api/owner-requests'
  const asked = deedbox.call(lawyer, 'POST', path, {
    ownerEmail: owner.email,
    message: 'All of them, please.',
  })
  const { request } = await deedbox.must<{ request: { id: string } }>(asked)
  await deedbox.must(deedbox.call(owner, 'POST', `${path}/${request.id}/claim`, {}))
  await deedbox.must(deedbox.call(owner, 'POST', `${path}/${request.id}/share`, { documentIds }))
}

async function counted(deedbox: Deedbox, as: Person, view: string): Promise<number> {
  const answer = deedbox.call(as, 'GET', `/api/access?scope=handled&view=${view}&limit=1`)
  return (await deedbox.must<{ total: number }>(answer)).total
}

/** Returns the day in Sydney `days` from today, as the API takes it. */
const isoDay = (days: number) =>
  new Intl.DateTimeFormat('en-CA', { timeZone: 'Australia/Sydney' }).format(Date.now() + days * dayMs)
