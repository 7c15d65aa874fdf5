import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { examine } from './support/examine.ts'
import { typedDay } from './support/flows.ts'
import { expect, test } from './support/test.ts'

const margaret = { name: 'Margaret Chen', firstName: 'Margaret', lastName: 'Chen' }
const stranger = 'nadia@family.example'
const note = (n: number) => ({
  name: `deed-of-gift-${n}.txt`,
  mimeType: 'text/plain',
  buffer: Buffer.from(`Deed of gift number ${n}\n`),
})
const box = (page: Page, title: string) =>
  page.getByRole('checkbox', { name: `Choose ${title}`, exact: true })
const bar = (page: Page) => page.getByRole('group', { name: 'Chosen rows' })

test('fifty rows are chosen and shared with three people, some downloaded, some deleted and brought back', async ({
  deedbox,
  visit,
}) => {
  const phone = test.info().project.name === 'phone'
  const trustee = await deedbox.person('trustee', margaret)
  const [sofia, graham] = await Promise.all(
    ['Sofia Marino', 'Graham Okafor'].map((name) =>
      deedbox.person('requestor', { name, firstName: name.split(' ')[0] ?? name }),
    ),
  )
  const count = phone ? 4 : 60
  const title = (n: number) => `Deed of gift ${String(n).padStart(2, '0')}`
  const ids: string[] = []
  for (let n = 1; n <= count; n++) ids.push(await deedbox.upload(trustee, title(n), note(n)))
  await deedbox.share(trustee, ids[0] ?? '', sofia?.email ?? '', {})
  if (!phone) await deedbox.share(trustee, ids[1] ?? '', graham?.email ?? '', {})
  const page = await visit(trustee, '/documents?sort=title&direction=asc')
  const dialog = page.getByRole('dialog')

  await test.step('rows are chosen one by one, as a range, by keyboard, and all that are loaded', async () => {
    await box(page, title(2)).click()
    await expect(bar(page)).toContainText('1 chosen')
    await box(page, title(4)).click({ modifiers: ['Shift'] })
    await expect(bar(page)).toContainText('3 chosen')
    await examine(page, 'documents-chosen')
    if (phone) return
    await page.keyboard.press('Shift+ArrowDown')
    await expect(box(page, title(5))).toBeFocused()
    await expect(bar(page)).toContainText('4 chosen')
    await page.keyboard.press('Space')
    await expect(bar(page)).toContainText('3 chosen')
    await page.keyboard.press('Escape')
    await expect(bar(page)).toHaveCount(0)
    await page.getByRole('checkbox', { name: 'Choose all 50 loaded' }).check()
    await expect(bar(page)).toContainText('50 chosen')
    await page.getByRole('button', { name: 'Load More' }).click()
    await expect(box(page, title(60))).toBeVisible()
    await expect(bar(page)).toContainText('50 chosen')
  })

  const chosen = phone ? 3 : 50
  await test.step('they are shared with three people: who has no account is offered an invitation', async () => {
    await bar(page).getByRole('button', { name: 'Share' }).click()
    await expect(dialog.getByRole('heading', { name: `Share ${chosen} documents` })).toBeVisible()
    // The dialog is taller than the screen, and its buttons stay in view.
    await expect(dialog.getByRole('button', { name: 'Share', exact: true })).toBeInViewport({ ratio: 1 })
    const people = dialog.getByLabel('Recipient emails')
    if (phone) {
      await people.fill(sofia?.email ?? '')
      await people.press('Enter')
    } else {
      // A name and Enter choose the one person suggested; what was not understood is said, and stays.
      await people.fill('Jhon Smth, sofia m')
      await people.press('Enter')
      const unknown = '“Jhon Smth” is not an email or a person you know'
      await expect(people).toHaveAccessibleDescription(new RegExp(unknown))
      await expect(dialog.getByRole('status').getByText(unknown)).toBeAttached()
      await expect(people).toHaveValue('Jhon Smth')
      await expect(people).toBeFocused()
      await examine(page, 'share-name-unknown')
      await dialog.getByRole('button', { name: 'Share', exact: true }).click()
      await expect(people).toBeFocused()
      await people.fill('Sofia')
      await expect(dialog.getByText(unknown)).toHaveCount(0)
      await people.fill('')
      await dialog.getByRole('button', { name: `Remove ${sofia?.email}` }).click()
      await people.fill('Sofia, Graham')
      await people.press('Enter')
      await expect(
        dialog.getByRole('status').getByText(/^Added: Sofia Marino, .*; Graham Okafor, /),
      ).toBeAttached()
      await expect(people).toHaveValue('')
      await expect(dialog.getByText(/^Sofia Marino already has access: 1 of 50 documents/)).toBeVisible()
      await dialog.getByRole('button', { name: `Remove ${graham?.email}` }).click()
      await people.fill('Graham')
      await page.getByRole('option', { name: /Graham Okafor/ }).click()
    }
    await people.fill(phone ? `${graham?.email}, ${stranger}` : stranger)
    await dialog.getByLabel('Expiry date (optional)').fill(typedDay(30))
    await dialog.getByLabel(/^Personal message/).fill('Until probate is granted')
    await expect(dialog.getByText(/^This is only a note/)).toBeVisible()
    await examine(page, 'share-many')
    await dialog.getByRole('button', { name: 'Share', exact: true }).click()
    // Refused documents come first and stand out.
    await expect(dialog.locator('[role=alert]:has(+ [role=status])')).toContainText(
      'Not everything could be shared',
    )
    await expect(dialog.getByText(`User with email ${stranger} not found in the system`)).toBeVisible()
    await expect(dialog.getByText(`${stranger} has no account yet`)).toBeVisible()
    await examine(page, 'share-many-refused')
    await dialog.getByRole('button', { name: 'Invite and share' }).click()
    await expect(
      page.getByText(`${chosen} documents shared with ${stranger} - notification email sent`),
    ).toBeVisible()
    await expect(dialog).toHaveCount(0)
    const [row] = await deedbox.rows<{ n: number }>(
      "select count(*)::int as n from document_access where status = 'active'",
    )
    expect(row?.n).toBe(phone ? 10 : 150)
  })

  await test.step('what was just given can be taken back', async () => {
    // The message on a phone lets touches through to the button that it covers.
    const message = page
      .getByRole('status')
      .filter({ has: page.getByRole('button', { name: 'Undo' }) })
      .last()
    await expect(message).toHaveCSS('pointer-events', phone ? 'none' : 'auto')
    await page.getByRole('button', { name: 'Undo' }).last().click()
    await expect(page.getByText(`${chosen} access records revoked`)).toBeVisible()
  })

  await test.step('they come as one ZIP', async () => {
    await expect(bar(page)).toContainText(`${chosen} chosen`)
    const downloading = page.waitForEvent('download')
    await bar(page).getByRole('button', { name: 'Download ZIP' }).click()
    const download = await downloading
    expect(download.suggestedFilename()).toMatch(/^deedbox documents \d{4}-\d\d-\d\d\.zip$/)
    const zip = (await readFile(await download.path())).toString('latin1')
    for (const name of [`${title(2)}.txt`, 'manifest.csv']) expect(zip).toContain(name)
  })

  await test.step('some are deleted, which can be undone', async () => {
    await bar(page).getByRole('button', { name: 'Clear the selection' }).click()
    await box(page, title(2)).click()
    await box(page, title(3)).click()
    await bar(page).getByRole('button', { name: 'Delete' }).click()
    await expect(dialog.getByRole('listitem')).toHaveText([title(2), title(3)])
    await examine(page, 'delete-many')
    await dialog.getByRole('button', { name: 'Delete 2 documents' }).click()
    await expect(page.getByText('2 documents deleted. All access to them has ended.')).toBeVisible()
    await expect(box(page, title(2))).toHaveCount(0)
    await expect(bar(page)).toHaveCount(0)
    await page.getByRole('button', { name: 'Undo' }).last().click()
    await expect(page.getByText('2 documents restored')).toBeVisible()
    await expect(box(page, title(2))).toBeVisible()
  })

  await test.step('some are corrected together, and archived, which can be undone', async () => {
    await box(page, title(2)).click()
    await box(page, title(3)).click()
    await bar(page).getByRole('button', { name: 'Correct' }).click()
    await dialog.getByLabel('Change the type').check()
    await dialog.getByRole('button', { name: 'Save' }).click()
    await expect(page.getByText('Details of 2 documents saved')).toBeVisible()
    await bar(page).getByRole('button', { name: 'Archive' }).click()
    await dialog.getByRole('button', { name: 'Archive' }).click()
    await expect(page.getByText('2 documents archived')).toBeVisible()
    await expect(box(page, title(2))).toHaveCount(0)
    await page.getByRole('button', { name: 'Undo' }).last().click()
    await expect(page.getByText('2 documents unarchived')).toBeVisible()
    await expect(box(page, title(2))).toBeVisible()
  })

  await test.step('several come back from the Deleted list', async () => {
    await deedbox.must(
      deedbox.call(trustee, 'POST', '/api/documents/delete', { documentIds: ids.slice(0, 3) }),
    )
    await page.goto('/documents/deleted')
    const all = page.getByRole('checkbox', { name: 'Choose all 3 loaded' })
    if (phone) {
      // The choice of all stands above the rows of a phone once one of them is chosen.
      await box(page, title(1)).click()
      await page.getByText('Choose all 3 loaded').click()
    } else await all.click()
    await examine(page, 'deleted-chosen')
    await bar(page).getByRole('button', { name: 'Restore' }).click()
    await dialog.getByRole('button', { name: 'Restore 3 documents' }).click()
    await expect(page.getByText('Nothing here')).toBeVisible()
  })
})
