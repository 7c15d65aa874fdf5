import { lstat, opendir } from 'node:fs/promises'
import { join } from 'node:path'
import { StartFault } from '../../platform/errors.ts'

/** A file of the folder; `path` is relative, its parts joined by slashes, as the file system has it. */
export type FoundFile = { path: string; bytes: number; changedAt: number }
export type Walked = {
  /** Files sorted by path. */
  files: FoundFile[]
  /** Entries that were left out: hidden ones and those of the system, links, and what is neither file nor folder. */
  hidden: number
  links: number
  others: number
}

/** Names of files that desktops and office programs leave beside others. */
const left = /^(\.|~\$)|^(thumbs\.db|desktop\.ini)$/i

/**
 * Finds all files in a folder and the folders in it. Links are not followed.
 * @param except absolute paths that are left out without being counted
 */
export async function walk(folder: string, except: readonly string[] = []): Promise<Walked> {
  const walked: Walked = { files: [], hidden: 0, links: 0, others: 0 }
  const waiting = ['']
  for (let at = waiting.pop(); at !== undefined; at = waiting.pop()) {
    for await (const entry of await openFolder(join(folder, at))) {
      const path = at ? `${at}/${entry.name}` : entry.name
      const absolute = join(folder, path)
      if (except.includes(absolute)) continue
      if (left.test(entry.name)) walked.hidden++
      else if (entry.isSymbolicLink()) walked.links++
      else if (entry.isDirectory()) waiting.push(path)
      else if (entry.isFile()) {
        // A file may be gone since the folder was read.
        const stats = await lstat(absolute).catch(() => undefined)
        if (stats) walked.files.push({ path, bytes: stats.size, changedAt: stats.mtimeMs })
      } else walked.others++
    }
  }
  walked.files.sort((a, b) => (a.path < b.path ? -1 : 1))
  return walked
}

const openFolder = (path: string) =>
  opendir(path).catch((error: Error) => {
    throw new StartFault(`The folder ${path} cannot be read: ${error.message}`)
  })
