// npm test: installs what it needs and runs every check: format, lint, types, dead code, unit, HTTP, browser.
// npm run check: the same without PostgreSQL and the browser, for use while you work.
import { spawnSync } from 'node:child_process'
import { existsSync, readdirSync } from 'node:fs'
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

const results = []
async function check(name, command, args, options) {
  process.stdout.write(`\n── ${name}\n`)
  const began = Date.now()
  const code = await run(command, args, options)
  results.push({
    name,
    state: code === 0 ? 'passed' : 'failed',
    seconds: Math.round((Date.now() - began) / 1000),
  })
}
const skip = (name, why) => results.push({ name: `${name} (${why})`, state: 'skipped', seconds: 0 })

await install()
if (!quick) installPackages()
await check('format and lint', bin('biome'), ['ci', '--colors=off', '.'])
for (const workspace of ['contract', 'server', 'web', 'e2e', 'bench', 'trials']) {
  await check(`types: ${workspace}`, bin('tsc'), ['-p', workspace, '--noEmit'])
}
await check('dead code and unused dependencies', node(), [bin('knip'), '--no-progress'])
await check('lock file', 'npm', ['ci', '--dry-run', '--no-audit', '--no-fund', '--loglevel=error'])
await build()
const projects = ['rules', 'pglite']
if (quick) skip('HTTP on PostgreSQL, browser', 'npm test runs them')
else if (hasPostgres()) projects.push('postgres')
else skip('HTTP on PostgreSQL', 'no PostgreSQL on this machine: install the package postgresql')
await check('rules and HTTP', node(), [bin('vitest'), 'run', ...projects.map((name) => `--project=${name}`)])
if (!quick && browser()) {
  await check('browser', node(), [bin('playwright'), 'test', '-c', 'e2e'], {
    env: { BROWSER_PATH: browser() },
  })
} else if (!quick) skip('browser', 'no Chromium on this machine: install the package chromium')

process.stdout.write('\n')
for (const { name, state, seconds } of results)
  process.stdout.write(`${state.padEnd(8)} ${name}${seconds ? ` (${seconds} s)` : ''}\n`)
const count = (state) => results.filter((result) => result.state === state).length
process.stdout.write(`\n${count('passed')} passed, ${count('failed')} failed, ${count('skipped')} skipped\n`)
process.exit(count('failed') > 0 ? 1 : 0)
