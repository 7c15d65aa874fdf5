import { dayMs } from '../contract/src/durations.ts'
import { type Deedbox, type Person, password } from './support/deedbox.ts'
import { examine } from './support/examine.ts'
import { deed } from './support/files.ts'
import { addressesOf, logIn, mailedLink, typedDay, unfold } from './support/flows.ts'
import { expect, test } from './support/test.ts'

const margaret = { name: 'Margaret Chen', firstName: 'Margaret', lastName: 'Chen' }
const sofia = { name: 'Sofia Marino', firstName: 'Sofia', lastName: 'Marino' }
const client = { name: 'Jane Citizen', email: 'jane@family.example' }

test('access is asked for, approved, read, extended, and ends', async ({ deedbox, visit }) => {
  const title = 'Nguyen Family Trust deed'
  const trustee = await deedbox.person('trustee', margaret)
  const lawyer = await deedbox.person('requestor', { ...sofia, professionalType: 'legal_counsel', password })
  const documentId = await deedbox.upload(trustee, title, await deed(title, 4))
  const grants = async () => {
    const answer = deedbox.call(trustee, 'GET', `/api/documents/${documentId}/access`)
    return (await deedbox.must<{ grants: { id: string; expiresAt: string; status: string }[] }>(answer))
      .grants
  }

  const page = await visit(lawyer, '/dashboard')
  await test.step('the requestor asks for a document by its name', async () => {
    await page.getByRole('link', { name: /^Request Access/ }).click()
    await expect(page).toHaveURL('/requestor/documents?tab=request-access')
    await expect(page.getByText('You have not asked for anything yet')).toBeVisible()
    const send = page.getByRole('button', { name: 'Request Access' })
    await send.click()
    await expect(page.getByText("Please enter a document name and ensure you're logged in")).toBeVisible()
    await expect(page.getByText('Client email is required')).toBeVisible()
    await expect(page.getByLabel('Document name')).toBeFocused()
    await examine(page, 'request-access-refused')
    await page.getByLabel('Document name').fill(title.toLowerCase())
    await page.getByLabel('Client email').fill(client.email)
    await page.getByLabel('Client name').fill(client.name)
    await page.getByRole('radio', { name: 'View only' }).check()
    await page.getByLabel('Access until').fill(typedDay(30))
    await page.getByLabel('Justification').fill('The family sells the house in Parramatta.')
    await send.click()
    await expect(
      page.getByText('Access request submitted successfully - a trustee will review your request'),
    ).toBeVisible()
    await expect(page.getByLabel('Document name')).toHaveValue('')
    const asked = page.getByRole('table', { name: 'Your access requests' })
    await expect(asked).toContainText('Pending')
    await expect(asked.getByRole('link', { name: title })).toHaveCount(0)
    await examine(page, 'request-access')
  })

  const owner = await visit(trustee, '/dashboard')
  await test.step('the trustee approves with a changed end and a note', async () => {
    await unfold(owner, 'Pending requests')
    for (const name of ['Requests to decide', 'Pending requests'])
      await expect(owner.getByRole('table', { name, exact: true })).toContainText('Sofia Marino')
    await expect(owner.getByRole('table', { name: 'Requests to decide' })).toContainText('in 30 days')
    await examine(owner, 'dashboard-trustee-pending')
    await owner.goto(await mailedLink(deedbox, trustee.email, '/trustee/requests'))
    // The link in the mail leads to that very request.
    await expect(owner.getByText('Only the request that the email is about.')).toBeVisible()
    await expect(owner.getByRole('table', { name: 'Requests', exact: true })).toContainText(client.email)
    await examine(owner, 'requests-pending')
    await owner.getByRole('button', { name: `Approve Sofia Marino's request for ${title}` }).click()
    const dialog = owner.getByRole('dialog', { name: `Approve Sofia Marino's request for ${title}?` })
    await expect(dialog).toContainText('The family sells the house in Parramatta.')
    await expect(dialog.getByRole('radio', { name: 'View only' })).toBeChecked()
    await expect(dialog.getByText('This is the only document with that title.')).toBeVisible()
    await expect(dialog.getByRole('img', { name: `First page of ${title}` })).toBeVisible()
    await dialog.getByLabel('Access ends with').fill(typedDay(20))
    await dialog.getByLabel('Note to the requester').fill('Until the settlement, not longer.')
    await examine(owner, 'request-approve')
    await dialog.getByRole('button', { name: 'Approve', exact: true }).click()
    await expect(owner.getByText('Access request approved')).toBeVisible()
    await owner.getByRole('button', { name: 'Show all' }).click()
    await expect(owner.getByText('No Pending Requests')).toBeVisible()
    const decisions = owner.getByRole('table', { name: 'Recent Decisions' })
    await expect(decisions).toContainText('Until the settlement, not longer.')
    await examine(owner, 'requests-decided')
  })

  const [granted] = await grants()
  await page.goto('/requestor/documents?tab=my-requests')
  await expect(page.getByRole('table', { name: 'Your access requests' })).toContainText('Granted: View only')
  await examine(page, 'my-requests-granted')
  const reader = await visit(null)
  const addresses = addressesOf(reader)
  await test.step('the requestor follows the link in the mail, signs in and reads', async () => {
    await reader.goto(await mailedLink(deedbox, lawyer.email, '/documents/shared/'))
    await logIn(reader, lawyer.email)
    await expect(reader).toHaveURL(`/documents/shared/${documentId}`)
    await expect(reader.getByRole('region', { name: 'Your access' })).toContainText('20 days left')
    await expect(reader.getByRole('button', { name: 'Download' })).toHaveCount(0)
    await examine(reader, 'document-requestor')
    await reader.getByRole('button', { name: 'View', exact: true }).click()
    await expect(reader.getByRole('img', { name: 'Page 1 of 4' })).toBeVisible()
    await reader.getByRole('button', { name: 'Next page' }).click()
    await expect(reader.getByRole('img', { name: 'Page 2 of 4' })).toBeVisible()
  })

  await test.step('asks for more time', async () => {
    await reader.goto('/requestor/documents')
    await expect(reader.getByRole('table', { name: 'My Access' })).toContainText('20 days left')
    await examine(reader, 'my-access')
    await reader.getByRole('button', { name: `Extend my access to ${title}` }).click()
    const dialog = reader.getByRole('dialog', { name: `Extend your access to ${title}?` })
    await expect(dialog.getByRole('radio', { name: '3 months (recommended)' })).toBeChecked()
    await dialog.getByRole('radio', { name: '1 month', exact: true }).check()
    await dialog.getByLabel('Justification').fill('The settlement was put off.')
    await examine(reader, 'extend')
    await dialog.getByRole('button', { name: 'Request extension' }).click()
    await expect(reader.getByText('Extension request submitted successfully')).toBeVisible()
    await expect(reader.getByText('Extension pending')).toBeVisible()
  })

  await test.step("the trustee approves it on the document's page", async () => {
    await owner.goto(`/documents/${documentId}`)
    const requests = owner.getByRole('table', { name: 'Access requests' })
    await expect(requests).toContainText('More time: 1 month · The settlement was put off.')
    await examine(owner, 'document-requests')
    await requests.getByRole('button', { name: /^Approve/ }).click()
    const dialog = owner.getByRole('dialog', { name: `Give Sofia Marino more time for ${title}?` })
    await expect(dialog.getByRole('radio', { name: 'As it is' })).toBeChecked()
    // The document is not in question: it is the one that she reads.
    await expect(dialog.getByText('The settlement was put off.')).toBeVisible()
    await expect(dialog.getByText('What will be opened')).toHaveCount(0)
    await examine(owner, 'request-approve-extension')
    await dialog.getByRole('button', { name: 'Approve', exact: true }).click()
    await expect(owner.getByText('Access request approved')).toBeVisible()
    await expect(requests.getByText('Approved')).toHaveCount(2)
    await mailedLink(deedbox, lawyer.email, '/documents/shared/')
  })

  const [extended, ...others] = await grants()
  const ends = Date.parse(extended?.expiresAt ?? '')
  await test.step("and the same grant's end has moved", async () => {
    expect(others).toEqual([])
    expect(extended?.id).toBe(granted?.id)
    expect((ends - Date.parse(granted?.expiresAt ?? '')) / dayMs).toBeGreaterThan(27)
    await reader.reload()
    await expect(reader.getByRole('button', { name: `Extend my access to ${title}` })).toBeVisible()
    await expect(reader.getByRole('table', { name: 'My Access' })).not.toContainText('20 days left')
  })

  const expectMail = async (person: Person, subject: string) => {
    await deedbox.runJobs()
    await deedbox.mail.next((mail) => mail.deliveredTo === person.email && mail.subject === subject)
  }
  await test.step('both are notified seven days before the end', async () => {
    // Clock set some hours earlier, because daylight saving may begin or end in the week.
    await deedbox.shift(ends - Date.now() - 7 * dayMs - 7_200_000)
    await expectMail(lawyer, `Your access to “${title}” ends in 7 days`)
    await expectMail(trustee, `Sofia Marino’s access to “${title}” ends in 7 days`)
    for (const address of addresses)
      expect([address, await status(deedbox, lawyer, address)]).toEqual([address, 200])
  })

  await test.step('after the end, nothing opens', async () => {
    await deedbox.shift(7 * dayMs + 7_201_000)
    const ofIt = [...addresses].filter((address) => address.includes(documentId))
    for (const kind of ['/pages', '/pages/1'])
      expect(ofIt.some((address) => new URL(address).pathname.endsWith(kind))).toBe(true)
    for (const address of ofIt)
      expect([address, await status(deedbox, lawyer, address)]).toEqual([address, 404])
    await expectMail(lawyer, `Your access to “${title}” has ended`)
    await expectMail(trustee, `Sofia Marino’s access to “${title}” has ended`)
    await page.goto(`/documents/shared/${documentId}`)
    await expect(page.getByRole('heading', { name: 'Document not found' })).toBeVisible()
    await page.goto('/requestor/documents')
    await expect(page.getByText('No access yet')).toBeVisible()
    await examine(page, 'my-access-empty')
  })
})

