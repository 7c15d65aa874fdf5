import type { Page } from '@playwright/test'
import { examine } from './support/examine.ts'
import { deed } from './support/files.ts'
import { openRow } from './support/flows.ts'
import { expect, test } from './support/test.ts'

/** Fills the dialog of a role and sends it. */
async function add(
  page: Page,
  party: { known: string } | { enter: string; kind?: string },
  fields: { role?: string; first?: string; instrument?: string; clause?: string; by?: string },
) {
  await page.getByRole('button', { name: 'Add party' }).click()
  const dialog = page.getByRole('dialog')
  const [typed, option] =
    'known' in party
      ? [party.known, new RegExp(`^${party.known}`)]
      : [party.enter, `Enter as a new party: ${party.enter}`]
  await dialog.getByRole('combobox', { name: 'Party' }).fill(typed)
  await dialog.getByRole('option', { name: option }).click()
  if ('kind' in party && party.kind) await dialog.getByLabel('Kind').selectOption(party.kind)
  if (fields.role) await dialog.getByLabel('Role').selectOption(fields.role)
  if (fields.first) await dialog.getByLabel('First day').fill(fields.first)
  if (fields.instrument) {
    await dialog.getByRole('combobox', { name: 'Instrument' }).fill(fields.instrument)
    await dialog.getByRole('option', { name: new RegExp(`^${fields.instrument}`) }).click()
  }
  if (fields.clause) await dialog.getByLabel('Clause').fill(fields.clause)
  if (fields.by) {
    await dialog.getByRole('combobox', { name: 'Made by' }).fill(fields.by)
    await dialog.getByRole('option', { name: new RegExp(`^${fields.by}`) }).click()
  }
  return dialog
}
const send = async (page: Page) => {
  await page.getByRole('dialog').getByRole('button', { name: 'Add party' }).click()
  await expect(page.getByRole('dialog')).toHaveCount(0)
}

