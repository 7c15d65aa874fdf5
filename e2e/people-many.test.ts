import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { examine } from './support/examine.ts'
import { typedDay } from './support/flows.ts'
import { expect, test } from './support/test.ts'

const box = (page: Page, name: string) => page.getByRole('checkbox', { name: `Choose ${name}`, exact: true })
const bar = (page: Page) => page.getByRole('group', { name: 'Chosen rows' })

test('people and invitations are chosen, and what is done with many is shown before and said after', async ({
  deedbox,
  visit,
}) => {
  const admin = await deedbox.person('admin', {
    name: 'Ruth Abernathy',
    firstName: 'Ruth',
    lastName: 'Abernathy',
  })
  const count = 60
  const label = (n: number) => `Guest No${String(n).padStart(2, '0')}`
  const person = (role: string, name: string) => {
    const [firstName = '', lastName = ''] = name.split(' ')
    return deedbox.person(role, { name, firstName, lastName })
  }
  const guests: { id: string; email: string }[] = []
  for (let n = 1; n <= count; n++) guests.push(await person('guest', label(n)))
  await person('trustee', 'Priya Raman')
  for (const name of ['ann', 'ben'])
    await deedbox.must(
      deedbox.call(admin, 'POST', '/api/invitations', { email: `${name}@many.example`, role: 'guest' }),
    )
  const page = await visit(admin, '/admin/users?sort=name&direction=asc')
  const dialog = page.getByRole('dialog')

  await test.step('guests get one last day; who is no guest is named and left out', async () => {
    await box(page, label(1)).click()
    await box(page, label(3)).click({ modifiers: ['Shift'] })
    await expect(bar(page)).toContainText('3 chosen')
    await page.keyboard.press('Escape')
    await page.getByRole('checkbox', { name: 'Choose all 50 loaded' }).check()
    await bar(page).getByRole('button', { name: 'Choose all 62' }).click()
    await expect(bar(page)).toContainText('62 chosen')
    // The mouse leaves the button, so that its hint covers nothing.
    await page.mouse.move(0, 0)
    await examine(page, 'people-chosen')
    await bar(page).getByRole('button', { name: 'Set expiry' }).click()
    await expect(
      dialog.getByRole('list', { name: `For these ${count} people` }).getByRole('listitem'),
    ).toHaveCount(count)
    await expect(dialog.getByRole('list', { name: 'Left out' })).toContainText(
      'Only a guest has an access expiry date.',
    )
    await dialog.getByLabel('Last day of access').fill(typedDay(40))
    await examine(page, 'people-expire-many')
    await dialog.getByRole('button', { name: `Set the expiry of ${count} people` }).click()
    await expect(page.getByText(`Access expiry of ${count} people set`)).toBeVisible()
  })

  await test.step('what has changed since the preview is said', async () => {
    await bar(page).getByRole('button', { name: 'Clear the selection' }).click()
    await box(page, label(1)).click()
    await box(page, label(2)).click()
    await bar(page).getByRole('button', { name: 'Deactivate' }).click()
    await expect(dialog.getByRole('list', { name: 'For these 2 people' })).toContainText(label(2))
    await examine(page, 'people-deactivate-many')
    // Somebody is faster with one of them, after the button was pressed.
    await page.route('**/api/users/bulk', async (route) => {
      await deedbox.must(deedbox.call(admin, 'POST', `/api/users/${guests[1]?.id}/deactivate`))
      await route.continue()
    })
    await dialog.getByRole('button', { name: 'Deactivate 2 people' }).click()
    const said = page.getByRole('status').filter({ hasText: '1 person deactivated' })
    await expect(said).toContainText(`Not for ${label(2)}: This person is already deactivated.`)
    await expect(dialog).toHaveCount(0)
    await page.unroute('**/api/users/bulk')
  })

  await test.step('the chosen are exported', async () => {
    const downloading = page.waitForEvent('download')
    await bar(page).getByRole('button', { name: 'Export' }).click()
    const file = (await readFile(await (await downloading).path())).toString()
    expect(file.trim().split('\r\n')).toHaveLength(3)
    expect(file).toContain(guests[0]?.email)
  })

  await test.step('invitations are sent again once, and withdrawn; choosing them ends the choice above', async () => {
    await box(page, 'ann@many.example').click()
    await expect(bar(page)).toContainText('1 chosen')
    await expect(box(page, label(1))).not.toBeChecked()
    await box(page, 'ben@many.example').click()
    await bar(page).getByRole('button', { name: 'Invite again' }).click()
    await dialog.getByRole('button', { name: 'Send 2 invitations again' }).click()
    await expect(page.getByText('2 invitations sent again')).toBeVisible()
    await expect(dialog).toHaveCount(0)
    await bar(page).getByRole('button', { name: 'Invite again' }).click()
    await expect(dialog.getByText('2 invitations are left out')).toBeVisible()
    await examine(page, 'invitations-again')
    await dialog.getByRole('button', { name: 'Close' }).last().click()
    await bar(page).getByRole('button', { name: 'Withdraw invitation' }).click()
    await dialog.getByRole('button', { name: 'Withdraw 2 invitations' }).click()
    await expect(page.getByText('2 invitations withdrawn')).toBeVisible()
    await expect(page.getByText('There are no open invitations.')).toBeVisible()
    await expect(bar(page)).toHaveCount(0)
  })
})
