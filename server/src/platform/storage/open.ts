import type { MeasureRoom } from '../room.ts'
import { openFolderStorage } from './folder.ts'
import type { Storage } from './storage.ts'

/**
 * Opens the storage that the configuration names: `s3://bucket?endpoint=…&region=…`, or without `storageUrl`
 * the folder `documents` in the data folder. The modules for S3 are loaded only when it is used.
 */
export async function openStorage(options: {
  storageUrl?: string | undefined
  dataDir: string
  measureRoom?: MeasureRoom | undefined
}): Promise<Storage> {
  if (options.storageUrl === undefined) return openFolderStorage(options.dataDir, options.measureRoom)
  const { openS3Storage } = await import('./s3.ts')
  return openS3Storage(options.storageUrl)
}
