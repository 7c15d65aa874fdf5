import { randomUUID } from 'node:crypto'
import { auditEvents as eventLabels, shareActivityEvents } from '@deedbox/contract/audit-events.ts'
import type { exportTypes } from '@deedbox/contract/reports.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { upload } from '../../sharing/grants/sample.testing.ts'
import { type Person, startTestApp, type TestApp } from '../../testing/app.ts'
import { fit, openPdf } from './print.ts'
import { fill, hostile } from './sample.testing.ts'

const zone = 'Australia/Sydney'

const rows = 150
const start = new Date('2026-10-10T03:04:05Z')
let app: TestApp
let admin: Person
let owner: Person
let made: Awaited<ReturnType<typeof fill>>

beforeAll(async () => {
  app = await startTestApp({ TIME_ZONE: zone })
  app.shift(start.getTime() + 60_000 - Date.now())
  admin = await app.person('admin', { name: 'Ada Łącka' })
  owner = await app.person('trustee')
  made = await fill(app, owner, rows, start)
})
afterAll(() => app.stop())

const closing =
  'Shortened texts (…) and characters that could not be printed (□) are complete in the CSV report.'

/** Reads the text of each page of a report with Deedbox's own PDF reader. */
async function pagesOf(as: Person, type: (typeof exportTypes)[number], query = ''): Promise<string[]> {
  const answer = await app.call(as, 'GET', `/api/audit/exports/${type}-audit.pdf?${query}`)
  expect(answer.headers).toMatchObject({
    'content-type': 'application/pdf',
    'content-disposition': `attachment; filename="${type}-audit.pdf"`,
    'cache-control': 'no-store',
  })
  const { renderer } = app.services
  const file = opened(answer.rawPayload)
  const pages = await renderer.pages(file)
  return Promise.all(pages.map(async (_, n) => (await renderer.text(file, n + 1)).text))
}

const opened = (pdf: Buffer) => ({
  id: randomUUID(),
  fileType: 'application/pdf',
  size: pdf.length,
  bytes: async () => Buffer.from(pdf),
})

/** Removes white space, because line breaks do not matter. */
const squeezed = (...texts: string[]) => texts.join('').replace(/[\s\p{Cc}]+/gu, '')
const local = (instant: Date) =>
  new Intl.DateTimeFormat('sv-SE', { timeZone: zone, dateStyle: 'short', timeStyle: 'medium' }).format(
    instant,
  )
const place = () => app.services.place().publicUrl
const headings = {
  documents: 'Title Type Status Upload Date Expiry Date File Size Kind Reference',
  access: 'User Name User Email Document ID Granted Date Expiry Date Status Granted By',
  activity: 'Document ID Shared With Shared By Shared Date Action Notes',
}
const titles = { documents: 'Documents report', access: 'Access report', activity: 'Activity report' }

/**
 * Checks what each page shows around the rows, and returns the rest without white space: the rows and the totals.
 * `made`: the line about the person who made the report.
 */
function bodyOf(pages: string[], type: keyof typeof titles, period: string, made: RegExp): string {
  const foot = (n: number) => [
    `Page ${n} of ${pages.length}`,
    `Deedbox · ${place()} · ${titles[type]} · ${period}`,
  ]
  const [first = ''] = pages
  const top = first.slice(0, first.indexOf(headings[type]))
  expect(squeezed(top)).toContain(squeezed(titles[type], 'Deedbox', place(), `Period: ${period} ·`))
  expect(top).toMatch(made)
  return pages
    .map((page, n) => {
      const around = squeezed(...(n === 0 ? [top] : []), headings[type], ...foot(n + 1))
      expect(squeezed(page).slice(0, around.length)).toBe(around)
      return squeezed(page).slice(around.length)
    })
    .join('')
}

const byAda = /Made 2026-10-10 14:0\d:\d\d by Ada Łącka \(admin-\w+@example\.com\)/

/** Returns how a text is printed if it has enough space. */
const printed = (text: string | null) => (text ?? '').replace('张伟', '□□').replace('🗝\ufe0f', '□')
/** Text that is cut somewhere in a narrow column, being the longest. */
const long = hostile.find((text) => text.startsWith('long')) ?? ''
const narrow = (text: string | null) => (text === long ? 'LONG…' : printed(text))
const cut = (body: string) => body.replace(/(?:long){9,}l?o?n?…/g, 'LONG…')

