import type { Page } from '@playwright/test'
import { examine } from './support/examine.ts'
import { unfold } from './support/flows.ts'
import { matterPages } from './support/matter-pages.ts'
import { expect, test } from './support/test.ts'

/** Widths in CSS pixels; 550 and 720 are 1,100 and 1,440 at 200 % zoom. */
const widths = [1440, 1101, 1024, 820, 768, 720, 641, 550]
const title =
  'Deed of variation of the Wollongong-Featherstonehaugh Family Discretionary Trust (1987), as restated and amended'
const unbroken = 'Donaudampfschifffahrtsgesellschaftskapitänswitwenrentenvereinbarung'.repeat(3)
const long = { firstName: 'Bartholomew-Maximilian', lastName: 'Wollongong-Featherstonehaugh-Cholmondeley' }
/** Reason of a request, of which a row shows the beginning. */
const reason = `${`${title}. `.repeat(9)}It ends here.`
const name = `${long.firstName} ${long.lastName}`
const email = (local: string) => `${local}.wollongong-featherstonehaugh-cholmondeley@solicitors.example`

test('the name of a row is readable at every width, in every list', async ({ deedbox, visit }) => {
  const { must, call } = deedbox
  const trustee = await deedbox.person('trustee', { ...long, name, email: email('trustee') })
  const admin = await deedbox.person('admin', { ...long, name, email: email('admin') })
  const lawyer = await deedbox.person('requestor', { ...long, name, email: email('lawyer') })
  const guest = await deedbox.person('guest', { ...long, name, email: email('guest') })
  const file = { name: 'a.txt', mimeType: 'text/plain', buffer: Buffer.from('I leave the piano to Ada.') }
  const store = (what: string) =>
    deedbox.upload(trustee, what, file, { clientName: name, expiryDate: '2031-07-01' })

  const shared = await store(title)
  const old = await store(unbroken)
  const asked = await store(`${title} II`)
  const matters = await matterPages(deedbox, trustee, asked, { title, name, email: email('heir') })
  const deleted = await store(`${title} III`)
  for (const { email } of [lawyer, guest]) await deedbox.share(trustee, shared, email)
  const longAgo = await deedbox.share(trustee, old, lawyer.email)
  await deedbox.rows(
    `update document_access set granted_at = now() - interval '2 years' where id = '${longAgo}'`,
  )
  const over = await deedbox.share(trustee, old, guest.email)
  await deedbox.rows(
    `update document_access set status = 'expired', expires_at = now() - interval '1 day' where id = '${over}'`,
  )
  const ask = (documentName: string) =>
    must<{ request: { id: string } }>(
      call(lawyer, 'POST', '/api/requests', {
        documentName,
        clientEmail: email('client'),
        clientName: name,
        justification: reason,
      }),
    )
  const { request } = await ask(`${title} I`)
  await must(call(trustee, 'POST', `/api/requests/${request.id}/deny`, { notes: title }))
  await ask(`${title} II`)
  const asker = await deedbox.person('requestor', { ...long, name, email: email('asker') })
  for (const [from, ownerEmail] of [
    [lawyer, email('owner')],
    [asker, lawyer.email],
  ] as const) {
    const body = { ownerEmail, ownerName: name, message: title, anyway: true }
    await must(call(from, 'POST', '/api/owner-requests', body))
  }
  await must(call(trustee, 'DELETE', `/api/documents/${deleted}`))
  await must(
    call(admin, 'POST', '/api/invitations', {
      email: email('invited'),
      ...long,
      role: 'b2b_admin',
      organization: name,
    }),
  )

  const office = await visit(trustee, '/dashboard')
  await unfold(
    office,
    ...['Top 5 documents', 'Pending requests', 'Long-term access', 'Expired access', 'Audit trail'],
  )
  await office
    .getByRole('heading', { level: 3, name: /owner requests? to claim/ })
    .getByRole('button')
    .click()
  await wide(office, [
    'Requests to decide',
    'Owner requests to claim',
    'Top 5 documents',
    'Pending requests',
    'Long-term access',
    'Expired access',
    'Audit trail',
  ])
  await office.getByRole('button', { name: 'Manage access' }).click()
  await expect(office.getByRole('dialog').getByText(`${name} — ${title}`).first()).toBeVisible()
  await wide(office, [], 'dialog label:has(input) > span > span:first-child')
  await office.goto('/documents')
  await wide(office, ['Documents'])
  await office.setViewportSize({ width: 820, height: 900 })
  await expect(office.getByLabel('Sort Documents by')).toBeVisible()
  await examine(office, 'documents-cards')
  await office.getByLabel('Sort Documents by').selectOption('Title')
  await expect(office).toHaveURL('/documents?sort=title&direction=asc')
  await expect(office.locator('tbody tr').last().getByRole('link').first()).toHaveText(unbroken)
  await office.getByRole('button', { name: 'Ascending; sort descending' }).click()
  await expect(office.locator('tbody tr').first().getByRole('link').first()).toHaveText(unbroken)
  await expect(office).toHaveURL('/documents?sort=title')
  await office.goto('/documents/deleted')
  await wide(office, ['Deleted documents'])
  await office.goto('/trustee/requests')
  await wide(office, ['Waiting for you', 'Recent Decisions'])
  await wholeReason(office)
  await office.goto('/trustee/requests?search=wollongong')
  await wide(office, ['Pending Requests'])
  await office.goto(`/documents/${shared}`)
  await wide(office, ['Access', 'History'])
  await office.goto(`/documents/${asked}`)
  await wide(office, ['Access requests'])
  for (const [path, table] of [
    ['/matters', 'Matters'],
    ['/calendar', 'What falls due'],
    ['/custody', 'Packets'],
    [matters.matter, 'Parties now'],
  ] as const) {
    await office.goto(path)
    await wide(office, [table])
  }

  const head = await visit(admin, '/dashboard')
  await wide(head, ['Requests to decide', 'Owner requests that nobody has claimed'])
  await head.goto('/admin/users')
  await wide(head, ['Users', 'Open invitations'])
  await head.goto('/admin/date-rules')
  await wide(head, ['Rules for dates'])
  await head.goto('/admin/mail?status=all')
  await wide(head, ['Emails'])

  const requestor = await visit(lawyer, '/dashboard')
  await wide(requestor, ['Recent Activity', 'Your requests that nobody has claimed'])
  await requestor.goto('/documents')
  await wide(requestor, ['Document Access'])
  await requestor.goto('/requestor/documents')
  await wide(requestor, ['My Access'])
  const ends = requestor.getByRole('columnheader', { name: 'Ends' })
  await expect(ends).toHaveAttribute('aria-sort', 'ascending')
  await ends.getByRole('button').click()
  await expect(requestor).toHaveURL('/requestor/documents?direction=desc')
  await requestor.reload()
  await expect(ends).toHaveAttribute('aria-sort', 'descending')
  await requestor.goto('/requestor/documents?tab=owner-requests')
  await wide(requestor, ['Requests received'])
  await requestor.goto('/requestor/documents?tab=my-requests')
  await wide(requestor, ['Requests sent', 'Your access requests'])

  const reader = await visit(guest, '/dashboard')
  await wide(reader, ['Access that ends first'])
  await reader.goto('/documents')
  await wide(reader, ['Available Documents'])
})

