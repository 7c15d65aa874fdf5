import type { Page } from '@playwright/test'
import type { Person } from './support/deedbox.ts'
import { examine } from './support/examine.ts'
import { deed } from './support/files.ts'
import { addressesOf, askForCode, mailedCode, mailedLink, typedDay } from './support/flows.ts'
import { expect, test } from './support/test.ts'

const trustee = 'margaret@practice.example'
const guest = 'jane@family.example'
const title = 'Smith Family Trust deed'

test.describe.configure({ mode: 'serial' })

/** Values that the first half of the story hands to the second. */
let owner: Person
let documentId: string

test('a trustee signs up, uploads a deed and shares it with a guest for a day', async ({
  deedbox,
  visit,
}) => {
  const page = await visit(null, '/')
  await examine(page, 'landing')
  await page.getByRole('link', { name: 'Get Started' }).first().click()

  await test.step('sign up as trustee with the mailed code', async () => {
    await expect(page.getByRole('heading', { name: 'Create your account' })).toBeVisible()
    await examine(page, 'sign-up')
    await askForCode(page, { firstName: 'Margaret', lastName: 'Chen', email: trustee, role: 'Trustee' })
    await examine(page, 'verify')
    await page.getByLabel('Verification code').fill(await mailedCode(deedbox, trustee))
    await expect(page).toHaveURL('/dashboard')
    await expect(page.getByText('Your account is waiting for confirmation')).toBeVisible()
    await examine(page, 'dashboard-unconfirmed-trustee')
  })

  await test.step('upload a deed of 20 pages', async () => {
    await page.getByRole('main').getByRole('link', { name: 'Upload Document' }).click()
    await examine(page, 'upload-empty')
    await page.getByLabel('Files to upload', { exact: true }).setInputFiles(await deed(title, 20))
    await page.getByRole('combobox', { name: 'Client' }).fill('Harold Smith')
    await page.getByRole('combobox', { name: 'Type' }).click()
    await page.getByRole('option', { name: 'Trust deed' }).click()
    await examine(page, 'upload-described')
    await page.getByRole('button', { name: 'Upload document' }).click()
    const done = page.getByText('Document uploaded successfully: ')
    await expect(done).toBeVisible()
    await examine(page, 'upload-done')
    await done.getByRole('link').click()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('smith-family-trust-deed')
    await expect(page.getByText('Not shared with anyone')).toBeVisible()
    await examine(page, 'document-trustee')
  })
  documentId = new URL(page.url()).pathname.split('/').at(-1) ?? ''
  owner = { id: '', email: trustee, cookie: await cookieOf(page) }

  await test.step('an administrator confirms the trustee, who may then invite', async () => {
    const admin = await deedbox.person('admin')
    const [row] = await deedbox.rows<{ id: string }>(
      `select user_id as id from profiles where email = '${trustee}'`,
    )
    await deedbox.must(deedbox.call(admin, 'POST', `/api/users/${row?.id}/confirm`))
    await page.reload()
  })

  await test.step('share it with somebody unknown: refused, then invited', async () => {
    await page.getByRole('button', { name: 'Share', exact: true }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Recipient email').fill(guest)
    await dialog.getByRole('radio', { name: 'View only' }).check()
    await dialog.getByLabel(/^Expiry date/).fill(typedDay(1))
    await dialog.getByLabel(/^Personal message/).fill('The deed that we spoke about.')
    await dialog.getByRole('button', { name: 'Share', exact: true }).click()
    await expect(
      dialog.getByText(`User with email ${guest} not found in the system`, { exact: true }),
    ).toBeVisible()
    await expect(dialog.getByLabel(/^Personal message/)).toHaveValue('The deed that we spoke about.')
    await dialog.getByLabel('Guest access ends with').fill(typedDay(30))
    await dialog.getByLabel(/^Personal message/).click()
    await examine(page, 'share-invite')
    await dialog.getByRole('button', { name: 'Invite and share' }).click()
    await expect(page.getByText(`Document shared with ${guest} - notification email sent`)).toBeVisible()
    await expect(page.getByRole('table', { name: 'Access' })).toContainText(guest)
    await examine(page, 'document-shared')
  })
})

test('the guest signs up, reads it page by page, and nothing after the last second', async ({
  deedbox,
  visit,
}) => {
  const reader = await visit(null)
  await test.step('the guest signs up from the link in the mail', async () => {
    await reader.goto(await mailedLink(deedbox, guest, '/signup?invitation='))
    await expect(reader.getByText('Margaret Chen has invited you to Deedbox')).toBeVisible()
    await expect(reader.getByLabel('Email')).toHaveValue(guest)
    await examine(reader, 'sign-up-invited')
    await askForCode(reader, { firstName: 'Jane', lastName: 'Citizen' })
    await reader.getByLabel('Verification code').fill(await mailedCode(deedbox, guest))
    await expect(reader.getByText('Welcome, Jane')).toBeVisible()
    await examine(reader, 'dashboard-guest')
    await reader.getByRole('main').getByRole('link', { name: 'My Documents' }).click()
    await expect(reader.getByRole('heading', { name: 'Available Documents' })).toBeVisible()
    await examine(reader, 'documents-guest')
    await reader.getByRole('link', { name: 'smith-family-trust-deed', exact: true }).click()
    await expect(reader.getByRole('button', { name: 'View', exact: true })).toBeVisible()
    await expect(reader.getByRole('button', { name: 'Download' })).toHaveCount(0)
    await expect(reader.getByRole('button', { name: 'Share' })).toHaveCount(0)
    await expect(reader.getByRole('button', { name: 'Delete' })).toHaveCount(0)
    await examine(reader, 'document-guest')
  })

  const addresses = addressesOf(reader)
  await test.step('and reads all twenty pages', async () => {
    await reader.getByRole('button', { name: 'View', exact: true }).click()
    for (let number = 1; number <= 20; number++) {
      if (number > 1) await reader.getByRole('button', { name: 'Next page' }).click()
      await expectPage(reader, number)
    }
    await examine(reader, 'viewer')
  })

  await test.step('search finds and leads there', async () => {
    await reader.getByRole('button', { name: 'Search', exact: true }).click()
    const field = reader.getByRole('searchbox', { name: 'Search in this document' })
    await field.fill('Settled Sum')
    await field.press('Enter')
    await expect(reader.getByText(/^Found \d+ times on \d+ pages/)).toBeVisible()
    await examine(reader, 'viewer-search')
    await reader.getByRole('button', { name: /^Page 19/ }).click()
    await expectPage(reader, 19)
    await expect(reader.locator('mark').first()).toBeVisible()
    // People who may only view get no text to copy.
    await expect(reader.getByText('Settled Sum', { exact: true })).toHaveCount(0)
    await field.fill('kangaroo')
    await field.press('Enter')
    await expect(reader.getByText('Not found in this document')).toBeVisible()
    await reader.getByRole('button', { name: 'Search', exact: true }).first().click()
  })

  await test.step('by keyboard, larger and turned', async () => {
    await reader.keyboard.press('Home')
    await expectPage(reader, 1)
    await reader.keyboard.press('ArrowRight')
    await expectPage(reader, 2)
    await reader.keyboard.press('ArrowLeft')
    await expectPage(reader, 1)
    await reader.keyboard.press('End')
    await expectPage(reader, 20)
    const picture = reader.getByRole('img', { name: 'Page 20 of 20' })
    const width = async () => (await picture.boundingBox())?.width ?? 0
    // The page is as large as on paper.
    await reader.keyboard.press('0')
    await expect(reader.getByText('100 %')).toBeVisible()
    const before = await width()
    await reader.getByRole('button', { name: 'Zoom in' }).click()
    await expect(reader.getByText('125 %')).toBeVisible()
    expect((await width()) / before).toBeCloseTo(1.25, 1)
    for (let press = 0; press < 6; press++) await reader.keyboard.press('-')
    await expect(reader.getByText('50 %')).toBeVisible()
    expect((await width()) / before).toBeCloseTo(0.5, 1)
    await reader.keyboard.press('r')
    await expect
      .poll(async () => {
        const box = await picture.boundingBox()
        return box && box.width > box.height
      })
      .toBe(true)
  })

  await test.step('until the last second, and not one longer', async () => {
    const { grants } = await deedbox.must<{ grants: { expiresAt: string }[] }>(
      deedbox.call(owner, 'GET', `/api/documents/${documentId}/access`),
    )
    const left = Date.parse(grants[0]?.expiresAt ?? '') - Date.now()
    const worked = [...addresses]
    for (const kind of ['/pages', '/pages/1', '/search'])
      expect(worked.some((address) => new URL(address).pathname.endsWith(kind))).toBe(true)
    await deedbox.shift(left - 60_000)
    for (const address of worked)
      expect([address, (await reader.request.get(address)).status()]).toEqual([address, 200])

    await deedbox.shift(61_000)
    for (const address of worked) {
      const answer = await reader.request.get(address)
      const path = new URL(address).pathname
      if (path === '/api/documents') expect(await answer.json()).toMatchObject({ documents: [], total: 0 })
      else if (path.startsWith('/api/documents/')) {
        expect([address, answer.status()]).toEqual([address, 404])
        expect(await answer.text()).not.toMatch(/smith|settle/i)
      }
    }
    expect((await reader.request.get(`/api/documents/${documentId}/content`)).status()).toBe(404)
    await reader.keyboard.press('Home')
    await expect(reader.getByText('You no longer have access to this document')).toBeVisible()
    await expect(reader.getByRole('img', { name: /^Page/ })).toHaveCount(0)
    await examine(reader, 'viewer-ended')
    await reader.goto(`/documents/shared/${documentId}`)
    await expect(reader.getByRole('heading', { name: 'Document not found' })).toBeVisible()
    await examine(reader, 'document-not-found')
    await reader.getByRole('link', { name: 'Back to Documents' }).click()
    await expect(reader.getByText('No documents yet')).toBeVisible()
  })

  await test.step('the owner sees that it has expired, and who read what', async () => {
    const page = await visit(owner, `/documents/${documentId}`)
    await expect(page.getByRole('table', { name: 'Access' }).getByText('Expired').first()).toBeVisible()
    await expect(page.getByText('Document viewed').first()).toBeVisible()
    await examine(page, 'document-history')
  })
})

async function expectPage(page: Page, number: number): Promise<void> {
  const picture = page.getByRole('img', { name: `Page ${number} of 20` })
  const width = await picture.evaluate(async (image: HTMLImageElement) => {
    await image.decode()
    return image.naturalWidth
  })
  expect(width).toBeGreaterThan(800)
}

async function cookieOf(page: Page): Promise<string> {
  const cookies = await page.context().cookies()
  const session = cookies.find(({ name }) => name === 'deedbox.session_token')
  return `${session?.name}=${session?.value}`
}
