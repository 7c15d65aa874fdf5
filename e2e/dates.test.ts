import type { Locator, Page } from '@playwright/test'
import type { Deedbox, Person } from './support/deedbox.ts'
import { examine } from './support/examine.ts'
import { deed } from './support/files.ts'
import { dayIn } from './support/flows.ts'
import { expect, test } from './support/test.ts'

const title = 'Whitlam Family Trust deed'
const sofia = { name: 'Sofia Marino', firstName: 'Sofia', lastName: 'Marino' }
const passed = 'This day has passed'
const unknown = /^Not a date we understand\. Try 3 Dec \d{4} or “in 3 months”$/

type Dialog = {
  open: () => Promise<Page>
  field: string
  send: string
  call: RegExp
  sent: (body: Sent) => unknown
}
type Sent = Record<string, unknown>

test('an invalid date stays in the field, shows an error and is never sent', async ({ deedbox, visit }) => {
  const trustee = await deedbox.person('trustee')
  const admin = await deedbox.person('admin')
  const lawyer = await deedbox.person('requestor', sofia)
  const guest = await deedbox.person('guest', {
    name: 'Jane Citizen',
    firstName: 'Jane',
    lastName: 'Citizen',
  })
  const documentId = await deedbox.upload(trustee, title, await deed(title, 4))
  await deedbox.share(trustee, documentId, guest.email, { expiresOn: dayIn(5) })
  const owner = await visit(trustee)
  const reader = await visit(lawyer)

  const press = (page: Page, path: string, name: string) => async () => {
    await page.goto(path)
    await page.getByRole('button', { name, exact: true }).click()
    return page
  }
  const dialogs = {
    share: {
      open: async () => {
        await press(owner, `/documents/${documentId}`, 'Share')()
        await owner.getByRole('dialog').getByLabel('Recipient email').fill(lawyer.email)
        return owner
      },
      field: 'Expiry date (optional)',
      send: 'Share',
      call: /\/documents\/share$/,
      sent: ({ expiresOn }: Sent) => expiresOn,
    },
    renew: {
      open: press(owner, `/documents/${documentId}`, "Renew Jane Citizen's access"),
      field: 'New end of access (optional)',
      send: 'Renew access',
      call: /\/renew$/,
      sent: ({ expiresOn }: Sent) => expiresOn,
    },
    request: {
      open: async () => {
        await reader.goto('/requestor/documents?tab=request-access')
        await reader.getByLabel('Document name').fill('The deed of 1998')
        await reader.getByLabel('Client email').fill('jane@family.example')
        return reader
      },
      field: 'Access until (optional)',
      send: 'Request Access',
      call: /\/api\/requests$/,
      sent: ({ expiresOn }: Sent) => expiresOn,
    },
    approve: {
      open: async () => {
        await ask(deedbox, lawyer, documentId)
        await owner.goto('/trustee/requests')
        await owner.getByRole('button', { name: `Approve Sofia Marino's request for ${title}` }).click()
        return owner
      },
      field: 'Access ends with',
      send: 'Approve',
      call: /\/approve$/,
      sent: ({ expiresOn }: Sent) => expiresOn,
    },
    extend: {
      open: async () => {
        await reader.goto('/requestor/documents')
        await reader.getByRole('button', { name: `Extend my access to ${title}` }).click()
        await reader.getByRole('dialog').getByRole('radio', { name: 'Custom date' }).check()
        return reader
      },
      field: 'Access ends with',
      send: 'Request extension',
      call: /\/extension$/,
      sent: ({ customDate }: Sent) => customDate,
    },
    expiry: {
      open: async () => {
        const page = await press(await visit(admin), '/admin/users?role=guest', 'More for Jane Citizen')()
        await page.getByRole('menuitem', { name: 'Set expiry' }).click()
        return page
      },
      field: 'Last day of access',
      send: 'Save',
      call: /\/access-expiry$/,
      sent: ({ expiresOn }: Sent) => expiresOn,
    },
  } satisfies Record<string, Dialog>

  let days = 40
  for (const [name, { open, field, send, call, sent }] of Object.entries<Dialog>(dialogs))
    await test.step(name, async () => {
      const page = await open()
      const form = name === 'request' ? page.getByRole('main') : page.getByRole('dialog')
      const until = form.getByRole('textbox', { name: field })
      const button = form.getByRole('button', { name: send, exact: true })
      const calls: Sent[] = []
      page.on('request', (request) => {
        if (request.method() === 'POST' && call.test(new URL(request.url()).pathname))
          calls.push(request.postDataJSON())
      })
      for (const [typed, message] of [
        ['30 February', '30 February does not exist'],
        ['31/12/2020', passed],
        ['soon', unknown],
      ] as const) {
        await until.fill(typed)
        await button.click()
        await expect(form.getByText(message, { exact: true })).toBeVisible()
        await expect(until).toHaveValue(typed)
        await expect(until).toBeFocused()
      }
      await examine(page, `date-${name}`)
      await until.fill(`in ${days} days`)
      await expect(understood(form, 'in .+')).toBeVisible()
      await button.click()
      await expect.poll(() => calls).toHaveLength(1)
      expect(calls.map(sent)).toEqual([dayIn(days)])
      await expect(form.getByText('does not exist')).toHaveCount(0)
      days += 40
    })
})

