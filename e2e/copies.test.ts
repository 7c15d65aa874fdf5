import { pdfOf } from '../server/src/platform/rendering/samples.ts'
import { examine } from './support/examine.ts'
import { codeIn } from './support/matter-pages.ts'
import { expect, test } from './support/test.ts'

test('a verified copy is made, checked by a stranger with its file, and withdrawn', async ({
  deedbox,
  visit,
}) => {
  const trustee = await deedbox.person('trustee', { name: 'Margaret Chen' })
  const file = {
    name: 'deed.pdf',
    mimeType: 'application/pdf',
    buffer: await pdfOf(['The settlor', 'The seal']),
  }
  const id = await deedbox.upload(trustee, 'Quill Family Trust deed', file)
  const page = await visit(trustee, `/documents/${id}`)
  const section = page.locator('section', {
    has: page.getByRole('heading', { name: 'Copies that can be checked' }),
  })
  await section.getByRole('button', { name: 'Make a verified copy' }).click()
  await expect(page.getByRole('dialog')).toContainText('Quill Family Trust deed')
  await examine(page, 'copy-make')
  await page.getByRole('button', { name: 'Make the copy' }).click()
  await expect(
    page.getByRole('heading', { level: 1, name: 'Verified copy: Quill Family Trust deed' }),
  ).toBeVisible()
  await expect(page.getByText('Verified copy · Genuine')).toBeVisible()
  await examine(page, 'copy-own-page')
  const copyId = new URL(page.url()).pathname.split('/').at(-1) ?? ''
  const { text } = await deedbox.must<{ text: string }>(
    deedbox.call(trustee, 'GET', `/api/documents/${copyId}/pages/1/text`),
  )
  const code = codeIn(text)
  const content = await (await deedbox.call(trustee, 'GET', `/api/documents/${copyId}/content`)).arrayBuffer()
  await page.goto('/documents')
  await expect(page.getByText('Verified copy', { exact: true }).first()).toBeAttached()

  // The QR code leads here.
  const stranger = await visit(null, `/check/${code}`)
  await expect(stranger.getByText('Verified copy · Genuine')).toBeVisible()
  await expect(stranger.getByText(/^Made today/)).toHaveCount(0)
  await expect(stranger.getByRole('status').first()).toContainText('Made today')
  await expect(stranger.locator('main')).not.toContainText('Quill')
  const sent: string[] = []
  stranger.on('request', (request) => sent.push(request.url()))
  const choose = stranger.getByLabel('Compare a file with that copy (optional)')
  const copied = { name: 'copy.pdf', mimeType: 'application/pdf', buffer: Buffer.from(content) }
  await choose.setInputFiles(copied)
  await expect(stranger.getByText('These are the bytes of that copy.')).toBeVisible()
  await choose.setInputFiles(file)
  await expect(stranger.getByText(/^These are not the bytes of that copy/)).toBeVisible()
  expect(sent).toEqual([])
  await examine(stranger, 'copy-checked')

  const newer = await deedbox.upload(trustee, 'Deed of replacement', file)
  const relation = { from: newer, relation: 'replaces', to: id }
  const link = await deedbox.must<{ id: string }>(
    deedbox.call(trustee, 'POST', '/api/document-links', relation),
  )
  await stranger.reload()
  await expect(stranger.getByText('Verified copy · Superseded')).toBeVisible()
  await examine(stranger, 'copy-checked-superseded')
  await deedbox.must(deedbox.call(trustee, 'DELETE', `/api/document-links/${link.id}`))

  await page.goto(`/documents/${id}`)
  await section.getByRole('button', { name: /^Withdraw/ }).click()
  await page.getByRole('textbox', { name: 'Reason' }).fill('A page is missing')
  await examine(page, 'copy-withdraw')
  await page.getByRole('dialog').getByRole('button', { name: 'Withdraw' }).click()
  await expect(section.getByText(/A page is missing/)).toBeVisible()
  await section.scrollIntoViewIfNeeded()
  await examine(page, 'copy-withdrawn')

  // Typed, with small letters and an O for a zero.
  await stranger.goto('/check')
  const typed = stranger.getByRole('textbox', { name: 'Code' })
  await typed.fill('ABCD')
  await stranger.getByRole('button', { name: 'Check', exact: true }).click()
  await expect(stranger.getByText(/^A code has 16 letters and digits/)).toBeVisible()
  await typed.fill(code.toLowerCase().replaceAll('0', 'o'))
  await typed.press('Enter')
  await expect(stranger.getByText('Verified copy · Withdrawn')).toBeVisible()
  await expect(stranger.getByRole('status').first()).toContainText('It was withdrawn on')
  await examine(stranger, 'copy-checked-withdrawn')
  await typed.fill('0000-0000-0000-0000')
  await typed.press('Enter')
  await expect(stranger.getByText(/^No copy with this code is known here/)).toBeVisible()
  await examine(stranger, 'copy-unknown')
})

