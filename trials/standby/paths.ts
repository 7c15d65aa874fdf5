import { strict as assert } from 'node:assert'
import { Readable } from 'node:stream'
import { openStorage } from '../../server/src/platform/storage/open.ts'
import { ObjectExistsError } from '../../server/src/platform/storage/storage.ts'
import type { Place } from './place.ts'

/**
 * Paths are reserved by commits that do not wait for the standby. After a fail-over every document's path is there all the same,
 * and where a reservation was lost the store itself refuses to overwrite.
 */
export async function checkPaths(
  { ask, standbyUrl, storageUrl, s3 }: Place,
  print: (text: string) => void,
): Promise<void> {
  const documents = await ask<{ path: string; reserved: boolean }>(
    standbyUrl,
    `select file_path as path, p.path is not null as reserved from documents d
     left join content_paths p on p.path = d.file_path and p.document_id = d.id`,
  )
  assert.deepEqual(
    documents.filter(({ reserved }) => !reserved),
    [],
  )
  assert.equal(new Set(documents.map(({ path }) => path)).size, documents.length)

  const reserved = new Set(
    (await ask<{ path: string }>(standbyUrl, 'select path from content_paths')).map(({ path }) => path),
  )
  const storage = await openStorage({ storageUrl, dataDir: '' })
  const stored: string[] = []
  for await (const { path } of storage.list()) stored.push(path)
  const lost = stored.filter((path) => !reserved.has(path))
  for (const path of [...lost, ...documents.slice(0, 100).map((document) => document.path)]) {
    const before = s3.objects.get(path)?.content
    assert.ok(before)
    await assert.rejects(storage.put(path, Readable.from([Buffer.from('another')])), ObjectExistsError)
    assert.equal(s3.objects.get(path)?.content, before)
  }
  print(
    `${documents.length} documents, ${reserved.size} paths; ${lost.length} files whose reservation was lost`,
  )
}
