import { join } from 'node:path'
import type { Rolldown } from 'vite'

type Lookup = Pick<Rolldown.ChunkingContext, 'getModuleInfo'>

const source = join(import.meta.dirname, '../src')
/** What every page needs, and what signing in needs. */
const firstEntries = ['main.tsx', 'routes/login.tsx'].map((name) => join(source, name))

/** The modules that these entries import, however indirectly, but for what is loaded later. */
function reachable(entries: string[], lookup: Lookup): Set<string> {
  const found = new Set<string>()
  const open = [...entries]
  for (let id = open.pop(); id !== undefined; id = open.pop()) {
    if (found.has(id)) continue
    found.add(id)
    open.push(...(lookup.getModuleInfo(id)?.importedIds ?? []))
  }
  return found
}

// The kit is imported by its index, which names every component: these serve lists, menus and dialogs.
const later =
  /floating-ui|[\\/](Menu|Combobox|Select|Popover|Tooltip|Checkbox|Switch|Textarea|Table|Modal|ModalBase|ScrollArea|SimpleGrid|Radio|Accordion|Progress)[\\/]/

let first: Set<string> | undefined

/** A page asks for a few files of some size, and not for one for each component; signing in loads nothing of the lists. */
export const chunks: Rolldown.CodeSplittingOptions = {
  groups: [
    {
      name: 'base',
      test: /node_modules[\\/](react|react-dom|scheduler|react-router|@tanstack)[\\/]/,
      priority: 3,
    },
    {
      name: (id, context) => {
        first ??= reachable(firstEntries, context)
        return first.has(id) && !later.test(id) ? 'first' : null
      },
      debugName: 'first',
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
