import type { Services } from '../services.ts'

/** What a backup is doing now. Of `content`, files and bytes so far; of `rows`, rows. */
export type BackupProgress = {
  stage: 'content' | 'rows' | 'finishing'
  done: number
  /** How many there will be, where that is known. */
  total: number | null
  bytes: number
}

/** A finished backup, as its row in `backups` has it. */
export type BackupRun = {
  id: string
  /** The name of the copy in its place: the time of its snapshot. */
  copy: string
  place: string
  documents: number
  bytesCopied: number
  bytesTotal: number
  /** What the copy lacks because the deployment itself has lost it; null if nothing. */
  problem: string | null
}

export type BackupOptions = {
  /** Where to: file:///folder or s3://… */
  place: string
  signal?: AbortSignal | undefined
  onProgress?: (progress: BackupProgress) => void
}

export type BackupNeeds = Pick<
  Services,
  'config' | 'contexts' | 'database' | 'keyring' | 'logger' | 'storage'
>

/** Makes one backup into a place; see `backup.ts`. */
export type BackUp = (services: BackupNeeds, options: BackupOptions) => Promise<BackupRun>
