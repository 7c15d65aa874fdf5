import { join } from 'node:path'
import type { Rolldown } from 'vite'

type Lookup = Pick<Rolldown.ChunkingContext, 'getModuleInfo'>

const source = join(import.meta.dirname, '../src')
/** What every page needs, and what signing in needs. */
const firstEntries = ['main.tsx', 'routes/login.tsx'].map((name) => join(source, name))

/** The modules that these entries import, directly or indirectly, except lazily loaded ones. */
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

// The index of Mantine imports every component; these are only for lists, menus and dialogs.
const laterComponents =
  /floating-ui|[\\/](Menu|Combobox|Select|Popover|Tooltip|Checkbox|Switch|Textarea|Table|Modal|ModalBase|ScrollArea|SimpleGrid|Radio|Accordion|Progress)[\\/]/

let first: Set<string> | undefined

/** A few larger files per page instead of one per component; signing in loads no code of the lists. */
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
        return first.has(id) && !laterComponents.test(id) ? 'first' : null
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