/** Expects that who decides reads a long reason to its end at each width: by a press, on a phone the one that opens its row. */
async function wholeReason(page: Page) {
  const row = page.getByRole('row').filter({ hasText: 'It ends here.' }).first()
  const all = row.getByRole('button', { name: 'Show all of the reason' })
  const isWhole = () =>
    row
      .getByText('It ends here.')
      .evaluate((text) => text.checkVisibility() && text.scrollHeight <= text.clientHeight + 1)
  const less = row.getByRole('button', { name: 'Show less of the reason' })
  const more = row.getByRole('button', { name: 'More about' })
  for (const width of [1101, 820, 641, 390]) {
    await page.setViewportSize({ width, height: 900 })
    // Rows of two lines, which open for the rest.
    const opens = width < 700
    await expect.poll(isWhole).toBe(false)
    await (opens ? more : all).click()
    await expect(opens ? more : less).toBeFocused()
    await expect.poll(isWhole, { message: `the reason at ${width} px` }).toBe(true)
    await (opens ? more : less).click()
  }
  await page.setViewportSize({ width: 1440, height: 900 })
}

/** Expects that at each width these tables show the names of their rows, in at least 180 px or on a card, and that nothing scrolls sideways. */
async function wide(
  page: Page,
  tables: string[],
  names = '[role=table] tbody :is(td[data-heading]:first-child, td:not([data-heading]) + td):has(+ td)',
) {
  for (const table of tables)
    await expect(page.getByRole('table', { name: table, exact: true })).toHaveAttribute('aria-busy', 'false')
  for (const width of widths) {
    await page.setViewportSize({ width, height: 900 })
    const faults = () =>
      page.evaluate((selector) => {
        const problems: string[] = []
        const cells = [
          ...document.querySelectorAll<HTMLElement>(selector.replace(/^dialog /, '[role=dialog] ')),
        ]
        if (cells.length === 0) problems.push('no names')
        for (const cell of cells) {
          const box = cell.getBoundingClientRect()
          const said = cell.textContent?.slice(0, 40)
          const isTable = getComputedStyle(cell).display === 'table-cell'
          const padding = isTable ? 24 : 0
          if (box.width - padding < 180) problems.push(`${said}: ${box.width} px`)
          if (box.left < 0 || box.right > innerWidth) problems.push(`${said}: outside of the window`)
          if (!cell.checkVisibility({ visibilityProperty: true })) problems.push(`${said}: hidden`)
          const label = cell.closest('table')?.getAttribute('aria-label')
          for (const other of cell.parentElement?.querySelectorAll<HTMLElement>('td > div') ?? [])
            if (
              isTable &&
              other.clientWidth > 0 &&
              other.querySelector('button') &&
              other.scrollWidth > other.clientWidth + 1
            )
              problems.push(`${label}: buttons run out of their cell`)
        }
        for (const table of document.querySelectorAll('[role=table]')) {
          const places = new Map<string | undefined, number>()
          for (const action of table.querySelectorAll('tbody td:last-child :is(a, button)')) {
            if (!action.checkVisibility() || !action.closest('tr')?.matches(':not([data-cards] tr)')) continue
            const name = (action.getAttribute('aria-label') ?? action.textContent)?.split(' ')[0]
            const { left } = action.getBoundingClientRect()
            if (Math.abs((places.get(name) ?? left) - left) > 1)
              problems.push(
                `${table.getAttribute('aria-label')}: ${name} is not in the same place in each row`,
              )
            places.set(name, left)
          }
        }
        if (document.documentElement.scrollWidth > innerWidth)
          problems.push(`scrolls sideways: ${document.documentElement.scrollWidth}`)
        return problems
      }, names)
    await expect.poll(faults, { message: `${tables} at ${width} px` }).toEqual([])
  }
  await page.setViewportSize({ width: 1440, height: 900 })
}
