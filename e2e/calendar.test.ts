import { addDays } from '../contract/src/dates.ts'
import { examine } from './support/examine.ts'
import { deed } from './support/files.ts'
import { openRow } from './support/flows.ts'
import { desktopOnly } from './support/on-phones.ts'
import { expect, test } from './support/test.ts'

test('a date is written down for a deed, postponed, done in the month, and falls due again', async ({
  deedbox,
  visit,
  isMobile,
}) => {
  const trustee = await deedbox.person('trustee', { name: 'Margaret Chen' })
  const title = 'Castellano Family Trust deed'
  const documentId = await deedbox.upload(trustee, title, await deed(title, 4))
  const page = await visit(trustee, '/calendar')
  await expect(page.getByText('Nothing falls due', { exact: true })).toBeVisible()
  await page.getByRole('main').getByRole('button', { name: 'New date' }).nth(1).click()
  await expect(page.getByRole('dialog', { name: 'New date' })).toBeVisible()
  await page.goto(`/documents/${documentId}`)
  await page.getByRole('button', { name: 'New date' }).click()
  const adding = page.getByRole('dialog', { name: `New date of ${title}` })
  await adding.getByLabel('Kind').selectOption('Distribution')
  await expect(adding.getByLabel('Remind, days before')).toHaveValue('60, 30, 7')
  await adding.getByLabel('What falls due').fill('Distribution of the year’s income')
  await adding.getByRole('button', { name: 'Add date' }).click()
  await expect(adding.getByText('Please enter a day, or the words of the deed')).toBeVisible()
  await adding.getByLabel('Day', { exact: true }).fill('30 June 2030')
  await adding.getByLabel('Repeats').selectOption('Every year')
  await adding.getByLabel('Remind, days before').fill('30, soon')
  await adding.getByRole('button', { name: 'Add date' }).click()
  await expect(adding.getByText('Please enter numbers of days, such as 30, 7, 0')).toBeVisible()
  await adding.getByLabel('Remind, days before').fill('30, 7')
  await examine(page, 'date-new')
  await adding.getByRole('button', { name: 'Add date' }).click()
  await expect(page.getByText('Date added', { exact: true })).toBeVisible()

  await page.goto('/calendar')
  await expect(page.getByRole('heading', { level: 1, name: 'Calendar' })).toBeVisible()
  await examine(page, 'calendar')
  await page.getByRole('button', { name: 'Distribution of the year’s income' }).first().click()
  const facts = page.getByRole('dialog', { name: 'Distribution of the year’s income' })
  await expect(facts).toContainText('30 days before, 7 days before')
  await expect(facts).toContainText('Margaret Chen')
  await examine(page, 'date')
  await facts.getByRole('button', { name: 'Postpone' }).click()
  const postponing = page.getByRole('dialog', { name: 'Postpone: Distribution of the year’s income' })
  await postponing.getByLabel('New day').fill('29 June 2030')
  await postponing.getByRole('button', { name: 'Postpone' }).click()
  await expect(postponing.getByText('This field is required')).toBeVisible()
  await postponing.getByLabel('Reason').fill('The accounts are late')
  await postponing.getByRole('button', { name: 'Postpone' }).click()
  await expect(postponing.getByText('The new day must be later than the one before.')).toBeVisible()
  await postponing.getByLabel('New day').fill('20 July 2030')
  await postponing.getByRole('button', { name: 'Postpone' }).click()
  await expect(page.getByText('Date postponed', { exact: true })).toBeVisible()

  await page.goto('/calendar?view=month&month=2030-07')
  await expect(page.getByRole('heading', { name: 'July 2030' })).toBeVisible()
  if (!isMobile)
    await expect(page.locator('li', { has: page.locator('[datetime="2030-07-01"]') })).toHaveCSS(
      'border-left-width',
      '1px',
    )
  await examine(page, 'calendar-month')
  await page.getByRole('button', { name: /^Distribution of the year’s income/ }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Done' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Record as done' }).click()
  await expect(page.getByText('Nothing falls due in this month.')).toBeVisible()
  await page.getByRole('button', { name: /^Filters/ }).click()
  const status = page.getByRole('combobox', { name: 'Status' })
  await expect(status).toHaveValue('Open')
  await status.click()
  await page.getByRole('option', { name: 'All', exact: true }).click()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('button', { name: /^Distribution of the year’s income/ })).toBeVisible()
  await page.goto('/calendar?view=month&month=2031-06')
  await expect(page.getByRole('button', { name: /^Distribution of the year’s income/ })).toBeVisible()
})

