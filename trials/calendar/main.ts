import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { addDays } from '@deedbox/contract/dates.ts'
import { startServer } from '../../e2e/support/server.ts'
import { createChecks } from '../support/checks.ts'
import { needPackages } from '../support/packages.ts'

/* npm run trial -- calendar: the calendar feed, read by Debian's python3-icalendar. */

/** Dates of the trial. */
const DATES = 150

needPackages({ '/usr/lib/python3/dist-packages/icalendar': 'python3-icalendar' })
const root = mkdtempSync(join(tmpdir(), 'deedbox-calendar-'))
const { check, finish } = createChecks()
const server = await startServer({ DATA_DIR: root })
const trustee = await server.ask('person', { role: 'trustee' })

async function post<T>(path: string, body: object): Promise<T> {
  const answer = await fetch(server.address + path, {
    method: 'POST',
    headers: { cookie: trustee.cookie, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
  assert.equal(answer.status, 201, await answer.clone().text())
  return (await answer.json()) as T
}

/** Titles that a careless writer of iCalendar breaks: separators, backslashes, long lines, and characters of several bytes at each place of a line. */
const strange = [
  'a;b,c\\d:e"f',
  'Zoë’s 遗嘱 📜 '.repeat(12).trim(),
  `${'x'.repeat(74)}é`,
  'BEGIN:VEVENT',
  '1. Jänner',
]
const today = new Date().toISOString().slice(0, 10)
const name = strange[1]
const { matter } = await post<{ matter: { id: string } }>('/api/matters', { name, kind: 'estate' })
const wanted = Array.from({ length: DATES }, (_, n) => ({
  title: `${strange[n % strange.length]} ${n}`,
  dueOn: addDays(today, n * 37),
  words: `Line ${n}\nLine two, with; all\\of it`,
}))
for (const one of wanted) await post('/api/due-dates', { kind: 'other', matterId: matter.id, ...one })
const expiresOn = addDays(today, 300)
const { secret } = await post<{ secret: string }>('/api/tokens', {
  name: 'Calendar',
  scopes: ['calendar'],
  expiresOn,
})

const answer = await fetch(`${server.address}/api/calendar/${secret}`)
const text = await answer.text()
const reader = `
import sys, json, icalendar
calendar = icalendar.Calendar.from_ical(sys.stdin.buffer.read())
print(json.dumps([[str(e['summary']), e.decoded('dtstart').isoformat(), str(e['description']), str(e['uid'])] for e in calendar.walk('vevent')]))
`
const read = spawnSync('/usr/bin/python3', ['-c', reader], { input: text, encoding: 'utf8' })

await check('icalendar reads every date with its day and its texts, as they were written', () => {
  assert.equal(read.status, 0, read.stderr)
  const events = JSON.parse(read.stdout) as string[][]
  assert.deepEqual(
    events.map(([title, day, description]) => [title, day, description]),
    wanted.map(({ title, dueOn, words }) => [title, dueOn, `Other\n${name}\n${words}`]),
  )
  assert.equal(new Set(events.map(([, , , uid]) => uid)).size, DATES)
})
await check('no line is longer than 75 bytes (RFC 5545, section 3.1)', () => {
  for (const line of text.split('\r\n')) assert.ok(Buffer.byteLength(line) <= 75, line)
})
await server.stop()
rmSync(root, { recursive: true, force: true })
finish()
