// npm test: installs what it needs and runs every check: format, lint, types, dead code, unit, HTTP, browser. npm test -- --both: every test over
// HTTP on both databases, not only those that can differ (docs/adr/0050-where-tests-run.md). npm run check: leaves out the long tests, PostgreSQL and
// the browser, for use while you work.
import { spawnSync } from 'node:child_process'
import { chmodSync, existsSync, mkdtempSync, readdirSync, rmSync, statfsSync } from 'node:fs'
import { freemem, tmpdir } from 'node:os'
import { join } from 'node:path'
import { NO_ANSWER } from './audit.mjs'
import { build, home, install, node, run } from './lib.mjs'

const quick = process.argv.includes('--quick')
const bin = (name) => join(home, 'node_modules', '.bin', name)
const debianPostgres = '/usr/lib/postgresql'
const hasPostgres = () =>
  spawnSync('initdb', ['--version']).status === 0 ||
  (existsSync(debianPostgres) &&
    readdirSync(debianPostgres).some((version) => existsSync(join(debianPostgres, version, 'bin/initdb'))))
// The headless shell runs the same stories in two thirds of the time.
const shell = '/usr/bin/chromium-headless-shell'
const browser = () =>
  [shell, '/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'].find((path) =>
    existsSync(path),
  )

/** Installs Debian's packages if possible, which means as root on a machine with apt. */
function installPackages() {
  const missing = () => [
    ...(existsSync(shell) ? [] : ['chromium-headless-shell']),
    ...(hasPostgres() ? [] : ['postgresql']),
    // Tesseract reads pages as a person would: nothing else can tell whether the words under a watermark are legible.
    ...(existsSync('/usr/bin/tesseract') ? [] : ['tesseract-ocr']),
  ]
  if (missing().length === 0 || process.getuid?.() !== 0 || spawnSync('apt-get', ['--version']).status !== 0)
    return
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
  const options = { env, stdio: ['ignore', 'ignore', 'inherit'] }
  spawnSync('apt-get', ['update', '-q'], options)
  const installPackage = (name) => {
    process.stdout.write(`Installing ${name} from Debian's packages.\n`)
    spawnSync('apt-get', ['install', '-y', '-q', '--no-install-recommends', name], options)
  }
  missing().forEach(installPackage)
  // Older releases of Debian have no such package.
  if (!browser()) installPackage('chromium')
}

/**
 * Moves the tests' databases and stores to memory where there is room. They are synced thousands of times, which no test can notice, as a killed
 * process loses nothing that it has written.
 */
function moveToMemory() {
  const memory = '/dev/shm'
  const enough = 6 * 1024 ** 3
  if (process.env.TMPDIR || !existsSync(memory) || freemem() < enough) return
  const { bavail, bsize } = statfsSync(memory)
  if (bavail * bsize < enough) return
  const folder = mkdtempSync(join(memory, 'deedbox-tests-'))
  // PostgreSQL runs as its own user.
  chmodSync(folder, 0o1777)
  process.env.TMPDIR = folder
  process.on('exit', () => rmSync(folder, { recursive: true, force: true }))
}

/** Number of lines of a failed check's output that are repeated at the end, where a long run is read first. */
const REPEATED_LINES = 80
const passed = '✓'
const results = []
async function check(name, command, args, options) {
  process.stdout.write(`\n── ${name}\n`)
  const began = Date.now()
  let end = ''
  const onOutput = (text) => {
    const lines = (end + text).split('\n')
    const last = lines.pop()
    end = [...lines.filter((line) => !line.includes(passed)).slice(-REPEATED_LINES), last].join('\n')
  }
  const code = await run(command, args, { ...options, onOutput })
  results.push({
    name,
    code,
    state: code === 0 ? 'passed' : 'failed',
    seconds: Math.round((Date.now() - began) / 1000),
    end,
  })
}
const skip = (name, why) => results.push({ name: `${name} (${why})`, state: 'skipped', seconds: 0 })

await install()
if (!quick) installPackages()
moveToMemory()
// Tests start hundreds of processes: servers, commands, and those that draw.
process.env.NODE_COMPILE_CACHE ??= join(tmpdir(), 'deedbox-compiled')
// Checks that read the sources only run two at a time, as each alone waits for something, like the build.
const types = (name, folder) => [`types: ${name}`, bin('tsc'), ['-p', folder, '--noEmit', '--singleThreaded']]
const known = 'what is known against our dependencies'
const still = [
  types('server and demonstration', 'server'),
  types('e2e, bench and trials', 'tsconfig.around.json'),
  types('web', 'web'),
  ['format and lint', bin('biome'), ['ci', '--colors=off', '.']],
  types('convert', 'convert'),
  types('proof', 'proof'),
  types('contract', 'contract'),
  ['dead code and unused dependencies', node(), [bin('knip'), '--no-progress']],
  ['lock file', 'npm', ['ci', '--dry-run', '--no-audit', '--no-fund', '--loglevel=error']],
  ...(quick ? [] : [[known, node(), [join(home, 'scripts/audit.mjs')]]]),
]
const lane = async () => {
  for (let next = still.shift(); next; next = still.shift()) await check(...next, { shows: false })
}
await Promise.all([build().then(lane), lane()])
if (quick) skip(known, 'npm test asks the registry')
const audit = results.find(({ name, code }) => name === known && code === NO_ANSWER)
if (audit) Object.assign(audit, { name: `${known} (${audit.end.trim()})`, state: 'skipped' })
const projects = ['rules', 'pglite']
let shared = !process.argv.includes('--both')
if (quick) skip('long tests, HTTP on PostgreSQL, browser', 'npm test runs them')
else {
  projects.push('long')
  if (hasPostgres()) projects.push('postgres')
  else {
    skip('HTTP on PostgreSQL', 'no PostgreSQL on this machine: install the package postgresql')
    shared = false
  }
}
await check(
  'rules and HTTP',
  node(),
  [bin('vitest'), 'run', ...projects.map((name) => `--project=${name}`)],
  {
    env: shared ? { DATABASES: 'one' } : {},
  },
)
if (!quick && browser()) {
  await check('browser', node(), [bin('playwright'), 'test', '-c', 'e2e'], {
    env: { BROWSER_PATH: browser() },
  })
} else if (!quick) skip('browser', 'no Chromium on this machine: install the package chromium')

for (const { name, state, end } of results)
  if (state === 'failed') process.stdout.write(`\n── ${name}, failed: the end of what it printed\n${end}\n`)
process.stdout.write('\n')
for (const { name, state, seconds } of results)
  process.stdout.write(`${state.padEnd(8)} ${name}${seconds ? ` (${seconds} s)` : ''}\n`)
const count = (state) => results.filter((result) => result.state === state).length
process.stdout.write(`\n${count('passed')} passed, ${count('failed')} failed, ${count('skipped')} skipped\n`)
process.exit(count('failed') > 0 ? 1 : 0)
