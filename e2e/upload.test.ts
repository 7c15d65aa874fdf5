import { examine } from './support/examine.ts'
import { deed, image } from './support/files.ts'
import { desktopOnly } from './support/on-phones.ts'
import { expect, test } from './support/test.ts'

/** Bytes at the beginning of a Windows program. */
const program = Buffer.concat([
  Buffer.from('MZ\x90\0\x03\0\0\0\x04\0\0\0\xff\xff\0\0', 'latin1'),
  Buffer.alloc(4_000),
])

test('of twenty files at once nineteen arrive, and the bad one says why and can be replaced', async ({
  deedbox,
  visit,
}) => {
  const trustee = await deedbox.person('trustee')
  const page = await visit(trustee, '/documents/upload')
  const { buffer } = await deed('Gupta Family Trust', 4)
  const files = Array.from({ length: 19 }, (_, n) => ({
    name: `gupta_trust-${String(n + 1).padStart(2, '0')}.pdf`,
    mimeType: 'application/pdf',
    // Content of its own for each file.
    buffer: Buffer.concat([buffer, Buffer.from(`\n% ${n}\n`)]),
  }))
  files.splice(7, 0, { name: 'invoice.pdf', mimeType: 'application/pdf', buffer: program })
  await page.getByLabel('Files to upload', { exact: true }).setInputFiles(files)

  const list = page.getByRole('list', { name: 'Files' })
  await expect(list.getByRole('listitem')).toHaveCount(20)
  const item = (name: string) => list.getByRole('listitem').filter({ hasText: name })
  await expect(item('gupta_trust-01.pdf').getByLabel('Title')).toHaveValue('gupta trust-01')

  const all = page.getByRole('group', { name: 'The same for all files' })
  await all.getByRole('combobox', { name: 'Client' }).fill('Priya Gupta')
  await all.getByLabel('Expiry date', { exact: true }).fill('1 July 2031')
  await all.getByRole('button', { name: 'Apply to all' }).click()
  await expect(item('gupta_trust-19.pdf').getByRole('combobox', { name: 'Client' })).toHaveValue(
    'Priya Gupta',
  )
  await expect(item('gupta_trust-19.pdf').getByLabel('Expiry date', { exact: true })).toHaveValue(
    '1 July 2031',
  )
  await item('invoice.pdf').getByLabel('Title').fill('Deed of the Gupta family')
  await item('gupta_trust-02.pdf').getByLabel('Title').fill('')
  await page.getByRole('button', { name: 'Upload 20 documents' }).click()
  await expect(item('gupta_trust-02.pdf').getByText('Please enter a title')).toBeVisible()
  await expect(item('gupta_trust-02.pdf').getByLabel('Title')).toBeFocused()
  await item('gupta_trust-02.pdf').getByLabel('Title').fill('Second deed')
  await page.getByRole('button', { name: /^Upload/ }).click()

  await expect(page.getByText('Document uploaded successfully: ')).toHaveCount(19)
  const bad = item('invoice.pdf')
  await expect(bad.getByRole('alert')).toContainText('The content of this file does not match its file type.')
  await expect(bad.getByLabel('Title')).toHaveValue('Deed of the Gupta family')
  await expect(bad.getByRole('combobox', { name: 'Client' })).toHaveValue('Priya Gupta')
  // The sum stays in view and leads to the one that failed, which comes first.
  const sum = page.getByText('19 of 20 uploaded, 1 failed')
  await expect(list.getByRole('listitem').first()).toContainText('invoice.pdf')
  await list.getByRole('listitem').last().scrollIntoViewIfNeeded()
  await expect(sum).toBeInViewport()
  await page.getByRole('button', { name: 'Show what failed' }).click()
  await expect(bad.getByRole('button', { name: 'Remove invoice.pdf' })).toBeFocused()
  await expect(bad.getByText('invoice.pdf')).toBeInViewport()
  await examine(page, 'upload-results')
  // Buttons to try again are missing, because sending the same file again would not help.
  await expect(page.getByRole('button', { name: /^(Try|Upload)/ })).toHaveCount(0)
  const chooser = page.waitForEvent('filechooser')
  await page.getByRole('button', { name: 'Choose another file: invoice.pdf' }).click()
  await (await chooser).setFiles({ name: 'scan.pdf', mimeType: 'application/pdf', buffer })
  await page.getByRole('button', { name: 'Upload document' }).click()
  await expect(page.getByText('Document uploaded successfully: ')).toHaveCount(20)

  const { total } = await deedbox.must<{ total: number }>(deedbox.call(trustee, 'GET', '/api/documents'))
  expect(total).toBe(20)
  await page.getByRole('link', { name: 'Go to the documents' }).click()
  await expect(page.getByText('Showing 20 of 20')).toBeVisible()
  for (const name of ['Second deed', 'Deed of the Gupta family'])
    await expect(page.getByRole('link', { name, exact: true })).toBeVisible()
})

