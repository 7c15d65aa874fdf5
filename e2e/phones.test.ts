import { screen } from '../contract/src/messages.ts'
import { startSmsProvider, type TestSmsProvider } from '../server/src/testing/sms.ts'
import { password, startDeedbox } from './support/deedbox.ts'
import { examine } from './support/examine.ts'
import { logIn } from './support/flows.ts'
import { test as base, expect } from './support/test.ts'

/** Test with a Deedbox that can send text messages. */
const test = base.extend<{ sms: TestSmsProvider }>({
  sms: async ({ baseURL: _ }, use) => {
    const sms = await startSmsProvider()
    await use(sms)
    await sms.stop()
  },
  deedbox: async ({ sms }, use) => {
    const deedbox = await startDeedbox({ more: sms.env })
    await use(deedbox)
    await deedbox.stop()
  },
})

test('a phone number to sign in with, and one as the second factor', async ({
  deedbox,
  sms,
  visit,
  troubles,
}) => {
  troubles.allow(/403/)
  const texted = () => /^\d{6}/.exec(sms.received.at(-1)?.Body ?? '')?.[0] ?? ''
  const post = async (path: string, body: object, token?: string) => {
    const authorization = token && { authorization: `Bearer ${token}` }
    const answer = await fetch(`${deedbox.address}/auth/v1/${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...authorization },
      body: JSON.stringify(body),
    })
    return (await answer.json()) as { id: string; access_token: string }
  }
  const email = 'petra@practice.example'
  await deedbox.person('requestor', { email, password })
  const page = await visit(null, '/login')
  await logIn(page, email)
  await expect(page.getByRole('button', { name: 'Sign In', exact: true })).toHaveCount(0)

  await test.step('the number counts once its code was entered', async () => {
    await page.goto('/profile#security')
    await page.getByRole('button', { name: 'Add a number' }).click()
    await expect(page.getByRole('dialog').getByText(screen.smsRisk)).toBeVisible()
    await page.getByRole('textbox', { name: 'Phone number' }).fill('0412 345 678')
    await examine(page, 'phone-number')
    await page.getByRole('button', { name: 'Send the code' }).click()
    const code = page.getByLabel('Code sent to 0412 345 678')
    await expect(code).toBeFocused()
    await code.fill('12')
    await page.getByRole('button', { name: 'Use this number' }).click()
    await expect(page.getByText('Please enter the six digits')).toBeVisible()
    await examine(page, 'phone-code')
    await code.fill(texted())
    await page.getByRole('button', { name: 'Use this number' }).click()
    await expect(page.getByText('You can sign in with this number now')).toBeVisible()
    await expect(page.getByRole('button', { name: 'Change number' })).toBeVisible()
    await expect(page.getByRole('dialog')).toHaveCount(0)
    await page.getByRole('heading', { name: 'Phone number to sign in with' }).scrollIntoViewIfNeeded()
    await examine(page, 'phone-part')
  })

  await test.step('the second step sends a code to who has only a phone, and asks for nothing else', async () => {
    const { access_token } = await post('token?grant_type=password', { email, password })
    const { id } = await post('factors', { factor_type: 'phone', phone: '0412 345 679' }, access_token)
    const { id: challenge_id } = await post(`factors/${id}/challenge`, {}, access_token)
    await post(`factors/${id}/verify`, { challenge_id, code: texted() }, access_token)
    await page.context().clearCookies()
    await page.goto('/login')
    await logIn(page, email)
    const ask = page.getByRole('button', { name: 'Send a code to my phone' })
    await expect(ask).toBeVisible()
    await expect(page.getByText(screen.smsRisk)).toBeVisible()
    await expect(page.getByRole('textbox')).toHaveCount(0)
    await expect(page.getByRole('button', { name: 'Use a passkey' })).toHaveCount(0)
    await examine(page, 'second-step-phone')
    await ask.click()
    const code = page.getByLabel('Code that we sent to your phone')
    await expect(code).toBeFocused()
    await examine(page, 'second-step-phone-code')
    await code.fill(texted())
    await expect(page.getByRole('heading', { name: 'Confirm that it is you' })).toHaveCount(0)
  })

  await test.step('the same proves later who it is', async () => {
    await deedbox.rows("update sessions set proved_at = now() - interval '15 minutes' returning id")
    await page.goto('/profile#security')
    await page.getByRole('button', { name: 'Remove number' }).click()
    const dialog = page.getByRole('dialog', { name: 'Confirm that it is you' })
    await dialog.getByRole('button', { name: 'Use a code by text message' }).click()
    await expect(dialog.getByText(screen.smsRisk)).toBeVisible()
    await dialog.getByRole('button', { name: 'Send the code' }).click()
    await expect(dialog.getByText('We sent a code to your phone.')).toBeVisible()
    await dialog.getByLabel('Code from the text message').fill(texted())
    await examine(page, 'proof-phone')
    await dialog.getByRole('button', { name: 'Confirm' }).click()
    await expect(page.getByText('The phone number is removed')).toBeVisible()
  })
})