/** Writes the totals: '3 documents · active: 2 · archived: 1': the most frequent first. */
function totals(count: string, values: string[]): string {
  const counts = new Map<string, number>()
  for (const value of values) counts.set(value, (counts.get(value) ?? 0) + 1)
  const sorted = [...counts].sort(([, a], [, b]) => b - a)
  return ['Totals: ', count, ...sorted.map(([value, n]) => ` · ${value}: ${n}`)].join('')
}

/** Sorts rows as a report does: newest first, equal times by descending key. */
const newest = <Row extends { id: string }>(all: Row[], at: (row: Row) => Date | undefined): Row[] =>
  [...all].sort((a, b) => Number(at(b)) - Number(at(a)) || (a.id < b.id ? 1 : -1))

test('the documents report has every document in order, page numbers, and totals that equal the rows', async () => {
  const pages = await pagesOf(admin, 'documents')
  expect(pages.length).toBeGreaterThan(5)
  const stored = newest(made.documents, ({ createdAt }) => createdAt)
  const bytes = stored.reduce((sum, { fileSize }) => sum + fileSize, 0)
  expect(cut(bodyOf(pages, 'documents', 'All dates', byAda))).toBe(
    squeezed(
      ...stored.flatMap((row) => [
        narrow(row.title),
        row.type === 'trust_deed' ? 'Trust deed' : 'Other',
        row.status ?? '',
        local(row.createdAt ?? start),
        row.expiryDate ?? 'No expiry',
        `${(row.fileSize / 1_048_576).toFixed(2)} MB`,
      ]),
      totals(
        `${rows} documents`,
        stored.map(({ status }) => status ?? ''),
      ),
      ` · ${(bytes / 1_048_576).toFixed(1)} MB in total`,
      closing,
    ),
  )
})

test('the access report of a period has its grants, with the status that they have now', async () => {
  const pages = await pagesOf(admin, 'access', 'from=2026-10-05&to=2026-10-08')
  const day = (instant: Date | undefined) => local(instant ?? start).slice(0, 10)
  const stored = newest(made.grants, ({ grantedAt }) => grantedAt).filter(
    ({ grantedAt }) => day(grantedAt) >= '2026-10-05' && day(grantedAt) <= '2026-10-08',
  )
  expect(stored.length).toBeGreaterThan(50)
  expect(stored.length).toBeLessThan(rows)
  const over = (end: Date | null | undefined) => Boolean(end && end.getTime() <= start.getTime() + 60_000)
  const status = ({ status, expiresAt, autoRevokeDate }: (typeof stored)[number]) => {
    if (status !== 'active' || !(over(expiresAt) || over(autoRevokeDate))) return status ?? ''
    return autoRevokeDate && (!expiresAt || autoRevokeDate < expiresAt) ? 'revoked' : 'expired'
  }
  expect(cut(bodyOf(pages, 'access', '2026-10-05 to 2026-10-08', byAda))).toBe(
    squeezed(
      ...stored.flatMap((row) => [
        narrow(row.userName),
        row.userEmail,
        row.documentId,
        local(row.grantedAt ?? start),
        row.expiresAt ? local(row.expiresAt) : 'No expiry',
        status(row),
        narrow(row.grantedByName),
      ]),
      totals(`${stored.length} access records`, stored.map(status)),
      closing,
    ),
  )
})

test('the activity report has every share activity and no other event', async () => {
  const sharing: readonly string[] = shareActivityEvents
  const stored = made.events
    .map((event, n) => ({ ...event, id: String(n).padStart(9, '0') }))
    .filter(({ event }) => sharing.includes(event))
  expect(stored.length).toBeLessThan(rows)
  const pages = await pagesOf(admin, 'activity', 'to=2026-10-10')
  const action = ({ event }: (typeof stored)[number]) => eventLabels[event].label
  const inOrder = newest(stored, ({ at }) => at)
  expect(cut(bodyOf(pages, 'activity', 'Until 2026-10-10', byAda))).toBe(
    squeezed(
      ...inOrder.flatMap((row) => [
        row.documentId,
        row.subjectEmail ?? '',
        row.actorEmail,
        local(row.at ?? start),
        action(row),
        narrow(row.notes),
      ]),
      totals(`${stored.length} entries`, inOrder.map(action)),
      closing,
    ),
  )
})

