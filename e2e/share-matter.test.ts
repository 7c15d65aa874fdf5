import { examine } from './support/examine.ts'
import { deed } from './support/files.ts'
import { dayIn, openRow, typedDay } from './support/flows.ts'
import { expect, test } from './support/test.ts'

test('a matter is shared with its documents of today and later ones, renewed, and ended', async ({
  deedbox,
  visit,
}) => {
  const trustee = await deedbox.person('trustee', { firstName: 'Margaret', name: 'Margaret Chen' })
  const guest = await deedbox.person('guest', { name: 'Sam Okafor' })
  const lawyer = await deedbox.person('requestor', { name: 'Lee Lawyer' })
  const file = await deed('Quill Family Trust', 4)
  const made = { name: 'Quill Family Trust', kind: 'family_trust' }
  const { matter } = await deedbox.must<{ matter: { id: string } }>(
    deedbox.call(trustee, 'POST', '/api/matters', made),
  )
  const trust = await deedbox.upload(trustee, 'Quill Family Trust deed', file)
  const minutes = await deedbox.upload(trustee, 'Minutes of 1998', file)
  const page = await visit(trustee, `/matters/${matter.id}`)
  const access = page.getByRole('region', { name: 'Who has access until when' })
  const share = access.getByRole('button', { name: 'Share this matter' })
  const dialog = page.getByRole('dialog')

  await test.step('there is nothing to share while no document is in it', async () => {
    await expect(access.getByText('Nobody else has access to these documents now.')).toBeVisible()
    await expect(share).toBeDisabled()
    const documentIds = [trust, minutes]
    await deedbox.must(deedbox.call(trustee, 'POST', `/api/matters/${matter.id}/documents`, { documentIds }))
    await expect(share).toBeEnabled()
  })

  await test.step('the dialog says what is given, and wants one last day', async () => {
    await share.click()
    await expect(dialog.getByText('Its 2 documents')).toBeVisible()
    await expect(dialog.getByText('not its name, its parties, its dates, or its notes')).toBeVisible()
    await dialog.getByLabel('Recipient emails').fill(guest.email)
    await dialog.getByRole('radio', { name: 'Those of today and later ones' }).check()
    await dialog.getByRole('radio', { name: 'View only' }).check()
    await dialog.getByLabel(/^Last day/).fill(typedDay(30))
    await examine(page, 'share-a-matter')
    await dialog.getByRole('button', { name: 'Share the matter' }).click()
    await expect(page.getByText(/Quill Family Trust shared with .*: 2 documents/)).toBeVisible()
  })

  const shares = access.getByRole('table', { name: 'Shares of this matter' })
  const row = shares.getByRole('row').filter({ hasText: 'Sam Okafor' })
  const theirs = await visit(guest, '/documents')
  const sees = (title: string) => theirs.getByRole('link', { name: title }).first()

  await test.step('what is uploaded into it is theirs at once, which the page of the upload says', async () => {
    await expect(row).toContainText(/2 documents and later ones\s*View only/)
    await expect(sees('Minutes of 1998')).toBeVisible()
    await page.getByRole('link', { name: 'Upload', exact: true }).click()
    await expect(page.getByText('Sam Okafor gets access at once')).toBeVisible()
    await page
      .getByLabel('Files to upload', { exact: true })
      .setInputFiles([await deed('Deed of variation', 4)])
    await page.getByRole('button', { name: 'Upload document' }).click()
    await page.getByRole('link', { name: 'Go to Quill Family Trust' }).click()
    await expect(row).toContainText('3 documents')
    await expect(theirs.getByRole('link', { name: /deed.of.variation/i }).first()).toBeVisible()
    await examine(page, 'matter-shared')
  })

  await test.step('several who are refused are named, each with the reason', async () => {
    const body = { recipients: [{ email: lawyer.email, invite: null }], later: false, expiresOn: dayIn(30) }
    const shared = { ...body, accessLevel: 'view', message: '' }
    await deedbox.must(deedbox.call(trustee, 'POST', `/api/matters/${matter.id}/shares`, shared))
    await share.click()
    await dialog.getByLabel('Recipient emails').fill(`${guest.email}, ${lawyer.email}`)
    await dialog.getByLabel(/^Last day/).fill(typedDay(30))
    await dialog.getByRole('button', { name: 'Share the matter' }).click()
    for (const { email } of [guest, lawyer])
      await expect(
        dialog.getByText(`${email}: This matter is shared with this person already.`, { exact: false }),
      ).toHaveCount(1)
    await examine(page, 'share-refused-to-several')
    await dialog.getByRole('button', { name: 'Cancel' }).click()
    const theirRow = shares.getByRole('row').filter({ hasText: 'Lee Lawyer' })
    await openRow(theirRow)
    await theirRow.getByRole('button', { name: /^End/ }).click()
    await dialog.getByRole('button', { name: 'End the share' }).click()
    await expect(theirRow).toHaveCount(0)
  })

  await test.step('taking a document out asks, and takes it from them', async () => {
    const documents = page.getByRole('region', { name: 'Documents', exact: true })
    await documents.getByRole('checkbox', { name: 'Choose Minutes of 1998' }).click()
    await documents.getByRole('button', { name: 'Take out of the matter' }).click()
    await expect(dialog.getByText('The matter is shared with Sam Okafor.')).toBeVisible()
    await examine(page, 'take-out-of-a-shared-matter')
    await dialog.getByRole('button', { name: 'Take out' }).click()
    await expect(row).toContainText('2 documents')
    await expect(theirs.getByRole('link', { name: 'Minutes of 1998' })).toHaveCount(0)
  })

  await test.step('whoever restores a document is told to whom the share gives it again', async () => {
    const deletion = { documentIds: [trust] }
    await deedbox.must(deedbox.call(trustee, 'POST', '/api/documents/delete', deletion))
    await expect(row).toContainText('1 document')
    const bin = await visit(trustee, '/documents/deleted')
    await openRow(bin.getByRole('row').filter({ hasText: 'Quill Family Trust deed' }))
    await bin.getByRole('button', { name: 'Restore Quill Family Trust deed' }).click()
    const restoring = bin.getByRole('dialog')
    await expect(
      restoring.getByText('Sam Okafor gets access again, as the matter is shared with this person.'),
    ).toBeVisible()
    await examine(bin, 'restore-into-a-shared-matter')
    await restoring.getByRole('button', { name: 'Restore document' }).click()
    await expect(row).toContainText('2 documents')
    await expect(sees('Quill Family Trust deed')).toBeVisible()
  })

  await test.step('renewed, then ended: nothing of it is left', async () => {
    await openRow(row)
    await row.getByRole('button', { name: /^Renew/ }).click()
    await dialog.getByLabel('New last day').fill(typedDay(60))
    await dialog.getByRole('button', { name: 'Renew the share' }).click()
    await expect(page.getByText('and with it access to 2 documents')).toBeVisible()
    await row.getByRole('button', { name: /^End/ }).click()
    await examine(page, 'end-a-share')
    await dialog.getByRole('button', { name: 'End the share' }).click()
    await expect(shares).toHaveCount(0)
    await expect(access.getByText('Nobody else has access to these documents now.')).toBeVisible()
    await expect(theirs.getByRole('link', { name: 'Quill Family Trust deed' })).toHaveCount(0)
    await expect(page.getByRole('region', { name: 'History' })).toContainText('Share of a matter ended')
  })
})
