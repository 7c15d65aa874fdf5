import { examine } from './support/examine.ts'
import { expect, test } from './support/test.ts'

const csv = (name: string, rows: string[]) => ({
  name,
  mimeType: 'text/csv',
  buffer: Buffer.from(['Name,Email,Role,Organisation,Access Ends,State', ...rows].join('\r\n')),
})
const many = Array.from(
  { length: 10_000 },
  (_, n) => `Person No${n},person${n}@many.example,${n % 3 ? 'Guest' : 'Requestor'},Firm ${n % 40},,NSW`,
)

test('ten thousand people from a file, once its wrong rows are right', async ({ deedbox, visit }) => {
  const admin = await deedbox.person('admin', { name: 'Ruth Abernathy', firstName: 'Ruth' })
  const page = await visit(admin, '/admin/users')
  await page.getByRole('link', { name: 'Import CSV' }).click()
  await expect(page).toHaveURL('/admin/users/import')
  const file = page.getByLabel('File of people')
  const rows = page.getByRole('table', { name: 'Rows of the file' })

  await test.step('wrong rows come first, with what is wrong', async () => {
    const wrong = [...many]
    wrong[6_000] = 'Nobody,nobody,Wizard,,,'
    wrong[8_000] = 'Open,"open@many.example,Guest,,,'
    wrong[9_000] = 'Again,person1@many.example,Guest,,,'
    await file.setInputFiles(csv('wrong.csv', wrong))
    await expect(page.getByText('3 rows are wrong.')).toBeVisible()
    await expect(rows.getByRole('row').nth(1)).toContainText('The email address is not valid.')
    await expect(rows.getByRole('row').nth(1)).toContainText('6,002')
    await expect(rows.getByRole('row').nth(2)).toContainText('8,002')
    await expect(rows.getByRole('row').nth(2)).toContainText('A quotation mark opens on this line')
    await expect(rows.getByRole('row').nth(3)).toContainText('Line 3 has the same email address.')
    await expect(rows.getByRole('row')).toHaveCount(51)
    await expect(page.getByRole('button', { name: /^Invite/ })).toHaveCount(0)
    const download = page.waitForEvent('download')
    await page.getByRole('button', { name: 'Download the problems' }).click()
    expect((await download).suggestedFilename()).toBe('people-problems.csv')
    await examine(page, 'import-wrong')
  })

  await test.step('all of them are invited, or nobody', async () => {
    await file.setInputFiles(csv('people.csv', many))
    await expect(page.getByRole('heading', { name: '10,000 rows in people.csv' })).toBeVisible()
    await expect(page.getByText('These 40 organisations do not exist yet')).toBeVisible()
    // Somebody signs up between the preview and the import.
    await deedbox.person('guest', { email: 'person7@many.example' })
    await page.getByRole('button', { name: 'Invite 10,000 people' }).click()
    await expect(
      page.getByText('Line 9: person7@many.example would be invited, and has an account now.'),
    ).toBeVisible()
    const [none] = await deedbox.rows<{ n: number }>('select count(*)::int as n from invitations')
    expect(none?.n).toBe(0)
    await page.getByRole('button', { name: 'Invite 9,999 people' }).click()
    await expect(page.getByText('9,999 people are invited')).toBeVisible()
    await expect(page.getByText(/of 9,999 emails sent/)).toBeVisible()
    const [all] = await deedbox.rows<{ n: number }>('select count(*)::int as n from invitations')
    expect(all?.n).toBe(9_999)
    await examine(page, 'import-done')
  })
})
