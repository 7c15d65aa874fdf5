import { spawnSync } from 'node:child_process'
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { createChecks } from '../support/checks.ts'
import { home } from '../support/server.ts'

/*
 * npm run trial -- clock: the tests of rules and over HTTP on the embedded database, begun at other times. Those that move the
 * clock begin at every hour of a day, all of them at moments that are hard for dates.
 */
const { values } = parseArgs({
  options: {
    /** Begin all tests at these times only, separated by commas, and not at the hours of the day. */
    at: { type: 'string' },
    /** Day whose hours are Sydney's in winter. */
    day: { type: 'string', default: '2027-06-15' },
    hours: { type: 'string', default: '0-23' },
    workers: { type: 'string', default: '2' },
  },
})
const hard = [
  // The first evening before each change of summer time, and in the hours around it.
  ...['2027-04-03T22:30:00+11:00', '2027-04-04T02:30:00+11:00', '2027-04-04T02:30:00+10:00'],
  ...['2027-10-02T22:30:00+10:00', '2027-10-03T01:30:00+10:00'],
  ...['2028-02-29T12:00:00+11:00', '2028-02-29T23:30:00+11:00', '2027-12-31T23:30:00+11:00'],
]
/** The tests that move the clock themselves. */
const moving = globSync('server/src/**/*.test.ts', { cwd: home }).filter((file) =>
  /\bshift\(/.test(readFileSync(join(home, file), 'utf8')),
)

const { check, finish } = createChecks()
async function begin(at: string, files: string[]): Promise<void> {
  await check(`${files.length > 0 ? 'tests that move the clock' : 'all tests'} at ${at}`, () => {
    const args = ['run', '--project=rules', '--project=pglite', `--maxWorkers=${values.workers}`]
    const { status, stdout, stderr } = spawnSync(
      process.execPath,
      [join(home, 'node_modules/.bin/vitest'), ...args, '--reporter=dot', ...files],
      { cwd: home, encoding: 'utf8', maxBuffer: 2 ** 28, env: { ...process.env, TEST_CLOCK: at } },
    )
    if (status !== 0) throw new Error(`${stdout.slice(-20_000)}\n${stderr.slice(-20_000)}`)
  })
}

const [from = 0, to = from] = values.hours.split('-').map(Number)
if (!values.at)
  for (let hour = from; hour <= to; hour++)
    await begin(`${values.day}T${String(hour).padStart(2, '0')}:30:00+10:00`, moving)
for (const at of values.at?.split(',') ?? hard) await begin(at, [])
finish()
