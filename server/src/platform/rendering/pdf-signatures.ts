import { pdfDate } from './pdf-date.ts'
import { cutAt, inOneLine, readString } from './pdf-strings.ts'
import type { Pdfium } from './pdfium.ts'

/** Signature as it stands in a PDF, not checked. `range`: pairs of a place in the file and a length. */
export type SignatureField = {
  contents: Buffer
  range: number[]
  form: string
  reason: string
  at: string | null
  /** Changes that the signer allowed: 0 says nothing, 1 none, 2 forms and signatures, 3 notes too. */
  permits: number
}

/** Signatures of a document that are looked at, the bytes of one, and the numbers of its range. */
const most = { signatures: 200, contents: 1024 * 1024, range: 64 }

type Write = (pointer: number, length: number) => number

/** Reads the signatures of a PDF in the order of its fields. */
export function readSignatures(pdfium: Pdfium, document: number): SignatureField[] {
  const { calls } = pdfium
  const count = Math.min(calls.FPDF_GetSignatureCount(document), most.signatures)
  return Array.from({ length: Math.max(0, count) }, (_, index) => {
    const signature = calls.FPDF_GetSignatureObject(document, index)
    const ascii = (write: Write) => readBytes(pdfium, write, 200).toString('latin1').replace(/\0+$/, '')
    const reason = readString(pdfium, (...to) => calls.FPDFSignatureObj_GetReason(signature, ...to))
    return {
      contents: readBytes(
        pdfium,
        (...to) => calls.FPDFSignatureObj_GetContents(signature, ...to),
        most.contents,
      ),
      range: readRange(pdfium, signature),
      form: ascii((...to) => calls.FPDFSignatureObj_GetSubFilter(signature, ...to)),
      reason: cutAt(inOneLine(reason), 300),
      at: pdfDate(ascii((...to) => calls.FPDFSignatureObj_GetTime(signature, ...to))),
      permits: calls.FPDFSignatureObj_GetDocMDPPermission(signature),
    }
  })
}

/** Reads what PDFium writes; `write` returns how many bytes it needs. More than `longest` counts as nothing. */
function readBytes(pdfium: Pdfium, write: Write, longest: number): Buffer {
  const length = write(0, 0)
  if (length <= 0 || length > longest) return Buffer.alloc(0)
  return pdfium.withBlock(length, (pointer) => {
    if (write(pointer, length) !== length) return Buffer.alloc(0)
    return Buffer.from(pdfium.memory().slice(pointer, pointer + length))
  })
}

function readRange(pdfium: Pdfium, signature: number): number[] {
  const { calls } = pdfium
  const length = calls.FPDFSignatureObj_GetByteRange(signature, 0, 0)
  if (length <= 0 || length > most.range) return []
  return pdfium.withBlock(length * 4, (pointer) => {
    calls.FPDFSignatureObj_GetByteRange(signature, pointer, length)
    return [...new Int32Array(pdfium.memory().slice(pointer, pointer + length * 4).buffer)]
  })
}