test('a vesting date is written down on the calendar, warned of beyond the law’s cap, and found by matter and by person', {
  tag: desktopOnly,
}, async ({ deedbox, visit }) => {
  const trustee = await deedbox.person('trustee', { name: 'Henrietta Vane' })
  await deedbox.person('trustee', { name: 'Ignatius Vane' })
  const post = (url: string, body: object) => deedbox.must(deedbox.call(trustee, 'POST', url, body))
  const trust = { name: 'Castellano Family Trust', kind: 'family_trust', governingLaw: 'NSW' }
  const { matter } = (await post('/api/matters', trust)) as { matter: { id: string } }
  const signed = { kind: 'trust_deed', executedOn: '1985-03-04' }
  const documentId = await deedbox.upload(trustee, 'Trust deed', await deed('Trust deed', 4), signed)
  await post(`/api/matters/${matter.id}/documents`, { documentIds: [documentId] })
  const page = await visit(trustee, '/calendar')
  await page.getByRole('button', { name: 'New date' }).click()
  const dialog = page.getByRole('dialog', { name: 'New date' })
  await dialog.getByLabel('Kind').selectOption('Vesting')
  await dialog.getByLabel('What falls due').fill('Vesting of the trust')
  await dialog.getByLabel('Day', { exact: true }).fill('5 March 2065')
  await dialog.getByRole('button', { name: 'Add date' }).click()
  await expect(dialog.getByText('Please choose a matter or a document')).toBeVisible()
  await dialog.getByRole('combobox', { name: 'Matter' }).fill('Castellano')
  await dialog.getByRole('option', { name: 'Castellano Family Trust' }).click()
  await expect(dialog.getByText('This is more than 80 years after the deed of 4 Mar 1985')).toBeVisible()
  await examine(page, 'date-vesting')
  await dialog.getByLabel('Day', { exact: true }).fill('4 March 2065')
  await expect(dialog.getByText('What the law allows at most')).toBeVisible()
  await expect(dialog.getByText('Perpetuities Act 1984 (NSW) s 7(1). Read in the law')).toBeVisible()
  await dialog.getByRole('button', { name: 'Add date' }).click()
  await expect(page.getByRole('button', { name: /^Vesting of the trust/ })).toBeVisible()

  await page.getByRole('button', { name: /^Filters/ }).click()
  await page.getByRole('combobox', { name: 'Who is reminded' }).fill('Ignatius')
  await page.getByRole('option', { name: 'Ignatius Vane' }).click()
  await expect(page.getByText('No date matches', { exact: true })).toBeVisible()
  await page.getByRole('combobox', { name: 'Who is reminded' }).fill('Henrietta')
  await page.getByRole('option', { name: 'Henrietta Vane' }).click()
  await expect(page.getByRole('button', { name: /^Vesting of the trust/ })).toBeVisible()
  await page.getByRole('combobox', { name: 'Matter' }).fill('Castellano')
  await page.getByRole('option', { name: 'Castellano Family Trust' }).click()
  await expect(page).toHaveURL(new RegExp(`matter=${matter.id}`))
  await expect(page.getByRole('button', { name: /^Vesting of the trust/ })).toBeVisible()
  await examine(page, 'calendar-filters')
})

