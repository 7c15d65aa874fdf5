import { crc32, deflateSync } from 'node:zlib'
import { makeDeedPdf } from '../../server/demo/files.ts'

/** Makes a deed of exactly this many pages, as a browser's file field takes it. */
export async function deed(title: string, pages: number) {
  const parties = {
    settlor: 'Harold Smith',
    trustee: 'Margaret Chen',
    appointor: 'Margaret Chen',
    beneficiaries: ['Jane Citizen', 'Thomas Citizen'],
  }
  return {
    name: `${title.toLowerCase().replaceAll(' ', '-')}.pdf`,
    mimeType: 'application/pdf',
    buffer: await makeDeedPdf({ title, parties, date: new Date('2019-07-01'), pages }),
  }
}

/** Makes a plan on a sheet of A0 with letters of 9 points all over it, as a browser's file field takes it. */
export function plan() {
  const line = (y: number) =>
    `BT /F 9 Tf 40 ${y} Td (${`Boundary of lot ${y} as surveyed, bearing 41 degrees. `.repeat(11)}) Tj ET`
  const content = Array.from({ length: 160 }, (_, index) => line(40 + index * 20)).join('\n')
  const objects = [
    '<< /Type /Catalog /Pages 2 0 R >>',
    '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
    '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 2384 3370] /Contents 4 0 R /Resources << /Font << /F 5 0 R >> >> >>',
    `<< /Length ${content.length} >>\nstream\n${content}\nendstream`,
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>',
  ]
  let file = '%PDF-1.7\n'
  const places = objects.map((object, index) => {
    const at = file.length
    file += `${index + 1} 0 obj\n${object}\nendobj\n`
    return at
  })
  const rows = places.map((at) => `${String(at).padStart(10, '0')} 00000 n \n`).join('')
  const end = `xref\n0 6\n0000000000 65535 f \n${rows}trailer\n<< /Size 6 /Root 1 0 R >>\nstartxref\n${file.length}\n%%EOF\n`
  return { name: 'plan-of-lot-7.pdf', mimeType: 'application/pdf', buffer: Buffer.from(file + end, 'latin1') }
}

/** Makes a grey PNG of a size, as a browser's file field takes it. */
export function image(name: string, width: number, height: number) {
  const chunk = (type: string, data: Buffer) => {
    const body = Buffer.concat([Buffer.from(type, 'latin1'), data])
    const [size, sum] = [Buffer.alloc(4), Buffer.alloc(4)]
    size.writeUInt32BE(data.length)
    sum.writeUInt32BE(crc32(body))
    return Buffer.concat([size, body, sum])
  }
  const head = Buffer.alloc(13)
  head.writeUInt32BE(width, 0)
  head.writeUInt32BE(height, 4)
  head.writeUInt8(8, 8)
  // Lines of the image, each of which begins with the number of its filter: none.
  const lines = Buffer.alloc((width + 1) * height, 0xdd)
  for (let line = 0; line < height; line++) lines[line * (width + 1)] = 0
  const parts = [chunk('IHDR', head), chunk('IDAT', deflateSync(lines)), chunk('IEND', Buffer.alloc(0))]
  const buffer = Buffer.concat([Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'), ...parts])
  return { name, mimeType: 'image/png', buffer }
}
