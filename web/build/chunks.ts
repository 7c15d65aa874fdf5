import { basename, join } from 'node:path'
import type { Rolldown } from 'vite'

type Lookup = Pick<Rolldown.ChunkingContext, 'getModuleInfo'>

const source = join(import.meta.dirname, '../src')
/** Modules that every page needs, and that signing in needs. */
const firstEntries = ['main.tsx', 'routes/login.tsx'].map((name) => join(source, name))
/** Modules that the list of documents needs besides, which most other pages need too. */
const listEntries = ['shell/user-menu.tsx', 'routes/documents.tsx'].map((name) => join(source, name))

/** Packages whose index imports everything that they have, so that it says nothing about what is used. */
const indexes = /@mantine[\\/](core|hooks|notifications)[\\/]esm[\\/]index\.mjs$|tabler-icons-react\.mjs$/
const importedNames =
  /import\s*\{([^}]*)\}\s*from\s*["'](?:@mantine\/(?:core|hooks|notifications)|@tabler\/icons-react)["']/g
/** Modules that an index has for several names. */
const common = /[\\/]core[\\/]esm[\\/]core[\\/]|[\\/]hooks[\\/]esm[\\/]utils[\\/]|notifications\.store\.mjs$/
const camel = (name: string) => name.replace(/-(.)/g, (_, letter: string) => letter.toUpperCase())

/** The modules of an index that this code imports by name; and what a package's components share. */
function namedIn(code: string, indexed: readonly string[]): string[] {
  const names = new Set(
    [...code.matchAll(importedNames)].flatMap(([, list = '']) =>
      list.split(',').map((name) => name.trim().split(/\s/)[0]),
    ),
  )
  return indexed.filter((id) => names.has(camel(basename(id, '.mjs'))) || common.test(id))
}

/** The modules that these entries import, directly or indirectly, except lazily loaded ones. */
function reachable(entries: string[], lookup: Lookup): Set<string> {
  const found = new Set<string>()
  const open = [...entries]
  const importsOf = (id: string) => lookup.getModuleInfo(id)?.importedIds ?? []
  for (let id = open.pop(); id !== undefined; id = open.pop()) {
    if (found.has(id)) continue
    found.add(id)
    const code = lookup.getModuleInfo(id)?.code ?? ''
    open.push(
      ...importsOf(id).flatMap((other) => (indexes.test(other) ? namedIn(code, importsOf(other)) : [other])),
    )
  }
  return found
}

let first: Set<string> | undefined
let list: Set<string> | undefined

/** A few larger files per page instead of one per component; signing in loads no code of the lists. */
export const chunks: Rolldown.CodeSplittingOptions = {
  groups: [
    {
      name: 'base',
      test: /node_modules[\\/](react|react-dom|scheduler|react-router|@tanstack[\\/](react-)?query(-core)?)[\\/]/,
      priority: 4,
    },
    {
      name: (id, context) => {
        first ??= reachable(firstEntries, context)
        return first.has(id) ? 'first' : null
      },
      debugName: 'first',
      priority: 3,
    },
    {
      name: (id, context) => {
        list ??= reachable(listEntries, context)
        return list.has(id) ? 'list' : null
      },
      debugName: 'list',
      priority: 2,
    },
    {
      name: 'shared',
      priority: 1,
      minShareCount: 2,
      entriesAware: true,
      entriesAwareMergeThreshold: 40_000,
    },
  ],
}