test('a trust is built up from three deeds, and answers who could sign', async ({
  deedbox,
  visit,
  isMobile,
}) => {
  const trustee = await deedbox.person('trustee', { name: 'Margaret Chen' })
  const { matter } = await deedbox.must<{ matter: { id: string } }>(
    deedbox.call(trustee, 'POST', '/api/matters', {
      name: 'Quill Family Trust',
      kind: 'family_trust',
      governingLaw: 'NSW',
    }),
  )
  const titles = ['Trust deed of 1985', 'Deed of variation of 2003', 'Change of trustee of 2019']
  const documentIds: string[] = []
  for (const title of titles) documentIds.push(await deedbox.upload(trustee, title, await deed(title, 4)))
  await deedbox.must(deedbox.call(trustee, 'POST', `/api/matters/${matter.id}/documents`, { documentIds }))
  const page = await visit(trustee, `/matters/${matter.id}`)
  await expect(page.getByText('Nothing is recorded yet.')).toBeVisible()

  await test.step('the first deed: settlor, trustee, appointor', async () => {
    const first = '4 Mar 1985'
    const instrument = 'Trust deed of 1985'
    const dialog = await add(
      page,
      { enter: 'Wilhelmina Quill' },
      { role: 'Trustee', first, instrument, clause: '2.1' },
    )
    await examine(page, 'parties-add')
    await dialog.getByLabel('Email').fill('nonsense')
    await dialog.getByRole('button', { name: 'Add party' }).click()
    await expect(dialog.getByText('Please enter a valid email address')).toBeVisible()
    await dialog.getByLabel('Email').fill('mina@quill.example')
    await send(page)
    await add(page, { known: 'Wilhelmina Quill' }, { role: 'Appointor or principal', first, instrument })
    await send(page)
    await add(page, { enter: 'Enid Calloway' }, { role: 'Settlor', first, instrument })
    await send(page)
    await expect(page.getByText('Wilhelmina Quill (trustee)')).toBeVisible()
  })

  await test.step('the second and the third deed: another appointor, and a company as trustee', async () => {
    const second = {
      role: 'Appointor or principal',
      first: '1 Jul 2003',
      instrument: 'Deed of variation of 2003',
    }
    await add(page, { enter: 'Percival Quill' }, second)
    await send(page)
    const more = page.getByRole('button', { name: 'More for Wilhelmina Quill, trustee' })
    // A row of a list opens on a phone.
    if (isMobile) await page.getByRole('button', { name: 'More about Wilhelmina Quill' }).first().click()
    await more.click()
    await page.getByRole('menuitem', { name: 'End role' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Last day').fill('3 May 2019')
    await dialog.getByRole('button', { name: 'End role' }).click()
    await expect(dialog).toHaveCount(0)
    await add(
      page,
      { enter: 'Quill Custodians Pty Ltd', kind: 'Company' },
      { first: '3 May 2019', instrument: 'Change of trustee of 2019', by: 'Percival Quill' },
    )
    await page.getByRole('dialog').getByLabel('ACN').fill('999 100 015')
    await send(page)
    await expect(page.getByText('Quill Custodians Pty Ltd (trustee)')).toBeVisible()
  })

  await test.step('who could sign on 3 May 2019? Both, and it says so', async () => {
    await page.getByLabel('On another day').fill('3 May 2019')
    await expect(page.getByRole('heading', { name: 'Who could sign on 3 May 2019?' })).toBeVisible()
    await expect(
      page.getByText(
        'Wilhelmina Quill (trustee, last day) and Quill Custodians Pty Ltd (trustee, first day)',
      ),
    ).toBeVisible()
    await examine(page, 'parties-day')
    await page.reload()
    await expect(page.getByText('Wilhelmina Quill (trustee, last day)')).toBeVisible()
    const download = page.waitForEvent('download')
    await page.getByRole('button', { name: 'Print this day' }).click()
    expect((await download).suggestedFilename()).toBe('parties-2019-05-03.pdf')
    await page.getByLabel('On another day').fill('2 May 2019')
    await expect(page.getByText('Wilhelmina Quill (trustee)', { exact: true })).toBeVisible()
    await page.getByLabel('On another day').fill('')
    await expect(page.getByRole('heading', { name: 'Who can sign now?' })).toBeVisible()
  })
})

test('a contradiction is found and settled, and who was entered twice is merged', async ({
  deedbox,
  visit,
}) => {
  const trustee = await deedbox.person('trustee')
  const { matter } = await deedbox.must<{ matter: { id: string } }>(
    deedbox.call(trustee, 'POST', '/api/matters', { name: 'Rossi Family Trust', kind: 'family_trust' }),
  )
  const record = (name: string, more: object) =>
    deedbox.must(
      deedbox.call(trustee, 'POST', `/api/matters/${matter.id}/roles`, {
        ...{ role: 'trustee', from: {}, party: { kind: 'person', name } },
        ...more,
      }),
    )
  await record('Hazel Rossi', { until: { day: '2010-06-01' } })
  await record('Dario Rossi', { from: { day: '2010-06-30' } })
  await record('Dario C. Rossi', { role: 'beneficiary', nature: 'named' })
  const page = await visit(trustee, `/matters/${matter.id}`)

  await test.step('days without a trustee are listed, and shown', async () => {
    const finding = page.getByText('Nobody is recorded as trustee from 2 June 2010 to 29 June 2010.')
    await expect(finding.first()).toBeVisible()
    await examine(page, 'parties-finding')
    await page.getByRole('button', { name: 'Show that day' }).click()
    await expect(page.getByText('Nobody is recorded for this day.')).toBeVisible()
  })

  await test.step('the deed says 29 June: what was recorded is corrected, and stays', async () => {
    await page.getByText('All roles ever recorded (3)').click()
    const ever = page.getByRole('table', { name: 'All roles ever recorded' }).getByRole('row')
    const hazel = ever.filter({ hasText: 'Hazel Rossi' })
    await openRow(hazel)
    await hazel.getByRole('button', { name: 'More for Hazel Rossi, trustee' }).click()
    await page.getByRole('menuitem', { name: 'Correct' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Last day').fill('29 June 2010')
    await dialog.getByRole('button', { name: 'Correct' }).click()
    await expect(dialog.getByText('This field is required')).toBeVisible()
    await dialog.getByLabel('Why it is corrected').fill('Read again: clause 3 of the retirement')
    await examine(page, 'parties-correct')
    await dialog.getByRole('button', { name: 'Correct' }).click()
    await expect(page.getByText('does not fit together')).toHaveCount(0)
    await expect(page.getByText('All roles ever recorded (4)')).toBeVisible()
    const reason = 'Read again: clause 3 of the retirement'
    await openRow(ever.filter({ hasText: reason }))
    await expect(page.getByText(reason).first()).toBeVisible()
    await examine(page, 'parties-ever')
  })

  await test.step('the same person under two names becomes one, which is then the only one of all', async () => {
    await page.getByLabel('On another day').fill('')
    const parties = page.getByRole('table', { name: 'Parties now' }).getByRole('row')
    const twice = parties.filter({ hasText: 'Dario C. Rossi' })
    await openRow(twice)
    await twice.getByRole('button', { name: 'More for Dario C. Rossi, beneficiary (named)' }).click()
    await page.getByRole('menuitem', { name: 'Merge party' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('combobox', { name: 'The other party' }).fill('Dario Rossi')
    await dialog.getByRole('option', { name: /^Dario Rossi/ }).click()
    await examine(page, 'parties-merge')
    await dialog.getByRole('button', { name: 'Merge' }).click()
    await expect(dialog).toHaveCount(0)
    await expect(page.getByText('Sole trustee and sole beneficiary').first()).toBeVisible()
    const trustee = parties.filter({
      has: page.getByRole('button', { name: 'More for Dario Rossi, trustee', includeHidden: true }),
    })
    await openRow(trustee)
    await trustee.getByRole('button', { name: 'More for Dario Rossi, trustee' }).click()
    await page.getByRole('menuitem', { name: 'Change party' }).click()
    await expect(page.getByRole('dialog').getByText('Also entered as Dario C. Rossi.')).toBeVisible()
    await page.getByRole('dialog').getByLabel('Email').fill('dario@rossi.example')
    await page.getByRole('dialog').getByRole('button', { name: 'Save changes' }).click()
    await expect(page.getByText('Dario Rossi is saved')).toBeVisible()
  })
})
