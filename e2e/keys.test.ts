import { examine } from './support/examine.ts'
import { deed } from './support/files.ts'
import { expect, test } from './support/test.ts'

test('an administrator replaces the master key while people work, divides it, and tries its parts', async ({
  deedbox,
  visit,
}) => {
  const trustee = await deedbox.person('trustee', { name: 'Margaret Chen' })
  const documentId = await deedbox.upload(trustee, 'Castellano deed', await deed('Castellano deed', 4))
  const theirs = await visit(trustee, `/documents/${documentId}`)
  const page = await visit(await deedbox.person('admin', { name: 'Ruth Abernathy' }), '/admin/keys')
  await examine(page, 'keys')

  await test.step('nobody is signed out by a new key', async () => {
    await page.getByRole('button', { name: 'Replace the master key' }).click()
    const asked = page.getByRole('dialog', { name: 'Replace the master key?' })
    await examine(page, 'keys-rotate')
    await asked.getByRole('button', { name: 'Replace the master key' }).click()
    await deedbox.runJobs()
    await expect(page.getByText('Everything is under the new key')).toBeVisible()
    await theirs.reload()
    await expect(theirs.getByRole('heading', { name: 'Castellano deed' })).toBeVisible()
    await theirs.getByRole('button', { name: 'View', exact: true }).click()
    await expect(theirs.getByRole('img', { name: 'Page 1 of 4' })).toBeVisible()
  })

  const texts: string[] = []
  await test.step('the key is divided into sheets, given only once', async () => {
    await page.getByRole('button', { name: 'Divide the master key' }).click()
    const dialog = page.getByRole('dialog', { name: 'Divide the master key' })
    await dialog.getByLabel('Parts that give the key back').fill('6')
    await dialog.getByRole('button', { name: 'Divide' }).click()
    await expect(dialog.getByText('Please enter no more than there are parts')).toBeVisible()
    await examine(page, 'keys-divide')
    await dialog.getByLabel('Parts that give the key back').fill('3')
    const answer = page.waitForResponse((response) => response.url().endsWith('/api/keys/escrow'))
    await dialog.getByRole('button', { name: 'Divide' }).click()
    const made = (await (await answer).json()) as { parts: { words: string }[] }
    texts.push(...made.parts.map(({ words }) => words))
    await expect(dialog.getByRole('listitem')).toHaveCount(5)
    await examine(page, 'keys-sheets')
    await page.keyboard.press('Escape')
    const leaving = page.getByRole('dialog', { name: 'Leave without all the sheets?' })
    await leaving.getByRole('button', { name: 'Cancel' }).click()
    for (const button of await dialog.getByRole('listitem').getByRole('button').all()) {
      const saving = page.waitForEvent('download')
      await button.click()
      expect((await saving).suggestedFilename()).toMatch(/^master-key-[0-9a-f]{16}-part-\d\.pdf$/)
    }
    await dialog.getByRole('button', { name: 'I have given them out' }).click()
    await expect(
      page.getByText('The parts that people keep of the master key were never tried'),
    ).toBeVisible()
  })

  await test.step('a drill names the part with a wrong word, and then opens a document', async () => {
    await page.getByRole('button', { name: 'Try the parts' }).click()
    const dialog = page.getByRole('dialog', { name: 'Try the parts of the master key' })
    await dialog.getByLabel('Words of part 1').fill(texts[0] ?? '')
    await dialog.getByLabel('Words of part 2').fill((texts[3] ?? '').replace(/^\S+/, 'zebraa'))
    await dialog.getByRole('button', { name: 'Try them' }).click()
    await expect(dialog.getByText('This field is required')).toBeVisible()
    await dialog.getByLabel('Words of part 3').fill((texts[4] ?? '').toUpperCase())
    await dialog.getByRole('button', { name: 'Try them' }).click()
    await expect(dialog.getByText(/^Part 2 is not right/)).toBeVisible()
    await expect(dialog.getByLabel('Words of part 2')).toBeFocused()
    await examine(page, 'keys-drill')
    await dialog.getByLabel('Words of part 2').fill(texts[3] ?? '')
    await dialog.getByRole('button', { name: 'Try them' }).click()
    await expect(
      page.getByText('The parts give the key back, and it opened the newest document'),
    ).toBeVisible()
    await expect(page.getByText('The parts that people keep of the master key were never tried')).toHaveCount(
      0,
    )
    await examine(page, 'keys-drilled')
  })
})

