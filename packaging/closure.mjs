import { existsSync } from 'node:fs'
import { join } from 'node:path'

/** The name of the package of an import: `@aws-sdk/client-s3`, `better-auth` of `better-auth/crypto`. */
export const packageOf = (specifier) =>
  specifier
    .split('/')
    .slice(0, specifier.startsWith('@') ? 2 : 1)
    .join('/')

/** Where Node finds the package `name` from the folder `from`, as a key of the lock file. */
function find(packages, from, name) {
  for (let at = from; ; at = at.slice(0, Math.max(at.lastIndexOf('/'), 0))) {
    const path = `${at ? `${at}/` : ''}node_modules/${name}`
    if (packages[path] && !packages[path].link) return path
    if (at === '') return undefined
  }
}

/**
 * The installed packages that these need, with them, as the lock file resolved them: paths like `node_modules/react`.
 * Optional ones of other machines are left out.
 *
 * @param from the folder of the workspace that imports them
 * @throws if one is not in the lock file or not installed
 */
export function closure({ home, lock, from, names }) {
  const found = new Set()
  const add = (name, by, optional) => {
    const path = find(lock.packages, by, name)
    if (!path || !existsSync(join(home, path))) {
      if (optional) return
      throw new Error(`${name}, which ${by} needs, is not installed`)
    }
    if (found.has(path)) return
    found.add(path)
    const entry = lock.packages[path]
    const may = entry.peerDependenciesMeta ?? {}
    const optionals = entry.optionalDependencies ?? {}
    for (const one of Object.keys(entry.dependencies ?? {})) add(one, path, one in optionals)
    for (const one of Object.keys(optionals)) add(one, path, true)
    for (const one of Object.keys(entry.peerDependencies ?? {}))
      if (!may[one]?.optional) add(one, path, false)
  }
  for (const name of names) add(name, from, false)
  return [...found].sort()
}
