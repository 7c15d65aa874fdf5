import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { examine } from './support/examine.ts'
import { deed } from './support/files.ts'
import { expect, test } from './support/test.ts'

/** Presses the button, and reads the file that the browser saves. */
async function takenOut(page: Page, button: string): Promise<{ name: string; content: Buffer }> {
  const saving = page.waitForEvent('download')
  await page.getByRole('button', { name: button }).click()
  const file = await saving
  return { name: file.suggestedFilename(), content: await readFile(await file.path()) }
}

test('an owner and an organisation take out all their documents', async ({ deedbox, visit }) => {
  const head = await deedbox.person('b2b_admin', {
    name: 'Helen Harbour',
    firstName: 'Helen',
    organization: 'Harbour Legal',
  })
  const [{ id: organizationId } = { id: '' }] = await deedbox.rows<{ id: string }>(
    'select id from organizations',
  )
  const lawyer = await deedbox.person('requestor', {
    name: 'Sofia Marino',
    firstName: 'Sofia',
    organizationId,
  })
  await deedbox.upload(lawyer, 'Marino deed', await deed('Marino deed', 4))
  const lost = await deedbox.upload(lawyer, 'Lost will', await deed('Lost will', 4))

  await test.step('in the settings, with a link from closing the account', async () => {
    const page = await visit(lawyer, '/settings')
    await page.getByRole('link', { name: 'Download them' }).click()
    const card = page.getByRole('region', { name: 'Download everything' })
    await expect(card.getByText('2 documents that you own')).toBeInViewport()
    const { name, content } = await takenOut(page, 'Download everything')
    expect(name).toMatch(/^deedbox Sofia Marino .*\.zip$/)
    for (const entry of ['documents/Marino deed.pdf', 'documents/Lost will.pdf', 'README.txt'])
      expect(content.includes(entry)).toBe(true)
    await expect(card.getByText('Taken out: 2 documents')).toBeVisible()
    await examine(page, 'take-out')
  })

  await test.step('what is missing is named, to the Org Admin too', async () => {
    await deedbox.rows(`update documents set wrapped_key = null where id = '${lost}' returning id`)
    const page = await visit(head, '/b2b/settings')
    const { content } = await takenOut(page, 'Download everything')
    expect(content.includes('documents/Lost will.pdf')).toBe(false)
    const card = page.getByRole('region', { name: 'Download everything' })
    await expect(card.getByText('Taken out, but 1 document is missing')).toBeVisible()
    await expect(card.getByText('Lost will: its stored content is damaged')).toBeVisible()
    await examine(page, 'take-out-missing')
  })

  await test.step('an administrator does it on the organisation’s page', async () => {
    const page = await visit(
      await deedbox.person('admin', { name: 'Ada Admin', firstName: 'Ada' }),
      `/admin/organizations/${organizationId}?tab=documents`,
    )
    expect((await takenOut(page, 'Download everything')).name).toContain('Harbour Legal')
    await examine(page, 'take-out-organization')
  })
})
