import { examine } from './support/examine.ts'
import { expect, test } from './support/test.ts'

test('matters and their parties come from files: a preview says what is wrong, the import goes on by itself, and what is exported comes in again', async ({
  deedbox,
  visit,
  isMobile,
}) => {
  const trustee = await deedbox.person('trustee', { firstName: 'Margaret', name: 'Margaret Chen' })
  const page = await visit(trustee, '/matters')
  const choose = (name: string, lines: string[]) =>
    page
      .locator('input[type=file]')
      .setInputFiles({ name, mimeType: 'text/csv', buffer: Buffer.from(lines.join('\n')) })
  const imports = page.getByRole('region', { name: 'Imports' })

  await test.step('a row is wrong, and the others are imported', async () => {
    if (isMobile) {
      const height = () =>
        page.getByRole('heading', { level: 1 }).evaluate(({ clientHeight }) => clientHeight)
      const more = page.getByRole('button', { name: 'More actions' })
      await expect(more).toBeVisible()
      const before = await height()
      await more.click()
      await expect(page.getByRole('link', { name: 'Import' })).toBeVisible()
      expect(await height()).toBe(before)
      await examine(page, 'matters-more-actions')
    }
    await page.getByRole('link', { name: 'Import' }).click()
    await expect(page.getByRole('heading', { level: 1, name: 'Import matters' })).toBeVisible()
    await choose('matters.csv', [
      'Reference,Name,Kind,Governing law',
      ...Array.from({ length: 60 }, (_, n) => `2026/${n + 10},Trust ${n + 10},Family trust,NSW`),
      '2026/99,Lost Trust,Spaceship,NSW',
    ])
    await expect(page.getByText('1 row is wrong and is left out.')).toBeVisible()
    await expect(page.getByText('The kind is one of', { exact: false })).toBeVisible()
    await examine(page, 'matter-import-preview')
    await page.getByRole('button', { name: 'Import 60 rows' }).click()
    await expect(imports.getByText('Added: 60 · Wrong, left out: 1')).toBeVisible()
    await examine(page, 'matter-imports')
    const downloading = page.waitForEvent('download')
    await imports.getByRole('button', { name: 'Download the result of matters.csv' }).click()
    expect((await downloading).suggestedFilename()).toBe('matters-imported.csv')
  })

  await test.step('parties follow, once', async () => {
    await page.getByText('Parties and their roles', { exact: true }).first().click()
    const file = ['Matter reference,Party,Role,First day', '2026/10,Olive Harrow,Trustee,12 March 1984']
    await choose('parties.csv', file)
    await page.getByRole('button', { name: 'Import 1 row' }).click()
    await expect(imports.getByText('Added: 1', { exact: true })).toBeVisible()
    await choose('parties.csv', file)
    await expect(page.getByText('There is nothing to import in this file.')).toBeVisible()
  })

  await test.step('the matter has its trustee', async () => {
    await page.getByRole('link', { name: 'Back to Matters' }).click()
    await page.getByRole('link', { name: 'Trust 10', exact: true }).click()
    await expect(page.getByText('Olive Harrow (trustee)')).toBeVisible()
  })
})
