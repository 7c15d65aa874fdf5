/** The messages between the renderer and its worker processes. Plain data only. */

import type { NoteKind } from '@deedbox/contract/note-kinds.ts'
import type { Signature } from '@deedbox/contract/signatures.ts'

type RenderErrorCode =
  | 'unreadable'
  /** The file is broken, or its end is missing. */
  | 'damaged'
  | 'cut-off'
  /** It needs a password, or another one. */
  | 'encrypted'
  /** It is protected in another way than by a password. */
  | 'locked'
  | 'too-large'
  | 'timeout'
  | 'no-such-page'
  /** The person has too many pages waiting already. */
  | 'busy'
  /** State: nobody waits for it. */
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
 * Size at which a page is drawn: `scale` is 0.2 to 4 pixels a point, of an image at most 1; `width` is that of the whole page in pixels, of which
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
/** Text that was filled into a form, and its place. */
export type Field = { value: string; box: Box }
/** A place where a text was found: the words around it, and a box for each line that it covers. */
export type Place = { excerpt: string; boxes: Box[] }
/** A page with the text that was searched for: how often, and the first places. */
export type Hit = { page: number; count: number; excerpt: string; places: Place[] }
/** A bookmark of the PDF: how deep it lies in the outline (from 0), and its page, if it leads to one. */
export type OutlineEntry = { title: string; depth: number; page: number | null }

/** File attached to a mail: its name, the media type that the mail gives it, and its bytes. */
export type AttachedFile = { name: string; type: string; size: number }
/** A place on a page that leads to another one, to a part of it (a fraction of its height), or out of the document. */
export type Link = {
  page: number
  box: Box
  to: { page: number; y: number | null } | { address: string }
}
/** Note that somebody has written into the PDF beside its text; `at`: ISO 8601. */
export type Note = {
  page: number
  box: Box
  kind: NoteKind
  text: string
  author: string
  at: string | null
}
/** `more`: there are more notes than these. */
export type Annotations = { links: Link[]; notes: Note[]; more: boolean }

export type ConvertOptions = {
  /** Time zone for the dates of mails. */
  timeZone: string
  /** Texts that stand above the first page, for the reader. */
  notes: string[]
}

/** The name, input and output of each task. Pages count from 1. */
export type Tasks = {
  pages: { input: Record<never, never>; output: PageSize[] }
  /** State: the end of the file is missing, although it could be opened. */
  'cut-off': { input: Record<never, never>; output: boolean }
  /** `marked` is the same page with the watermark, where there is one. */
  draw: {
    input: { page: number; watermark: string[] } & DrawnSize
    output: { image: Buffer; marked: Buffer | undefined; width: number; height: number }
  }
  /** Draws a watermark on a drawn page. Needs no file. */
  mark: { input: { image: Buffer; watermark: string[] }; output: { image: Buffer } }
  /** Lists the files attached to a mail, or reads one of them, from 1. Both need its bytes, and do not hold them. */
  attachments: { input: Record<never, never>; output: AttachedFile[] }
  attachment: { input: { number: number }; output: { content: Buffer } }
  /** Turns a text, a mail or an office file into a PDF. Needs its bytes, and does not hold them. */
  convert: { input: ConvertOptions; output: { pdf: Buffer } }
  text: { input: { page: number }; output: PageText }
  outline: { input: Record<never, never>; output: OutlineEntry[] }
  annotations: { input: Record<never, never>; output: Annotations }
  signatures: { input: Record<never, never>; output: Signature[] }
  /**
   * Searches the pages from `first` to `last`, as many as fit in one task, for so many `places` at most, `onPage` on each; `pictures` have no words
   * that PDFium knows; `next` is where to continue.
   */
  search: {
    input: { query: string; first: number; last: number | undefined; places: number; onPage: number }
    output: { hits: Hit[]; pictures: number[]; next: number | undefined }
  }
}
export type TaskName = keyof Tasks

type With<File> = {
  [Name in TaskName]: {
    task: Name
    input: Tasks[Name]['input']
    id: string
    fileType: string
    password?: string | undefined
  } & File
}[TaskName]

/** `bytes`: the file's, absent if the worker should hold it; `password`: of a PDF that has one. */
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

/** Limit of a worker's memory, in MiB: for its PDF engine, and for what it decodes or takes apart at once. */
export type Room = { memoryMb: number; atOnceMb?: number }

/** `timeoutMs`: what it has for a task. */
export type WorkerOptions = Room & { timeoutMs: number }
