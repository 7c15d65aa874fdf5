import { existsSync, statSync } from 'node:fs'
import { resolve } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { openFolder } from '../../../platform/storage/folder.ts'
import type { Storage } from '../../../platform/storage/storage.ts'
import { BackupFault } from './fault.ts'

/** Store of backups, whose objects are put once and never changed. What is cleared away goes to its quarantine first ("aside"). */
export type Place = Storage

/** Returns the address of a place that an administrator typed: a folder's path, file:///folder or s3://… */
export function placeUrl(typed: string): string {
  if (/^(file|s3):/.test(typed)) return typed
  if (/^[a-z][a-z0-9+.-]*:\/\//i.test(typed))
    throw new BackupFault('A place is a folder, or a bucket as s3://bucket?endpoint=…')
  return pathToFileURL(resolve(typed)).href
}

/**
 * Opens a place. A folder must exist: otherwise a disk that is not mounted would look like a new, empty place.
 * @param url file:///folder or s3://…
 */
export async function openPlace(url: string): Promise<Place> {
  // Loaded only when it is used, as for the documents.
  if (!url.startsWith('file:')) return (await import('../../../platform/storage/s3.ts')).openS3Storage(url)
  const folder = fileURLToPath(url)
  if (!existsSync(folder) || !statSync(folder).isDirectory())
    throw new BackupFault(
      `There is no folder ${folder}. Make it first; if it is on another disk, is that connected?`,
    )
  return openFolder(folder)
}
