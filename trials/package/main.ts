import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { appendFileSync, cpSync, existsSync, mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createChecks } from '../support/checks.ts'
import { needPackages } from '../support/packages.ts'
import { home, until } from '../support/server.ts'
import { startMachine } from './machine.ts'

/* Makes the package, installs it in fresh minimal Debians without a network, and uses it. Needs root. */

needPackages({
  '/usr/sbin/debootstrap': 'debootstrap',
  '/usr/bin/systemd-nspawn': 'systemd-container',
  '/usr/bin/systemd-analyze': 'systemd',
  '/usr/bin/lintian': 'lintian',
})
const release = 'bookworm'
const folder = mkdtempSync(join(tmpdir(), 'deedbox-package-'))
process.once('exit', () => rmSync(folder, { recursive: true, force: true }))
const { version } = JSON.parse(readFileSync(join(home, 'package.json'), 'utf8')) as { version: string }
const name = `deedbox-${version}-linux-x64`
const tar = join(home, 'dist', `${name}.tar.gz`)
const deb = join(home, 'dist', `deedbox_${version}_amd64.deb`)
const unit = join(home, 'packaging/systemd/deedbox.service')
const quiet = { stdio: 'pipe', encoding: 'utf8' } as const
const sum = (file: string) => createHash('sha256').update(readFileSync(file)).digest('hex')
const make = (...options: string[]) =>
  execFileSync(process.execPath, ['scripts/package.mjs', ...options], { cwd: home, ...quiet })
const use = join(import.meta.dirname, 'use.ts')
const { check, finish } = createChecks()

// Arguments that save minutes: a folder that the same debootstrap made before, and --built to take what is in dist.
const [given] = process.argv.slice(2).filter((one) => !one.startsWith('--'))
const built = process.argv.includes('--built')
const base = given ?? join(folder, 'base')
const root = join(folder, 'installed')
const bare = join(folder, 'bare')

await check('npm run package makes the folder, the .tar.gz and the .deb', () => {
  if (!built) process.stdout.write(make('--deb'))
  assert.ok(statSync(tar).size < 90_000_000)
  assert.ok(statSync(deb).size < 80_000_000)
})
await check('the same sources make the same .tar.gz', () => {
  const first = sum(tar)
  if (!built) make()
  assert.equal(sum(tar), first)
})
await check('lintian finds no error in the .deb', () => {
  const options = ['--allow-root', '--fail-on', 'error', '--no-tag-display-limit', deb]
  process.stdout.write(execFileSync('lintian', options, quiet))
})
await check('systemd-analyze finds nothing wrong with the unit, and little exposure', () => {
  const said = execFileSync(
    'systemd-analyze',
    ['security', '--offline=yes', '--threshold=20', '--no-pager', unit],
    quiet,
  )
  process.stdout.write(`${said.trim().split('\n').at(-1)}\n`)
})
await check('debootstrap makes a minimal Debian', () => {
  if (!existsSync(base)) execFileSync('debootstrap', ['--variant=minbase', release, base], quiet)
  cpSync(base, bare, { recursive: true, verbatimSymlinks: true })
  cpSync(base, root, { recursive: true, verbatimSymlinks: true })
  const apt = 'apt-get update -q && apt-get install -y -q --no-install-recommends systemd-sysv dbus'
  execFileSync('chroot', [root, 'sh', '-c', apt], {
    ...quiet,
    env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
  })
})

const machine = await startMachine(root, { systemd: true })
cpSync(deb, join(root, 'root/deedbox.deb'))
const { run, reach } = machine
const link = (said: string) => /(http:\/\/\S+\/setup\/\S+)/.exec(said)?.[1]
const answers = () => reach('curl', '-fsS', 'http://127.0.0.1:3000/api/health').includes('"status":"ok"')
const again = () => assert.match(reach(process.execPath, use, 'again', 'http://127.0.0.1:3000'), /all there/)

