import type { Page } from '@playwright/test'
import { password } from './support/deedbox.ts'
import { examine } from './support/examine.ts'
import { logIn, mailedLink } from './support/flows.ts'
import { expect, test } from './support/test.ts'

/** Milliseconds that are shorter than any page waits before it asks again. */

const part = (page: Page, name: string) => page.getByRole('region', { name, exact: true })

test('a stranger’s session is told by mail, seen on the profile and ended from there', async ({
  deedbox,
  visit,
}) => {
  const person = await deedbox.person('requestor', {
    ...{ name: 'Sofia Marino', firstName: 'Sofia', lastName: 'Marino', password },
  })
  await deedbox.rows(`delete from sessions where user_id = '${person.id}' returning id`)
  const page = await visit(null, '/login')
  await logIn(page, person.email, 'Not-It-1887')
  await expect(page.getByText('Invalid email or password')).toBeVisible()
  await logIn(page, person.email)
  await expect(page).toHaveURL('/dashboard')
  const stranger = await visit(null, '/login')
  await logIn(stranger, person.email)
  await expect(stranger).toHaveURL('/dashboard')

  await test.step('the mail about the new device leads to the account security', async () => {
    await page.goto(await mailedLink(deedbox, person.email, '/profile#security'))
    await expect(page.getByRole('heading', { name: 'Account security' })).toBeInViewport()
    await expect(part(page, 'Where you are signed in').getByRole('listitem')).toHaveCount(2)
    await expect(part(page, 'Recent sign-ins').getByRole('listitem')).toHaveCount(3)
    await expect(part(page, 'Recent sign-ins').getByRole('listitem').last()).toContainText('Wrong password')
    await examine(page, 'account security')
  })

  await test.step('a press ends the other session, and its page is out at once', async () => {
    await part(page, 'Where you are signed in')
      .getByRole('button', { name: /^Sign out \w+ on/ })
      .click()
    await expect(page.getByText(/is signed out$/)).toBeVisible()
    await expect(part(page, 'Where you are signed in').getByRole('listitem')).toHaveCount(1)
    await expect(part(page, 'Where you are signed in')).toContainText('This device')
    await expect(stranger.getByRole('heading', { name: 'Access Denied' })).toBeVisible()
  })

  await test.step('sign-ins elsewhere show by themselves; all others end together', async () => {
    await stranger.goto('/login')
    await logIn(stranger, person.email)
    await expect(part(page, 'Where you are signed in').getByRole('listitem')).toHaveCount(2)
    await page.getByRole('button', { name: 'Sign out all others' }).click()
    await examine(page, 'sign out all others')
    await page.getByRole('dialog').getByRole('button', { name: 'Sign out all others' }).click()
    await expect(page.getByText('1 session ended')).toBeVisible()
    await expect(page.getByRole('dialog')).toHaveCount(0)
    await expect(page.getByRole('button', { name: 'Sign out all others' })).toBeHidden()
    await expect(stranger.getByRole('heading', { name: 'Access Denied' })).toBeVisible()
  })

  await test.step('an administrator sees the sign-ins and signs the person out everywhere', async () => {
    const admin = await visit(
      await deedbox.person('admin', { name: 'Ruth Admin' }),
      `/admin/users/${person.id}`,
    )
    await admin.getByText('Last sign-ins').click()
    await expect(admin.getByText('Wrong password')).toBeVisible()
    await admin.getByRole('button', { name: 'Manage' }).click()
    await admin.getByRole('menuitem', { name: 'Sign out everywhere' }).click()
    await examine(admin, 'sign a person out')
    await admin.getByRole('dialog').getByRole('button', { name: 'Sign out everywhere' }).click()
    await expect(admin.getByText('Sofia Marino is signed out everywhere')).toBeVisible()
    await expect(page.getByRole('heading', { name: 'Access Denied' })).toBeVisible()
    await deedbox.mail.next(({ subject }) => subject === 'You were signed out on all devices')
  })
})
