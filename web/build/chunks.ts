import { basename, join } from 'node:path'
import type { Rolldown } from 'vite'

type Lookup = Pick<Rolldown.ChunkingContext, 'getModuleInfo'>

const source = join(import.meta.dirname, '../src')
/** Files of their own, in their order: what these modules need, without what those before have. */
const own = {
  // Every page, and signing in.
  first: ['main.tsx', 'routes/login.tsx'],
  // Every page of somebody who is signed in, and the list of documents.
  list: ['shell/user-menu.tsx', 'shell/leave-guard.tsx', 'routes/documents.tsx'],
  // A link to a page of a document.
  reader: ['routes/documents-one.tsx', 'documents/viewer/viewer.tsx'],
}
/** Number of lazily loaded files from which a module that they share comes in one file with others of its kind. */
const commonFrom = 6

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

/** Group of what modules need; a group with a larger priority takes a module first. */
function groupOf([name, entries]: [string, string[]], index: number): Rolldown.CodeSplittingGroup {
  let needed: Set<string> | undefined
  const paths = entries.map((entry) => join(source, entry))
  return {
    name: (id, context) => {
      needed ??= reachable(paths, context)
      return needed.has(id) ? name : null
    },
    debugName: name,
    priority: 9 - index,
  }
}

/**
 * A few larger files per page instead of one per component; signing in loads no code of the lists. What fewer pages share stays in files of its own:
 * merged, they import each other, until every page loads nearly everything.
 */
export const chunks: Rolldown.CodeSplittingOptions = {
  groups: [
    {
      name: 'base',
      test: /node_modules[\\/](react|react-dom|scheduler|react-router|@tanstack[\\/](react-)?query(-core)?)[\\/]/,
      priority: 10,
    },
    ...Object.entries(own).map(groupOf),
    { name: 'common', priority: 1, minShareCount: commonFrom },
  ],
}
