import { closeSync, fsync, fsyncSync, openSync } from 'node:fs'
import { dirname, resolve } from 'node:path'
import { promisify } from 'node:util'

/* A name survives a power cut once the folder that holds it is synced, whoever made it: also a process that was killed before it did. */

const sync = promisify(fsync)
// Windows has no sync of folders: its file system journals names itself.
const canSync = process.platform !== 'win32'

/** Makes the names in a folder survive a power cut. @throws what the file system says, ENOENT for none */
export async function syncFolder(folder: string): Promise<void> {
  if (!canSync) return
  const fd = openSync(folder, 'r')
  try {
    await sync(fd)
  } finally {
    closeSync(fd)
  }
}

/** Does {@link syncFolder} for a start, which waits anyway. */
export function syncFolderNow(folder: string): void {
  if (!canSync) return
  const fd = openSync(folder, 'r')
  try {
    fsyncSync(fd)
  } finally {
    closeSync(fd)
  }
}

/** Makes a folder and all folders above it survive a power cut; those above that this user may not read were there before. */
export function syncUpwards(folder: string): void {
  syncFolderNow(folder)
  for (let at = resolve(folder); at !== dirname(at); at = dirname(at)) {
    try {
      syncFolderNow(dirname(at))
    } catch {
      return
    }
  }
}
