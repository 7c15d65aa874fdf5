import { dayMs } from '../contract/src/durations.ts'
import { samlKeys } from '../server/src/testing/saml-provider.ts'
import { examine } from './support/examine.ts'
import { startSamlSite } from './support/saml-site.ts'
import { expect, test } from './support/test.ts'

test('an administrator enters a SAML provider by its metadata, and people of its domain sign in with it', async ({
  deedbox,
  visit,
  troubles,
}) => {
  const site = await startSamlSite()
  // Request to the provider, as it should be.
  troubles.allow(new RegExp(`request to ${site.origin}`))
  const admin = await deedbox.person('admin')
  const page = await visit(admin, '/admin/settings')
  const part = page.getByRole('region', { name: 'Sign-in provider' })
  const dialog = page.getByRole('dialog', { name: 'New sign-in provider' })

  await test.step('what the provider must be told is there before anything is saved', async () => {
    await part.getByRole('button', { name: 'Add a provider' }).click()
    await dialog.getByText('SAML 2.0', { exact: true }).click()
    await expect(dialog.getByLabel('Assertion consumer service (ACS) URL', { exact: true })).toHaveValue(
      `${deedbox.address}/api/saml/acs`,
    )
    await expect(dialog.getByLabel('Our entity ID (audience)', { exact: true })).toHaveValue(
      `${deedbox.address}/api/saml/metadata`,
    )
  })

  await test.step('its metadata fills in the form: by address, from a file, pasted', async () => {
    const metadata = dialog.getByRole('textbox', { name: 'Metadata of the provider' })
    const read = dialog.getByRole('button', { name: 'Read metadata' })
    await metadata.fill(`${site.origin}/sign-in`)
    await read.click()
    await expect(dialog.getByText('This metadata could not be used.')).toBeVisible()
    await examine(page, 'saml-metadata-refused')
    await metadata.fill(`${site.origin}/metadata`)
    await read.click()
    await expect(dialog.getByText('The fields below are filled in.')).toContainText('2099')
    await expect(dialog.getByLabel('Entity ID of the provider')).toHaveValue(site.origin)
    await dialog.getByLabel('Entity ID of the provider').fill('other')
    await dialog.locator('input[type=file]').setInputFiles({
      name: 'metadata.xml',
      mimeType: 'application/xml',
      buffer: Buffer.from(site.metadata),
    })
    await expect(dialog.getByLabel('Entity ID of the provider')).toHaveValue(site.origin)
    await expect(dialog.getByLabel('Sign-in URL')).toHaveValue(`${site.origin}/sign-in`)
    await expect(dialog.getByLabel('Certificates')).toHaveValue(site.keys.certificate)
    await dialog.getByRole('textbox', { name: 'Name', exact: true }).fill('Firm ID')
    await examine(page, 'saml-form')
    await dialog.getByRole('button', { name: 'Add provider' }).click()
    await expect(part.getByText(/^in \d+ years · 1 Jan 2099$/)).toBeVisible()
  })

  await test.step('its domain is added and confirmed', async () => {
    await part.getByLabel('Email domain for Firm ID').fill('firm.example')
    await part.getByRole('button', { name: 'Add domain' }).click()
    const confirm = part.getByRole('button', { name: 'Confirm firm.example' })
    const confirmed = part.getByText('Confirmed', { exact: true })
    await expect(confirm.or(confirmed).first()).toBeVisible()
    if (await confirm.isVisible()) {
      await confirm.click()
      await page.getByRole('dialog').getByRole('button', { name: 'Confirm' }).click()
    }
    await expect(confirmed).toBeVisible()
    await examine(page, 'saml-provider')
  })

  await test.step('a new person signs in there, and is back where they wanted to go', async () => {
    const hers = await visit(null, '/login?returnTo=/profile')
    await hers.getByLabel('Email').fill('ida@firm.example')
    await hers.keyboard.press('Tab')
    await hers.getByRole('link', { name: 'Continue with Firm ID' }).click()
    await hers.getByLabel('Work email').fill('ida@firm.example')
    await hers.getByRole('button', { name: 'Sign in' }).click()
    await expect(hers).toHaveURL(/\/profile$/)
    await expect(hers.getByText('Ida Idle').first()).toBeVisible()
  })

  await test.step('an answer that is not for Deedbox leads back to the log-in, which says so', async () => {
    site.say({ audience: 'https://other.example' })
    const his = await visit(null, '/login')
    await his.getByLabel('Email').fill('otto@firm.example')
    await his.keyboard.press('Tab')
    await his.getByRole('link', { name: 'Continue with Firm ID' }).click()
    await his.getByLabel('Work email').fill('otto@firm.example')
    await his.getByRole('button', { name: 'Sign in' }).click()
    await expect(his.getByText('Signing in with the provider did not work. Please try again.')).toBeVisible()
    await examine(his, 'saml-refused')
  })

  await test.step('a certificate that expires within 30 days is warned of', async () => {
    const soon = await samlKeys(new Date(Date.now() + 12 * dayMs))
    await part.getByRole('button', { name: 'Edit Firm ID' }).click()
    const edit = page.getByRole('dialog', { name: 'Edit Firm ID' })
    await edit.getByLabel('Certificates').fill(soon.certificate)
    await edit.getByRole('button', { name: 'Save changes' }).click()
    await expect(part.getByText('Certificate expires soon')).toBeVisible()
    await expect(part.getByText(/^in 1[12] days · /)).toBeVisible()
    await examine(page, 'saml-certificate')
  })
  site.stop()
})
