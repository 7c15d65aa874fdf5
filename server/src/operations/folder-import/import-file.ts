import { constants, open } from 'node:fs/promises'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { uploadDocument } from '@deedbox/contract/documents.ts'
import { and, eq, sql } from 'drizzle-orm'
import { importedFiles } from '../../db/tables/imports.ts'
import { declaredType } from '../../documents/store/file-check.ts'
import { insertDocument, whileOwner } from '../../documents/store/insert.ts'
import { inspection } from '../../documents/store/inspect.ts'
import { keepIfRecorded, type Owner, type StoredContent, storeContent } from '../../documents/store/store.ts'
import type { WriteCtx } from '../../kernel/context/context.ts'
import type { Services } from '../../kernel/services.ts'
import { Refusal, StartFault } from '../../platform/errors.ts'
import { endBytes, isCutOff } from '../../platform/rendering/cut-off.ts'
import { findOwner } from './owner.ts'
import type { Planned } from './plan.ts'

export type Needs = Pick<
  Services,
  'config' | 'contexts' | 'database' | 'clock' | 'keyring' | 'renderer' | 'scanner' | 'storage' | 'logger'
>

export type Importing = {
  folder: string
  owner: Owner
  /** State: files are imported also if the owner has already imported their content under another name. */
  again: boolean
  /** State: the run only says what would be done. */
  dryRun: boolean
}

/**
 * Outcome of a file. `locked`: it is a PDF that needs a password, which a dry run does not find; `cutOff`: its end is missing. `known`: this file was imported before; `copy`: the same content was, from the file `of`; `refused`: it cannot be
 * stored.
 */
export type Outcome =
  | { is: 'imported'; documentId: string | null; locked: boolean; cutOff: boolean }
  | { is: 'known'; documentId: string }
  | { is: 'copy'; of: string; documentId: string | null }
  | { is: 'refused'; why: string }

/** Reasons why files are refused by themselves; every other fault concerns all files, and ends the import. */
const ofTheFile = new Set([
  ...['file-empty', 'file-infected', 'file-too-large', 'file-type', 'file-type-mismatch', 'scanner-limit'],
])

/** Rules of file names and titles, in the words of this command. */
const named = uploadDocument.query.pick({ fileName: true, title: true })

/**
 * Imports one file: its document, its audit event and the note that it was imported are committed together, so after a
 * crash at any moment the next run goes on without doing anything twice. The file itself is only read.
 * @throws what concerns all files: the store, the scanner or the database is away, or the owner was deactivated
 */
export async function importFile(
  services: Needs,
  importing: Importing,
  planned: Planned,
  /** Content that a dry run met, by the file, as no table remembers it. */
  met = new Map<string, string>(),
): Promise<Outcome> {
  const { file, name } = planned
  if (
    file.path.includes('\uFFFD') ||
    !named.safeParse({ fileName: name, title: planned.details.title }).success
  )
    return { is: 'refused', why: 'Its name is too long, or has characters that are no text.' }
  try {
    const { sha256, cutOff } = await examine(services, importing, planned)
    const before = await services.contexts.work((ctx) => earlier(ctx, importing, file.path, sha256))
    if (before) return before
    if (importing.dryRun) {
      const of = met.get(sha256)
      met.set(sha256, of ?? file.path)
      return of && !importing.again
        ? { is: 'copy', of, documentId: null }
        : { is: 'imported', documentId: null, locked: false, cutOff }
    }
    const outcome = await store(services, importing, planned, sha256)
    return outcome.is === 'imported' ? { ...outcome, cutOff } : outcome
  } catch (error) {
    if (error instanceof Refusal && ofTheFile.has(error.code)) return { is: 'refused', why: error.message }
    if (error instanceof UnreadableError) return { is: 'refused', why: error.message }
    throw error
  }
}

class UnreadableError extends Error {
  constructor(cause: unknown) {
    const code = cause instanceof Error && 'code' in cause ? String(cause.code) : 'unknown fault'
    super(`It could not be read (${code}).`, { cause })
  }
}

