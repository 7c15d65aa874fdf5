import { randomBytes } from 'node:crypto'
import { deflateSync } from 'node:zlib'
import { docxOf, p } from '@deedbox/convert/testing/samples.ts'
import sharp from 'sharp'
import { nestedPdf } from './samples.ts'

const mib = 1024 * 1024

type HostileFile = { fileType: string; make: () => Promise<Buffer> | Buffer }

type Part = string | Buffer
const pdf = (resources: string, ...objects: Part[][]): Buffer => {
  const all: Part[][] = [
    ['<</Type /Catalog /Pages 2 0 R>>'],
    ['<</Type /Pages /Count 1 /Kids [3 0 R]>>'],
    [`<</Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents 4 0 R /Resources <<${resources}>>>>`],
    ...objects,
  ]
  const parts = all.flatMap((object, n) => [`${n + 1} 0 obj `, ...object, ' endobj\n'])
  return Buffer.concat(
    ['%PDF-1.7\n', ...parts, 'trailer <</Root 1 0 R>>\n'].map((part) =>
      typeof part === 'string' ? Buffer.from(part, 'latin1') : part,
    ),
  )
}
const stream = (bytes: Buffer, about = ''): Part[] => [
  `<<${about} /Length ${bytes.length}>> stream\n`,
  bytes,
  '\nendstream',
]
const show = stream(Buffer.from('595 0 0 842 0 0 cm /I Do'))
const image = (side: number) =>
  `/Type /XObject /Subtype /Image /Width ${side} /Height ${side} /ColorSpace /DeviceRGB /BitsPerComponent 8`
const red = (side: number) => sharp({ create: { width: side, height: side, channels: 3, background: 'red' } })

/** Files that are small, or as large as is allowed, and take as much memory as they can. */
export const hostileFiles: Record<string, HostileFile> = {
  'PDF with a content of 200 MB': {
    fileType: 'application/pdf',
    make: () =>
      pdf(
        '',
        stream(deflateSync(Buffer.alloc(200 * mib, '0 0 m 9 9 l S '), { level: 1 }), '/Filter /FlateDecode'),
      ),
  },
  'PDF with 90 MB of objects': {
    fileType: 'application/pdf',
    make: () => pdf('/X 5 0 R', show, ['[', Buffer.alloc(90 * mib, '<</A 1>>'), ']']),
  },
  'PDF with a picture of 90 MB': {
    fileType: 'application/pdf',
    make: () => pdf('/XObject <</I 5 0 R>>', show, stream(randomBytes(5_500 * 5_500 * 3), image(5_500))),
  },
  'PDF with forms in forms': { fileType: 'application/pdf', make: nestedPdf },
  'interlaced PNG': { fileType: 'image/png', make: () => red(8_800).png({ progressive: true }).toBuffer() },
  'progressive JPEG': {
    fileType: 'image/jpeg',
    make: () => red(6_200).jpeg({ progressive: true, chromaSubsampling: '4:4:4' }).toBuffer(),
  },
  'PNG of 97 MB': {
    fileType: 'image/png',
    make: () =>
      sharp(randomBytes(5_700 * 5_700 * 3), { raw: { width: 5_700, height: 5_700, channels: 3 } })
        .png({ compressionLevel: 0 })
        .toBuffer(),
  },
  'Word file of 47 MB, packed in 0.1': {
    fileType: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
    make: () => docxOf(p('x').repeat(700_000)),
  },
}