test('each page’s footer has its number and the number of pages', async () => {
  const answer = await app.call(admin, 'GET', '/api/audit/exports/activity-audit.pdf')
  const file = opened(answer.rawPayload)
  const { renderer } = app.services
  const pages = await renderer.pages(file)
  for (const n of pages.keys()) {
    const { words } = await renderer.text(file, n + 1)
    const at = words.findIndex(({ text }, k) => text === 'Page' && words[k + 2]?.text === 'of')
    const [page, number, of, count] = words.slice(at, at + 4)
    expect([number?.text, count?.text]).toEqual([String(n + 1), String(pages.length)])
    expect(page?.y).toBeGreaterThan(0.9)
    expect(count?.y).toBeCloseTo(number?.y ?? 0, 2)
    const gap = (count?.x ?? 0) - (of?.x ?? 0) - (of?.width ?? 0)
    expect(gap).toBeGreaterThan(0)
    expect(gap).toBeLessThan(0.005)
  }
})

test('a report without rows says so, on one page', async () => {
  for (const [type, many] of [
    ['documents', 'documents'],
    ['access', 'access records'],
    ['activity', 'entries'],
  ] as const) {
    const pages = await pagesOf(admin, type, 'to=1990-01-01')
    expect(pages).toHaveLength(1)
    expect(bodyOf(pages, type, 'Until 1990-01-01', byAda)).toBe(
      squeezed(`There are no ${many} in this period.`),
    )
  }
})

test('an email in a narrow column breaks after its marks, and within a word only where nothing else fits', () => {
  const pdf = openPdf({ title: 'Emails', author: 'Ada', date: start })
  const lines = (text: string, width = 77) => fit(pdf, text, width, 7.5).lines
  expect(lines('Ada, margaret.chen@chen-whitlam.example')).toEqual([
    'Ada,',
    'margaret.chen@chen-',
    'whitlam.example',
  ])
  expect(lines('admin@deedbox.example')).toEqual(['admin@deedbox.', 'example'])
  // After its marks it would take four lines.
  expect(lines('aa-bbbbbbbb-cccccccc-dddddddd', 45)).toHaveLength(3)
  expect(lines('a'.repeat(30), 77).join('')).toBe('a'.repeat(30))
})

test('names outside Windows-1252 are readable; only characters that no font has are boxes, which the report explains', async () => {
  const eleni = await app.person('trustee', { name: 'Ελένη Παπαδοπούλου', confirmedAt: null })
  const guests = [
    ['Łucja Łącka', 'Łucja Łącka'],
    // Letters and marks are composed, with invisible characters between.
    ['Nguye\u0302\u0303n\u200b Va\u0306n\u202e An', 'Nguyễn Văn An'],
    ['Юрий Щербаков', 'Юрий Щербаков'],
    ['Zoë O’Brien', 'Zoë O’Brien'],
  ] as const
  const { id } = await upload(app, eleni, { title: 'Διαθήκη' })
  const share = async (name: string) => {
    const { email } = await app.person('guest', { name })
    const answer = await app.call(eleni, 'POST', `/api/documents/${id}/access`, { email })
    expect(answer.statusCode).toBe(201)
  }
  for (const [name] of guests) await share(name)
  const madeBy = /by Ελένη Παπαδοπούλου \(/
  const documents = bodyOf(await pagesOf(eleni, 'documents'), 'documents', 'All dates', madeBy)
  expect(documents).toMatch(/^ΔιαθήκηOther.*Totals:1document·active:1·0\.0MBintotal$/)

  const access = async () => (await pagesOf(eleni, 'access', 'from=2026-10-01')).join('\n')
  const before = await access()
  for (const [, read] of guests) expect(before).toContain(`${read} guest-`)
  expect(before.match(/active Ελένη Παπαδοπούλου/g)).toHaveLength(guests.length)
  expect(squeezed(before)).toContain('Totals:4accessrecords·active:4')
  expect(before).not.toContain('□')
  expect(before).not.toContain('Texts of')

  await share('陳大文 Chan')
  const after = await access()
  expect(after).toContain('□□□ Chan guest-')
  expect(after).toContain(closing)
})
