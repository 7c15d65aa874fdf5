// npm run package [-- --deb]: dist/deedbox-<version>-linux-x64, a folder and a .tar.gz that run without npm, and a Debian package.
import { execFileSync } from 'node:child_process'
import { mkdirSync, readFileSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { makeDeb } from '../packaging/deb.mjs'
import { stage } from '../packaging/stage.mjs'
import { build, home, install } from './lib.mjs'

const { version } = JSON.parse(readFileSync(join(home, 'package.json'), 'utf8'))
const name = `deedbox-${version}-linux-x64`
const dist = join(home, 'dist')
const folder = join(dist, name)

/** Returns the time of all packaged files, which is that of the last commit, so that the same sources make the same bytes. */
function sourceDate() {
  if (process.env.SOURCE_DATE_EPOCH) return Number(process.env.SOURCE_DATE_EPOCH)
  try {
    return Number(execFileSync('git', ['log', '-1', '--format=%ct'], { cwd: home, stdio: 'pipe' }))
  } catch {
    return 0
  }
}

const megabytes = (path) => `${(statSync(path).size / 1_000_000).toFixed(1)} MB`
const say = (text) => process.stdout.write(`${text}\n`)

await install()
await build()
rmSync(folder, { recursive: true, force: true })
mkdirSync(folder, { recursive: true })
const { commands, packages } = stage({ home, folder, version })
execFileSync('chmod', ['-R', 'u+rwX,go+rX,go-w', folder])
const bytes = execFileSync('du', ['-sb', folder], { encoding: 'utf8' }).split('\t')[0]
say(`${folder}: ${(bytes / 1_000_000).toFixed(1)} MB, ${packages.length} npm packages`)
say(`Commands: ${commands.map((command) => command.name).join(', ')}`)

const epoch = sourceDate()
const same = ['--sort=name', `--mtime=@${epoch}`, '--owner=0', '--group=0', '--numeric-owner', '--format=gnu']
const tar = join(dist, `${name}.tar.gz`)
execFileSync('tar', [...same, '-I', 'gzip -9n', '-cf', tar, '-C', dist, name])
say(`${tar}: ${megabytes(tar)}`)

if (process.argv.includes('--deb')) {
  const file = join(dist, `deedbox_${version}_amd64.deb`)
  makeDeb({ home, staged: folder, version, epoch, file })
  say(`${file}: ${megabytes(file)}`)
}
