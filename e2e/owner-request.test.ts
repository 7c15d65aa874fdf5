import type { Page } from '@playwright/test'
import { dayMs } from '../contract/src/durations.ts'
import { type Deedbox, type Person, password } from './support/deedbox.ts'
import { examine } from './support/examine.ts'
import { deed } from './support/files.ts'
import { askForCode, logIn, mailedCode, mailedLink } from './support/flows.ts'
import { expect, test } from './support/test.ts'

const sofia = { name: 'Sofia Marino', firstName: 'Sofia', lastName: 'Marino' }
const stranger = 'nora@bennett.example'
const details =
  'The deed of the Bennett Family Trust of 2019, for our client Thomas Bennett, who sells the farm.'

test('a request goes from a stranger’s inbox to fulfilled', async ({ deedbox, visit }) => {
  const lawyer = await deedbox.person('requestor', { ...sofia, professionalType: 'lawyer', password })
  const thomas = await deedbox.person('trustee', { name: 'Thomas Webb', firstName: 'Thomas' })
  const foreign = await deedbox.upload(thomas, 'Webb Family Trust deed', await deed('Webb', 4))

  const asker = await visit(lawyer, '/requestor/documents?tab=owner-requests')
  await test.step('the requestor asks an owner who has no account', async () => {
    await expect(asker.getByText('No requests to you')).toBeVisible()
    const send = asker.getByRole('button', { name: 'Send request' })
    await send.click()
    await expect(asker.getByText('Please fill in all required fields')).toHaveCount(2)
    await expect(asker.getByLabel("Owner's email")).toBeFocused()
    await examine(asker, 'owner-request-form-refused')
    await asker.getByLabel("Owner's email").fill(stranger)
    await asker.getByLabel("Owner's name").fill('Nora Bennett')
    await asker.getByLabel('Request details').fill(details)
    await send.click()
    await expect(asker.getByText('Request sent successfully to the owner email.')).toBeVisible()
    await expect(asker.getByLabel("Owner's email")).toHaveValue('')
    await asker.getByRole('link', { name: 'My Requests' }).click()
    await expect(asker.getByRole('table', { name: 'Requests sent' })).toContainText('Pending')
    await examine(asker, 'owner-requests-sent')
    await asker.getByRole('button', { name: `Details of the request to ${stranger}` }).click()
    await expect(asker.getByRole('dialog', { name: 'Request to Nora Bennett' })).toContainText(details)
    await examine(asker, 'owner-request-details')
  })

  const link = await mailedLink(deedbox, stranger, '/owner-request/')
  const path = new URL(link).pathname
  const owner = await visit(null)
  await test.step('the stranger opens the link in the mail, signed out', async () => {
    await owner.goto(link)
    await expect(owner.getByRole('heading', { name: 'Authentication Required' })).toBeVisible()
    await expect(owner.getByText('Bennett')).toHaveCount(0)
    await expect(owner.getByText('Marino')).toHaveCount(0)
    await examine(owner, 'owner-request-signed-out')
    const signIn = owner.getByRole('main').getByRole('link', { name: 'Sign In' })
    await expect(signIn).toHaveAttribute('href', `/login?redirect=${encodeURIComponent(path)}`)
  })

  await test.step('signs up through it as a trustee, and lands back on it', async () => {
    await owner.getByRole('link', { name: 'Create Trustee Account' }).click()
    await expect(owner).toHaveURL(`/signup?role=trustee&request=${path.split('/').at(-1)}`)
    await expect(owner.getByText('Somebody has asked you for documents')).toBeVisible()
    await expect(owner.getByText('Account type: Trustee')).toBeVisible()
    await expect(owner.getByRole('radio')).toHaveCount(0)
    await expect(owner.getByRole('link', { name: 'Sign in', exact: true })).toHaveAttribute(
      'href',
      `/login?redirect=${encodeURIComponent(path)}`,
    )
    await examine(owner, 'sign-up-owner-request')
    await askForCode(owner, { firstName: 'Nora', lastName: 'Bennett', email: stranger })
    await owner.getByLabel('Verification code').fill(await mailedCode(deedbox, stranger))
    await expect(owner).toHaveURL(path)
    await expect(owner.getByRole('heading', { name: 'Request from Sofia Marino' })).toBeVisible()
    await expect(owner.getByRole('region', { name: 'The request' })).toContainText(details)
    await examine(owner, 'owner-request-pending')
  })

  const late = await visit(thomas)
  // A page without live events.
  await late.route(/\/api\/live/, (route) => route.fulfill({ status: 429 }))
  await late.goto(path)
  await expect(late.getByRole('button', { name: 'Claim request' })).toBeVisible()
  await test.step('claims it, though nobody has confirmed the account yet', async () => {
    await owner.getByRole('button', { name: 'Claim request' }).click()
    await expect(owner.getByText('Request claimed! You can now upload and share documents.')).toBeVisible()
    await expect(owner.getByRole('region', { name: 'The request' })).toContainText('Claimed')
    await examine(owner, 'owner-request-claimed')
    await deedbox.mail.next(
      (mail) =>
        mail.deliveredTo === lawyer.email && mail.subject === 'Nora Bennett is working on your request',
    )
  })

  await test.step('a trustee who claims it too late sees who claimed it first, and cannot act on it', async () => {
    await late.getByRole('button', { name: 'Claim request' }).click()
    await expect(late.getByText('Failed to claim request')).toBeVisible()
    await expect(
      late.getByText('Nora Bennett claimed this request just before you did. Nothing was changed.'),
    ).toBeVisible()
    await expectNothingToDo(late)
    await examine(late, 'owner-request-too-late')
  })

  await test.step('uploads the deed there', async () => {
    await owner.getByRole('link', { name: 'Upload documents' }).click()
    await owner
      .getByLabel('Files to upload', { exact: true })
      .setInputFiles(await deed('Bennett Family Trust', 4))
    await owner.getByRole('textbox', { name: 'Title' }).fill('Bennett Family Trust deed')
    await owner.getByRole('button', { name: 'Upload document' }).click()
    await owner.getByRole('link', { name: 'Continue with the request' }).click()
    await expect(owner).toHaveURL(path)
    await expect(owner.getByText('You have one document.')).toBeVisible()
  })

  await test.step('shares it with the requester', async () => {
    await owner.getByRole('button', { name: 'Share documents' }).click()
    const dialog = owner.getByRole('dialog', { name: 'Share documents with Sofia Marino' })
    await dialog.getByRole('button', { name: 'Share document', exact: true }).click()
    await expect(dialog.getByText('Please choose at least one document')).toBeVisible()
    await expect(dialog.getByText('Webb')).toHaveCount(0)
    await dialog.getByRole('checkbox', { name: /^Bennett Family Trust deed/ }).check()
    await dialog.getByRole('radio', { name: 'View only' }).check()
    await examine(owner, 'owner-request-share')
    await dialog.getByRole('button', { name: 'Share document', exact: true }).click()
    await expect(
      owner.getByText(`Document shared with ${lawyer.email} - notification email sent`),
    ).toBeVisible()
    await expect(owner.getByRole('list', { name: 'Documents shared' })).toHaveText(
      'Bennett Family Trust deed',
    )
  })

  await test.step('and marks the request as fulfilled', async () => {
    await owner.getByRole('button', { name: 'Mark as fulfilled' }).click()
    const dialog = owner.getByRole('dialog', { name: 'Mark the request from Sofia Marino as fulfilled?' })
    await expect(dialog).toBeVisible()
    await dialog.getByRole('button', { name: 'Mark as fulfilled' }).click()
    await expect(owner.getByText('Request marked as fulfilled!')).toBeVisible()
    await expect(owner.getByText('You have fulfilled this request.')).toBeVisible()
    await expectNothingToDo(owner)
    await examine(owner, 'owner-request-fulfilled')
  })

  await test.step('still unconfirmed, the owner sees no document of anybody else', async () => {
    await owner.goto('/documents')
    await expect(owner.getByRole('link', { name: 'Bennett Family Trust deed' }).first()).toBeVisible()
    await expect(owner.getByText('Webb Family Trust deed')).toHaveCount(0)
    await owner.goto(`/documents/${foreign}`)
    await expect(owner.getByRole('heading', { name: 'Document not found' })).toBeVisible()
  })

  await test.step('the requester is notified and reads the document', async () => {
    const reader = await visit(null, await mailedLink(deedbox, lawyer.email, '/documents/shared/'))
    await logIn(reader, lawyer.email)
    await expect(reader.getByRole('heading', { name: 'Bennett Family Trust deed' })).toBeVisible()
    await reader.getByRole('button', { name: 'View', exact: true }).click()
    await expect(reader.getByRole('img', { name: 'Page 1 of 4' })).toBeVisible()
    const { text } = await deedbox.mail.next(
      (mail) => mail.deliveredTo === lawyer.email && mail.subject === 'Your request was fulfilled',
    )
    await reader.goto(text?.match(/http\S+tab=my-requests/)?.[0] ?? '')
    const sent = reader.getByRole('table', { name: 'Requests sent' })
    await expect(sent).toContainText('Fulfilled')
    await expect(sent).toContainText(stranger)
  })
})

