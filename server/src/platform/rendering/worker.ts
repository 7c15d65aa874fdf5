/** The worker process: holds the files opened last and draws, reads and searches their pages, one task at a time. */

import { readSync } from 'node:fs'
import { flushCompileCache } from 'node:module'
import { type PageKind, type Part, partAt, partedSize, wholeSize } from '@deedbox/contract/page-pixels.ts'
import { isCutOff } from './cut-off.ts'
import { decodeDrawn, decodeImage, encode, imageSizes, toGrey } from './image.ts'
import { marker, type Pixels } from './mark.ts'
import {
  contentPipe,
  type DrawnSize,
  type FromWorker,
  type PageSize,
  RenderError,
  type Request,
  type Tasks,
  type ToWorker,
} from './messages.ts'
import { openPdf, type Pdf } from './pdf.ts'
import { type Pdfium, startPdfium } from './pdfium.ts'
import { drawScan } from './scan.ts'
import { type Contents, noContents, search } from './search.ts'
import { memoryMb, timeoutMs } from './worker-options.ts'

type File = {
  fileType: string
  bytes: Buffer
  sizes: PageSize[]
  pdf: Pdf | undefined
  contents: Contents
  used: number
}

const maxHeldBytes = 32 * 1024 * 1024
const maxHeldMs = 5 * 60_000
/** Bytes of pixels and of forgotten files between two collections. */
const maxDroppedBytes = 32 * 1024 * 1024

/** Entries in order of use, the oldest first. */
const files = new Map<string, File>()
let pdfium: Pdfium | undefined

async function pdfiumOnce(): Promise<Pdfium> {
  pdfium ??= await startPdfium(memoryMb)
  return pdfium
}

const mark = marker(pdfiumOnce)

let droppedBytes = 0

/** Pixels and files are outside of the heap, which hardly grows by them: without this, many of them would wait to be collected. */
function collectLater(bytes: Uint8Array): void {
  droppedBytes += bytes.length
  if (droppedBytes < maxDroppedBytes) return
  droppedBytes = 0
  globalThis.gc?.()
}

async function openFile(fileType: string, bytes: Buffer, password?: string): Promise<File> {
  const held = { fileType, bytes, contents: noContents(), used: 0 }
  if (fileType !== 'application/pdf') return { ...held, sizes: await imageSizes(bytes), pdf: undefined }
  const pdf = openPdf(await pdfiumOnce(), bytes, password)
  return { ...held, sizes: pdf.sizes, pdf }
}

/** Returns what is wrong with a file that could not be read; any other error as it is. */
function damageOf(error: unknown, fileType: string, bytes: Buffer): unknown {
  if (!(error instanceof RenderError) || error.code !== 'unreadable') return error
  return new RenderError(isCutOff(fileType, bytes) ? 'cut-off' : 'damaged', error.message)
}

function forget(id: string): void {
  const file = files.get(id)
  if (!file) return
  file.pdf?.close()
  file.pdf = undefined
  files.delete(id)
  collectLater(file.bytes)
}

/** Makes the file the one used last and drops those unused for long or too many. */
function keep(id: string, file: File): void {
  files.delete(id)
  files.set(id, file)
  file.used = Date.now()
  let bytes = [...files.values()].reduce((sum, { bytes }) => sum + bytes.length, 0)
  for (const [oldId, old] of files) {
    if (oldId === id || (bytes <= maxHeldBytes && file.used - old.used < maxHeldMs)) continue
    bytes -= old.bytes.length
    forget(oldId)
  }
}

function pageOf(file: File, page: number): PageSize {
  const size = file.sizes[page - 1]
  if (!size) throw new RenderError('no-such-page')
  return size
}

async function draw(file: File, input: Tasks['draw']['input']): Promise<Tasks['draw']['output']> {
  const { page, watermark, ...size } = input
  const { whole, part } = areaOf(pageOf(file, page), file.pdf ? 'pdf' : 'image', size)
  // Tesseract and paper want as many pixels as they ask for.
  const fewer = 'width' in size
  const pixels = part ? await partOf(file, page, whole, part) : await pixelsOf(file, page, whole, fewer)
  const { width, height } = pixels
  collectLater(pixels.data)
  const image = await encode(pixels)
  if (watermark.length === 0) return { image, marked: undefined, width, height }
  await mark(pixels, watermark)
  return { image, marked: await encode(pixels), width, height }
}

/** Returns the pixels of the whole page, and which part of them is drawn. @throws RenderError no-such-page for a part outside of it */
function areaOf(page: PageSize, kind: PageKind, size: DrawnSize): { whole: PageSize; part?: Part } {
  if ('scale' in size) {
    const scale = Math.min(4, Math.max(0.2, size.scale))
    return { whole: wholeSize(page, kind, page.width * scale) }
  }
  const { width, part } = size
  if (!part) return { whole: wholeSize(page, kind, width) }
  const whole = partedSize(page, kind, width)
  const area = partAt(whole, part.column, part.row)
  if (!area) throw new RenderError('no-such-page')
  return { whole, part: area }
}

async function partOf(file: File, page: number, whole: PageSize, part: Part): Promise<Pixels> {
  if (!file.pdf) return await decodeImage(file.bytes, page, whole, Math.ceil(timeoutMs / 1000), part)
  const { width, height } = part
  return toGrey({ data: file.pdf.draw(page, whole.width, whole.height, part), width, height, channels: 3 })
}

