import type { Page } from '@playwright/test'
import { dayMs } from '../contract/src/durations.ts'
import { storageSize } from '../contract/src/sizes.ts'
import type { Deedbox, Person } from './support/deedbox.ts'
import { examine } from './support/examine.ts'
import { deed } from './support/files.ts'
import { dayIn, typedDay, unfold } from './support/flows.ts'
import { expect, test } from './support/test.ts'

const margaret = { name: 'Margaret Chen', firstName: 'Margaret', lastName: 'Chen' }
const sofia = { name: 'Sofia Marino', firstName: 'Sofia', lastName: 'Marino' }

test("the trustee's figures are what was done, and change with it", async ({ deedbox, visit }) => {
  const trustee = await deedbox.person('trustee', margaret)
  const lawyer = await deedbox.person('requestor', { ...sofia, professionalType: 'legal_counsel' })
  const guest = await deedbox.person('guest', { name: 'Jane Citizen', firstName: 'Jane' })
  const file = await deed('Abbott Family Trust', 4)
  const note = { name: 'note.txt', mimeType: 'text/plain', buffer: Buffer.alloc(60_000, 'A deed. ') }
  const stored = (deeds: number, notes: number) =>
    storageSize(deeds * file.buffer.length + notes * note.buffer.length)
  const page = await visit(trustee, '/dashboard')
  const main = page.getByRole('main')

  await test.step('nothing yet; then a document is uploaded from here', async () => {
    await expectFigures(page, ['0', '0.0 MB', '0', '0', '0', '0'])
    await main.getByRole('link', { name: /^Upload New Document/ }).click()
    await page.getByLabel('Files to upload', { exact: true }).setInputFiles(file)
    await page.getByLabel('Title').fill('Abbott memorandum')
    await page.getByLabel('Expiry date').fill(typedDay(10))
    await page.getByRole('button', { name: 'Upload document' }).click()
    await expect(page.getByText('Document uploaded successfully: ')).toBeVisible()
    await page.goBack()
    await expectFigures(page, ['1', stored(1, 0), '0', '0', '1', '0'])
    await expect(main.getByRole('link', { name: /^My Documents 1 document$/ })).toBeVisible()
  })

  for (const [title, expiryDate] of [
    ['Evans deed', undefined],
    ['Castellano deed', dayIn(45)],
    ['Baker deed', dayIn(3)],
    ['Dimitriou deed', dayIn(20)],
    ['Fraser deed', undefined],
  ] as const)
    await deedbox.upload(trustee, title, note, expiryDate ? { expiryDate } : {})
  const { documents } = await deedbox.must<{ documents: { id: string; title: string }[] }>(
    deedbox.call(trustee, 'GET', '/api/documents'),
  )
  const idOf = (title: string) => documents.find((one) => one.title === title)?.id ?? ''

  await test.step('the first to expire come first, then the newest; one is shared from there', async () => {
    await page.reload()
    // They stay open, here and on other devices.
    await unfold(
      page,
      ...['Top 5 documents', 'Pending requests', 'Long-term access', 'Expired access', 'Over time'],
      ...['Expiry reminder settings', 'Audit trail'],
    )
    const top = page.getByRole('table', { name: 'Top 5 documents' })
    await expect(top.locator('tbody tr td:first-child')).toHaveText([
      'Baker deed',
      'Abbott memorandum',
      'Dimitriou deed',
      'Castellano deed',
      'Fraser deed',
    ])
    await top.getByRole('link', { name: 'Abbott memorandum' }).click()
    await page.getByRole('button', { name: 'Share', exact: true }).click()
    await page.getByRole('dialog').getByLabel('Recipient email').fill(lawyer.email)
    await page.getByRole('dialog').getByRole('button', { name: 'Share', exact: true }).click()
    await expect(page.getByText(`Document shared with ${lawyer.email}`)).toBeVisible()
    await page.goBack()
    await expectFigures(page, ['6', stored(1, 5), '1', '0', '3', '0'])
  })

  await deedbox.share(trustee, idOf('Baker deed'), guest.email, { expiresOn: dayIn(20) })
  for (const what of ['pages', 'pages', 'content'])
    await deedbox.call(lawyer, 'GET', `/api/documents/${idOf('Abbott memorandum')}/${what}`)
  for (const documentName of ['Castellano deed', 'Dimitriou deed']) await ask(deedbox, lawyer, documentName)

  await test.step('what is asked for is shown here, and is decided here', async () => {
    await page.reload()
    await expectFigures(page, ['6', stored(1, 5), '2', '2', '3', '0'])
    await expect(main.getByRole('link', { name: 'Pending Requests Review 2 requests' })).toBeVisible()
    const waiting = page.getByRole('table', { name: 'Requests to decide' })
    await waiting.getByRole('button', { name: "Approve Sofia Marino's request for Castellano deed" }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Approve', exact: true }).click()
    await expect(page.getByText('Access request approved')).toBeVisible()
    await expectFigures(page, ['6', stored(1, 5), '3', '1', '3', '0'])
    await expect(main.getByRole('link', { name: 'Pending Requests Review 1 request' })).toBeVisible()
    const pending = page.getByRole('table', { name: 'Pending requests' })
    await pending.getByRole('button', { name: "Deny Sofia Marino's request for Dimitriou deed" }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Deny', exact: true }).click()
    await expect(page.getByText('Access request denied')).toBeVisible()
    await expectFigures(page, ['6', stored(1, 5), '3', '0', '3', '0'])
    await expect(page.getByText('No request is waiting for a decision.')).toBeVisible()
    await expect(page.getByRole('table', { name: 'Requests to decide' })).toHaveCount(0)
  })

  await test.step('the charts can be read as tables', async () => {
    await page.getByText('Expiries over the next 12 months as a table').click()
    await page.getByText('Accesses over the last 30 days as a table').click()
    const [expiries, accesses] = await Promise.all([
      cells(page, 'Expiries over the next 12 months'),
      cells(page, 'Accesses over the last 30 days'),
    ])
    expect(expiries).toEqual(byMonth({ documents: [10, 45, 3, 20], grants: [20] }))
    expect(accesses).toHaveLength(30)
    expect(accesses.at(-1)).toEqual([dayText(0), '2', '1'])
    expect(accesses.slice(0, -1).map(([, ...counts]) => counts)).toEqual(Array(29).fill(['0', '0']))
    await expect(page.getByText(`Most on ${dayText(0)}: 3.`)).toBeVisible()
    await examine(page, 'dashboard-trustee')
  })

  await test.step('a filter holds for every figure and table, and stands in the address', async () => {
    const button = page.getByRole('button', { name: /^Filters/ })
    const filters = page.getByRole('dialog', { name: 'Filters' })
    await button.click()
    await filters.getByRole('combobox', { name: 'Document type' }).click()
    await filters.getByRole('option', { name: 'Trust deed' }).click()
    await expectFigures(page, ['5', stored(0, 5), '2', '0', '2', '0'])
    await filters.getByRole('textbox', { name: 'Shared with' }).fill(lawyer.email)
    await expectFigures(page, ['1', stored(0, 1), '1', '0', '0', '0'])
    await filters.getByRole('combobox', { name: 'Access status' }).click()
    await filters.getByRole('option', { name: 'Active', exact: true }).click()
    await expect(page).toHaveURL(/accessStatus=active/)
    await examine(page, 'dashboard-filters')
    await filters.getByRole('button', { name: 'Done' }).click()
    await expect(button.getByLabel('3 active')).toBeVisible()
    expect(Object.fromEntries(new URL(page.url()).searchParams)).toEqual({
      userEmail: lawyer.email,
      documentType: 'trust_deed',
      accessStatus: 'active',
    })
    await page.reload()
    await expectFigures(page, ['1', stored(0, 1), '1', '0', '0', '0'])
    // The cards count everything.
    await expect(main.getByRole('link', { name: 'My Documents 6 documents' })).toBeVisible()

    await button.click()
    await filters.getByRole('button', { name: 'Clear filters' }).click()
    await filters.getByLabel('Expires from').fill(typedDay(5))
    await filters.getByLabel('Expires until').fill(typedDay(30))
    await filters.getByRole('button', { name: 'Done' }).click()
    await expectFigures(page, ['2', stored(1, 1), '1', '0', '2', '0'])
    await page.getByRole('searchbox', { name: 'Search documents' }).fill('nothing of this name')
    await expectFigures(page, ['0', '0.0 MB', '0', '0', '0', '0'])
    await expect(page.getByText('Nothing here matches these filters.')).toHaveCount(4)
    await page.goto('/dashboard')
  })

  await test.step('each figure leads to the list of so many; sections fold, and stay so', async () => {
    const figures = page.getByRole('region', { name: 'Figures' })
    for (const [figure, path, shown] of [
      ['Documents', '/documents', 'Showing 6 of 6'],
      ['Active access', '/access', 'Showing 3 of 3'],
      [/^Documents expiring/, '/documents', 'Showing 3 of 3'],
      ['Expired, still open', '/access', 'No access matches'],
    ] as const) {
      await figures.getByRole('link', { name: figure, exact: true }).click()
      await expect(page).toHaveURL((url) => url.pathname === path)
      await expect(page.getByText(shown)).toBeVisible()
      await page.goBack()
    }
    await page.goto('/access?view=active&documentType=trust_deed')
    await examine(page, 'access')
    await page.goto('/dashboard')
    const charts = page.getByRole('region', { name: 'Over time' })
    await charts.getByRole('button', { name: 'Over time' }).press('Enter')
    await expect(charts.getByRole('figure')).toHaveCount(0)
    await page.reload()
    const fold = charts.getByRole('button', { name: 'Over time' })
    await expect(fold).toHaveAttribute('aria-expanded', 'false')
    await expect(charts.getByRole('figure')).toHaveCount(0)
    await fold.click()
    await expect(charts.getByRole('figure')).toHaveCount(2)
    await page.getByRole('button', { name: 'What is this? About the end of access' }).click()
    await expect(page.getByRole('status').getByText(/^Access ends with its last day/)).toBeAttached()
    await examine(page, 'dashboard-help')
  })

  await test.step('reminder settings apply at once', async () => {
    const expiring = page.getByRole('region', { name: 'Expiry reminder settings' }).getByRole('listitem')
    await expect(expiring).toHaveText([
      /^Baker deed.*In 3 days$/,
      /^Abbott memorandum.*In 10 days$/,
      /^Dimitriou deed.*In 20 days$/,
    ])
    await page.getByRole('combobox', { name: 'Remind me' }).selectOption('60 days before')
    await expect(page.getByText('Reminder settings updated')).toBeVisible()
    await expect(expiring.last()).toHaveText(/^Castellano deed.*In 45 days$/)
    await deedbox.mail.next(
      ({ deliveredTo, text }) =>
        deliveredTo === trustee.email && /Castellano deed.*in 45 days/s.test(text ?? ''),
    )
    // Waits for a change to be saved; on a slow machine the first message is gone before the last.
    const saved = () =>
      page.waitForResponse((answer) => answer.request().method() === 'PUT' && answer.url().includes('remind'))
    for (const name of ['Email notifications', 'Expiry reminders']) {
      const answer = saved()
      await page.getByRole('switch', { name }).uncheck()
      expect((await answer).ok()).toBe(true)
      await expect(page.getByText('Reminder settings updated').last()).toBeVisible()
    }
    await expect(page.getByText('Reminders are off.')).toBeVisible()
    await page.reload()
    await expect(page.getByRole('switch', { name: 'Expiry reminders' })).not.toBeChecked()
    await expect(page.getByRole('switch', { name: 'Email notifications' })).not.toBeChecked()
    await expect(page.getByRole('combobox', { name: 'Remind me' })).toHaveValue('60')
  })

  await test.step('a year later there is access that is old, and access that has expired', async () => {
    await deedbox.shift(370 * dayMs)
    await deedbox.runJobs()
    await page.reload()
    await expectFigures(page, ['6', stored(1, 5), '2', '0', '0', '0'])
    const long = page.getByRole('table', { name: 'Long-term access' }).locator('tbody tr')
    const expired = page.getByRole('table', { name: 'Expired access' })
    await expect(long).toHaveCount(2)
    await expect(expired).toContainText('Baker deed')
    await examine(page, 'dashboard-trustee-later')
    await expired.getByRole('button', { name: "Renew Jane Citizen's access" }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Renew access' }).click()
    await expect(page.getByText('Access renewed for 1 year')).toBeVisible()
    await expectFigures(page, ['6', stored(1, 5), '3', '0', '0', '0'])
    await expect(page.getByText('No access has expired.')).toBeVisible()
    await long
      .first()
      .getByRole('button', { name: /^Revoke/ })
      .click()
    await page.getByRole('dialog').getByRole('button', { name: 'Revoke access' }).click()
    await expect(page.getByText('Access revoked successfully')).toBeVisible()
    await expectFigures(page, ['6', stored(1, 5), '2', '0', '0', '0'])
    await expect(long).toHaveCount(2)
  })

  await test.step('the audit trail shows eight entries, and then the others', async () => {
    const trail = page.getByRole('region', { name: 'Audit trail' })
    const rows = trail.getByRole('table').locator('tbody tr')
    await expect(rows).toHaveCount(8)
    await expect(rows.first()).toContainText(`Access revoked: ${lawyer.email}`)
    await expect(rows.nth(1)).toContainText(`Access renewed: ${guest.email}`)
    await expect(trail.getByText('Showing 8 of 11')).toBeVisible()
    await trail.getByRole('button', { name: 'Load More' }).click()
    await expect(trail.getByText('Showing 11 of 11')).toBeFocused()
    await expect(rows).toHaveCount(11)
    await expect(rows.last()).toContainText('Document uploaded')
    await expect(rows.last()).toContainText('Abbott memorandum')
    await expect(trail.getByRole('button', { name: 'Load More' })).toHaveCount(0)
  })
})

const ask = (deedbox: Deedbox, as: Person, documentName: string) =>
  deedbox.must(
    deedbox.call(as, 'POST', '/api/requests', { documentName, clientEmail: 'jane@family.example' }),
  )

/** Expects the six figures of the trustee dashboard, in their order. */
async function expectFigures(page: Page, figures: string[]): Promise<void> {
  await expect(page.getByRole('main').locator('dl').first().getByRole('definition')).toHaveText(figures)
}

/** Reads the rows of a chart's table. */
async function cells(page: Page, chart: string): Promise<string[][]> {
  const rows = page.getByRole('figure', { name: chart }).getByRole('table').locator('tbody tr')
  await expect(rows.first()).toBeVisible()
  return rows.evaluateAll((all) => all.map((row) => [...row.children].map((cell) => cell.textContent ?? '')))
}

const utc = (how: Intl.DateTimeFormatOptions, date: string) =>
  new Intl.DateTimeFormat('en-AU', { ...how, timeZone: 'UTC' }).format(new Date(date))

const dayText = (days: number) => utc({ day: 'numeric', month: 'short', year: 'numeric' }, dayIn(days))

/** Counts these ends, given in days from today, in each of the next twelve months. */
function byMonth({ documents, grants }: { documents: number[]; grants: number[] }): string[][] {
  const [year = 0, month = 0] = dayIn(0).split('-').map(Number)
  return Array.from({ length: 12 }, (_, n) => {
    const name = new Date(Date.UTC(year, month - 1 + n, 1)).toISOString().slice(0, 7)
    const count = (ends: number[]) => String(ends.filter((end) => dayIn(end).startsWith(name)).length)
    return [utc({ month: 'long', year: 'numeric' }, name), count(documents), count(grants)]
  })
}