test('people the request is not for cannot see it, or cannot act on it', async ({ deedbox, visit }) => {
  const lawyer = await deedbox.person('requestor', sofia)
  const owner = await deedbox.person('guest', { name: 'Olive Owner', firstName: 'Olive' })
  const body = {
    ownerEmail: owner.email,
    message: 'The will of the late Harold Owner, please.',
    anyway: true,
  }
  const { request } = await deedbox.must<{ request: { id: string } }>(
    deedbox.call(lawyer, 'POST', '/api/owner-requests', body),
  )
  const path = `/owner-request/${request.id}`

  const unconfirmed = await deedbox.person('trustee', { name: 'Ursula New', confirmedAt: null })
  const hiddenFrom = [lawyer, await deedbox.person('b2b_admin'), unconfirmed]
  const page = await visit(lawyer, path)
  await test.step('its requester, an organisation and an unconfirmed trustee: Access Denied', async () => {
    const denied = page.getByRole('heading', {
      name: "Access Denied: You don't have permission to view this request.",
    })
    await expect(denied).toBeVisible()
    await expect(page.getByText('Harold Owner')).toHaveCount(0)
    await expectNothingToDo(page)
    await examine(page, 'owner-request-hidden')
    await test.step('and it stays on the screen while it is asked for again', async () => {
      const { promise: held, resolve: release } = Promise.withResolvers<void>()
      await page.route(`**/api${path.replace('request', 'requests')}`, async (route) => {
        await held
        await route.continue()
      })
      const again = page.waitForRequest(`**/api${path.replace('request', 'requests')}`)
      await deedbox.must(deedbox.call(lawyer, 'POST', '/api/owner-requests', body))
      await again
      await page.evaluate(
        () => new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn))),
      )
      await expect(denied).toBeVisible()
      release()
    })
    for (const person of hiddenFrom) await expectRefused(deedbox, person, request.id)
  })

  await test.step('an administrator and an owner who is no trustee see it, without Claim', async () => {
    const admin = await deedbox.person('admin', { name: 'Ada Admin', firstName: 'Ada' })
    for (const [person, role] of [
      [owner, 'Guest Viewer'],
      [admin, 'System Administrator'],
    ] as const) {
      const reader = await visit(person, path)
      await expect(reader.getByText('The will of the late Harold Owner, please.')).toBeVisible()
      await expect(reader.getByText(`Your account (${role})`)).toBeVisible()
      await expectNothingToDo(reader)
      if (person === owner) await examine(reader, 'owner-request-guest')
      await expectRefused(deedbox, person, request.id)
    }
  })

  await test.step('a request that does not exist shows a message and a link back', async () => {
    await page.goto('/owner-request/3f0e8f9c-24c1-4b66-9d0d-8a9f9cf51c11')
    await expect(page.getByText('Request not found')).toBeVisible()
    await expect(page).toHaveURL('/')
  })
})