async function pixelsOf(file: File, page: number, size: PageSize, fewer: boolean): Promise<Pixels> {
  const seconds = Math.ceil(timeoutMs / 1000)
  if (!file.pdf) return await decodeImage(file.bytes, page, size, seconds)
  const { width, height } = size
  let drawn = file.pdf.drawOrScan(page, size, fewer)
  if (!Buffer.isBuffer(drawn)) {
    const pixels = await drawScan(drawn, seconds)
    if (pixels) return pixels
    // The file may have been forgotten meanwhile.
    if (!file.pdf) throw new RenderError('no-such-page')
    drawn = file.pdf.draw(page, width, height)
  }
  return toGrey({ data: drawn, ...size, channels: 3 })
}

async function work(request: Request): Promise<FromWorker> {
  const held = files.get(request.id)
  try {
    return await workOn(request, held)
  } catch (error) {
    throw damageOf(error, held?.fileType ?? request.fileType, held?.bytes ?? request.bytes ?? Buffer.alloc(0))
  }
}

async function workOn(request: Request, held: File | undefined): Promise<FromWorker> {
  if (request.task === 'mark') return answer(await markDrawn(request.input))
  if (request.task === 'convert') {
    const file = request.bytes ?? Buffer.alloc(0)
    const { convertFile } = await import('./convert-file.ts')
    return answer({ pdf: await convertFile(request.fileType, file, request.input, timeoutMs) })
  }
  if (request.task === 'attachments' || request.task === 'attachment') {
    const { attachmentsIn } = await import('./convert-file.ts')
    const all = await attachmentsIn(request.bytes ?? Buffer.alloc(0))
    if (request.task === 'attachments')
      return answer(all.map(({ name, type, content }) => ({ name, type, size: content.length })))
    const one = all[request.input.number - 1]
    if (!one) throw new RenderError('no-such-page')
    return answer({ content: one.content })
  }
  if (!held && !request.bytes) return { again: 'missing' }
  const file = held ?? (await openFile(request.fileType, request.bytes ?? Buffer.alloc(0), request.password))
  keep(request.id, file)
  const output = await perform(file, request)
  // A page that lacked memory may come out drawn in part.
  if (pdfium?.starved()) throw new RangeError('memory limit of the sandbox')
  return answer(output)
}

const answer = (output: Tasks[keyof Tasks]['output']): FromWorker => ({
  output,
  memoryMb: process.memoryUsage.rss() / 1_048_576,
})

async function markDrawn({ image, watermark }: Tasks['mark']['input']): Promise<Tasks['mark']['output']> {
  const pixels = await decodeDrawn(image)
  collectLater(pixels.data)
  await mark(pixels, watermark)
  return { image: await encode(pixels) }
}

async function perform(
  file: File,
  request: Exclude<Request, { task: 'mark' | 'convert' | 'attachments' | 'attachment' }>,
): Promise<Tasks[keyof Tasks]['output']> {
  switch (request.task) {
    case 'pages':
      return file.sizes
    case 'cut-off':
      return isCutOff(file.fileType, file.bytes)
    case 'draw':
      return await draw(file, request.input)
    case 'text':
      pageOf(file, request.input.page)
      return file.pdf?.text(request.input.page) ?? { text: '', words: [] }
    case 'outline':
      return file.pdf?.outline() ?? []
    case 'annotations':
      return file.pdf?.annotations() ?? { links: [], notes: [], more: false }
    case 'signatures': {
      const fields = file.pdf?.signatures() ?? []
      if (fields.length === 0) return []
      const { checkSignatures } = await import('./check-signatures.ts')
      return await checkSignatures(fields, file.bytes)
    }
    case 'search':
      return search({ ...file, count: file.sizes.length }, request.input)
  }
}

function failure(error: unknown): FromWorker {
  const starved = pdfium?.starved() === true || error instanceof RangeError
  if (error instanceof RenderError && !starved) {
    return { failed: { code: error.code, message: error.message, broken: false, starved } }
  }
  // Out of the sandbox: its memory ran out, perhaps for the other files it holds, or it trapped.
  const message = error instanceof Error ? error.message : ''
  return { failed: { code: starved ? 'too-large' : 'unreadable', message, broken: true, starved } }
}

/** Reads the content that follows a message. */
function contentOf(size: number): Buffer {
  const bytes = Buffer.allocUnsafeSlow(size)
  for (let at = 0; at < size; ) {
    const read = readSync(contentPipe, bytes, at, size - at, null)
    // The server has gone.
    if (read === 0) process.exit()
    at += read
  }
  return bytes
}

/** Sends an answer; where the server has gone, nobody waits for it. */
const send = (answer: FromWorker) => process.send?.(answer, () => undefined)

process.on('message', (message: ToWorker) => {
  if (message.task === 'forget') forget(message.id)
  else {
    const { size, ...request } = message
    void work({ ...request, bytes: size === undefined ? undefined : contentOf(size) } as Request)
      .catch(failure)
      .then(send)
      // Memory that a large text or office file has left in the heap goes back to the system.
      .then(
        () =>
          (message.task === 'convert' || message.task.startsWith('attachment')) &&
          globalThis.gc?.({ type: 'major', flavor: 'last-resort' }),
      )
  }
})
// However the server ended, nothing of it is left.
process.on('disconnect', () => process.exit())
send({ ready: true })
// It is killed in the end, and would not write what Node has compiled.
flushCompileCache()
