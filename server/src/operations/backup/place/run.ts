import type { Services } from '../../../kernel/services.ts'

/** Progress of a running backup: of `content`, files so far; of `rows`, rows; `bytes` of content copied by this run. */
export type BackupProgress = {
  stage: 'content' | 'rows' | 'finishing'
  done: number
  /** Number that there will be, where that is known. */
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
  /** Bytes that this run copied, and that the whole copy holds. */
  bytesCopied: number
  bytesTotal: number
  /** Sentence about what the copy lacks because the deployment itself has lost it; null if nothing. */
  problem: string | null
}

export type BackupOptions = {
  /** Address of the place: file:///folder or s3://… */
  place: string
  /** The public key to encrypt to; without it BACKUP_KEY of this process. */
  key?: string | undefined
  signal?: AbortSignal | undefined
  onProgress?: (progress: BackupProgress) => void
  /** The administrator says that a place which had copies is empty on purpose. */
  newPlace?: boolean
  /** The administrator says that this deployment goes on from an older copy than the newest in the place. */
  goOn?: boolean
}

export type BackupNeeds = Pick<
  Services,
  'config' | 'contexts' | 'database' | 'keyring' | 'logger' | 'storage'
>
