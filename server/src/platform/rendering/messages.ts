/** The messages between the renderer and its worker processes. Plain data only. */

type RenderErrorCode =
  | 'unreadable'
  | 'encrypted'
  | 'too-large'
  | 'timeout'
  | 'no-such-page'
  /** The person has too many pages waiting already. */
  | 'busy'
  /** Nobody waits for it. */
  | 'abandoned'

/** Why a page could not be drawn or read. The message is for logs and names nothing of the file's content. */
export class RenderError extends Error {
  override readonly name = 'RenderError'
  readonly code: RenderErrorCode

  constructor(code: RenderErrorCode, message: string = code) {
    super(message)
    this.code = code
  }
}

/** The worker ran out of the memory that it may take: one that may take more is tried next. */
export class StarvedError extends RenderError {
  constructor(message?: string) {
    super('too-large', message)
  }
}

/** Points (PDF) or pixels (images), after the file's own rotation. */
export type PageSize = { width: number; height: number }
/**
 * How large a page is drawn: `scale` is 0.2 to 4 pixels a point, of an image at most 1; `width` is that of the whole page in pixels, of which
 * only a part may be drawn (`page-pixels.ts` of the contract has the bounds).
 */
export type DrawnSize =
  | { scale: number }
  | { width: number; part?: { column: number; row: number } | undefined }
export type Drawing = { image: Buffer; contentType: string; width: number; height: number }
/** Fractions (0 to 1) of the page, from its top left corner. */
export type Box = { x: number; y: number; width: number; height: number }
export type Word = Box & { text: string }
export type PageText = { text: string; words: Word[] }
/** A place where a text was found: the words around it, and a box for each line that it covers. */
export type Place = { excerpt: string; boxes: Box[] }
/** A page with the text that was searched for: how often, and the first places. */
export type Hit = { page: number; count: number; excerpt: string; places: Place[] }
/** A bookmark of the PDF: how deep it lies in the outline (from 0), and its page, if it leads to one. */
export type OutlineEntry = { title: string; depth: number; page: number | null }

export type ConvertOptions = {
  /** For the dates of mails. */
  timeZone: string
  /** Texts that stand above the first page, for the reader. */
  notes: string[]
}

/** The name, input and output of each task. Pages count from 1. */
export type Tasks = {
  pages: { input: Record<never, never>; output: PageSize[] }
  /** `marked` is the same page with the watermark, where there is one. */
  draw: {
    input: { page: number; watermark: string[] } & DrawnSize
    output: { image: Buffer; marked: Buffer | undefined; width: number; height: number }
  }
  /** Draws a watermark on a drawn page. Needs no file. */
  mark: { input: { image: Buffer; watermark: string[] }; output: { image: Buffer } }
  /** Turns a text, a mail or an office file into a PDF. Needs its bytes, and does not hold them. */
  convert: { input: ConvertOptions; output: { pdf: Buffer } }
  text: { input: { page: number }; output: PageText }
  outline: { input: Record<never, never>; output: OutlineEntry[] }
  /** Searches the pages from `first`, as many as fit in one task; `empty` have no text; `next` is where to continue. */
  search: {
    input: { query: string; first: number }
    output: { hits: Hit[]; empty: number[]; next: number | undefined }
  }
}
export type TaskName = keyof Tasks

type With<File> = {
  [Name in TaskName]: { task: Name; input: Tasks[Name]['input']; id: string; fileType: string } & File
}[TaskName]

/** `bytes`: the file's, absent if the worker should hold it. */
export type Request = With<{ bytes: Buffer | undefined }>
/** `size`: so many bytes of the file follow in the pipe for contents. */
export type ToWorker = With<{ size: number | undefined }> | { task: 'forget'; id: string }

/** Number of the pipe in which a worker is sent the contents of files: as they are, and not copied into a message. */
export const contentPipe = 4

export type FromWorker =
  | { ready: true }
  /** `memoryMb`: the memory that the worker has taken. */
  | { output: Tasks[TaskName]['output']; memoryMb: number }
  /** The worker does not hold the file: ask again, with its bytes. */
  | { again: 'missing' }
  /** `broken`: the sandbox trapped and this worker must be replaced; `starved`: for want of memory. */
  | { failed: { code: RenderErrorCode; message: string; broken: boolean; starved: boolean } }

/** Most memory of a worker, in MiB: for its PDF engine, and for what it decodes or takes apart at once. */
export type Room = { memoryMb: number; atOnceMb?: number }

/** `timeoutMs`: what it has for a task. */
export type WorkerOptions = Room & { timeoutMs: number }
