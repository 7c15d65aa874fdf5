import { password } from './support/deedbox.ts'
import { examine } from './support/examine.ts'
import { expect, test } from './support/test.ts'

test('a dangerous act asks who it is, and then goes on where it was', async ({
  deedbox,
  visit,
  troubles,
}) => {
  troubles.allow(/403|400/)
  const admin = await deedbox.person('admin', { email: 'ruth@practice.example', password })
  const page = await visit(admin, '/admin/settings')
  const phone = page.getByLabel('Phone (optional)')
  const save = page.getByRole('button', { name: 'Save settings' })
  await phone.fill('02 9374 4000')
  // Person who signed in a while ago.
  await deedbox.rows("update sessions set proved_at = now() - interval '15 minutes' returning id")
  const dialog = page.getByRole('dialog', { name: 'Confirm that it is you' })

  await test.step('who would rather not stays where they are, with what they typed', async () => {
    await save.click()
    await expect(dialog.getByLabel('Your password')).toBeFocused()
    await examine(page, 'proof')
    await page.keyboard.press('Escape')
    await expect(dialog).toHaveCount(0)
    await expect(page.getByText('Please confirm that it is you.')).toBeVisible()
    await expect(phone).toHaveValue('02 9374 4000')
  })

  await test.step('a wrong password is said; the right one lets the change go on by itself', async () => {
    await save.click()
    await dialog.getByLabel('Your password').fill('not my password')
    await page.keyboard.press('Enter')
    await expect(dialog.getByText('This is not your password.')).toBeVisible()
    await dialog.getByLabel('Your password').fill(password)
    await dialog.getByRole('button', { name: 'Confirm' }).click()
    await expect(dialog).toHaveCount(0)
    await expect(page.getByText('Settings saved')).toBeVisible()
  })

  await test.step('her password is changed on her profile; she stays signed in here only', async () => {
    await page.goto('/profile#security')
    await page.getByRole('button', { name: 'Change password' }).click()
    const change = page.getByRole('dialog', { name: 'Change your password' })
    await change.getByLabel('New password', { exact: true }).fill('Silver-Lock-1901')
    await examine(page, 'change-password')
    await change.getByRole('button', { name: 'Change password' }).click()
    await expect(page.getByText('Your password is changed')).toBeVisible()
  })
})
