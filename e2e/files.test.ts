import { pdfOf } from '../server/src/platform/rendering/samples.ts'
import { increment, newSigner, sign, unsignedPdf } from '../server/src/platform/rendering/signed.testing.ts'
import { examine } from './support/examine.ts'
import { desktopOnly } from './support/on-phones.ts'
import { expect, test } from './support/test.ts'

const part = (name: string, type: string, content: Buffer | string) =>
  `--b\r\nContent-Type: ${type}\r\nContent-Disposition: attachment; filename="${name}"\r\nContent-Transfer-Encoding: base64\r\n\r\n${Buffer.from(content).toString('base64')}\r\n`

test('the attachments of an email open one by one, a PDF with its password', { tag: desktopOnly }, async ({
  deedbox,
  visit,
}) => {
  const trustee = await deedbox.person('trustee')
  const mail = [
    'From: margaret@example.com\r\nSubject: The deed\r\nContent-Type: multipart/mixed; boundary=b\r\n\r\n',
    '--b\r\nContent-Type: text/plain\r\n\r\nSee what is attached.\r\n',
    part('deed.pdf', 'application/pdf', await pdfOf(['The settlor declares'], { userPassword: 'Brass-Key' })),
    part('note.txt', 'text/plain', 'The piano goes to my daughter'),
    '--b--\r\n',
  ].join('')
  const page = await visit(trustee, '/documents/upload')
  await page.getByLabel('Files to upload', { exact: true }).setInputFiles([
    { name: 'email.eml', mimeType: 'message/rfc822', buffer: Buffer.from(mail) },
    {
      name: 'Hartley trust deed.pdf',
      mimeType: 'application/pdf',
      buffer: await pdfOf(['Deed', 'Schedule'], { userPassword: 'Brass-Key' }),
    },
  ])
  await page.getByRole('button', { name: /^Set to Trust deed/ }).click()
  await page.getByRole('button', { name: 'Upload 2 documents' }).click()
  await expect(page.getByText(/This PDF has a password. It is stored as it is/)).toBeVisible()
  await examine(page, 'upload-with-password')

  await page.getByRole('link', { name: 'Hartley trust deed' }).click()
  await page.getByRole('button', { name: 'View', exact: true }).click()
  const password = page.getByRole('textbox', { name: 'Password of this PDF' })
  await password.fill('wrong')
  await password.press('Enter')
  await expect(page.getByText('This is not the password of this PDF. Please try again.')).toBeVisible()
  await examine(page, 'wrong-password')
  await password.fill('Brass-Key')
  await password.press('Enter')
  await expect(page.getByRole('img', { name: 'Page 2 of 2' })).toBeVisible()

  await page.goto('/documents')
  await page.getByRole('link', { name: 'email', exact: true }).click()
  await page.getByRole('button', { name: 'View', exact: true }).click()
  await expect(page.getByRole('img', { name: 'Page 1 of 1' })).toBeVisible()
  await examine(page, 'email-with-attachments')
  await page.getByRole('button', { name: /^note.txt/ }).click()
  await expect(page.getByText('The piano goes to my daughter')).toBeAttached()
  await page.getByRole('button', { name: 'Back to the email' }).click()
  await page.getByRole('button', { name: /^deed.pdf/ }).click()
  await password.fill('Brass-Key')
  await password.press('Enter')
  await expect(page.getByRole('img', { name: 'Page 1 of 1' })).toBeVisible()
  await expect(page).toHaveURL(/attachment=1/)
  await examine(page, 'attachment')
})

test('a signed PDF says who signed it, and what was added afterwards', async ({ deedbox, visit }) => {
  const trustee = await deedbox.person('trustee')
  const [jane, wei] = [await newSigner('Jane Chen'), await newSigner('Wei Li')]
  const signed = await sign(await sign(unsignedPdf(), jane, 1, { permits: 2 }), wei, 2)
  const added = increment(signed, '12 0 obj\n<< /Added true >>\nendobj\n')
  const file = { name: 'signed.pdf', mimeType: 'application/pdf', buffer: added }
  const id = await deedbox.upload(trustee, 'Signed deed', file)
  const page = await visit(trustee, `/documents/${id}`)
  const section = page.locator('section', { has: page.getByRole('heading', { name: 'Digital signatures' }) })
  await expect(section.getByText('Jane Chen', { exact: true })).toBeVisible()
  await expect(section.getByText('The part that it covers is unchanged since it was signed.')).toHaveCount(2)
  await expect(
    section.getByText(/^Something was added to the file afterwards, which no signature/),
  ).toHaveCount(2)
  await section.scrollIntoViewIfNeeded()
  await examine(page, 'digital-signatures')
})
