import { examine } from './support/examine.ts'
import { deed } from './support/files.ts'
import { expect, test } from './support/test.ts'

const named = (firstName: string, lastName: string) => ({
  firstName,
  lastName,
  name: `${firstName} ${lastName}`,
})

test('the work of a trustee who leaves goes to several people', async ({ deedbox, visit }) => {
  const admin = await deedbox.person('admin', named('Una', 'Admin'))
  const leaving = await deedbox.person('trustee', named('Leo', 'Leaving'))
  await deedbox.person('trustee', named('Tess', 'Taker'))
  for (const title of ['Leaving deed', 'Staying deed'])
    await deedbox.upload(leaving, title, await deed(title, 4))
  const { matter } = await deedbox.must<{ matter: { id: string } }>(
    deedbox.call(leaving, 'POST', '/api/matters', {
      ...{ name: 'Estate of Quill', kind: 'estate', responsibleId: leaving.id },
    }),
  )
  await deedbox.must(
    deedbox.call(leaving, 'POST', '/api/packets', {
      ...{ matterId: matter.id, originals: [{ title: 'Will', receivedFrom: 'Percival Quill', pages: 4 }] },
    }),
  )
  const page = await visit(admin, `/admin/users/${leaving.id}?tab=own`)
  const dialog = page.getByRole('dialog', { name: 'Hand over the work of Leo Leaving' })
  const manage = async (item: string) => {
    await page.getByRole('button', { name: 'Manage' }).click()
    await page.getByRole('menuitem', { name: item }).click()
  }
  const take = async (what: string, who: string) => {
    await dialog.getByRole('combobox', { name: `Who takes the ${what}` }).fill(who)
    await page.getByRole('option', { name: new RegExp(`^${who}`, 'i') }).click()
  }

  await test.step('packets wait until the account is deactivated', async () => {
    await manage('Hand over')
    await expect(dialog.getByText('Packets are handed over once the account is deactivated')).toBeVisible()
    await dialog.getByRole('button', { name: 'Cancel' }).click()
    await manage('Deactivate')
    await page.getByRole('dialog').getByRole('button', { name: 'Deactivate' }).click()
    await expect(page.getByText('Leo Leaving is deactivated')).toBeVisible()
  })

  await test.step('one document, the matter and the packet, each to whom was chosen', async () => {
    await manage('Hand over')
    await take('matters', 'Tess')
    await take('documents', 'Tess')
    await dialog.getByRole('button', { name: 'See the documents, or choose some' }).click()
    await dialog.getByRole('checkbox', { name: 'Leaving deed' }).check()
    await take('packets', 'Una')
    await expect(
      dialog.getByText('1 matter, 1 document and 1 packet of Leo Leaving will be handed over.'),
    ).toBeVisible()
    await dialog.getByRole('button', { name: 'Hand over' }).click()
    await expect(dialog.getByText('This field is required')).toBeVisible()
    await examine(page, 'person-hand-over')
    await dialog.getByRole('textbox', { name: 'Reason' }).fill('Left the practice')
    await dialog.getByRole('button', { name: 'Hand over' }).click()
    await expect(page.getByText('1 matter, 1 document and 1 packet handed over')).toBeVisible()
    const own = page.getByRole('table', { name: 'Documents they own' })
    await expect(own).toContainText('Staying deed')
    await expect(own).not.toContainText('Leaving deed')
  })

  await test.step('the rest, until there is nothing', async () => {
    await manage('Hand over')
    await expect(dialog.getByRole('combobox', { name: 'Who takes the matters' })).toHaveCount(0)
    await take('documents', 'Tess')
    await dialog.getByRole('button', { name: 'Hand over' }).click()
    await expect(page.getByText('They own no documents')).toBeVisible()
    await manage('Hand over')
    await expect(dialog.getByText('There is nothing of Leo Leaving to hand over.')).toBeVisible()
    await examine(page, 'person-hand-over-nothing')
  })
})
