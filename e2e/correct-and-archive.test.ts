import { examine } from './support/examine.ts'
import { deed } from './support/files.ts'
import { expect, test } from './support/test.ts'

test('details are corrected by two people at once, a document is archived and brought back, and an upload confirmed', async ({
  deedbox,
  visit,
}) => {
  const trustee = await deedbox.person('trustee', { name: 'Margaret Chen' })
  const colleague = await deedbox.person('trustee', { name: 'Tom Lee' })
  const guest = await deedbox.person('guest', { name: 'Jane Citizen' })
  const title = 'Castelano Family Trust deed'
  const documentId = await deedbox.upload(trustee, title, await deed(title, 4))
  await deedbox.share(trustee, documentId, guest.email)
  const page = await visit(trustee, `/documents/${documentId}`)
  const right = 'Castellano Family Trust deed'

  await test.step('who is slower is told what changed and by whom, and loses nothing typed', async () => {
    await page.getByRole('button', { name: 'Correct', exact: true }).click()
    const form = page.getByRole('form', { name: 'Correct the details' })
    await expect(form.getByLabel('Title')).toBeFocused()
    await form.getByLabel('Title').fill(right)
    const body = { documents: [{ id: documentId, updatedAt: null }], changes: { clientName: 'Castellano' } }
    await deedbox.must(deedbox.call(colleague, 'POST', '/api/documents/correct', body))
    await form.getByRole('button', { name: 'Save' }).click()
    await expect(form.getByText('by Tom Lee')).toBeVisible()
    await expect(form.getByText('Client: now “Castellano”, before blank.')).toBeVisible()
    await expect(form.getByLabel('Title')).toHaveValue(right)
    await expect(form.getByLabel('Client')).toHaveValue('Castellano')
    await examine(page, 'correct-conflict')
    await form.getByRole('button', { name: 'Save' }).click()
    await expect(page.getByText('Details saved')).toBeVisible()
    await expect(page.getByRole('heading', { level: 1, name: right })).toBeVisible()
    await expect(page.getByText(`Title: “${title}” → “${right}”`)).toBeVisible()
  })

  await test.step('nothing typed is lost by a link, by Back, by Escape or by a click beside the dialog', async () => {
    await page.getByRole('button', { name: 'Correct', exact: true }).click()
    const field = page.getByRole('form', { name: 'Correct the details' }).getByLabel('Title')
    const leave = page.getByRole('dialog', { name: 'Leave without saving?' })
    await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Requests' }).click()
    await expect(page.getByRole('heading', { level: 1, name: 'Access Requests' })).toBeVisible()
    await page.goBack()
    await page.getByRole('button', { name: 'Correct', exact: true }).click()
    await field.fill('Half a title')
    for (const go of [
      () => page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Requests' }).click(),
      // The page before this one was left by the browser's Back, so that Forward is the same kind of move.
      () => page.evaluate(() => history.forward()),
    ]) {
      await go()
      await expect(leave).toContainText('is not saved yet, and will be lost')
      await leave.getByRole('button', { name: 'Cancel' }).click()
      await expect(leave).toHaveCount(0)
      await expect(field).toHaveValue('Half a title')
    }
    await examine(page, 'correct-kept')
    const closing = page.waitForEvent('dialog')
    void page.close({ runBeforeUnload: true })
    const question = await closing
    expect(question.type()).toBe('beforeunload')
    await question.dismiss()
    const close = page.getByRole('dialog', { name: 'Close without saving?' })
    const cancel = page
      .getByRole('form', { name: 'Correct the details' })
      .getByRole('button', { name: 'Cancel' })
    await cancel.click()
    await close.getByRole('button', { name: 'Cancel' }).click()
    await expect(field).toHaveValue('Half a title')
    await cancel.click()
    await close.getByRole('button', { name: 'Close without saving' }).click()
    await expect(field).toHaveCount(0)

    await page.getByRole('button', { name: 'Share', exact: true }).click()
    const share = page.getByRole('dialog', { name: `Share ${right}` })
    await share.getByLabel(/^Personal message/).fill('For your files.')
    for (const go of [
      () => page.keyboard.press('Escape'),
      () => share.getByRole('button', { name: 'Cancel', exact: true }).click(),
      () => share.getByRole('button', { name: 'Close', exact: true }).click(),
      () => page.mouse.click(5, 450),
    ]) {
      await go()
      await expect(close).toBeVisible()
      await close.getByRole('button', { name: 'Cancel' }).click()
      await expect(close).toHaveCount(0)
      await expect(share.getByLabel(/^Personal message/)).toHaveValue('For your files.')
    }
    await page.keyboard.press('Escape')
    await examine(page, 'share-close-asks')
    await close.getByRole('button', { name: 'Close without saving' }).click()
    await expect(page.getByRole('dialog')).toHaveCount(0)
    // The form is untouched now, so no question is asked.
    await page.getByRole('button', { name: 'Share', exact: true }).click()
    await page.keyboard.press('Escape')
    await expect(page.getByRole('dialog')).toHaveCount(0)
  })

  await test.step('archived, it is out of the list, and found where the filter asks for it', async () => {
    await page.getByRole('button', { name: 'Archive', exact: true }).click()
    const dialog = page.getByRole('dialog', { name: `Archive ${right}?` })
    await expect(dialog.getByText('One person has access')).toBeVisible()
    await expect(dialog.getByText(`Jane Citizen (${guest.email})`)).toBeVisible()
    await examine(page, 'archive')
    await dialog.getByRole('button', { name: 'Archive' }).click()
    await expect(page.getByText('Document archived', { exact: true }).first()).toBeVisible()
    await expect(page.getByRole('button', { name: 'Unarchive' })).toBeVisible()
    await page.goto('/documents')
    await expect(page.getByText('No documents yet')).toBeVisible()
    await page.goto('/documents?status=archived')
    await expect(page.getByRole('link', { name: right, exact: true })).toBeVisible()
    await expect(page.getByText('Archived', { exact: true }).first()).toBeVisible()
    await examine(page, 'documents-archived')
    const reader = await visit(guest, '/documents')
    await expect(reader.getByRole('link', { name: right, exact: true })).toBeVisible()
  })

  await test.step('where only some can be archived, the dialog names the others and why', async () => {
    const second = await deedbox.upload(trustee, 'Will of Mary', await deed('Will of Mary', 4))
    await page.goto('/documents?status=with-archived&sort=title')
    for (const name of [right, 'Will of Mary'])
      await page.getByRole('checkbox', { name: `Choose ${name}`, exact: true }).click()
    await page.getByRole('button', { name: 'Archive (1)', exact: true }).click()
    const dialog = page.getByRole('dialog', { name: 'Archive Will of Mary?' })
    await expect(dialog.getByText(`${right}: Archived already`)).toBeVisible()
    await examine(page, 'archive-some')
    await page.keyboard.press('Escape')
    await deedbox.must(deedbox.call(trustee, 'POST', '/api/documents/delete', { documentIds: [second] }))
    await page.goto('/documents?status=archived')
  })

  await test.step('unarchived, it is in the list again', async () => {
    await page.getByRole('link', { name: right, exact: true }).click()
    await page.getByRole('button', { name: 'Unarchive' }).click()
    await expect(page.getByRole('button', { name: 'Archive', exact: true })).toBeVisible()
    await page.goto('/documents')
    await expect(page.getByRole('link', { name: right, exact: true })).toBeVisible()
  })

  await test.step('what a requestor uploads waits to be confirmed', async () => {
    const lawyer = await deedbox.person('requestor', { name: 'Sofia Marino' })
    await deedbox.upload(lawyer, 'Scan 12', await deed('Scan 12', 4))
    await page.reload()
    await page.getByRole('link', { name: 'To confirm', exact: true }).click()
    await expect(page.getByRole('link', { name: 'Scan 12', exact: true })).toBeVisible()
    await expect(page.getByRole('link', { name: right, exact: true })).toHaveCount(0)
    await examine(page, 'documents-to-confirm')
    await page.getByRole('button', { name: 'Confirm Scan 12' }).click()
    await expect(page.getByText('Details confirmed')).toBeVisible()
    await expect(page.getByText('No documents match')).toBeVisible()

    for (const scan of ['Scan 13', 'Scan 14']) await deedbox.upload(lawyer, scan, await deed(scan, 4))
    await page.reload()
    await page.getByRole('button', { name: 'Correct all 2 shown' }).click()
    const dialog = page.getByRole('dialog', { name: 'Correct the details of 2 documents' })
    await dialog.getByLabel('Change the client').check()
    await dialog.getByLabel('Client', { exact: true }).fill('Castellano')
    await examine(page, 'correct-many')
    await dialog.getByRole('button', { name: 'Save' }).click()
    await expect(page.getByText('Details of 2 documents saved')).toBeVisible()
    await page.getByRole('button', { name: 'Confirm all 2 shown' }).click()
    await page.getByRole('button', { name: 'Confirm 2 documents' }).click()
    await expect(page.getByText('2 documents confirmed')).toBeVisible()
    await expect(page.getByText('No documents match')).toBeVisible()
  })
})
