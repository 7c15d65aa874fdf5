import { examine } from './support/examine.ts'
import { deed } from './support/files.ts'
import { expect, test } from './support/test.ts'

test('a death shows in the matter, on the power and on the person’s page, and its evidence ends access', async ({
  deedbox,
  visit,
}) => {
  const trustee = await deedbox.person('trustee', { name: 'Margaret Chen' })
  const attorney = await deedbox.person('requestor', { name: 'Ben Quill' })
  const post = <T>(url: string, body: object) => deedbox.must<T>(deedbox.call(trustee, 'POST', url, body))
  const { matter } = await post<{ matter: { id: string } }>('/api/matters', {
    name: 'Quill Family Trust',
    kind: 'family_trust',
  })
  const file = await deed('Quill', 4)
  const upload = (title: string, kind: string) => deedbox.upload(trustee, title, file, { kind })
  const [power, paper, certificate] = [
    await upload('Enduring power of attorney', 'power_of_attorney'),
    await upload('Trust deed', 'trust_deed'),
    await upload('Death certificate of Wilhelmina Quill', 'death_certificate'),
  ]
  await post(`/api/matters/${matter.id}/documents`, { documentIds: [power, paper, certificate] })
  const roles = `/api/matters/${matter.id}/roles`
  type Added = { role: { party: { id: string } } }
  const mina = { party: { kind: 'person', name: 'Wilhelmina Quill' } }
  const { role } = await post<Added>(roles, { role: 'trustee', from: { day: '1985-03-04' }, ...mina })
  const from = { day: '2019-05-03', document: power, by: role.party.id }
  await post(roles, { role: 'attorney', from, party: { kind: 'person', name: 'Ben Quill' } })
  await deedbox.share(trustee, paper, attorney.email)
  const page = await visit(trustee, `/matters/${matter.id}`)

  await test.step('the page of the person says on which power access rests', async () => {
    await page.getByRole('link', { name: 'Wilhelmina Quill', exact: true }).first().click()
    await expect(page.getByRole('heading', { level: 1, name: 'Wilhelmina Quill' })).toBeVisible()
    await examine(page, 'party')
    await page.getByRole('button', { name: 'Name access that rests on a power' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('combobox', { name: 'Power' }).fill('Enduring')
    await dialog.getByRole('option', { name: /^Enduring power/ }).click()
    await dialog.getByLabel('Whose access').fill('Ben Quill')
    await dialog.getByRole('checkbox', { name: /^Trust deed/ }).check()
    await examine(page, 'party-power')
    await dialog.getByRole('button', { name: 'Rests on this power' }).click()
    await expect(page.getByRole('table', { name: 'Access that rests on a power' })).toContainText('Ben Quill')
  })

  await test.step('the death is recorded, and says what it changes', async () => {
    await page.getByRole('button', { name: 'Record death' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('button', { name: 'Record death' }).click()
    await expect(dialog.getByText('Please enter the day of death')).toBeVisible()
    await dialog.getByLabel('Day of death').fill('6 May 2024')
    await dialog.getByRole('combobox', { name: 'Evidence' }).fill('Death certificate')
    await dialog.getByRole('option', { name: /^Death certificate/ }).click()
    await examine(page, 'party-death-dialog')
    await dialog.getByRole('button', { name: 'Record death' }).click()
    await expect(page.getByText('Wilhelmina Quill died on 6 May 2024')).toBeVisible()
    await expect(page.getByText('Ben Quill, attorney in')).toBeVisible()
    await expect(page.getByText('No estate has Wilhelmina Quill as testator yet.')).toBeVisible()
    await page.getByRole('button', { name: 'Open an estate' }).click()
    await expect(dialog.getByLabel('Name')).toHaveValue('Estate of Wilhelmina Quill')
    await expect(dialog.getByLabel('Kind')).toHaveValue('estate')
    await examine(page, 'party-estate')
    await dialog.getByRole('button', { name: 'Cancel' }).click()
  })

  await test.step('the dashboard says that nobody has seen the evidence yet', async () => {
    await page.goto('/dashboard')
    await expect(page.getByRole('button', { name: '1 death whose evidence nobody has seen' })).toBeVisible()
    await examine(page, 'dashboard-death')
    await page.getByRole('link', { name: 'Wilhelmina Quill' }).click()
    await expect(page.getByRole('heading', { level: 1, name: 'Wilhelmina Quill' })).toBeVisible()
  })

  await test.step('whoever has seen the certificate says so, and the access is over', async () => {
    await page.getByRole('button', { name: 'I have seen the evidence' }).click()
    const dialog = page.getByRole('dialog')
    await expect(dialog.getByText('Ben Quill to “Trust deed”')).toBeVisible()
    await expect(dialog).toContainText('“Death certificate of Wilhelmina Quill” (Death certificate)')
    await dialog.getByRole('button', { name: 'I have seen it' }).click()
    await expect(page.getByText('Seen by Margaret Chen')).toBeVisible()
    await expect(page.getByRole('table', { name: 'Access that rests on a power' })).toContainText('Ended')
    await examine(page, 'party-death')
    const refused = await deedbox.call(attorney, 'GET', `/api/documents/${paper}`)
    expect(refused.status).toBe(404)
  })

  await test.step('the power says that it ended', async () => {
    await page.goto(`/documents/${power}`)
    await expect(page.getByText('An enduring power ends at death', { exact: false })).toBeVisible()
  })

  await test.step('the matter proposes the end of each role, which is recorded with its evidence', async () => {
    await page.goto(`/matters/${matter.id}`)
    await expect(page.getByText('Nobody is recorded for this day.')).toBeVisible()
    await examine(page, 'party-death-matter')
    await page.getByRole('button', { name: /^End role.*Wilhelmina Quill died/ }).click()
    const dialog = page.getByRole('dialog')
    await expect(dialog.getByLabel('Last day')).toHaveValue('6 May 2024')
    await expect(dialog.getByRole('combobox', { name: 'Instrument' })).toHaveValue(/^Death certificate/)
    await dialog.getByRole('button', { name: 'End role' }).click()
    await expect(dialog).toHaveCount(0)
    await expect(page.getByRole('button', { name: /^End role.*Wilhelmina Quill died/ })).toHaveCount(0)
  })
})

test('the register of beneficial owners says who is recorded on a day and who is not, and is printed and exported', async ({
  deedbox,
  visit,
}) => {
  const trustee = await deedbox.person('trustee')
  const post = <T>(url: string, body: object) => deedbox.must<T>(deedbox.call(trustee, 'POST', url, body))
  const { matter } = await post<{ matter: { id: string } }>('/api/matters', {
    name: 'Quill Family Trust',
    kind: 'family_trust',
  })
  const add = (name: string, role: string, more: object = {}) =>
    post(`/api/matters/${matter.id}/roles`, {
      ...{ role, from: { day: '1985-03-04' }, party: { kind: 'person', name } },
      ...more,
    })
  await add('Enid Calloway', 'settlor')
  await add('Wilhelmina Quill', 'trustee')
  const children = { kind: 'class', name: 'Grandchildren of Wilhelmina Quill' }
  await add('', 'beneficiary', { nature: 'class', party: children, from: { day: '2003-07-01' } })
  const page = await visit(trustee, `/matters/${matter.id}`)
  await page.getByRole('link', { name: 'Beneficial owners' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Beneficial owners of Quill Family Trust')
  await expect(page.getByText('Grandchildren of Wilhelmina Quill')).toBeVisible()
  await expect(page.getByRole('alert')).toContainText('appointor or principal')
  await examine(page, 'owners')
  await page.getByLabel('On another day').fill('30 June 2003')
  await expect(page.getByRole('alert')).toContainText('beneficiary or unit holder')
  for (const [button, file] of [
    ['Print', 'beneficial-owners-2003-06-30.pdf'],
    ['Export CSV', 'beneficial-owners-2003-06-30.csv'],
  ] as const) {
    const download = page.waitForEvent('download')
    await page.getByRole('button', { name: button }).click()
    expect((await download).suggestedFilename()).toBe(file)
  }
})