/** Opens a file without following a link that somebody has put there meanwhile. */
async function opened({ folder }: Importing, { file }: Planned): Promise<Readable> {
  const flags = constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0)
  const handle = await open(join(folder, file.path), flags).catch((error: unknown) => {
    throw new UnreadableError(error)
  })
  return handle.createReadStream({ highWaterMark: 256 * 1024 })
}

/** Reads the whole file once before anything is stored: whether it can be, whether it was before, and whether its end is there. */
async function examine(services: Needs, importing: Importing, planned: Planned) {
  const { maxUploadBytes } = services.config
  const type = declaredType(planned.name, undefined)
  if (planned.file.bytes > maxUploadBytes) throw new Refusal('file-too-large')
  const { inspect, result } = inspection(type, maxUploadBytes)
  let end = Buffer.alloc(0)
  await pipeline(await opened(importing, planned), inspect, async (chunks: AsyncIterable<Buffer>) => {
    for await (const chunk of chunks) end = Buffer.concat([end, chunk]).subarray(-endBytes)
  }).catch((error: unknown) => {
    throw error instanceof Refusal ? error : new UnreadableError(error)
  })
  return { ...result(), cutOff: isCutOff(type, end) }
}

async function store(
  services: Needs,
  importing: Importing,
  planned: Planned,
  sha256: string,
): Promise<Outcome> {
  const { owner } = importing
  const origin = { actor: owner, ip: null, userAgent: null, requestId: null }
  const now = await services.contexts.work(async (ctx) => ctx.now)
  const source = await opened(importing, planned)
  let content: StoredContent
  try {
    const incoming = { owner, origin, fileName: planned.name, bytes: planned.file.bytes, now }
    content = await storeContent(services, incoming, source)
  } finally {
    source.destroy()
  }
  if (content.sha256 !== sha256) {
    await services.storage.remove(content.filePath)
    return { is: 'refused', why: 'It changed while it was read. Import it again.' }
  }
  const outcome = await keepIfRecorded(services.storage, content, () =>
    services.contexts.work((ctx) => record(services, ctx, importing, planned, content)),
  )
  if (outcome.is !== 'imported') await services.storage.remove(content.filePath)
  return outcome
}

async function record(
  services: Needs,
  ctx: WriteCtx,
  importing: Importing,
  { file, details, described }: Planned,
  content: StoredContent,
): Promise<Outcome> {
  // Imports of the same files at once find each other's.
  await ctx.tx.execute(
    sql`select pg_advisory_xact_lock(hashtextextended(${`import ${importing.owner.id}`}, 0))`,
  )
  const before = await earlier(ctx, importing, file.path, content.sha256)
  if (before) return before
  // Read again: their name, email or organisation may have changed since the import began.
  const owner = await findOwner(ctx, importing.owner)
  const document = await insertDocument(
    services,
    { actor: owner, ip: null, userAgent: null, requestId: null },
    whileOwner(owner.id),
    {
      status: described ? 'active' : 'pending',
      owner,
      content,
      details,
      audited: { imported: file.path },
    },
  )
  if (!document) throw new StartFault(`${owner.email} no longer has an active account.`)
  await ctx.tx.insert(importedFiles).values({
    documentId: document.id,
    ownerId: owner.id,
    path: file.path,
    sha256: content.sha256,
    importedAt: document.createdAt,
  })
  return { is: 'imported', documentId: document.id, locked: content.locked, cutOff: false }
}

/** Tells whether this content was imported for the owner before, from a file of this path or of another. */
async function earlier(
  { tx }: Pick<WriteCtx, 'tx'>,
  { owner, again }: Importing,
  path: string,
  sha256: string,
): Promise<Outcome | null> {
  const found = await tx
    .select({ path: importedFiles.path, documentId: importedFiles.documentId })
    .from(importedFiles)
    .where(and(eq(importedFiles.ownerId, owner.id), eq(importedFiles.sha256, sha256)))
  const same = found.find((one) => one.path === path)
  if (same) return { is: 'known', documentId: same.documentId }
  const [other] = found
  return other && !again ? { is: 'copy', of: other.path, documentId: other.documentId } : null
}