test('somebody to whom a deed is only shared sees no dates of it; its owner reads them', async ({
  deedbox,
  visit,
}) => {
  const trustee = await deedbox.person('trustee', { name: 'Margaret Chen' })
  const lawyer = await deedbox.person('requestor', { name: 'Lee Lawyer' })
  const documentId = await deedbox.upload(lawyer, 'Will of Ada Quill', await deed('Will', 4))
  const dueOn = addDays(new Date().toISOString().slice(0, 10), 40)
  const body = { kind: 'review', title: 'Review of the will', dueOn, documentId }
  const answer = await deedbox.call(trustee, 'POST', '/api/due-dates', body)
  expect(answer.status).toBe(201)
  const page = await visit(lawyer, '/calendar')
  await expect(page.getByRole('radio', { name: 'Month' })).toBeAttached()
  await expect(page.getByRole('radio', { name: 'Mine' })).toHaveCount(0)
  await page.getByRole('button', { name: 'Review of the will' }).first().click()
  const facts = page.getByRole('dialog', { name: 'Review of the will' })
  await expect(facts).toContainText('Will of Ada Quill')
  await expect(facts.getByRole('button', { name: 'Done' })).toHaveCount(0)

  await test.step('a calendar program reads it at a secret address, until that is withdrawn', async () => {
    await facts.getByRole('button', { name: 'Close' }).click()
    await page.getByRole('button', { name: 'Subscribe' }).click()
    const feed = page.getByRole('dialog', { name: 'What falls due, in your calendar program' })
    await feed.getByRole('button', { name: 'Make an address' }).click()
    const address = await feed.getByLabel('Address of your calendar').inputValue()
    await examine(page, 'calendar-feed')
    const read = async () => {
      const answer = await fetch(address)
      return [answer.status, (await answer.text()).includes('SUMMARY:Review of the will')]
    }
    expect(await read()).toEqual([200, true])
    await feed.getByRole('button', { name: 'Withdraw' }).click()
    await expect(feed.getByRole('button', { name: 'Withdraw' })).toHaveCount(0)
    await expect(page.getByText('Address withdrawn', { exact: false })).toBeVisible()
    expect(await read()).toEqual([401, false])
  })

  const reader = await deedbox.person('requestor', { name: 'Ann Reader' })
  await deedbox.share(trustee, documentId, reader.email)
  const theirs = await visit(reader, '/calendar')
  await expect(theirs.getByText('Nothing falls due')).toBeVisible()
})

test('an administrator changes a rule; it proposes the stamping of a deed, which a trustee confirms', async ({
  deedbox,
  visit,
}) => {
  const admin = await deedbox.person('admin', { name: 'Ruth Abernathy' })
  const trustee = await deedbox.person('trustee', { name: 'Margaret Chen' })
  await deedbox.runJobs()
  const page = await visit(admin, '/admin/date-rules')
  const rules = page.getByRole('table', { name: 'Rules for dates' }).getByRole('row')
  const change = async (title: string) => {
    await openRow(rules.filter({ hasText: title }))
    await page.getByRole('button', { name: `Change the rule ${title}` }).click()
  }
  await change('Stamp the trust deed (Victoria)')
  const rule = page.getByRole('dialog', { name: 'Change the rule: Stamp the trust deed (Victoria)' })
  await rule.getByLabel('Days after').fill('45')
  await rule.getByLabel('Valid from (optional)').fill('1 January 2020')
  await rule.getByLabel('Note').fill('As the office wrote to us')
  await examine(page, 'date-rule')
  await rule.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('45 days after: Trust deed, executed in Victoria')).toBeVisible()
  await expect(page.getByText('Valid from 1 Jan 2020')).toBeVisible()
  await examine(page, 'date-rules')
  await change('Resolve on the distribution of income')
  const yearly = page.getByRole('dialog')
  await expect(yearly.getByLabel('Day and month')).toHaveValue('30 June')
  await yearly.getByLabel('Day and month').fill('29 February')
  await yearly.getByRole('button', { name: 'Save' }).click()
  await expect(yearly.getByText('Please enter a day that comes every year')).toBeVisible()
  await yearly.getByLabel('Day and month').fill('15 June')
  await yearly.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('Every year on 15 June: Family trust', { exact: false })).toBeVisible()

  const title = 'Castellano Family Trust deed'
  const today = new Date().toISOString().slice(0, 10)
  const signed = { kind: 'trust_deed', executedOn: addDays(today, -2), executedIn: 'VIC' }
  const documentId = await deedbox.upload(trustee, title, await deed(title, 4), signed)
  const theirs = await visit(trustee, `/documents/${documentId}`)
  const proposed = theirs.getByRole('list', { name: 'Proposed dates' })
  await expect(proposed).toContainText('Duties Act 2000 (Vic) s 37')
  await expect(proposed).toContainText('Read in the law')
  await examine(theirs, 'dates-proposed')
  await proposed.getByRole('button', { name: 'Confirm Stamp the trust deed (Victoria)' }).click()
  const dialog = theirs.getByRole('dialog', { name: `New date of ${title}` })
  await expect(dialog).toContainText('As the office wrote to us')
  await dialog.getByRole('button', { name: 'Add date' }).click()
  await expect(theirs.getByText('Date added', { exact: true })).toBeVisible()
  await expect(proposed).toHaveCount(0)
})
