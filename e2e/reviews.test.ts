import { examine } from './support/examine.ts'
import { deed } from './support/files.ts'
import { expect, test } from './support/test.ts'

test('an owner records what the client instructed when a document is due for review', async ({
  deedbox,
  visit,
}) => {
  const owner = await deedbox.person('trustee', { name: 'Margaret Chen' })
  const title = 'Castellano Family Trust deed'
  const documentId = await deedbox.upload(owner, title, await deed(title, 4))
  await deedbox.rows(
    `insert into document_reviews (document_id, due_on) values ('${documentId}', current_date) returning id`,
  )
  const page = await visit(owner, '/documents')
  await page.getByRole('link', { name: 'Reviews' }).click()
  await expect(page.getByRole('heading', { name: 'Reviews', level: 1 })).toBeVisible()
  await expect(page.getByText('Waits for you')).toBeAttached()
  await examine(page, 'reviews')
  const row = page.getByRole('row', { name: title })
  const review = page.getByRole('button', { name: `Review ${title}` })
  if (!(await review.isVisible())) await row.click()
  await review.click()
  const dialog = page.getByRole('dialog', { name: `Review ${title}` })
  await expect(dialog).toContainText('Deedbox reminds, it does not advise.')
  await dialog.getByLabel('Outcome').selectOption('Record the client’s instructions')
  await dialog.getByRole('button', { name: 'Record' }).click()
  await expect(dialog.getByText('This field is required')).toHaveCount(3)
  await dialog.getByLabel('Day of the instructions').fill('today')
  await dialog.getByLabel('What the client instructed').fill('Keep it until the trust vests')
  await dialog.getByLabel('Next review on').fill('in 2 years')
  await examine(page, 'review-decide')
  await dialog.getByRole('button', { name: 'Record' }).click()
  await expect(page.getByText('No review here')).toBeVisible()

  await page.goto(`/documents/${documentId}`)
  await expect(page.getByText('Keep it until the trust vests').first()).toBeAttached()
  await expect(page.getByRole('heading', { name: 'Reviews' })).toBeVisible()
  await examine(page, 'document-reviewed')
})