test('a certified copy is made of a paper original that was sighted, and checked by a stranger', async ({
  deedbox,
  visit,
}) => {
  const trustee = await deedbox.person('trustee', { name: 'Margaret Chen' })
  const must = <T>(path: string, body: object) => deedbox.must<T>(deedbox.call(trustee, 'POST', path, body))
  const file = { name: 'will.pdf', mimeType: 'application/pdf', buffer: await pdfOf(['My last will']) }
  const id = await deedbox.upload(trustee, 'Will of 2003', file)
  const { matter } = await must<{ matter: { id: string } }>('/api/matters', {
    name: 'Estate of Quill',
    kind: 'estate',
  })
  await must(`/api/matters/${matter.id}/documents`, { documentIds: [id] })
  const originals = [{ documentId: id, receivedFrom: 'Wilhelmina Quill' }]
  type Received = { packet: { id: string; contents: { id: string }[] } }
  const { packet } = await must<Received>('/api/packets', { matterId: matter.id, originals })
  const page = await visit(trustee, `/documents/${id}`)
  const section = page.locator('section', {
    has: page.getByRole('heading', { name: 'Copies that can be checked' }),
  })
  await expect(section.getByText(/^To certify a copy, first record/)).toBeVisible()
  await must(`/api/packets/${packet.id}/movements`, { kind: 'sighted', originalId: packet.contents[0]?.id })
  await page.goto(`/custody/packets/${packet.id}`)
  await expect(page.getByText(/^Last sighted on .+ by Margaret Chen$/)).toBeVisible()
  await page.goto(`/documents/${id}`)
  await section.getByRole('button', { name: 'Certify a copy' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name: 'Certify the copy' }).click()
  await expect(dialog.getByText('Please confirm the statement')).toBeVisible()
  await dialog.getByRole('combobox', { name: 'Your capacity' }).selectOption('Legal practitioner')
  await dialog.getByRole('textbox', { name: 'Registration number' }).fill('NSW 4711')
  await dialog.getByRole('checkbox', { name: /^I sighted the original of this document on/ }).check()
  await expect(dialog.getByText(/^Not verified .*Statutory Declarations Regulations 2023/)).toBeVisible()
  await examine(page, 'copy-certify')
  await dialog.getByRole('button', { name: 'Certify the copy' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Certified copy: Will of 2003' })).toBeVisible()
  await expect(page.getByText('Certified copy · Genuine')).toBeVisible()
  await examine(page, 'copy-certified')
  const copyId = new URL(page.url()).pathname.split('/').at(-1) ?? ''
  const { text } = await deedbox.must<{ text: string }>(
    deedbox.call(trustee, 'GET', `/api/documents/${copyId}/pages/1/text`),
  )
  const stranger = await visit(null, `/check/${codeIn(text)}`)
  await expect(stranger.getByText('Certified copy · Genuine')).toBeVisible()
  await expect(stranger.locator('main')).not.toContainText(/Quill|Chen/)
  await examine(stranger, 'copy-certified-checked')
})