test('a slow upload shows its progress and can be cancelled; leaving asks first', {
  tag: desktopOnly,
}, async ({ deedbox, visit }) => {
  const trustee = await deedbox.person('trustee')
  const page = await visit(trustee, '/documents')
  await page.getByRole('link', { name: 'Upload Document' }).first().click()
  // Line as slow as 200 kB a second.
  const session = await page.context().newCDPSession(page)
  const line = { offline: false, latency: 20, downloadThroughput: -1, uploadThroughput: 200_000 }
  await session.send('Network.emulateNetworkConditions', line)
  const text = (name: string, size: number) => ({
    name,
    mimeType: 'text/plain',
    buffer: Buffer.from('The quick brown fox jumps over the lazy dog.\n'.repeat(size / 45)),
  })
  await page
    .getByLabel('Files to upload', { exact: true })
    .setInputFiles([text('long.txt', 4_000_000), text('longer.txt', 5_000_000)])
  await page.getByRole('button', { name: 'Upload 2 documents' }).click()

  const bar = page.getByRole('progressbar', { name: 'Upload of long.txt' })
  await expect.poll(async () => Number(await bar.getAttribute('aria-valuenow'))).toBeGreaterThan(0)
  await expect(page.getByText(/^\d+ % · [\d.]+ KB\/s · .+left$/).first()).toBeVisible()
  await examine(page, 'upload-going')

  await page.getByRole('button', { name: 'Cancel the upload of long.txt' }).click()
  await expect(page.getByRole('progressbar', { name: 'Upload of long.txt' })).toBeHidden()
  await expect(page.getByRole('progressbar', { name: 'Upload of longer.txt' })).toBeVisible()

  await page.getByRole('link', { name: 'Back to Documents' }).click()
  const dialog = page.getByRole('dialog', { name: 'Leave while files are being uploaded?' })
  await expect(dialog).toBeVisible()
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await expect(page).toHaveURL('/documents/upload')
  await expect(page.getByRole('progressbar', { name: 'Upload of longer.txt' })).toBeVisible()

  await page.getByRole('button', { name: 'Remove long.txt' }).click()
  await page.getByRole('link', { name: 'Back to Documents' }).click()
  await expect(dialog).toBeVisible()
  // Storing it leaves nothing to confirm.
  await session.send('Network.emulateNetworkConditions', { ...line, uploadThroughput: -1 })
  await expect(page).toHaveURL('/documents')
  await expect(page.getByText('Document uploaded successfully', { exact: true })).toBeVisible()
  await expect(page.getByRole('dialog')).toHaveCount(0)
  const { documents } = await deedbox.must<{ documents: { fileName: string }[] }>(
    deedbox.call(trustee, 'GET', '/api/documents?search=long'),
  )
  expect(documents.map(({ fileName }) => fileName)).toEqual(['longer.txt'])
})

test('a file that is stored already is said before it is stored again; the client is suggested; sharing follows at once', {
  tag: desktopOnly,
}, async ({ deedbox, visit }) => {
  const trustee = await deedbox.person('trustee')
  const friend = await deedbox.person('requestor')
  const { buffer } = await deed('Quill Family Trust', 4)
  const query = 'fileName=quill.pdf&title=The%20Quill%20deed&clientName=Wilhelmina%20Quill&type=trust_deed'
  await deedbox.must(deedbox.call(trustee, 'POST', `/api/documents?${query}`, buffer, 'application/pdf'))
  const page = await visit(trustee, '/documents/upload')
  const pdf = (name: string, content: Buffer) => ({ name, mimeType: 'application/pdf', buffer: content })
  const other = Buffer.concat([buffer, Buffer.from('\n% other\n')])
  await page
    .getByLabel('Files to upload', { exact: true })
    .setInputFiles([pdf('again.pdf', buffer), pdf('new.pdf', other), pdf('copy.pdf', other)])
  const list = page.getByRole('list', { name: 'Files' })
  const item = (name: string) => list.getByRole('listitem').filter({ hasText: name })
  await expect(item('again.pdf').getByText('You have this file already')).toBeVisible()
  await expect(item('again.pdf').getByRole('link', { name: 'The Quill deed' })).toBeVisible()
  await expect(item('copy.pdf').getByText('the other one is new.pdf')).toBeVisible()
  await examine(page, 'upload-duplicates')

  const client = item('new.pdf').first().getByRole('combobox', { name: 'Client' })
  await client.fill('quill')
  await page.getByRole('option', { name: 'Wilhelmina Quill' }).click()
  await expect(client).toHaveValue('Wilhelmina Quill')

  await page.getByRole('button', { name: 'Leave it out: again.pdf' }).click()
  await page.getByRole('button', { name: 'Upload document', exact: true }).click()
  await expect(page.getByText('Document uploaded successfully: ')).toHaveCount(1)
  // People may store a file twice if they want to.
  await page.getByRole('button', { name: 'Store it anyway: copy.pdf' }).click()
  await page.getByRole('button', { name: 'Upload document', exact: true }).click()
  await expect(page.getByText('Document uploaded successfully: ')).toHaveCount(2)

  await page.getByRole('button', { name: 'Share new' }).click()
  const dialog = page.getByRole('dialog', { name: 'Share new' })
  await expect(dialog).toBeVisible()
  await dialog.getByLabel(/email/i).first().fill(friend.email)
  await page.keyboard.press('Escape')
  const { total } = await deedbox.must<{ total: number }>(
    deedbox.call(trustee, 'GET', '/api/documents?client=wilhelmina%20quill'),
  )
  expect(total).toBe(2)
})

