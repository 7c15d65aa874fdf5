import { examine } from './support/examine.ts'
import { expect, test } from './support/test.ts'

const letter = {
  name: 'letter.txt',
  mimeType: 'text/plain',
  buffer: Buffer.from('The deed is in the box.\n'.repeat(50_000)),
}

test('the system page counts what is here, and the health page sees the mail server go and come back', async ({
  deedbox,
  visit,
}) => {
  const admin = await deedbox.person('admin')
  const trustee = await deedbox.person('trustee')
  await deedbox.upload(trustee, 'Kelly deed', letter)
  await deedbox.runJobs()

  const page = await visit(admin, '/admin/system')
  const figure = (label: string) =>
    page
      .locator('dl > div')
      .filter({ has: page.getByText(label, { exact: true }) })
      .locator('dd')
  await expect(figure('Documents')).toHaveText('1')
  await expect(figure('People in the last 5 minutes')).toHaveText('2')
  await expect(page.getByRole('region', { name: 'Storage' })).toContainText('1.1 MB in 1 document')
  const jobs = page.getByRole('table', { name: 'Background jobs' })
  await expect(
    jobs.getByRole('row').filter({ hasText: 'Compare the storage with the records' }),
  ).toContainText('Succeeded')
  await examine(page, 'system')

  await page.getByRole('navigation', { name: 'Administration' }).getByRole('link', { name: 'Health' }).click()
  const status = page.getByRole('main').getByRole('status').filter({ hasText: /\.$/ })
  await expect(status).toHaveText('Needs attention: Parts of the master key.')
  const mail = page.getByRole('region', { name: 'Email' })
  await expect(mail).toContainText('OK')
  await expect(mail).toContainText('The mail server answers and lets Deedbox sign in.')
  await expect(mail).toContainText('Worked all the time since')
  await mail.getByText('Email: the last 30 days as a table').click()
  // Scheduled check may have run beside that of this story.
  await expect(mail.getByRole('row').last()).toContainText(/(5|10) min\s*0 min\s*0 min/)

  await deedbox.mail.pause()
  await page.getByRole('button', { name: 'Check again' }).click()
  await expect(status).toHaveText('Not working: Email. Needs attention: Parts of the master key.')
  await expect(mail).toContainText(
    /The mail server does not answer \(\w+\)\. Check that it runs, and SMTP_URL\. Emails wait and are sent later\./,
  )
  await deedbox.runJobs()
  await page.reload()
  await expect(mail).toContainText('Last problem')
  await examine(page, 'health')

  await deedbox.mail.resume()
  await page.getByRole('button', { name: 'Check again' }).click()
  await expect(status).toHaveText('Needs attention: Parts of the master key.')
})
