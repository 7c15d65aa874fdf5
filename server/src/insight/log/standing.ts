import { toBase64 } from '@deedbox/proof/bytes.ts'
import { ed25519Signer, type Signer, verifierKeyText } from '@deedbox/proof/note.ts'
import { treeRoot } from '@deedbox/proof/tree.ts'
import type { Database } from '../../db/client.ts'
import type { KeyFolder } from './key-folder.ts'
import { sizeOf, tileReader } from './tree.ts'

/** Reasons why nothing is sealed or signed: a second history of one log could come of it. */
export const stops = {
  'no-key':
    'The key of the log is missing here. Put back the files log.key, log.head and log.place of the data folder that had them, or begin a new log.',
  'no-head':
    'The file log.head of the data folder is missing, so nobody knows how far the log was signed. Put it back, or begin a new log.',
  moved:
    'This data folder is a copy, or was moved. If the original will never run again, run `npm run log -- moved`; otherwise begin a new log.',
  'older-database':
    'The database knows less of the log than was signed: it was restored from an older copy. Begin a new log.',
  'witness-ahead':
    'A witness has cosigned more of the log than the database has: it was restored from an older copy, or a clone signs the same log. Begin a new log.',
  inconsistent:
    'The log in the database is not the one that was signed: somebody changed it. Look at the check of the log, and begin a new one.',
  'same-key':
    'A new log was asked for, and LOG_KEY is still the key of the one before. Set LOG_KEY to another 32 random bytes in base64, and start Deedbox again.',
} as const
export type Stop = keyof typeof stops

export type Standing =
  | { kind: 'none' }
  | { kind: 'stopped'; why: Stop }
  | { kind: 'grows'; origin: string; size: number; signer: Signer }

/** Log that is not frozen. */
export async function currentLog({ query }: Pick<Database, 'query'>) {
  const { rows } = await query<{ origin: string; verifierKey: string }>(
    'select origin, verifier_key as "verifierKey" from log_origins where frozen_at is null',
  )
  return rows[0] ?? null
}

/** Says whether the log may grow: the database is compared with the highest head that is known outside of it. */
export async function standingOf(database: Pick<Database, 'query'>, folder: KeyFolder): Promise<Standing> {
  const current = await currentLog(database)
  const head = folder.head()
  // A server that was killed before its first log had begun has left a head of nothing.
  const isNew = head === null || (head.size === 0 && head.previous === undefined)
  if (!current) return isNew ? { kind: 'none' } : { kind: 'stopped', why: 'older-database' }
  const { origin } = current
  const signer = folder
    .seeds()
    .map((seed) => ed25519Signer(origin, seed))
    .find(({ key }) => verifierKeyText(key) === current.verifierKey)
  if (!signer) return { kind: 'stopped', why: 'no-key' }
  // The environment gives the key of the log that is to be frozen, and a new one needs its own.
  if (folder.isGiven && folder.isContinueAsked()) return { kind: 'stopped', why: 'same-key' }
  if (head === null) return { kind: 'stopped', why: 'no-head' }
  if (!folder.isInPlace()) return { kind: 'stopped', why: 'moved' }
  if (head.origin !== origin) return { kind: 'stopped', why: 'older-database' }
  const size = await sizeOf(database, origin)
  if (size < head.size) return { kind: 'stopped', why: 'older-database' }
  const root = await treeRoot(head.size, tileReader(database, origin)).catch(() => null)
  if (root === null || toBase64(root) !== head.root) return { kind: 'stopped', why: 'inconsistent' }
  return { kind: 'grows', origin, size, signer }
}
