import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { parse } from 'csv-parse/sync'
import { dayMs } from '../contract/src/durations.ts'
import type { Deedbox, Person } from './support/deedbox.ts'
import { examine } from './support/examine.ts'
import { typedDay, unfold } from './support/flows.ts'
import { expect, test } from './support/test.ts'

const zone = 'Australia/Sydney'
/** Days from today on which something happens; the reports cover those from the second to before the last. */
const [from, to, last] = [3, 5, 6] as const

type DocumentRow = {
  title: string
  type: string
  status: string
  created_at: Date
  expiry_date: string | null
  file_size: string
  reference: string | null
  kind: string | null
  executed_on: string | null
  executed_in: string | null
  signed_how: string | null
}
type GrantRow = {
  user_name: string
  user_email: string
  document_id: string
  granted_at: Date
  expires_at: Date | null
  auto_revoke_date: Date | null
  status: string
  granted_by_name: string
}
type ActivityRow = {
  document_id: string
  shared_with: string | null
  shared_by: string
  shared_at: Date
  action: string
  notes: string | null
}

test('the audit reports hold what the database holds', async ({ deedbox, visit }) => {
  const trustee = await deedbox.person('trustee', { name: 'Margaret Chen', firstName: 'Margaret' })
  const admin = await deedbox.person('admin', { name: 'Ada Admin', firstName: 'Ada' })
  await practise(deedbox, trustee)
  const documents = (
    await deedbox.rows<DocumentRow>(
      'select title, type, reference, status, created_at, expiry_date::text, file_size from documents order by created_at desc, id desc',
    )
  ).filter(({ created_at }) => inPeriod(created_at))
  const grants = (
    await deedbox.rows<GrantRow>('select * from document_access order by granted_at desc, id desc')
  ).filter(({ granted_at }) => inPeriod(granted_at))
  const activity = (
    await deedbox.rows<ActivityRow>('select * from share_activity order by shared_at desc, id desc')
  ).filter(({ shared_at }) => inPeriod(shared_at))
  expect([documents.length, grants.length, activity.length]).toEqual([5, 6, 12])
  const accessCells = grants.map((row) => [
    row.user_name,
    row.user_email,
    row.document_id,
    local(row.granted_at),
    row.expires_at ? local(row.expires_at) : 'No expiry',
    statusOf(row),
    row.granted_by_name,
  ])

  const page = await visit(admin, '/documents')
  const dialog = page.getByRole('dialog', { name: 'Export audit report' })
  await test.step('a report must be chosen, and a period that begins before it ends', async () => {
    await openExport(page)
    await dialog.getByRole('button', { name: 'Export' }).click()
    await expect(dialog.getByText('Please select an export type', { exact: true })).toBeVisible()
    await examine(page, 'export-refused')
    await dialog.getByRole('button', { name: 'Cancel' }).click()
    await expect(page.getByRole('button', { name: 'Manage' })).toBeFocused()
  })

  await test.step('documents', async () => {
    await openExport(page)
    const [head, ...rows] = cellsOf(await exported(page, 'Documents', 'documents-audit.csv'))
    expect(head).toEqual([
      ...['Title', 'Type', 'Status', 'Upload Date', 'Expiry Date', 'File Size', 'Kind', 'Reference'],
      ...['Date of Execution', 'Place of Execution', 'Manner of Signing', 'Version Of'],
    ])
    expect(rows).toEqual(
      documents.map((row) => [
        safe(row.title),
        row.type,
        row.status,
        local(row.created_at),
        row.expiry_date ?? 'No expiry',
        `${(Number(row.file_size) / 1_048_576).toFixed(2)} MB`,
        row.kind ?? '',
        row.reference ?? '',
        row.executed_on ?? '',
        row.executed_in ?? '',
        row.signed_how ?? '',
        '',
      ]),
    )
    expect(rows.map(([title]) => title)).toContain('\'=HYPERLINK("http://evil.example")')
  })

  await test.step('access', async () => {
    await openExport(page)
    const [head, ...rows] = cellsOf(await exported(page, 'Access', 'access-audit.csv'))
    expect(head).toEqual([
      'User Name',
      'User Email',
      'Document ID',
      'Granted Date',
      'Expiry Date',
      'Status',
      'Granted By',
    ])
    expect(rows).toEqual(accessCells.map((row) => row.map(safe)))
    expect(new Set(rows.map((row) => row[5]))).toEqual(new Set(['active', 'expired', 'revoked']))
  })

  const owner = await visit(trustee, '/dashboard')
  await test.step('activity, by the trustee from the dashboard', async () => {
    await owner.getByRole('button', { name: 'Export', exact: true }).click()
    const [head, ...rows] = cellsOf(await exported(owner, 'Activity', 'activity-audit.csv'))
    expect(head).toEqual(['Document ID', 'Shared With', 'Shared By', 'Shared Date', 'Action', 'Notes'])
    expect(rows).toEqual(
      activity.map((row) => [
        row.document_id,
        row.shared_with ?? '',
        row.shared_by,
        local(row.shared_at),
        row.action,
        safe(row.notes ?? ''),
      ]),
    )
  })

  await test.step('who saw what, on the dashboard and as a report', async () => {
    await unfold(owner, 'Audit trail')
    await owner.getByRole('radiogroup', { name: 'Which events' }).getByText('Readings').click()
    await expect(
      owner.getByText(
        'Each time somebody views, searches, prints or downloads one of your documents, it is recorded here.',
      ),
    ).toBeVisible()
    await owner.getByRole('button', { name: 'Export', exact: true }).click()
    const [head, ...rows] = cellsOf(await exported(owner, 'Readings', 'readings-audit.csv'))
    expect(head?.slice(0, 4)).toEqual(['Date', 'User Name', 'User Email', 'Document ID'])
    expect(rows).toEqual([])
  })

  await test.step('the audit trail, filtered, and exported as it is filtered', async () => {
    const trail = await visit(admin, '/admin/audit')
    await expect(trail.getByRole('heading', { level: 1, name: 'Audit trail' })).toBeVisible()
    await expect(trail.getByRole('table', { name: 'Audit trail' }).getByRole('row')).not.toHaveCount(1)
    await examine(trail, 'audit-trail')
    await trail.getByRole('button', { name: 'Filters' }).click()
    await trail.getByLabel('Topic').selectOption('Reports and exports')
    await trail.getByLabel('Done by').fill(trustee.email)
    await expect(trail).toHaveURL(/group=exports.*by=|by=.*group=exports/)
    await examine(trail, 'audit-trail-filters')
    await trail.getByRole('button', { name: 'Done', exact: true }).click()
    const rows = trail.getByRole('table', { name: 'Audit trail' }).locator('tbody tr')
    await expect(rows).toHaveCount(2)
    await expect(rows.first()).toContainText('Audit report exported · “readings-audit.csv”')
    const begun = trail.waitForEvent('download')
    await trail.getByRole('button', { name: 'Export', exact: true }).click()
    await trail.getByRole('menuitem', { name: 'CSV, for a spreadsheet' }).click()
    expect(cellsOf(await readFile(await (await begun).path()))).toHaveLength(3)
    await trail.goto('/admin/audit?event=backup_made')
    await expect(trail.getByText('Nothing matches')).toBeVisible()
    await examine(trail, 'audit-trail-empty')
  })

  await test.step('access again, to print: opened in Deedbox itself', async () => {
    await owner.getByRole('button', { name: 'Export', exact: true }).click()
    const name = 'access-audit.pdf'
    const buffer = await exported(owner, 'Access', name)
    const reader = await deedbox.person('requestor')
    const id = await deedbox.upload(reader, 'Access report', { name, mimeType: 'application/pdf', buffer })
    const answer = deedbox.call(reader, 'GET', `/api/documents/${id}/pages/1/text`)
    const { text } = await deedbox.must<{ text: string }>(answer)
    const squeezed = (...texts: string[]) => texts.join('').replace(/\s+/g, '')
    expect(text).toContain(`Period: ${isoDay(from)} to ${isoDay(to)}`)
    expect(text).toContain('by Margaret Chen')
    expect(squeezed(text)).toContain('Page1of1')
    const count = (status: string) => accessCells.filter((row) => row[5] === status).length
    expect(squeezed(text)).toContain(squeezed(...accessCells.flat(), 'Totals: 6 access records'))
    for (const status of ['active', 'expired', 'revoked'])
      expect(text).toContain(`${status}: ${count(status)}`)

    const viewer = await visit(reader, `/documents/${id}`)
    await viewer.getByRole('button', { name: 'View', exact: true }).click()
    const picture = viewer.getByRole('img', { name: 'Page 1 of 1' })
    await expect(picture).toBeVisible()
    const { x, width } = (await picture.boundingBox()) ?? { x: 0, width: Number.POSITIVE_INFINITY }
    expect(x + width).toBeLessThan(viewer.viewportSize()?.width ?? 0)
    await examine(viewer, 'export-report')
  })

  await test.step('a period without anything in it', async () => {
    await openExport(page)
    await dialog.getByRole('radio', { name: 'Documents' }).check()
    await dialog.getByLabel('Until (optional)').fill('1/1/1990')
    await examine(page, 'export-chosen')
    expect(cellsOf(await download(page, 'documents-audit.csv'))).toHaveLength(1)
  })
})