test('a requester is warned before sending, sees that nobody has claimed the request, sends a reminder and withdraws it', async ({
  deedbox,
  visit,
}) => {
  const lawyer = await deedbox.person('requestor', sofia)
  const trustee = await deedbox.person('trustee', { name: 'Thomas Webb', firstName: 'Thomas' })
  const admin = await deedbox.person('admin', { name: 'Ada Admin', firstName: 'Ada' })
  const guest = await deedbox.person('guest', { name: 'Jane Citizen', firstName: 'Jane' })
  const message = 'The deed of the Webb Family Trust, please.'
  const page = await visit(lawyer, '/requestor/documents?tab=owner-requests')
  const email = page.getByLabel("Owner's email")
  const send = page.getByRole('button', { name: 'Send request' })

  await test.step('not to oneself, nor unknowingly to somebody who cannot claim it', async () => {
    await email.fill(lawyer.email)
    await page.getByLabel('Request details').fill(message)
    await send.click()
    await expect(page.getByText('This is your own email address.')).toBeVisible()
    await email.fill(guest.email)
    await send.click()
    await expect(page.getByText('The person with this email cannot claim requests in Deedbox.')).toBeVisible()
    await examine(page, 'owner-request-cannot-claim')
    await page.getByRole('checkbox', { name: 'Send it anyway' }).check()
    await send.click()
    await expect(page.getByText('Request sent successfully to the owner email.')).toBeVisible()
  })

  await test.step('trustee and administrator see on their dashboards that nobody has claimed it', async () => {
    const office = await visit(trustee, '/dashboard')
    const waiting = office
      .getByRole('table', { name: 'Owner requests to claim' })
      .getByRole('row', { name: message })
    await expect(waiting).toContainText('nobody has claimed it yet')
    await examine(office, 'dashboard-trustee-waiting')
    await waiting.getByRole('link', { name: 'Open the request from Sofia Marino' }).click()
    await expect(office.getByRole('button', { name: 'Claim request' })).toBeVisible()
    const head = await visit(admin, '/dashboard')
    await expect(head.getByRole('heading', { name: 'Waiting for you' })).toBeVisible()
    await expect(head.getByRole('table', { name: 'Owner requests to claim' })).toHaveCount(0)
    await expect(
      head
        .getByRole('table', { name: 'Owner requests that nobody has claimed' })
        .getByRole('row', { name: message })
        .getByRole('link'),
    ).toHaveText(guest.email)
    await examine(head, 'dashboard-admin-unclaimed')
  })

  await test.step('the requester sees it too, and reminds the owner after two days', async () => {
    await deedbox.shift(3 * dayMs)
    await page.goto('/dashboard')
    const sent = page.getByRole('table', { name: 'Your requests that nobody has claimed' })
    await expect(sent).toContainText('Nobody has claimed it yet')
    await expect(sent).toContainText('Sent 3 days ago')
    await examine(page, 'dashboard-requestor-unclaimed')
    await sent.getByRole('button', { name: /^Send Reminder/ }).click()
    await expect(page.getByText('Reminder sent to document owner')).toBeVisible()
    await expect(sent.getByRole('button', { name: /^Send Reminder/ })).toHaveCount(0)
    await deedbox.mail.next(
      (mail) =>
        mail.deliveredTo === guest.email && mail.subject === 'Reminder: Sofia Marino asks you for documents',
    )
  })

  await test.step('and withdraws it', async () => {
    await page.goto('/requestor/documents?tab=my-requests')
    await page.getByRole('button', { name: `Withdraw the request to ${guest.email}` }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Withdraw request' }).click()
    await expect(page.getByText('Request withdrawn', { exact: true })).toBeVisible()
    await expect(page.getByRole('table', { name: 'Requests sent' })).toContainText('Withdrawn by you')
    await examine(page, 'owner-request-withdrawn')
    const office = await visit(trustee, '/dashboard')
    const waiting = office.getByRole('region', { name: 'Waiting for you' })
    await expect(waiting).toContainText(/nobody has claimed it yet|Nothing waits for you today/)
    await expect(waiting).not.toContainText(message)
  })

  await test.step('a request whose email was not delivered says so where it stands, and what to do', async () => {
    deedbox.mail.refuse(550)
    const wrong = 'nobody@webb.example'
    const body = { ownerEmail: wrong, message: 'The will of Agnes Webb, please.' }
    const { request } = await deedbox.must<{ request: { id: string } }>(
      deedbox.call(lawyer, 'POST', '/api/owner-requests', body),
    )
    deedbox.mail.refuse(null)
    await page.goto(`/requestor/documents?tab=my-requests&sent=${request.id}`)
    const sent = page.getByRole('table', { name: 'Requests sent' })
    await expect(sent).toContainText('The email was not delivered')
    await expect(sent).not.toContainText(message)
    await page.getByRole('button', { name: `Details of the request to ${wrong}` }).click()
    const dialog = page.getByRole('dialog', { name: `Request to ${wrong}` })
    await expect(dialog).toContainText(`The email to ${wrong} was not delivered`)
    await expect(dialog.getByRole('button', { name: 'Copy the link' })).toBeVisible()
    await examine(page, 'owner-request-undelivered')
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: 'Show all' }).click()
    await expect(sent).toContainText(message)
  })
})

async function expectNothingToDo(page: Page): Promise<void> {
  await expect(page.getByRole('button', { name: /^(Claim|Share|Mark)/ })).toHaveCount(0)
  await expect(page.getByRole('main').getByRole('link', { name: /^Upload/ })).toHaveCount(0)
}

/** The server refuses what the page does not offer. */
async function expectRefused(deedbox: Deedbox, person: Person, id: string): Promise<void> {
  for (const act of ['claim', 'fulfil', 'share']) {
    const body = act === 'share' ? { documentIds: [id] } : {}
    const { status } = await deedbox.call(person, 'POST', `/api/owner-requests/${id}/${act}`, body)
    expect([act, status]).toEqual([act, 403])
  }
}
