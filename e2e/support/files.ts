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
