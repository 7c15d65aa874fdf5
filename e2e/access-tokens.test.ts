import { examine } from './support/examine.ts'
import { expect, test } from './support/test.ts'

test('somebody lets a script use Deedbox, and stops it again', async ({ deedbox, visit }) => {
  const person = await deedbox.person('trustee', { email: 'olive@practice.example' })
  const page = await visit(person, '/profile#security')
  const part = page.getByRole('region', { name: 'Access tokens' })
  let secret = ''
  const listing = () =>
    fetch(`${deedbox.address}/api/documents`, { headers: { authorization: `Bearer ${secret}` } })

  await test.step('a token needs a name, something it may do and an end within a year', async () => {
    await part.getByRole('button', { name: 'Create access token' }).click()
    const dialog = page.getByRole('dialog', { name: 'Create an access token' })
    await dialog.getByRole('button', { name: 'Create access token' }).click()
    await expect(dialog.getByText('This field is required')).toBeVisible()
    await expect(dialog.getByText('Choose at least one')).toBeVisible()
    await dialog.getByLabel('Last day').fill('in 2 years')
    await page.keyboard.press('Tab')
    await expect(dialog.getByText('ends within a year')).toBeVisible()
    await examine(page, 'token-form')
    await dialog.getByLabel('Name').fill('Nightly list')
    await dialog.getByRole('checkbox', { name: 'Read' }).check()
    await dialog.getByLabel('Last day').fill('in 3 months')
    await dialog.getByRole('button', { name: 'Create access token' }).click()
  })

  await test.step('its secret is shown once, and opens the list of documents', async () => {
    const dialog = page.getByRole('dialog', { name: 'Your new access token' })
    secret = await dialog.getByLabel('Access token').inputValue()
    expect(secret).toMatch(/^deedbox_pat_/)
    await examine(page, 'token-secret')
    await dialog.getByRole('button', { name: 'Done' }).click()
    await expect(part.getByText('Nightly list')).toBeVisible()
    await expect(part.getByText('Never used')).toBeVisible()
    await expect(page.getByText(secret)).toHaveCount(0)
    const answer = await listing()
    expect(answer.status).toBe(200)
    expect(await answer.json()).toMatchObject({ documents: [] })
    await examine(page, 'tokens')
  })

  await test.step('ended, it is refused', async () => {
    await part.getByRole('button', { name: 'End Nightly list' }).click()
    const dialog = page.getByRole('dialog', { name: 'End the access token Nightly list?' })
    await dialog.getByRole('button', { name: 'End access token' }).click()
    await expect(page.getByText('Access token ended')).toBeVisible()
    await expect(part.getByText('Nightly list')).toHaveCount(0)
    expect((await listing()).status).toBe(401)
  })
})
