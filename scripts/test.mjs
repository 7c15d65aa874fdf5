// npm test: installs what it needs and runs every check: format, lint, types, dead code, unit, HTTP, browser.
// npm run check: the same without the long tests, PostgreSQL and the browser, for use while you work.
import { spawnSync } from 'node:child_process'
import { chmodSync, existsSync, mkdtempSync, readdirSync, rmSync, statfsSync } from 'node:fs'
import { freemem } from 'node:os'
import { join } from 'node:path'
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

/** Installs Debian's packages if possible: as root on a machine with apt. */
function installPackages() {
  const missing = () => [
    ...(existsSync(shell) ? [] : ['chromium-headless-shell']),
    ...(hasPostgres() ? [] : ['postgresql']),
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
 * The tests' databases and stores are in memory where there is room: they are synced thousands of times, which tests nothing
 * that a test could see, as a process that is killed loses nothing it has written.
 */
function moveToMemory() {
  const memory = '/dev/shm'
  const enough = 6 * 1024 ** 3
  if (process.env.TMPDIR || !existsSync(memory) || freemem() < enough) return
  const { bavail, bsize } = statfsSync(memory)
  if (bavail * bsize < enough) return
  const folder = mkdtempSync(join(memory, 'deedbox-tests-'))
  // PostgreSQL is run by a user of its own.
  chmodSync(folder, 0o1777)
  process.env.TMPDIR = folder
  process.on('exit', () => rmSync(folder, { recursive: true, force: true }))
}

/** How much of what a failed check printed is repeated at the end, where a long run is read first: not what passed. */
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
    state: code === 0 ? 'passed' : 'failed',
    seconds: Math.round((Date.now() - began) / 1000),
    end,
  })
}
const skip = (name, why) => results.push({ name: `${name} (${why})`, state: 'skipped', seconds: 0 })

await install()
if (!quick) installPackages()
moveToMemory()
await check('format and lint', bin('biome'), ['ci', '--colors=off', '.'])
for (const workspace of ['contract', 'server', 'web', 'e2e', 'bench', 'trials']) {
  await check(`types: ${workspace}`, bin('tsc'), ['-p', workspace, '--noEmit'])
}
await check('dead code and unused dependencies', node(), [bin('knip'), '--no-progress'])
await check('lock file', 'npm', ['ci', '--dry-run', '--no-audit', '--no-fund', '--loglevel=error'])
await build()
const projects = ['rules', 'pglite']
if (quick) skip('long tests, HTTP on PostgreSQL, browser', 'npm test runs them')
else {
  projects.push('long')
  if (hasPostgres()) projects.push('postgres')
  else skip('HTTP on PostgreSQL', 'no PostgreSQL on this machine: install the package postgresql')
}
await check('rules and HTTP', node(), [bin('vitest'), 'run', ...projects.map((name) => `--project=${name}`)])
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
