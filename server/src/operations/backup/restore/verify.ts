import { z } from 'zod'
import { type Keyring, keyringOf, MasterKeyError } from '../../../platform/encryption/keys.ts'
import { ContentDamagedError } from '../../../platform/encryption/stream.ts'
import { type Entry, readEntries } from '../place/content-index.ts'
import { type Copy, chooseCopy, contentPath, copyPaths, readCopy } from '../place/copies.ts'
import { each } from '../place/each.ts'
import { BackupFault, WrongKeyFault } from '../place/fault.ts'
import { needHead } from '../place/head.ts'
import type { Place } from '../place/place.ts'
import { checkContent, type Plain } from './check-content.ts'
import { erasureProblems } from './erase-again.ts'
import { type Line, readRows } from './rows-read.ts'

const AT_ONCE = 4

export type Verified = {
  copy: string
  version: string
  rows: number
  tables: number
  /** Files of content that were read and decrypted, and the bytes of their ciphertext. */
  files: number
  bytes: number
  /** Sentences about what is wrong, each naming the object. Empty: the copy can be restored whole. */
  problems: string[]
  /** Content that the deployment itself had lost before the copy was made. */
  lost: string[]
}

const documentSchema = z.object({
  id: z.uuid(),
  file_path: z.string(),
  file_size: z.number(),
  sha256: z.string(),
  wrapped_key: z.string().nullable(),
  master_key_id: z.string(),
})
type Document = z.infer<typeof documentSchema>
type Pair = { document: Document; entry: Entry }

/**
 * Checks a copy without restoring it: every row is read, every file of content is read and decrypted with its document's key, and
 * what the place says of erasures is read.
 * @throws BackupFault when the place or the key is wrong; what is wrong with the copy is in `problems`
 */
export async function verify(options: {
  place: Place
  privateKey: string
  at?: string | undefined
  onProgress?: (files: number, bytes: number) => void
}): Promise<Verified> {
  const { place, privateKey, onProgress } = options
  await needHead(place)
  const copy = await readCopy(place, await chooseCopy(place, options.at))
  const verified: Verified = {
    copy: copy.copy,
    version: copy.version,
    rows: 0,
    tables: 0,
    files: 0,
    bytes: 0,
    problems: [],
    lost: [],
  }
  const keyring: { value?: Keyring } = {}
  try {
    const pairs = pair(
      counted(readRows(place, copy, privateKey), copy, verified, keyring),
      readEntries(place, copy),
    )
    await each(pairs, AT_ONCE, async ({ document, entry }) => {
      if ('lost' in entry) return void verified.lost.push(`${entry.path}: ${entry.lost}`)
      const problem = await checkDocument(place, document, entry, keyring.value)
      if (problem) verified.problems.push(`${contentPath(entry.path)} ${problem}`)
      verified.files += 1
      verified.bytes += entry.bytes
      onProgress?.(verified.files, verified.bytes)
    })
    if (verified.files + verified.lost.length !== copy.files + copy.lost)
      verified.problems.push(
        `${copyPaths(copy.copy).content} names ${verified.files} files instead of ${copy.files}`,
      )
  } catch (error) {
    if (!(error instanceof BackupFault) || error instanceof WrongKeyFault) throw error
    verified.problems.push(error.message)
    await checkCiphertext(place, copy, verified)
  }
  verified.problems.push(...(await erasureProblems(place)))
  return verified
}

/**
 * Checks a copy without the private key. If its rows or its list are missing or damaged, the other and the content can still be compared
 * with what was copied, as far as the list can be read.
 */
async function checkCiphertext(place: Place, copy: Copy, found: Verified): Promise<void> {
  const named = new Set(found.problems)
  Object.assign(found, { files: 0, bytes: 0, lost: [] })
  const { rows } = copyPaths(copy.copy)
  if (!found.problems.some((problem) => problem.startsWith(`${rows} `))) {
    const problem = await checkContent(() => place.open(rows), copy.rows)
    if (problem) named.add(`${rows} ${problem}`)
  }
  try {
    await each(readEntries(place, copy), AT_ONCE, async (entry) => {
      if ('lost' in entry) return
      const path = contentPath(entry.path)
      const there = await place.has(path)
      const problem = there ? await checkContent(() => place.open(path), entry) : 'is missing'
      if (problem) named.add(`${path} ${problem}`)
      found.files += 1
      found.bytes += entry.bytes
    })
  } catch (error) {
    if (!(error instanceof BackupFault)) throw error
    named.add(error.message)
  }
  found.problems = [...named]
}

async function checkDocument(
  place: Place,
  document: Document,
  entry: { path: string; bytes: number; sha256: string },
  keyring: Keyring | undefined,
): Promise<string | null> {
  // Content that was moved aside could still be read, but not for long.
  if (!(await place.has(contentPath(entry.path)))) return 'is missing'
  const open = () => place.open(contentPath(entry.path))
  let plain: Plain
  try {
    if (!keyring) throw new BackupFault('The copy names no master keys')
    const key = keyring.unwrap({
      wrapped: Buffer.from((document.wrapped_key ?? '').slice(2), 'hex'),
      masterKeyId: document.master_key_id,
      documentId: document.id,
    })
    plain = { id: document.id, key, fileSize: document.file_size, sha256: document.sha256 }
  } catch (error) {
    if (!(error instanceof MasterKeyError || error instanceof ContentDamagedError)) throw error
    return (await checkContent(open, entry)) ?? `cannot be decrypted: ${error.message}`
  }
  return checkContent(open, entry, plain)
}

/** Counts the rows, compares them with what the copy says, and passes on the documents that have content. */
async function* counted(
  lines: AsyncIterable<Line>,
  copy: Copy,
  found: Verified,
  keyring: { value?: Keyring },
): AsyncGenerator<Document> {
  const counts: Record<string, number> = {}
  let table = ''
  for await (const line of lines) {
    if (line.kind === 'beginning') keyring.value = keyringOf(line.beginning.masterKeys)
    else if (line.kind === 'table') {
      table = line.name
      counts[table] = 0
      found.tables += 1
    } else if (line.kind === 'row') {
      counts[table] = (counts[table] ?? 0) + 1
      found.rows += 1
      const row: unknown = JSON.parse(line.row)
      if (table !== 'documents') continue
      const document = documentSchema.parse(row)
      if (document.wrapped_key !== null) yield document
    } else {
      const { rows, content } = copyPaths(copy.copy)
      for (const [name, n] of Object.entries(line.end.counts))
        if (counts[name] !== n)
          found.problems.push(`${rows} has ${counts[name] ?? 0} rows of ${name} instead of ${n}`)
      if (line.end.content.sha256 !== copy.content.sha256)
        found.problems.push(`${content} is not the list that belongs to ${rows}`)
    }
  }
}

/** Pairs documents and content, which come in the same order. */
async function* pair(
  documents: AsyncIterable<Document>,
  entries: AsyncIterable<Entry>,
): AsyncGenerator<Pair> {
  const others = entries[Symbol.asyncIterator]()
  for await (const document of documents) {
    const { value: entry } = (await others.next()) as IteratorResult<Entry, undefined>
    if (entry?.path !== document.file_path)
      throw new BackupFault(`The list of content does not name ${document.file_path}, which a document needs`)
    yield { document, entry }
  }
  if (!(await others.next()).done)
    throw new BackupFault('The list of content names files that no document needs')
}
