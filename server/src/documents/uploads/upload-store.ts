import { randomUUID } from 'node:crypto'
import type { Readable } from 'node:stream'
import type { UploadMetadata } from '@deedbox/contract/uploads.ts'
import { DataStore, Upload } from '@tus/server'
import type { Services } from '../../kernel/services.ts'
import { Refusal } from '../../platform/errors.ts'
import { checkStart } from '../store/file-check.ts'
import { START_BYTES } from '../store/inspect.ts'
import { beginUpload } from './begin.ts'
import type { Holding } from './call.ts'
import { discard } from './discard.ts'
import { finishUpload } from './finish.ts'
import { addPart, checkCount, keyOf, PART_BYTES, PART_MS, readParts, storePart } from './parts.ts'
import { type Pieces, piecesOf } from './pieces.ts'
import { findUpload, keptUntil, type UploadRow } from './row.ts'

/** A file of at most this size that comes in one request is stored as it comes, without parts. */
const DIRECT_BYTES = 2 * 1024 * 1024

/** Store in which @tus/server keeps uploads: of one call, which holds at most one upload. */
export class UploadStore extends DataStore {
  static readonly extensions = ['creation', 'creation-with-upload', 'termination', 'expiration']
  override extensions = UploadStore.extensions
  readonly #services: Services
  readonly #holding: Holding
  #newId: string | undefined
  metadata: UploadMetadata | undefined
  /** Answer of the call besides what the protocol has: known once it has been given. */
  documentId: string | null = null
  /** State: it has just become a PDF that needs a password. */
  locked = false
  keptUntil: Date | undefined

  constructor(services: Services, holding: Holding) {
    super()
    this.#services = services
    this.#holding = holding
  }

  newId(): string {
    this.#newId = randomUUID()
    return this.#newId
  }
  /** Tells whether the upload is only being begun, so that nobody else can know of it. */
  isNew(id: string): boolean {
    return this.#newId === id
  }

  override async create(upload: Upload): Promise<Upload> {
    const { id, size: fileSize } = upload
    if (!this.isNew(id)) {
      const row = await this.#find(id)
      if (row.fileSize === fileSize) return upload
      throw new Refusal('upload-header', { values: { why: 'Its key belongs to a file of another size.' } })
    }
    if (!this.metadata || fileSize === undefined) throw new Error('It was not read what will come')
    await beginUpload(this.#services, this.#holding, { id, fileSize, metadata: this.metadata })
    await this.#find(id)
    return upload
  }

  override async getUpload(id: string): Promise<Upload> {
    const row = await this.#find(id)
    const {
      fileName,
      details: { title },
    } = row
    const offset = row.documentId ? row.fileSize : row.received
    return new Upload({ id, size: row.fileSize, offset, metadata: { fileName, title } })
  }

  override async remove(id: string): Promise<void> {
    const row = await this.#find(id)
    if (row.documentId) throw new Refusal('upload-not-found')
    await discard(this.#services, this.#holding.raw, row, 'by its owner')
  }

  /**
   * Stores what comes in parts, each acknowledged once it is durable. The last is only acknowledged when the document is
   * stored: an upload is whole exactly if it has a document.
   * @returns how much of the file is acknowledged
   */
  override async write(source: Readable, id: string, offset: number): Promise<number> {
    const services = this.#services
    const { holder } = this.#holding
    const row = await this.#find(id)
    if (row.documentId) return row.fileSize
    if (row.received !== offset) throw new Refusal('upload-offset')
    const pieces = piecesOf(source)
    const announced = Number(this.#holding.raw.request.headers['content-length'])
    if (announced === row.fileSize && announced <= DIRECT_BYTES)
      return this.#finish(row, wholeOf(pieces, row.fileSize))
    if (offset === 0) await this.#checkStart(row, pieces)
    const key = keyOf(services, row)
    const parts = [...row.parts]
    for (let at = offset; ; ) {
      if ((await pieces.peek(1)).length === 0) return at
      checkCount({ ...row, parts })
      const expected = Math.min(PART_BYTES, row.fileSize - at)
      const part = await storePart(services, key, { id, at, expected }, pieces.take(expected, PART_MS))
      parts.push(part)
      if (at + part.bytes === row.fileSize) {
        try {
          return await this.#finish(row, readParts(services, key, id, parts))
        } finally {
          if (!this.documentId) await services.storage.parts.remove(part.name).catch(() => undefined)
        }
      }
      await addPart(services, { id, holder, at }, part)
      at += part.bytes
    }
  }

  async #find(id: string): Promise<UploadRow> {
    const row = await this.#holding.raw.read((ctx) => findUpload(ctx, id))
    this.documentId = row.documentId
    this.keptUntil = keptUntil(row)
    return row
  }

  async #finish(row: UploadRow, content: AsyncIterable<Buffer>): Promise<number> {
    const { documentId, locked } = await finishUpload(this.#services, this.#holding, row, content)
    this.documentId = documentId
    this.locked = locked
    return row.fileSize
  }

  /** Refuses what is plainly not what its name says before all of it has come. */
  async #checkStart(row: UploadRow, pieces: Pieces): Promise<void> {
    const start = await pieces.peek(START_BYTES)
    if (start.length < START_BYTES) return
    try {
      await checkStart(row.fileType, start, false)
    } catch (error) {
      if (error instanceof Refusal) await discard(this.#services, this.#holding.raw, row, error.code)
      throw error
    }
  }
}

/** Yields the whole file. @throws Refusal 'upload-failed' if less comes */
async function* wholeOf(pieces: Pieces, bytes: number): AsyncGenerator<Buffer> {
  let left = bytes
  for await (const chunk of pieces.take(bytes)) {
    left -= chunk.length
    yield chunk
  }
  if (left > 0) throw new Refusal('upload-failed')
}