test('images become one PDF, in the order and turned as wished, also without a connection', async ({
  deedbox,
  visit,
  troubles,
}) => {
  troubles.allow(/ERR_INTERNET_DISCONNECTED/)
  const trustee = await deedbox.person('trustee')
  const page = await visit(trustee, '/documents/upload')
  const images = [
    image('page-1.png', 900, 1200),
    image('page-2.png', 3200, 2400),
    image('page-3.png', 600, 800),
  ]
  await page.getByLabel('Files to upload', { exact: true }).setInputFiles(images.slice(0, 2))
  await page.getByRole('button', { name: 'Make one PDF of these 2 images' }).click()
  const dialog = page.getByRole('dialog', { name: 'Scan to PDF' })
  const pages = dialog.getByRole('list', { name: 'Pages' }).getByRole('listitem')
  await expect(pages).toHaveCount(2)
  await page.context().setOffline(true)
  const chooser = page.waitForEvent('filechooser')
  await dialog.getByRole('button', { name: 'Photograph another page' }).click()
  await (await chooser).setFiles(images.slice(2))
  await expect(pages).toHaveCount(3)
  await dialog.getByRole('button', { name: 'Move page 3 earlier' }).click()
  await expect(dialog.getByRole('button', { name: 'Move page 2 earlier' })).toBeFocused()
  await page.keyboard.press('ArrowLeft')
  await expect(dialog.getByRole('button', { name: 'Move page 1 earlier' })).toBeFocused()
  await dialog.getByRole('button', { name: 'Turn page 1' }).click()
  await examine(page, 'scan')
  await dialog.getByRole('button', { name: 'Remove page 2' }).click()

  await page.keyboard.press('Escape')
  const discard = page.getByRole('dialog', { name: 'Discard 2 pages?' })
  await discard.getByRole('button', { name: 'Cancel' }).click()
  await dialog.getByRole('button', { name: 'Make a PDF of 2 pages' }).click()
  await expect(dialog.getByText('Please enter a title')).toBeVisible()
  await dialog.getByLabel('Title').fill('Will of W. Quill')
  await dialog.getByRole('button', { name: 'Make a PDF of 2 pages' }).click()
  await expect(dialog).toBeHidden()
  await page.context().setOffline(false)
  await expect(page.getByRole('list', { name: 'Files' }).getByRole('listitem')).toHaveCount(1)
  await page.getByRole('button', { name: 'Upload document', exact: true }).click()
  await expect(page.getByText('Document uploaded successfully: ')).toBeVisible()

  const { documents } = await deedbox.must<{ documents: { id: string; fileName: string; title: string }[] }>(
    deedbox.call(trustee, 'GET', '/api/documents?owner=me'),
  )
  expect(documents.map(({ title, fileName }) => [title, fileName])).toEqual([
    ['Will of W. Quill', 'Will of W. Quill.pdf'],
  ])
  const { pages: sizes } = await deedbox.must<{ pages: { width: number; height: number }[] }>(
    deedbox.call(trustee, 'GET', `/api/documents/${documents[0]?.id}/pages`),
  )
  // Pages in landscape: the first was turned, the second is wide.
  expect(sizes.map(({ width, height }) => width > height)).toEqual([true, true])
})
