/** Signed PDFs for tests: written by hand, so that each byte is known, and signed by OpenSSL. */

import { execFile } from 'node:child_process'
import { mkdtemp, readFile, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'

const run = promisify(execFile)
/** Hexadecimal digits that are kept for a signature. */
const room = 8_192

export type Signer = { folder: string; name: string }
type How = {
  /** Changes that the signer allows. */
  permits?: number
  form?: string
  digest?: string
  /** Bytes at the end of the file that are left out of the range. */
  short?: number
  /** Further words for `openssl cms`. */
  words?: string[]
}

/** Makes a person with a certificate that they issued themselves. */
export async function newSigner(name: string, kind: string[] = ['rsa:2048']): Promise<Signer> {
  const folder = await mkdtemp(join(tmpdir(), 'signer-'))
  const words = [
    'req',
    '-x509',
    '-newkey',
    ...kind,
    '-nodes',
    '-days',
    '30',
    '-keyout',
    'key.pem',
    '-out',
    'cert.pem',
  ]
  await run('openssl', [...words, '-subj', `/CN=${name}/O=Chen and Partners`], { cwd: folder })
  return { folder, name }
}

const head = `%PDF-1.7
1 0 obj
<< /Type /Catalog /Pages 2 0 R /AcroForm 5 0 R >>
endobj
2 0 obj
<< /Type /Pages /Kids [3 0 R] /Count 1 >>
endobj
3 0 obj
<< /Type /Page /Parent 2 0 R /MediaBox [0 0 400 300] /Contents 4 0 R /Resources << >> >>
endobj
4 0 obj
<< /Length 21 >>
stream
40 40 m 200 200 l S  
endstream
endobj
5 0 obj
<< /Fields [] /SigFlags 3 >>
endobj
`

/** One page without a signature. */
export const unsignedPdf = (): Buffer => withTable(head, 0, '')

/** Writes the table of the objects that begin in `added`, after the bytes `before`. */
function withTable(added: string, before: number, more: string): Buffer {
  const places = [...added.matchAll(/^(\d+) 0 obj$/gm)].map(({ 1: number, index }) => {
    const place = `${before + index}`.padStart(10, '0')
    return `${number} 1\n${place} 00000 n \n`
  })
  const size = 1 + Math.max(...[...added.matchAll(/^(\d+) 0 obj$/gm)].map((found) => Number(found[1])), 5)
  const table = `xref\n${before === 0 ? '0 1\n0000000000 65535 f \n' : ''}${places.join('')}`
  const end = `trailer\n<< /Size ${size} /Root 1 0 R ${more}>>\nstartxref\n${before + added.length}\n%%EOF\n`
  return Buffer.from(added + table + end, 'latin1')
}

/** Appends objects to a PDF, as a program does that keeps what is there. */
export function increment(pdf: Buffer, objects: string): Buffer {
  const previous = /startxref\n(\d+)\n%%EOF\n$/.exec(pdf.toString('latin1'))?.[1]
  return Buffer.concat([pdf, withTable(objects, pdf.length, `/Prev ${previous} `)])
}

/** Appends a signature; `number` counts from 1. */
export async function sign(pdf: Buffer, signer: Signer, number = 1, how: How = {}): Promise<Buffer> {
  const { permits, form = 'adbe.pkcs7.detached', digest = 'sha256', short = 0, words = [] } = how
  const [field, value] = [4 + 2 * number, 5 + 2 * number]
  const fields = Array.from({ length: number }, (_, index) => `${6 + 2 * index} 0 R`).join(' ')
  const permitted = permits
    ? `/Reference [<< /Type /SigRef /TransformMethod /DocMDP /TransformParams << /Type /TransformParams /P ${permits} /V /1.2 >> >>]`
    : ''
  const blank = ' '.repeat(60)
  const unsigned = increment(
    pdf,
    `5 0 obj
<< /Fields [${fields}] /SigFlags 3 >>
endobj
${field} 0 obj
<< /FT /Sig /T (Signature${number}) /V ${value} 0 R /Type /Annot /Subtype /Widget /Rect [0 0 0 0] /P 3 0 R >>
endobj
${value} 0 obj
<< /Type /Sig /Filter /Adobe.PPKLite /SubFilter /${form} /Reason (Approved) /M (D:20261101090000+11'00') ${permitted}
/ByteRange [${blank}] /Contents <${'0'.repeat(room)}> >>
endobj
`,
  )
  const text = unsigned.toString('latin1')
  const from = text.lastIndexOf('/Contents <') + '/Contents '.length
  const until = from + room + 2
  const range = [0, from, until, unsigned.length - until - short]
  const place = text.lastIndexOf('/ByteRange [') + '/ByteRange ['.length
  unsigned.write(range.join(' ').padEnd(60), place, 'latin1')
  const covered = [unsigned.subarray(0, from), unsigned.subarray(until, unsigned.length - short)]
  await writeFile(join(signer.folder, 'covered'), Buffer.concat(covered))
  const asked = ['cms', '-sign', '-binary', '-outform', 'DER', '-md', digest, '-in', 'covered', '-out', 'cms']
  await run('openssl', [...asked, '-signer', 'cert.pem', '-inkey', 'key.pem', ...words], {
    cwd: signer.folder,
  })
  const message = await readFile(join(signer.folder, 'cms'))
  unsigned.write(message.toString('hex'), from + 1, 'latin1')
  return unsigned
}
