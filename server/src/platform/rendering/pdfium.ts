import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { init, type WrappedPdfiumModule } from '@embedpdf/pdfium'

/** The part of the Emscripten module we use; the package's types need typings that it does not include. */
type Native = {
  HEAPU8: Uint8Array<ArrayBuffer>
  wasmExports: {
    malloc(size: number): number
    free(pointer: number): void
    memory: { buffer: ArrayBuffer; grow(pages: number): number }
  }
  addFunction(callback: (...args: number[]) => number, signature: string): number
}

export type Pdfium = {
  calls: WrappedPdfiumModule
  /** The sandbox's current memory. Growth replaces it, so never keep it across a call. */
  memory(): Uint8Array<ArrayBuffer>
  /** Allocates, runs, frees. @throws RangeError at the limit of memory */
  withBlock<T>(size: number, work: (pointer: number) => T): T
  /** Opens a document read on demand from `bytes`, which stay outside the sandbox; 0 when it cannot be opened. */
  open(bytes: Uint8Array, password?: string): { document: number; close(): void }
  /** True if memory growth was refused since the last call, which PDFium may ignore silently. */
  starved(): boolean
}

/**
 * Starts PDFium in WebAssembly. This build has no JavaScript engine and no XFA, and we never run a document's actions, so
 * nothing in a document is executed.
 *
 * @param memoryMb the most memory the sandbox may grow to.
 */
export async function startPdfium(memoryMb: number): Promise<Pdfium> {
  const wasm = await readFile(fileURLToPath(import.meta.resolve('@embedpdf/pdfium/pdfium.wasm')))
  const quiet = { wasmBinary: wasm, print: () => {}, printErr: () => {} }
  const calls = await init(quiet as Partial<WrappedPdfiumModule['pdfium']>)
  const native = calls.pdfium as unknown as Native

  let refused = false
  const wasmMemory = native.wasmExports.memory
  const grow = wasmMemory.grow.bind(wasmMemory)
  wasmMemory.grow = (pages) => {
    // Emscripten asks for less, up to twice, when it is refused: the last answer counts.
    refused = wasmMemory.buffer.byteLength + pages * 65_536 > memoryMb * 1_048_576
    if (refused) throw new RangeError('memory limit of the sandbox')
    return grow(pages)
  }
  calls.PDFiumExt_Init()

  const files = new Map<number, Uint8Array>()
  let lastFile = 0
  // FPDF_FILEACCESS.m_GetBlock (fpdfview.h): copy `size` bytes at `position` to `target`; 0 means failure.
  const getBlock = native.addFunction((file = 0, position = 0, target = 0, size = 0) => {
    const bytes = files.get(file)
    if (!bytes || position + size > bytes.length) return 0
    native.HEAPU8.set(bytes.subarray(position, position + size), target)
    return 1
  }, 'iiiii')

  function withBlock<T>(size: number, work: (pointer: number) => T): T {
    const pointer = native.wasmExports.malloc(size)
    if (pointer === 0) throw new RangeError('memory limit of the sandbox')
    try {
      return work(pointer)
    } finally {
      native.wasmExports.free(pointer)
    }
  }

  function open(bytes: Uint8Array, password = '') {
    const file = ++lastFile
    files.set(file, bytes)
    // struct FPDF_FILEACCESS { unsigned long length; callback; void* parameter }, which lives as long as the document.
    const access = native.wasmExports.malloc(12)
    new Uint32Array(native.HEAPU8.buffer, access, 3).set([bytes.length, getBlock, file])
    const document = calls.FPDF_LoadCustomDocument(access, password)
    const close = () => {
      if (document !== 0) calls.FPDF_CloseDocument(document)
      native.wasmExports.free(access)
      files.delete(file)
    }
    return { document, close }
  }

  function starved(): boolean {
    const was = refused
    refused = false
    return was
  }

  return { calls, memory: () => native.HEAPU8, withBlock, open, starved }
}