await check('dpkg installs it without a network; nothing runs yet', () => {
  assert.throws(() => reach('curl', '-m', '3', 'http://deb.debian.org'))
  assert.match(run('dpkg -i /root/deedbox.deb'), /systemctl start deedbox/)
  assert.equal(run("stat -c '%U %a' /var/lib/deedbox").trim(), 'deedbox 700')
  assert.equal(run("stat -c '%U %G %a' /etc/deedbox/deedbox.env").trim(), 'root deedbox 640')
  assert.equal(run('systemctl is-enabled deedbox').trim(), 'enabled')
  assert.equal(run('systemctl is-active deedbox || true').trim(), 'inactive')
  assert.equal(run('deedbox --version').trim(), `deedbox ${version}`)
  // Files that the service runs cannot be changed by the service.
  assert.equal(run('find /usr/lib/deedbox /usr/bin/deedbox ! -user root -o ! -type l -perm /022').trim(), '')
  assert.equal(run('dpkg --verify deedbox').trim(), '')
  assert.equal(run('command -v npm node gcc || true').trim(), '')
})
await check('systemd accepts the unit, as installed', () => {
  assert.equal(run('systemd-analyze verify deedbox.service 2>&1 | grep -i deedbox || true').trim(), '')
})
await check(
  'the hardened service starts; the link in its journal sets up the first administrator; everything works',
  async () => {
    run('systemctl start deedbox')
    await until(answers, 'the service answers')
    assert.equal(run('stat -c %U /proc/$(systemctl show -p MainPID --value deedbox)').trim(), 'deedbox')
    const setup = link(run('journalctl -u deedbox -o cat'))
    assert.match(reach(process.execPath, use, 'first', setup ?? 'none'), /all there/)
    assert.equal(run("stat -c '%U %a' /var/lib/deedbox/master.key").trim(), 'deedbox 600')
  },
)
await check('the service cannot write outside its folder, nor gain a privilege', () => {
  const pid = run('systemctl show -p MainPID --value deedbox').trim()
  const status = run(`cat /proc/${pid}/status`)
  assert.match(status, /NoNewPrivs:\s+1/)
  assert.match(status, /CapBnd:\s+0+\n/)
  assert.match(status, /Seccomp:\s+2/)
  assert.match(
    run(`nsenter -t ${pid} -m -- sh -c 'touch /usr/lib/deedbox/x /etc/x /root/x 2>&1' || true`),
    /Read-only/,
  )
})
await check('a stop is graceful, and after a start everything is still there', async () => {
  run('systemctl stop deedbox')
  assert.equal(run('systemctl show -p Result --value deedbox').trim(), 'success')
  run('systemctl start deedbox')
  await until(answers, 'the service answers')
  again()
})
await check('a killed service comes back by itself', async () => {
  run('systemctl kill -s KILL deedbox')
  await until(
    () => run('systemctl show -p NRestarts --value deedbox').trim() === '1',
    'systemd starts it again',
  )
  await until(answers, 'the service answers again')
  again()
})
await check('deedbox COMMAND as root works as the user of the service', () => {
  assert.match(run('deedbox migrate 2>&1 || true'), /MIGRATE_DATABASE_URL is needed/)
  assert.match(run('deedbox start 2>&1 || true'), /already|in use|another/i)
  assert.equal(run('find /var/lib/deedbox ! -user deedbox').trim(), '')
})
await check(
  'installing the package over itself restarts the service and keeps configuration and data',
  async () => {
    run("echo 'SUPPORT_EMAIL=help@practice.example' >> /etc/deedbox/deedbox.env")
    const before = run('systemctl show -p MainPID --value deedbox')
    run('dpkg -i /root/deedbox.deb')
    await until(answers, 'the service answers')
    assert.notEqual(run('systemctl show -p MainPID --value deedbox'), before)
    assert.match(run('cat /etc/deedbox/deedbox.env'), /help@practice/)
    again()
  },
)
await check('a stopped service stays stopped when the package is upgraded', () => {
  run('systemctl stop deedbox')
  run('dpkg -i /root/deedbox.deb')
  assert.equal(run('systemctl is-active deedbox || true').trim(), 'inactive')
})
await check('purging keeps the data and the master key, and installing again finds them', async () => {
  const key = run('cat /var/lib/deedbox/master.key').trim()
  run(`rm /var/lib/deedbox/master.key; echo 'MASTER_KEY=${key}' >> /etc/deedbox/deedbox.env`)
  run('systemctl start deedbox')
  await until(answers, 'the service answers with the key from its configuration')
  const said = run('dpkg -P deedbox 2>&1')
  assert.match(said, /still in \/var\/lib\/deedbox/)
  assert.match(said, /kept-deedbox\.env/)
  assert.ok(!existsSync(join(root, 'etc/deedbox/deedbox.env')) && !existsSync(join(root, 'usr/lib/deedbox')))
  assert.ok(run('cat /etc/deedbox/kept-deedbox.env').includes(`MASTER_KEY=${key}`))
  run('dpkg -i /root/deedbox.deb && cp -p /etc/deedbox/kept-deedbox.env /etc/deedbox/deedbox.env')
  run('systemctl start deedbox')
  await until(answers, 'the service answers')
  again()
})
await machine.stop()

await check('the .tar.gz runs by itself where nothing is installed, and stops on SIGTERM', async () => {
  execFileSync('tar', ['-xzf', tar, '-C', join(bare, 'opt')])
  const alone = await startMachine(bare, { systemd: false })
  try {
    alone.run('useradd -M -d /srv/data tester && install -d -o tester /srv/data')
    const start = `cd /srv && DEEDBOX_ENV=/srv/env setsid setpriv --reuid=tester --regid=tester --clear-groups /opt/${name}/bin/deedbox start`
    appendFileSync(
      join(bare, 'srv/env'),
      "# a comment\nDATA_DIR=/srv/data\nMAIL_FROM=Deedbox <a@practice.example>\nSUPPORT_EMAIL='b@practice.example'\n",
    )
    for (const what of ['first', 'again']) {
      alone.run(`${start} >/srv/said 2>&1 & echo $! >/srv/pid`)
      const said = () => readFileSync(join(bare, 'srv/said'), 'utf8')
      await until(() => said().includes('Ctrl+C'), 'it has started')
      const url = what === 'first' ? link(said()) : 'http://127.0.0.1:3000'
      assert.match(alone.reach(process.execPath, use, what, url ?? 'none'), /all there/)
      alone.run('kill -TERM $(cat /srv/pid); while kill -0 $(cat /srv/pid) 2>/dev/null; do sleep 0.1; done')
    }
  } finally {
    await alone.stop()
  }
})
finish()
