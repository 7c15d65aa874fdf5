import { createHash } from 'node:crypto'
import { Writable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { Services } from '../../kernel/services.ts'
import { ContentDamagedError, decryptStream } from '../../platform/encryption/stream.ts'
import { ObjectMissingError } from '../../platform/storage/storage.ts'

type Needs = Pick<Services, 'database' | 'keyring' | 'storage'>

/** Documents that are read from the database at once. */
const BATCH = 200

interface Row {
  id: string
  filePath: string
  fileSize: number
  sha256: string
  wrapped: Buffer
  masterKeyId: string
  /** Event of the upload, whose details are sealed in the log; null for what was uploaded before there were such events. */
  event: number | null
  /** Hash that this event names. */
  uploaded: string | null
}

const columns = `d.id, d.file_path as "filePath", d.file_size as "fileSize", d.sha256, d.wrapped_key as wrapped, d.master_key_id as "masterKeyId",
  e.id as event, e.details->>'sha256' as uploaded
  from documents d left join lateral (
    select id, details from audit_events where document_id = d.id and event = 'document_uploaded' order by id limit 1) e on true
  where d.wrapped_key is not null`

/** Reads one document's content to its end. @returns what is wrong with it, or null */
async function faultOf({ keyring, storage }: Needs, row: Row): Promise<string | null> {
  const { id, wrapped, masterKeyId, fileSize } = row
  const hash = createHash('sha256')
  const last = new Writable({
    write(chunk: Buffer, _encoding, done) {
      hash.update(chunk)
      done()
    },
  })
  try {
    const key = keyring.unwrap({ wrapped: Buffer.from(wrapped), masterKeyId, documentId: id })
    const decrypted = decryptStream({ key, aad: Buffer.from(id), plainBytes: Number(fileSize) })
    await pipeline([await storage.open(row.filePath), decrypted, last])
  } catch (error) {
    if (error instanceof ObjectMissingError) return 'is missing'
    if (error instanceof ContentDamagedError) return 'is damaged'
    throw error
  }
  const found = hash.digest('hex')
  if (found !== row.sha256) return 'is not the one that its record names'
  return row.uploaded !== null && found !== row.uploaded ? 'is not the one that was uploaded' : null
}

/** Reads the content of every document and compares it with its hash, in its record and in the event of its upload, in constant memory. */
export async function checkContents(
  needs: Needs,
  problem: (text: string) => void,
  signal?: AbortSignal,
): Promise<number> {
  const { query } = needs.database
  let [checked, after] = [0, '00000000-0000-0000-0000-000000000000']
  for (;;) {
    const { rows } = await query<Row>(`select ${columns} and d.id > $1 order by d.id limit $2`, [
      after,
      BATCH,
    ])
    for (const row of rows) {
      signal?.throwIfAborted()
      after = row.id
      checked += 1
      if ((await faultOf(needs, row)) === null) continue
      // It may have been erased, or put under another key, while it was read.
      const { rows: again } = await query<Row>(`select ${columns} and d.id = $1`, [row.id])
      const fault = again[0] ? await faultOf(needs, again[0]) : null
      const named = row.event === null ? 'The' : `Event ${row.event}: the`
      if (fault) problem(`${named} content of document ${row.id} ${fault}.`)
    }
    if (rows.length < BATCH) return checked
  }
}