const titles = [
  'Smith Family Trust deed',
  '=HYPERLINK("http://evil.example")',
  'A "quoted", one',
  '@Łódź',
  '+61 2 5550 1234',
]

/** Uploads, shares and revokes documents on three days, with texts that a spreadsheet would misread. */
async function practise(deedbox: Deedbox, trustee: Person): Promise<void> {
  const jane = await deedbox.person('guest', { name: 'Łącka, "Jane"' })
  const eleni = await deedbox.person('requestor', { name: '-Ελένη' })
  let today = 0
  for (const next of [0, from, last]) {
    await deedbox.shift((next - today) * dayMs)
    today = next
    const ids: string[] = []
    for (const [n, title] of titles.entries()) {
      const expiry = n % 2 ? { expiryDate: isoDay(today + 90 * n) } : {}
      const query = new URLSearchParams({ fileName: `${n}.txt`, title, type: 'trust_deed', ...expiry })
      const file = Buffer.alloc(1 + n * 20_000, `${n} I leave the piano to my daughter.\n`)
      const answer = deedbox.call(trustee, 'POST', `/api/documents?${query}`, file, 'text/plain')
      ids.push((await deedbox.must<{ document: { id: string } }>(answer)).document.id)
    }
    const grants: string[] = []
    for (const [n, id] of ids.entries()) {
      const expiresOn = n % 2 ? isoDay(today + n) : null
      grants.push(await deedbox.share(trustee, id, jane.email, { expiresOn }))
    }
    await deedbox.share(trustee, ids[0] ?? '', eleni.email)
    await deedbox.must(deedbox.call(trustee, 'POST', `/api/access/${grants[2]}/revoke`, {}))
  }
}

