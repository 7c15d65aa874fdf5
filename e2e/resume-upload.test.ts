import { createHash } from 'node:crypto'
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { examine } from './support/examine.ts'
import { expect, test } from './support/test.ts'

const name = 'family-trust.txt'
const content = Buffer.from(Array.from({ length: 800_000 }, (_, n) => `${n}`.padStart(9, '0')).join('\n'))
const gone =
  /ERR_CONNECTION_REFUSED|ERR_CONNECTION_RESET|ERR_EMPTY_RESPONSE|ERR_SOCKET_NOT_CONNECTED|ERR_INCOMPLETE_CHUNKED|ERR_ABORTED|ERR_FAILED|423|404/

const slow = async (page: Page, uploadThroughput: number) => {
  const session = await page.context().newCDPSession(page)
  await session.send('Network.enable')
  await session.send('Network.emulateNetworkConditions', {
    ...{ offline: false, latency: 0, downloadThroughput: -1, uploadThroughput },
  })
}
const percent = async (page: Page) =>
  Number(await page.getByRole('progressbar', { name: `Upload of ${name}` }).getAttribute('aria-valuenow'))

test('an upload goes on after the server died, after a reload, and arrives whole', async ({
  deedbox,
  visit,
  troubles,
}, { outputDir }) => {
  troubles.allow(gone)
  const trustee = await deedbox.person('trustee')
  await mkdir(outputDir, { recursive: true })
  const file = join(outputDir, name)
  await writeFile(file, content)
  const page = await visit(trustee, '/documents/upload')
  await slow(page, 600_000)
  await page.getByLabel('Files to upload', { exact: true }).setInputFiles(file)
  await page.getByLabel('Title').fill('Deed of the Kelly family')
  await page.getByRole('combobox', { name: 'Client' }).fill('Kelly')
  await page.getByRole('button', { name: 'Upload document' }).click()
  await expect.poll(() => percent(page)).toBeGreaterThan(10)

  await test.step('the server dies and comes back: it goes on by itself', async () => {
    await deedbox.kill()
    await expect(page.getByText('The connection is away.')).toBeVisible()
    await examine(page, 'upload-away')
    await deedbox.restart()
    await expect(page.getByText('The connection is away.')).toBeHidden()
    await expect.poll(() => percent(page)).toBeGreaterThan(20)
  })

  await test.step('after a reload it waits for its file, with what was typed', async () => {
    page.once('dialog', (dialog) => void dialog.accept())
    await page.reload()
    const list = page.getByRole('list', { name: 'Unfinished uploads' })
    await expect(list.getByRole('listitem')).toContainText('Deed of the Kelly family')
    await expect(list.getByRole('listitem')).toContainText(/family-trust.txt · [1-9]\d? % has arrived/)
    await examine(page, 'upload-unfinished')
    const choose = async (path: string) => {
      const chooser = page.waitForEvent('filechooser')
      await page.getByRole('button', { name: `Continue the upload of ${name}` }).click()
      await (await chooser).setFiles(path)
    }
    const other = join(outputDir, 'other.txt')
    await writeFile(other, 'Another file')
    await choose(other)
    await expect(list.getByRole('alert')).toContainText('This is another file')
    await slow(page, -1)
    await choose(file)
    const done = page.getByText('Document uploaded successfully: ')
    await expect(done).toBeVisible()
    await expect(list).toBeHidden()
  })

  const { documents } = await deedbox.must<{ documents: { id: string }[] }>(
    deedbox.call(trustee, 'GET', '/api/documents'),
  )
  expect(documents).toMatchObject([
    { title: 'Deed of the Kelly family', clientName: 'Kelly', fileName: name },
  ])
  const read = await deedbox.call(trustee, 'GET', `/api/documents/${documents[0]?.id}/content`)
  const sha256 = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex')
  expect(sha256(Buffer.from(await read.arrayBuffer()))).toBe(sha256(content))
})

test('a folder is uploaded with all that is in it, and what is skipped is said; an unfinished upload can be discarded', async ({
  deedbox,
  visit,
}, { outputDir }) => {
  const trustee = await deedbox.person('trustee')
  const begun = await fetch(`${deedbox.address}/api/uploads`, {
    method: 'POST',
    headers: {
      cookie: trustee.cookie,
      'tus-resumable': '1.0.0',
      'upload-length': '5000000',
      'upload-metadata': `fileName ${btoa('old.txt')},title ${btoa('An old one')}`,
    },
  })
  expect(begun.status).toBe(201)
  const folder = join(outputDir, 'Scans')
  await mkdir(join(folder, '2024'), { recursive: true })
  await writeFile(join(folder, 'first_deed.txt'), 'The first deed')
  await writeFile(join(folder, '2024', 'second_deed.txt'), 'The second deed')
  await writeFile(join(folder, 'empty.txt'), '')
  await writeFile(join(folder, '.hidden.txt'), 'hidden')
  await writeFile(join(folder, 'program.exe'), 'MZ')
  const page = await visit(trustee, '/documents/upload')
  const chooser = page.waitForEvent('filechooser')
  await page.getByRole('button', { name: 'Choose a folder' }).click()
  await (await chooser).setFiles(folder)
  const list = page.getByRole('list', { name: 'Files', exact: true })
  await expect(list.getByRole('listitem')).toHaveCount(2)
  await expect(page.getByText('3 files were skipped')).toBeVisible()
  await page.getByText('Which files').click()
  await expect(page.getByText('Scans/empty.txt: This file is empty.')).toBeVisible()
  await examine(page, 'upload-folder')
  await page.getByRole('button', { name: 'Upload 2 documents' }).click()
  await expect(page.getByText('Document uploaded successfully: ')).toHaveCount(2)
  await expect(page.getByRole('link', { name: 'first deed' })).toBeVisible()

  await page.getByRole('button', { name: 'Discard the upload of old.txt' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Discard' }).click()
  await expect(page.getByRole('heading', { name: 'Unfinished uploads' })).toBeHidden()
})
