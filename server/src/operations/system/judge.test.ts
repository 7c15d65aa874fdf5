import { dayMs, hourMs } from '@deedbox/contract/durations.ts'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { checkCertificate } from './certificate.ts'
import {
  judgeCertificate,
  judgeClock,
  judgeDisk,
  judgeJobs,
  judgeMail,
  judgeScanner,
  judgeWitnesses,
} from './judge.ts'
import { startTls } from './tls-server.testing.ts'

const second = 1_000
const minute = 60 * second
const MB = 1024 * 1024

test.each([
  [0, 0, 'good'],
  [2 * second, 0, 'good'],
  [2 * second + 1, 0, 'warning'],
  [-30 * second, 0, 'warning'],
  [-30 * second - 1, 0, 'bad'],
  [31 * second, 2 * second, 'warning'],
])('a clock %i ms ahead, asked within %i ms, is %s', (difference, uncertainty, state) => {
  expect(judgeClock(difference, uncertainty).state).toBe(state)
})

test.each([
  [null, 'unknown'],
  [0, 'bad'],
  [127 * MB, 'bad'],
  [128 * MB, 'warning'],
  [1023 * MB, 'warning'],
  [1024 * MB, 'good'],
])('a disk with %j bytes free is %s', (free, state) => {
  expect(judgeDisk(free).state).toBe(state)
})

test.each([
  [-1, 'bad', 'expired'],
  [0, 'bad', 'expired'],
  [1, 'bad', 'in 0 days'],
  [7 * dayMs - 1, 'bad', 'in 6 days'],
  [7 * dayMs, 'warning', 'in 7 days'],
  [21 * dayMs - 1, 'warning', 'in 20 days'],
  [21 * dayMs, 'good', 'in 21 days'],
])('a certificate with %i ms left is %s', (left, state, text) => {
  const now = new Date('2026-11-22T00:00:00Z')
  const judged = judgeCertificate(new Date(now.getTime() + left), now, null)
  expect(judged.state).toBe(state)
  expect(judged.message).toContain(text)
})

test.each([
  ['ClamAV 1.4.6/27800/Sun Nov 22 08:00:00 2026', 'good', '0 days old'],
  ['ClamAV 1.4.6/27800/Sat Nov 21 08:00:00 2026', 'good', '1 day old'],
  ['ClamAV 1.4.6/27790/Sun Nov 15 08:00:00 2026', 'warning', '7 days old'],
  ['ClamAV 1.4.6', 'warning', 'freshclam'],
])('a scanner that is %s is %s', (version, state, text) => {
  const judged = judgeScanner(version, new Date('Sun Nov 22 20:00:00 2026'))
  expect(judged.state).toBe(state)
  expect(judged.message).toContain(text)
})

test.each([
  [null, null, [], 'bad', 'has not worked yet'],
  [5 * minute + 1, null, [], 'bad', 'has not worked for 5 minutes'],
  [3 * minute, null, [], 'warning', '3 minutes'],
  [second, 61 * minute, [], 'bad', 'has waited for 61 minutes'],
  [second, 11 * minute, [], 'warning', 'has waited for 11 minutes'],
  [second, -minute, ['sweep-content'], 'warning', 'sweep-content'],
  [second, 2 * minute, [], 'good', 'when they are due'],
])(
  'jobs whose scheduler worked %j ms ago, the oldest %j ms late, failing %j, are %s',
  (beat, overdue, failing, state, text) => {
    const judged = judgeJobs(beat, overdue, failing)
    expect(judged.state).toBe(state)
    expect(judged.message).toContain(text)
  },
)

test('a quorum of witnesses that is missed is a warning, and bad after a day', () => {
  expect(judgeWitnesses(null, []).state).toBe('unknown')
  expect(judgeWitnesses(hourMs, []).state).toBe('good')
  expect(judgeWitnesses(hourMs, ['one: away']).state).toBe('warning')
  expect(judgeWitnesses(23 * hourMs, []).state).toBe('warning')
  const missed = judgeWitnesses(24 * hourMs, ['one: away'])
  expect(missed).toMatchObject({ state: 'bad', message: expect.stringContaining('For 24 hours') })
  expect(missed.message).toContain('one: away')
})

test('every fault of the mail is bad and says what to do', () => {
  expect(judgeMail('smtp', null).state).toBe('good')
  expect(judgeMail('smtp', 'EAUTH, SMTP 535').message).toContain('refuses the user')
  expect(judgeMail('smtp', 'ETLS').message).toContain('No safe connection')
  fc.assert(
    fc.property(fc.constantFrom('smtp' as const, 'mailbox' as const), fc.string(), (kind, reason) => {
      const { state, message } = judgeMail(kind, reason)
      expect([state, message.includes('Check')]).toEqual(['bad', true])
    }),
  )
})

test('a certificate is read from the address that people use', async () => {
  const server = await startTls()
  const now = new Date()
  expect(await checkCertificate(server.url, now, 3_000)).toMatchObject({
    state: 'warning',
    message: expect.stringMatching(
      /^It expires in \d\d,\d{3} days, but this server does not trust it \(\w+\)/,
    ),
  })
  await server.stop()
  expect(await checkCertificate(server.url, now, 3_000)).toEqual({
    state: 'unknown',
    message: `${server.url} cannot be reached from this server (ECONNREFUSED), so its certificate cannot be checked here.`,
  })
})