test('an administrator encrypts one document anew, and destroys its key with a receipt once no hold keeps it', async ({
  deedbox,
  visit,
}) => {
  const trustee = await deedbox.person('trustee', { name: 'Margaret Chen' })
  const title = 'Nguyen Family Trust deed'
  const documentId = await deedbox.upload(trustee, title, await deed(title, 4))
  const admin = await deedbox.person('admin', { name: 'Ruth Abernathy' })
  const body = { kind: 'document', subject: documentId, reason: 'Nguyen v Nguyen', endsOn: null }
  const { hold } = await deedbox.must<{ hold: { id: string } }>(
    deedbox.call(admin, 'POST', '/api/holds', body),
  )
  const page = await visit(admin, '/admin/keys')
  const address = page.getByLabel('Address of the document’s page')
  await address.fill('the Nguyen deed')
  await page.getByRole('button', { name: 'Find' }).click()
  await expect(page.getByText('Please paste the address of the document’s page')).toBeVisible()
  await address.fill(`${deedbox.address}/documents/${documentId}`)
  await page.getByRole('button', { name: 'Find' }).click()
  await page.getByRole('button', { name: 'Encrypt anew' }).click()
  const again = page.getByRole('dialog', { name: `Encrypt “${title}” anew?` })
  await again.getByRole('button', { name: 'Encrypt anew' }).click()
  await expect(page.getByText(`“${title}” is under a new key`)).toBeVisible()
  const theirs = await visit(trustee, `/documents/${documentId}`)
  await theirs.getByRole('button', { name: 'View', exact: true }).click()
  await expect(theirs.getByRole('img', { name: 'Page 1 of 4' })).toBeVisible()

  await page.getByRole('button', { name: 'Destroy the key' }).click()
  const dialog = page.getByRole('dialog', { name: `Destroy the key of “${title}”?` })
  await dialog.getByLabel('Type its title').fill('Nguyen deed')
  await dialog.getByRole('button', { name: 'Destroy the key' }).click()
  await expect(dialog.getByText('Please enter a reason')).toBeVisible()
  await dialog.getByLabel('Reason').fill('The client asked for it in writing')
  await dialog.getByRole('button', { name: 'Destroy the key' }).click()
  await expect(dialog.getByText('This is not the title of the document.')).toBeVisible()
  await dialog.getByLabel('Type its title').fill(title)
  await dialog.getByRole('button', { name: 'Destroy the key' }).click()
  await expect(dialog.getByText('A legal hold keeps this document until it is lifted.')).toBeVisible()
  await examine(page, 'key-destroy-refused')

  const second = await deedbox.person('admin', { name: 'Tom Nguyen' })
  await deedbox.must(deedbox.call(admin, 'POST', `/api/holds/${hold.id}/lift`, { why: 'Settled' }))
  await deedbox.must(deedbox.call(second, 'POST', `/api/holds/${hold.id}/confirm`))
  await dialog.getByRole('button', { name: 'Destroy the key' }).click()
  await expect(dialog.getByLabel('Receipt')).toHaveValue(
    new RegExp(`^Deedbox: the key of a document was destroyed\ndocument ${documentId}\n`),
  )
  await examine(page, 'key-destroyed')
  await dialog.getByRole('button', { name: 'Close', exact: true }).last().click()
  await expect(address).toHaveValue('')
  await theirs.reload()
  await expect(theirs.getByText('Document not found')).toBeVisible()
})