test('requests are denied, withdrawn, reminded of, and given their document', async ({ deedbox, visit }) => {
  const trustee = await deedbox.person('trustee', margaret)
  const lawyer = await deedbox.person('requestor', sofia)
  const title = 'Okafor Family Trust deed'
  await deedbox.upload(trustee, title, await deed(title, 4), { clientName: 'John Okafor' })
  const owner = await visit(trustee, '/requestor/documents?tab=request-access')
  await expect(
    owner.getByText('Access Not Required - You have full access as a Trustee', { exact: true }),
  ).toBeVisible()
  await expect(owner.getByLabel('Document name')).toHaveCount(0)
  await examine(owner, 'request-access-trustee')
  const page = await visit(lawyer)
  const asked = page.getByRole('table', { name: 'Your access requests' })

  await test.step('denied with a note', async () => {
    await ask(deedbox, lawyer, 'The will of 2003')
    await ask(deedbox, lawyer, title)
    await owner.goto('/trustee/requests')
    await expect(
      owner.getByText(/^Another client: John Okafor · owner Margaret Chen · uploaded /),
    ).toBeVisible()
    await expect(owner.getByText('Names a title only; no single document has it')).toBeVisible()
    await owner.getByRole('button', { name: `Deny Sofia Marino's request for ${title}` }).click()
    const dialog = owner.getByRole('dialog', { name: /^Deny Sofia Marino's request for / })
    await expect(dialog).toHaveAccessibleName(`Deny Sofia Marino's request for ${title}?`)
    await dialog.getByLabel('Note to the requester').fill('Please send the authority of your client first.')
    await examine(owner, 'request-deny')
    await dialog.getByRole('button', { name: 'Deny', exact: true }).click()
    await expect(owner.getByText('Access request denied')).toBeVisible()
    const next = owner.getByRole('button', { name: "Deny Sofia Marino's request for The will of 2003" })
    await expect(next).toBeFocused()
    await next.press('Enter')
    await dialog.getByRole('button', { name: 'Deny', exact: true }).click()
    await expect(owner.getByText('No Pending Requests')).toBeVisible()
    await expect(owner.getByRole('heading', { name: 'Waiting for you', exact: true })).toBeFocused()

    const { text, subject } = await deedbox.mail.next((mail) => mail.deliveredTo === lawyer.email)
    expect(subject).toBe(`Denied: access to “${title}”`)
    expect(text).toContain('Please send the authority of your client first.')
    await page.goto(text?.match(/http\S+tab=my-requests/)?.[0] ?? '')
    await expect(page.getByRole('tab', { name: 'My Requests' })).toHaveAttribute('aria-selected', 'true')
    await expect(asked).toContainText('Denied')
    await expect(asked).toContainText('Please send the authority of your client first.')
  })

  await test.step('withdrawn', async () => {
    await ask(deedbox, lawyer, title)
    await page.reload()
    await page.getByRole('button', { name: `Withdraw the request for ${title}` }).click()
    const dialog = page.getByRole('dialog', { name: `Withdraw your request for ${title}?` })
    await expect(dialog).toBeVisible()
    await examine(page, 'request-withdraw')
    await dialog.getByRole('button', { name: 'Withdraw request' }).click()
    await expect(page.getByText('Access request withdrawn')).toBeVisible()
    await expect(asked).toContainText('Withdrawn')
    await owner.reload()
    await expect(owner.getByText('No Pending Requests')).toBeVisible()
  })

  const name = 'The trust deed of 1998'
  await test.step('reminded of after two days', async () => {
    await ask(deedbox, lawyer, name)
    await deedbox.shift(2 * dayMs - 60_000)
    await page.reload()
    await expect(page.getByRole('button', { name: `Withdraw the request for ${name}` })).toBeVisible()
    await expect(page.getByRole('button', { name: /^Send Reminder/ })).toHaveCount(0)
    await deedbox.shift(61_000)
    await page.reload()
    await expect(page.getByRole('button', { name: /^Send Reminder/ })).toBeVisible()
    await examine(page, 'my-requests')
    await page.getByRole('button', { name: /^Send Reminder/ }).click()
    await expect(page.getByText('Reminder sent to document owner')).toBeVisible()
    await expect(page.getByRole('button', { name: /^Send Reminder/ })).toHaveCount(0)
    await deedbox.mail.next(
      ({ deliveredTo, subject }) =>
        deliveredTo === trustee.email &&
        subject === `Reminder: Sofia Marino is waiting for access to “${name}”`,
    )
  })

  await test.step('approved for a document that the trustee picks', async () => {
    await owner.reload()
    await owner.getByRole('button', { name: `Approve Sofia Marino's request for ${name}` }).click()
    const dialog = owner.getByRole('dialog')
    const approve = dialog.getByRole('button', { name: 'Approve', exact: true })
    await approve.click()
    await expect(dialog.getByText('Please choose the document this request is about.')).toBeVisible()
    await dialog.getByRole('combobox', { name: 'Document' }).fill('okafor')
    await expect(owner.getByRole('option')).toHaveCount(1)
    await examine(owner, 'request-approve-pick')
    await owner.getByRole('option', { name: title }).click()
    const opened = dialog.getByRole('region', { name: 'What will be opened' })
    await expect(opened.getByRole('img', { name: `First page of ${title}` })).toBeVisible()
    await expect(opened).toContainText('Margaret Chen')
    await expect(opened.getByRole('alert')).toContainText(
      'The request is for Jane Citizen; the client of this document is John Okafor.',
    )
    await examine(owner, 'request-approve-other-client')
    await approve.click()
    await expect(owner.getByText('Access request approved')).toBeVisible()
    await page.reload()
    // People who see the document may know that all three requests are about it.
    await expect(asked.getByRole('link', { name: title })).toHaveCount(3)
  })

  await test.step('and given up', async () => {
    await page.getByRole('tab', { name: 'My Access' }).click()
    await expect(page).toHaveURL('/requestor/documents')
    await page.getByRole('button', { name: `Remove my access to ${title}` }).click()
    await examine(page, 'remove-access')
    await page.getByRole('dialog').getByRole('button', { name: 'Remove access' }).click()
    await expect(page.getByText('Access removed successfully')).toBeVisible()
    await expect(page.getByText('No access yet')).toBeVisible()
    await expect(page.getByRole('heading', { level: 1 })).toBeFocused()
  })
})

test('who cannot browse documents asks to be shown some', async ({ deedbox, visit }) => {
  const trustee = await deedbox.person('trustee', margaret)
  const lawyer = await deedbox.person('requestor', sofia)
  const page = await visit(lawyer, '/requestor/documents')
  await page.getByRole('tab', { name: 'Browse Documents' }).click()
  await expect(page).toHaveURL('/requestor/documents?tab=browse-documents')
  await expect(page.getByRole('heading', { name: 'Document Browsing Restricted' })).toBeVisible()
  await expect(page.getByRole('radio', { name: 'SMS' })).toBeDisabled()
  await expect(page.getByText('Text messages are not available here. Please use email.')).toBeVisible()
  await page.getByLabel('Justification').fill('Everything of the late Harold Smith, for probate.')
  await examine(page, 'browse-documents')
  await page.getByRole('button', { name: 'Send request' }).click()
  await expect(page.getByText('Access request sent via email to document owner')).toBeVisible()
  await expect(page.getByLabel('Justification')).toHaveValue('')
  const { subject, text } = await deedbox.mail.next((mail) => mail.deliveredTo === trustee.email)
  expect(subject).toBe('Sofia Marino asks to see documents')
  expect(text).toContain('Everything of the late Harold Smith, for probate.')
  expect(text).toContain(`${deedbox.address}/documents`)
})

const ask = (deedbox: Deedbox, as: Person, documentName: string) =>
  deedbox.must(
    deedbox.call(as, 'POST', '/api/requests', {
      documentName,
      clientEmail: client.email,
      clientName: client.name,
    }),
  )

/** Returns the status that a person gets at an address that a page has read. */
async function status(deedbox: Deedbox, as: Person, address: string): Promise<number> {
  const { pathname, search } = new URL(address)
  return (await deedbox.call(as, 'GET', pathname + search)).status
}
