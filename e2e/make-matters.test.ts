import { examine } from './support/examine.ts'
import { deed } from './support/files.ts'
import { expect, test } from './support/test.ts'

test('clients become matters at once, with kinds that are suggested, and it is undone but for what was changed', async ({
  deedbox,
  visit,
}) => {
  const trustee = await deedbox.person('trustee', { firstName: 'Margaret', name: 'Margaret Chen' })
  const file = await deed('Smith Family Trust', 4)
  for (const [title, clientName] of [
    ['Trust deed', 'Smith Family Trust'],
    ['Deed of variation', 'Smith Family Trust'],
    ['Will', 'Iris Gray'],
    ['Constitution', 'Baker Holdings Pty Ltd'],
    ['Old will', 'Clive Lim'],
  ] as const)
    await deedbox.upload(trustee, title, file, { clientName })
  await deedbox.upload(trustee, 'Letter', file, { clientName: 'Ada Moss' })
  await deedbox.must(deedbox.call(trustee, 'POST', '/api/matters', { name: 'Ada Moss', kind: 'person' }))
  const page = await visit(trustee, '/matters')
  const dialog = page.getByRole('dialog')
  const kindOf = (client: string) => dialog.getByRole('combobox', { name: `Kind of ${client}` })

  await test.step('all that are found are chosen, one is left out, one is another kind', async () => {
    await page.getByRole('button', { name: 'Make matters of clients' }).click()
    await dialog.getByRole('button', { name: 'Choose all that are found' }).click()
    await expect(dialog.getByText('4 chosen')).toBeVisible()
    const known = dialog.getByRole('checkbox', { name: /^Ada Moss.*there is a matter of this name/ })
    await expect(known).not.toBeChecked()
    await expect(kindOf('Smith Family Trust')).toHaveValue('family_trust')
    await expect(kindOf('Baker Holdings Pty Ltd')).toHaveValue('company')
    await kindOf('Iris Gray').selectOption('Estate')
    await dialog.getByRole('checkbox', { name: /^Clive Lim/ }).uncheck()
    await expect(dialog.getByText('2 documents', { exact: true })).toBeVisible()
    await examine(page, 'make-matters')
    await dialog.getByRole('button', { name: 'Make 3 matters' }).click()
    await expect(page.getByText('3 matters made of clients')).toBeVisible()
    await expect(page.getByText(/3 matters were made of clients by Margaret Chen/)).toBeVisible()
    await expect(page.getByRole('row').filter({ hasText: 'Iris Gray' })).toContainText('Estate')
    await examine(page, 'matters-made')
  })

  await test.step('one is changed, and the others are undone', async () => {
    await page.getByRole('link', { name: 'Baker Holdings Pty Ltd' }).click()
    await page.getByRole('button', { name: 'Edit' }).click()
    await dialog.getByLabel('Reference').fill('2026/77')
    await dialog.getByRole('button', { name: 'Save changes' }).click()
    await expect(page.getByText('Baker Holdings Pty Ltd is saved')).toBeVisible()
    await page.goto('/matters')
    await page.getByRole('button', { name: 'Undo' }).click()
    await examine(page, 'undo-matters')
    await dialog.getByRole('button', { name: 'Undo' }).click()
    await expect(page.getByText('2 matters were removed again')).toBeVisible()
    await expect(page.getByText('1 matter was kept, because somebody has changed it')).toBeVisible()
    await expect(page.getByText('Matter changed')).toBeVisible()
    await expect(page.getByRole('link', { name: 'Smith Family Trust' })).toHaveCount(0)
    await examine(page, 'matters-undone')
  })
})
