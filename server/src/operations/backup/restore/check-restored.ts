import type { Database } from '../../../db/client.ts'
import { type Keyring, MasterKeyError } from '../../../platform/encryption/keys.ts'
import { ContentDamagedError } from '../../../platform/encryption/stream.ts'
import type { Storage } from '../../../platform/storage/storage.ts'
import { each } from '../place/each.ts'
import { BackupFault } from '../place/fault.ts'
import { quoted, tablesOf } from '../place/tables.ts'
import { checkContent } from './check-content.ts'

const BATCH = 500
const AT_ONCE = 4

export type Checked = {
  tables: number
  rows: number
  /** Documents whose content was read from the new store and decrypted, and the bytes of their files. */
  documents: number
  bytes: number
  /** Events of the audit trail. */
  events: number
  problems: string[]
}

type Document = {
  id: string
  path: string
  fileSize: number
  sha256: string
  wrappedKey: Uint8Array
  masterKeyId: string
  storedBytes: number
  storedSha256: string
}

/**
 * Verifies a restored deployment from what it now holds: rows, the protection of the audit trail, and every document, read from
 * its store and decrypted with its key. The rows of each table were compared with the copy before.
 * @param lost content that is known not to exist
 */
export async function checkRestored(
  {
    database,
    storage,
    keyring,
    lost,
  }: { database: Database; storage: Storage; keyring: Keyring; lost: string[] },
  onDocument: (documents: number) => void,
): Promise<Checked> {
  const lacking = new Set(lost)
  const checked: Checked = { tables: 0, rows: 0, documents: 0, bytes: 0, events: 0, problems: [] }
  for (const { name } of await tablesOf(database)) {
    const { rows } = await database.query<{ n: number }>(`select count(*) as n from ${quoted(name)}`)
    checked.tables += 1
    checked.rows += rows[0]?.n ?? 0
    if (name === 'audit_events') checked.events = rows[0]?.n ?? 0
  }
  await checkProtection(database)
  await each(documentsOf(database), AT_ONCE, async (document) => {
    if (lacking.has(document.path)) return
    const problem = await checkDocument(storage, keyring, document)
    if (problem) checked.problems.push(`${document.path} ${problem}`)
    checked.documents += 1
    checked.bytes += document.fileSize
    onDocument(checked.documents)
  })
  return checked
}

/** @throws BackupFault when anything of the database is still off */
async function checkProtection({ query }: Database): Promise<void> {
  const { rows } = await query<{ name: string }>(
    `select tgname as name from pg_trigger where not tgisinternal and tgenabled <> 'O' limit 1`,
  )
  if (rows[0])
    throw new BackupFault(`The trigger ${rows[0].name} is off: the audit trail may not be protected`)
}

async function checkDocument(storage: Storage, keyring: Keyring, document: Document): Promise<string | null> {
  const { id, path, fileSize, sha256, masterKeyId } = document
  try {
    const key = keyring.unwrap({ wrapped: Buffer.from(document.wrappedKey), masterKeyId, documentId: id })
    const stored = { bytes: document.storedBytes, sha256: document.storedSha256 }
    return await checkContent(() => storage.open(path), stored, { id, key, fileSize, sha256 })
  } catch (error) {
    if (!(error instanceof MasterKeyError || error instanceof ContentDamagedError)) throw error
    return `cannot be decrypted: ${error.message}`
  }
}

async function* documentsOf({ query }: Database): AsyncGenerator<Document> {
  for (let after = ''; ; ) {
    const { rows } = await query<Document>(
      `select d.id, d.file_path as path, d.file_size as "fileSize", d.sha256, d.wrapped_key as "wrappedKey",
         d.master_key_id as "masterKeyId", c.bytes as "storedBytes", c.sha256 as "storedSha256"
       from documents d left join content_digests c on c.path = d.file_path
       where d.wrapped_key is not null and d.file_path > $1 order by d.file_path limit ${BATCH}`,
      [after],
    )
    yield* rows
    const last = rows.at(-1)
    if (!last || rows.length < BATCH) return
    after = last.path
  }
}