/** Finds the line under a date field by its end. */
const understood = (form: Locator, distance: string) =>
  form.getByRole('status').filter({ hasText: new RegExp(`\\d{4} · ${distance}$`) })

async function ask(deedbox: Deedbox, lawyer: Person, documentId: string): Promise<void> {
  const body = { documentName: title, documentId, clientEmail: 'jane@family.example' }
  await deedbox.must(deedbox.call(lawyer, 'POST', '/api/requests', body))
}

test('a date is read as it is usually typed, picked in the calendar, and never lost', async ({
  deedbox,
  visit,
}) => {
  const trustee = await deedbox.person('trustee')
  const documentId = await deedbox.upload(trustee, title, await deed(title, 4))
  const page = await visit(trustee, `/documents/${documentId}`)
  await page.getByRole('button', { name: 'Share', exact: true }).click()
  const dialog = page.getByRole('dialog', { name: `Share ${title}` })
  const until = dialog.getByLabel('Expiry date (optional)', { exact: true })

  await test.step('what was understood is said, and written out when the field is left', async () => {
    await expect(dialog.getByText(/^Without a date, access ends by itself after 540 days: /)).toBeVisible()
    await until.fill('tomorrow')
    await expect(understood(dialog, 'tomorrow')).toBeVisible()
    await until.press('Tab')
    await expect(until).toHaveValue(/^\d{1,2} [A-Z][a-z]+ \d{4}$/)
    await dialog.getByRole('button', { name: '3 months', exact: true }).click()
    await expect(understood(dialog, 'in 3 months')).toBeVisible()
  })

  await test.step('the calendar has the focus, and Escape closes it alone', async () => {
    await until.fill('tomorrow')
    await dialog.getByRole('button', { name: 'Calendar' }).click()
    const calendar = page.getByRole('dialog', { name: 'Calendar' })
    const chosen = calendar.locator('[data-selected]')
    await expect(chosen).toBeFocused()
    await examine(page, 'date-calendar')
    await page.keyboard.press('Escape')
    await expect(calendar).toBeHidden()
    await expect(until).toHaveValue(/^\d{1,2} [A-Z][a-z]+ \d{4}$/)
    await dialog.getByRole('button', { name: 'Calendar' }).press('Enter')
    await expect(chosen).toBeFocused()
    await page.keyboard.press('ArrowDown')
    for (let week = 0; week < 5; week += 1) await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Enter')
    await expect(calendar).toBeHidden()
    // Period of six weeks from tomorrow, which includes at least one end of a month.
    await expect(understood(dialog, 'in 43 days')).toBeVisible()
    await dialog.getByRole('button', { name: 'Cancel' }).click()
    await page.getByRole('button', { name: 'Close without saving' }).click()
  })

  await test.step('a filter that cannot be read filters by nothing, and does not close over it', async () => {
    await page.goto('/documents')
    await page.getByRole('button', { name: 'Filters' }).click()
    const filters = page.getByRole('dialog', { name: 'Filters' })
    await filters.getByLabel('Expires from').fill('30/2')
    await filters.getByRole('button', { name: 'Done' }).click()
    await expect(filters.getByText('30 February does not exist')).toBeVisible()
    await expect(filters.getByLabel('Expires from')).toBeFocused()
    expect(new URL(page.url()).search).toBe('')
    await examine(page, 'date-filter')
    await filters.getByLabel('Expires from').fill('tomorrow')
    await filters.getByRole('button', { name: 'Done' }).click()
    await expect(page).toHaveURL(`/documents?expiryDateFrom=${dayIn(1)}`)
    await expect(filters).toBeHidden()
  })
})
