import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { bytesOf } from '@deedbox/proof/bytes.ts'
import { zipFiles } from '@deedbox/proof/zip-files.ts'
import { examine } from './support/examine.ts'
import { deed } from './support/files.ts'
import { expect, test } from './support/test.ts'

test('an administrator sees the proof of an event and exports the evidence of its document; its page checks it without a network, and names a changed byte', async ({
  deedbox,
  visit,
  browser,
  isMobile,
}, { outputDir }) => {
  const trustee = await deedbox.person('trustee', { name: 'Mary Chen', firstName: 'Mary' })
  const documentId = await deedbox.upload(trustee, 'Smith deed', await deed('Smith deed', 4))
  const admin = await deedbox.person('admin', { name: 'Ada Admin', firstName: 'Ada' })
  const page = await visit(admin, '/admin/audit')
  await page.getByRole('button', { name: 'Filters' }).click()
  const document = page.getByRole('combobox', { name: 'Document' })
  await document.fill('Smith deed')
  await page.getByRole('option', { name: /^Smith deed/ }).click()
  await expect(page).toHaveURL(new RegExp(`document=${documentId}`))
  await page.getByRole('button', { name: /^Filters/ }).click()
  if (isMobile) await page.getByRole('button', { name: /^More about Document uploaded/ }).click()
  await page.getByRole('button', { name: /^Proof of Document uploaded/ }).click()
  const proof = page.getByRole('dialog', { name: /^Proof of event/ })
  await expect(proof.getByRole('status')).toContainText('Agrees with itself')
  await examine(page, 'event-proof')
  const proofFile = page.waitForEvent('download')
  await proof.getByRole('button', { name: 'Download the proof' }).click()
  expect((await proofFile).suggestedFilename()).toMatch(/^event-\d+\.tlog-proof$/)
  await proof.getByRole('button', { name: 'Close' }).last().click()
  await page.getByRole('button', { name: 'Export' }).click()
  await page.getByRole('menuitem', { name: 'Evidence, with proofs' }).click()
  const dialog = page.getByRole('dialog', { name: 'Make evidence' })
  await expect(dialog.getByText('1 event that you may see, and 1 document')).toBeVisible()
  await examine(page, 'evidence-dialog')
  const saving = page.waitForEvent('download')
  await dialog.getByRole('button', { name: 'Make evidence' }).click()
  const zip = await readFile(await (await saving).path())
  await expect(dialog.getByText('The evidence is made')).toBeVisible()

  const files = await zipFiles({
    size: zip.length,
    read: async (from, to) => new Uint8Array(zip.subarray(from, to)),
  })
  const html: Uint8Array[] = []
  for await (const piece of files.read('verify.html')) html.push(piece)
  const path = (name: string) => join(outputDir, name)
  await mkdir(outputDir, { recursive: true })
  await writeFile(path('verify.html'), Buffer.concat(html))
  await writeFile(path('whole.zip'), zip)
  const changed = Buffer.from(zip)
  // Text of the summary's header, which stands there once.
  const at = changed.indexOf(Buffer.from(bytesOf('%PDF-1.3')), changed.indexOf('evidence.pdf'))
  changed[at + 5] = 0x39
  await writeFile(path('changed.zip'), changed)

  const context = await browser.newContext({ offline: true })
  const verifier = await context.newPage()
  await verifier.goto(pathToFileURL(path('verify.html')).href)
  const choose = verifier.getByLabel('The ZIP file, as you received it')
  await choose.setInputFiles(path('whole.zip'))
  await expect(verifier.getByRole('heading', { name: 'Agrees with itself' })).toBeVisible()
  await expect(verifier.getByText('Mary Chen').first()).toBeAttached()
  await expect(verifier.getByText('The same bytes that event')).toBeVisible()
  await examine(verifier, 'evidence-page')
  await choose.setInputFiles(path('changed.zip'))
  await expect(verifier.getByRole('heading', { name: 'Does not hold' })).toBeVisible()
  await expect(verifier.getByRole('listitem').filter({ hasText: 'evidence.pdf' }).first()).toBeVisible()
  await context.close()
})

test('the audit trail is searched by any part of a client’s name', async ({ deedbox, visit }) => {
  const trustee = await deedbox.person('trustee')
  await deedbox.upload(trustee, 'Petrov deed', await deed('Petrov deed', 4), { clientName: 'Gordon Petrov' })
  await deedbox.upload(trustee, 'Baker deed', await deed('Baker deed', 4), { clientName: 'Baker' })
  const page = await visit(trustee, '/admin/audit')
  await page.getByRole('button', { name: 'Filters' }).click()
  const client = page.getByRole('combobox', { name: 'Client' })
  const offered = page.getByRole('region', { name: 'Clients found' }).getByRole('option')
  await client.fill('nobody by this name')
  await expect(offered).toHaveText(['nobody by this name'])
  await client.fill('petrov')
  // What was typed is offered too, last.
  await expect(offered).toHaveText(['Gordon Petrov', 'petrov'])
  await page.getByRole('option', { name: 'Gordon Petrov' }).click()
  await expect(page).toHaveURL(/client=Gordon(\+|%20)Petrov/)
  await expect(page.getByText('Petrov deed').first()).toBeVisible()
  await expect(page.getByText('Baker deed')).toHaveCount(0)
})
