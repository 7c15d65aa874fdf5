import { openIdClient, startOpenId } from '../server/src/testing/openid.ts'
import { password } from './support/deedbox.ts'
import { examine } from './support/examine.ts'
import { expect, test } from './support/test.ts'

test('an Org Admin enters a provider and a domain, an administrator confirms it, and a new person signs in with it', async ({
  deedbox,
  visit,
  troubles,
}) => {
  const openId = await startOpenId(() => [`${deedbox.address}/api/oauth/callback`])
  // Request to the provider, as it should be.
  troubles.allow(new RegExp(`request to ${openId.issuer}`))
  const nora = { sub: 'n-1', email: 'nora@harbour.example', email_verified: true }
  openId.people.known.push({ ...nora, given_name: 'Nora', family_name: 'Quay' })
  const head = await deedbox.person('b2b_admin', {
    organization: 'Harbour Legal',
    name: 'Helen Papadopoulos',
  })
  const page = await visit(head, '/b2b/settings')
  const part = page.getByRole('region', { name: 'Sign-in provider' })

  await test.step('the Org Admin adds the provider, and checks it', async () => {
    await part.getByRole('button', { name: 'Add a provider' }).click()
    const dialog = page.getByRole('dialog', { name: 'New sign-in provider' })
    await expect(dialog.getByLabel('Redirect URI', { exact: true })).toHaveValue(
      `${deedbox.address}/api/oauth/callback`,
    )
    await dialog.getByRole('textbox', { name: 'Name', exact: true }).fill('Harbour ID')
    await dialog.getByLabel('Issuer').fill('http://id.harbour.example')
    await dialog.getByLabel('Client ID').fill(openIdClient.clientId)
    await dialog.getByRole('textbox', { name: 'Client secret' }).fill(openIdClient.clientSecret)
    await dialog.getByLabel('New people become').selectOption('Requestor')
    await dialog.getByRole('button', { name: 'Add provider' }).click()
    await expect(dialog.getByText('Please enter an address that begins with https://')).toBeVisible()
    await examine(page, 'sso-provider-form')
    await dialog.getByLabel('Issuer').fill(openId.issuer)
    await dialog.getByRole('button', { name: 'Add provider' }).click()
    await expect(part.getByText('Needs a confirmed domain')).toBeVisible()
    await part.getByRole('button', { name: 'Check Harbour ID' }).click()
    await expect(page.getByText('Harbour ID answers as it should')).toBeVisible()
  })

  await test.step('a public mail domain is refused; their own waits for an administrator', async () => {
    const domain = part.getByLabel('Email domain for Harbour ID')
    await domain.fill('gmail.com')
    await part.getByRole('button', { name: 'Add domain' }).click()
    await expect(part.getByText('Anybody can have an email at gmail.com')).toBeVisible()
    await domain.fill('harbour.example')
    await part.getByRole('button', { name: 'Add domain' }).click()
    await expect(part.getByText('Waits for an administrator')).toBeVisible()
    await expect(part.getByRole('button', { name: 'Confirm harbour.example' })).toHaveCount(0)
    await part.getByLabel('People at harbour.example sign in only through the provider').check()
    await examine(page, 'sso-organization')
  })

  await test.step('the administrator finds it on the organisations’ page and confirms it', async () => {
    const adminPage = await visit(await deedbox.person('admin'), '/admin/organizations')
    const notice = adminPage.getByRole('alert').filter({ hasText: 'Email domains wait for you' })
    await expect(notice).toContainText('harbour.example for Harbour ID')
    await examine(adminPage, 'sso-waiting')
    await notice.getByRole('link', { name: 'Harbour Legal' }).click()
    await adminPage.getByRole('button', { name: 'Confirm harbour.example' }).click()
    const dialog = adminPage.getByRole('dialog', { name: 'Confirm harbour.example?' })
    await expect(dialog).toContainText(openId.issuer)
    await dialog.getByRole('button', { name: 'Confirm' }).click()
    await expect(adminPage.getByText('In use')).toBeVisible()
    await examine(adminPage, 'sso-confirmed')
    await adminPage.goto('/admin/settings')
    await expect(adminPage.getByText('No sign-in provider')).toBeVisible()
  })

  await test.step('a new person of the domain is led to the provider, and arrives as a member', async () => {
    const hers = await visit(null, '/login?returnTo=/requestor/documents')
    await hers.getByLabel('Email').fill(nora.email)
    await hers.keyboard.press('Tab')
    const onward = hers.getByRole('link', { name: 'Continue with Harbour ID' })
    await expect(onward).toBeVisible()
    await expect(hers.getByLabel('Password', { exact: true })).toHaveCount(0)
    await examine(hers, 'sso-login')
    await hers.getByRole('button', { name: 'I am an administrator: use my password' }).click()
    await expect(hers.getByLabel('Password', { exact: true })).toBeVisible()
    await onward.click()
    await hers.getByLabel('Work email').fill(nora.email)
    await hers.getByRole('button', { name: 'Sign in' }).click()
    await expect(hers.getByRole('heading', { level: 1, name: 'Access and Requests' })).toBeVisible()
    await hers.goto('/profile')
    await expect(hers.getByText('Harbour Legal').first()).toBeVisible()
    await expect(hers.getByText('Nora Quay').first()).toBeVisible()
    await hers.getByRole('button', { name: 'Unlink Harbour ID' }).click()
    const dialog = hers.getByRole('dialog', { name: 'Unlink Harbour ID?' })
    await dialog.getByRole('button', { name: 'Unlink' }).click()
    await expect(dialog.getByText('This is your only way to sign in.')).toBeVisible()
  })

  await test.step('a colleague links an account that exists, and ends that again', async () => {
    const [row] = await deedbox.rows<{ organization_id: string }>(
      `select organization_id from profiles where user_id = '${head.id}'`,
    )
    const colleague = await deedbox.person('requestor', {
      organizationId: row?.organization_id ?? null,
      email: 'sofia@marino.example',
      password,
    })
    openId.people.known.push({ sub: 's-1', email: 'sofia@harbour.example', email_verified: true })
    const colleaguePage = await visit(colleague, '/profile')
    await colleaguePage.getByRole('button', { name: 'Link Harbour ID' }).click()
    await colleaguePage.getByLabel('Work email').fill('sofia@harbour.example')
    await colleaguePage.getByRole('button', { name: 'Sign in' }).click()
    await expect(colleaguePage.getByRole('button', { name: 'Unlink Harbour ID' })).toBeVisible()
    await expect(colleaguePage.getByRole('button', { name: 'Link Harbour ID', exact: true })).toHaveCount(0)
    await examine(colleaguePage, 'sso-linked')
    await colleaguePage.getByRole('button', { name: 'Unlink Harbour ID' }).click()
    await colleaguePage.getByRole('dialog').getByRole('button', { name: 'Unlink' }).click()
    await expect(colleaguePage.getByText('No account with a provider is linked with yours.')).toBeVisible()
  })
  openId.stop()
})