async function openExport(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Manage' }).click()
  await page.getByRole('menuitem', { name: 'Export audit report' }).click()
}

/** Chooses a report of the period in the dialog that is open, and downloads it. */
async function exported(page: Page, report: string, file: string): Promise<Buffer> {
  const dialog = page.getByRole('dialog', { name: 'Export audit report' })
  await dialog.getByRole('radio', { name: report }).check()
  await dialog.getByLabel('From (optional)').fill(typedDay(from))
  await dialog.getByLabel('Until (optional)').fill(typedDay(to))
  if (file.endsWith('.pdf')) await dialog.getByRole('radio', { name: 'PDF, for printing' }).check()
  return download(page, file)
}

async function download(page: Page, file: string): Promise<Buffer> {
  const dialog = page.getByRole('dialog', { name: 'Export audit report' })
  const begun = page.waitForEvent('download')
  await dialog.getByRole('button', { name: 'Export' }).click()
  const got = await begun
  expect(got.suggestedFilename()).toBe(file)
  await expect(page.getByText('Audit report exported successfully').last()).toBeVisible()
  await expect(dialog).toBeHidden()
  return readFile(await got.path())
}

const cellsOf = (file: Buffer): string[][] =>
  parse(file, { bom: true, record_delimiter: '\r\n', relax_column_count: false })

/** Makes harmless what a spreadsheet would run. */
const safe = (text: string) => (/^[=+\-@\t\r]/.test(text) ? `'${text}` : text)

const local = (instant: Date) =>
  new Intl.DateTimeFormat('sv-SE', { timeZone: zone, dateStyle: 'short', timeStyle: 'medium' }).format(
    instant,
  )

/** Returns the day in Sydney `days` from today, as a report writes it. */
const isoDay = (days: number) => local(new Date(Date.now() + days * dayMs)).slice(0, 10)

const inPeriod = (instant: Date) => {
  const on = local(instant).slice(0, 10)
  return on >= isoDay(from) && on <= isoDay(to)
}

/** Returns the status of a grant on the last day, whether or not the job has written it down yet. */
function statusOf({ status, expires_at, auto_revoke_date }: GrantRow): string {
  const over = (end: Date | null) => end !== null && end.getTime() <= Date.now() + last * dayMs
  if (status !== 'active' || !(over(expires_at) || over(auto_revoke_date))) return status
  return auto_revoke_date && (!expires_at || auto_revoke_date < expires_at) ? 'revoked' : 'expired'
}
