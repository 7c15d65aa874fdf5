import { existsSync } from 'node:fs'
import { join } from 'node:path'

/** Returns the name of an import's package: `@aws-sdk/client-s3`, `better-auth` of `better-auth/crypto`. */
export const packageOf = (specifier) =>
  specifier
    .split('/')
    .slice(0, specifier.startsWith('@') ? 2 : 1)
    .join('/')

/** Finds the package `name` from the folder `from` as Node does; returns a key of the lock file. */
function find(packages, from, name) {
  for (let at = from; ; at = at.slice(0, Math.max(at.lastIndexOf('/'), 0))) {
    const path = `${at ? `${at}/` : ''}node_modules/${name}`
    if (packages[path] && !packages[path].link) return path
    if (at === '') return undefined
  }
}

/**
 * Lists these packages and all installed ones that they need, as the lock file resolved them: paths like `node_modules/react`.
 * Optional ones of other machines are left out.
 *
 * @param from the folder of the workspace that imports them
 * @throws if one is not in the lock file or not installed
 */
export function closure({ home, lock, from, names }) {
  const paths = new Set()
  const add = (name, by, optional) => {
    const path = find(lock.packages, by, name)
    if (!path || !existsSync(join(home, path))) {
      if (optional) return
      throw new Error(`${name}, which ${by} needs, is not installed`)
    }
    if (paths.has(path)) return
    paths.add(path)
    const entry = lock.packages[path]
    const may = entry.peerDependenciesMeta ?? {}
    const optionals = entry.optionalDependencies ?? {}
    for (const one of Object.keys(entry.dependencies ?? {})) add(one, path, one in optionals)
    for (const one of Object.keys(optionals)) add(one, path, true)
    for (const one of Object.keys(entry.peerDependencies ?? {}))
      if (!may[one]?.optional) add(one, path, false)
  }
  for (const name of names) add(name, from, false)
  return [...paths].sort()
}

/**
 * Lists the packages that the packaged Deedbox may contain: those that stay in node_modules (`packages`, by default none), and those within the
 * bundles of server and web client. They are paths like `node_modules/react`.
 */
export function shipped({ home, lock, packages = [] }) {
  const all = new Set(packages)
  for (const from of ['contract', 'convert', 'proof', 'server', 'web']) {
    const { dependencies = {} } = lock.packages[from]
    const names = Object.keys(dependencies).filter((name) => !name.startsWith('@deedbox/'))
    for (const path of closure({ home, lock, from, names })) all.add(path)
  }
  return [...all].sort()
}
