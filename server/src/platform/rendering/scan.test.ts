import sharp from 'sharp'
import { expect, test } from 'vitest'
import { openPdf } from './pdf.ts'
import { startPdfium } from './pdfium.ts'
import { greys, source, withRenderer } from './samples.ts'
import { drawScan } from './scan.ts'

const pdfium = await startPdfium(256)
const width = 420
const height = 594

/** Lines as of writing in many colours, different at every corner. */
function sheet(across: number, down: number) {
  const pixels = Buffer.alloc(across * down * 3)
  for (let at = 0; at < across * down; at++) {
    const x = (at % across) / across
    const y = Math.floor(at / across) / down
    const line = Math.floor(y * 33)
    const inked = y * 33 - line < 0.4 && x > 0.1 + line / 100 && x < 0.8 - line / 80
    const corner = x < 0.2 && y < 0.04
    const seal = (x - 0.9) ** 2 + (y - 0.9) ** 2 < 0.003
    const ink = corner ? [0, 0, 0] : seal ? [200, 30, 40] : [line * 6, 60, 180 - line * 5]
    pixels.set(inked || corner || seal ? ink : [240, 234, 222], at * 3)
  }
  return sharp(pixels, { raw: { width: across, height: down, channels: 3 } })
}
const colour = await sheet(1240, 1754).jpeg().toBuffer()
const onGrey = await sheet(1240, 1754).toColourspace('b-w').jpeg().toBuffer()

type Sample = {
  jpeg?: Buffer
  size?: string
  space?: string
  filter?: string
  image?: string
  page?: string
  content?: string
  more?: string[]
}
const fill = '420 0 0 594 0 0 cm /Im Do'
const hidden = ' BT 3 Tr /F 20 Tf 50 300 Td (The settlor) Tj ET'

/** A page with a JPEG on it. */
function pdfOf(sample: Sample): Buffer {
  const { jpeg = colour, space = '/DeviceRGB', filter = '/DCTDecode', content = `q ${fill} Q` } = sample
  const { size = '/Width 1240 /Height 1754', image = '', page = '', more = [] } = sample
  const resources =
    '/XObject <</Im 5 0 R /Other 6 0 R>> /Font <</F <</Type /Font /Subtype /Type1 /BaseFont /Helvetica>>>> /ExtGState <</Half <</ca 0.5>>>>'
  const objects = [
    '1 0 obj\n<</Type /Catalog /Pages 2 0 R>>\nendobj',
    '2 0 obj\n<</Type /Pages /Count 1 /Kids [3 0 R]>>\nendobj',
    `3 0 obj\n<</Type /Page /Parent 2 0 R ${page || '/MediaBox [0 0 420 594]'} /Contents 4 0 R /Resources <<${resources}>>>>\nendobj`,
    `4 0 obj\n<</Length ${content.length}>>\nstream\n${content}\nendstream\nendobj`,
    `5 0 obj\n<</Type /XObject /Subtype /Image ${size} /BitsPerComponent 8 /ColorSpace ${space} /Filter ${filter} ${image} /Length ${jpeg.length}>>\nstream\n${jpeg.toString('latin1')}\nendstream\nendobj`,
    ...more,
  ]
  return Buffer.from(`%PDF-1.7\n${objects.join('\n')}\ntrailer <</Root 1 0 R>>\n`, 'latin1')
}

/** Pixels that both ways draw; `scanned` is undefined where PDFium has to draw. */
async function bothWays(bytes: Buffer, scale = 1) {
  const pdf = openPdf(pdfium, bytes)
  try {
    const [whole = { width: 0, height: 0 }] = pdf.sizes
    const size = { width: Math.round(whole.width * scale), height: Math.round(whole.height * scale) }
    const drawn = pdf.draw(1, size.width, size.height)
    const scan = pdf.drawOrScan(1, size, false)
    return { drawn, scanned: Buffer.isBuffer(scan) ? undefined : await drawScan(scan, 20) }
  } finally {
    pdf.close()
  }
}

const profile = Buffer.alloc(3144)
profile.write('sRGB IEC61966-2.1', 0x190, 'latin1')
const icc = (bytes: Buffer) =>
  `6 0 obj\n<</N 3 /Length ${bytes.length}>>\nstream\n${bytes.toString('latin1')}\nendstream\nendobj`
const otherProfile = await sheet(1240, 1754).withIccProfile('p3').jpeg().toBuffer()
const soft =
  '6 0 obj\n<</Type /XObject /Subtype /Image /Width 2 /Height 1 /BitsPerComponent 8 /ColorSpace /DeviceGray /Length 2>>\nstream\n\x00\xff\nendstream\nendobj'
const twice = `6 0 obj\n<</Type /XObject /Subtype /Image /Width 1240 /Height 1754 /BitsPerComponent 8 /ColorSpace /DeviceRGB /Decode [1 0 1 0 1 0] /Filter /DCTDecode /Length ${colour.length}>>\nstream\n${colour.toString('latin1')}\nendstream\nendobj`

const scans: Record<string, Sample> = {
  'in colour': {},
  'in grey': { jpeg: onGrey, space: '/DeviceGray' },
  'with an odd size': {
    jpeg: await sheet(851, 1193).jpeg().toBuffer(),
    size: '/Width 851 /Height 1193',
  },
  'with many pixels': {
    jpeg: await sheet(2479, 3507).jpeg().toBuffer(),
    size: '/Width 2479 /Height 3507',
  },
  'of a progressive JPEG': { jpeg: await sheet(1240, 1754).jpeg({ progressive: true }).toBuffer() },
  'on a page with fractions': {
    page: '/MediaBox [0 0 419.76 594.24]',
    content: '419.52 0 0 594 0.1 0.2 cm /Im Do',
  },
  'on a page with a crop box': {
    page: '/MediaBox [0 0 900 900] /CropBox [100 200 520 794]',
    content: '420 0 0 594 100 200 cm /Im Do',
  },
  'rotated by the page, 90°': { page: '/MediaBox [0 0 420 594] /Rotate 90' },
  'rotated by the page, 180°': { page: '/MediaBox [0 0 420 594] /Rotate 180' },
  'rotated by the page, 270°': { page: '/MediaBox [0 0 420 594] /Rotate 270' },
  'rotated by its matrix, 90°': { content: '0 -594 420 0 0 594 cm /Im Do' },
  'rotated by its matrix, 180°': { content: '-420 0 0 -594 420 594 cm /Im Do' },
  'rotated by its matrix, 270°': { content: '0 594 -420 0 420 0 cm /Im Do' },
  'rotated by both': {
    page: '/MediaBox [0 0 420 594] /Rotate 90',
    content: '0 594 -420 0 420 0 cm /Im Do',
  },
  'under hidden text': { content: `q ${fill} Q${hidden}` },
  'within a clip as large as the page': { content: `q 0 0 420 594 re W n -9 -9 500 700 re W* n ${fill} Q` },
  'with the usual profile': { space: '[/ICCBased 6 0 R]', more: [icc(profile)] },
  'with a profile in the JPEG': { jpeg: otherProfile },
  'with an orientation in the JPEG': {
    jpeg: await sheet(1240, 1754).withMetadata({ orientation: 6 }).jpeg().toBuffer(),
  },
  'with the usual decode array': { image: '/Decode [0 1 0 1 0 1]' },
  interpolated: { image: '/Interpolate true' },
}

test.each(Object.entries(scans))('a scan %s looks as PDFium draws it', async (_, sample) => {
  for (const scale of [0.5, 1, 2]) {
    const { drawn, scanned } = await bothWays(pdfOf(sample), scale)
    if (!scanned) throw new Error('drawn by PDFium')
    const { data, channels } = scanned
    let sum = 0
    let different = 0
    for (let at = 0; at < drawn.length; at++) {
      const difference = Math.abs((drawn[at] ?? 0) - (data[channels === 1 ? Math.floor(at / 3) : at] ?? 0))
      sum += difference
      if (difference > 48) different++
    }
    expect(data.length * (channels === 1 ? 3 : 1)).toBe(drawn.length)
    expect(sum / drawn.length, `at scale ${scale}`).toBeLessThan(3)
    expect(different / drawn.length, `at scale ${scale}`).toBeLessThan(0.005)
  }
})

const others: Record<string, Sample> = {
  'of few pixels': { jpeg: await sheet(333, 471).jpeg().toBuffer(), size: '/Width 333 /Height 471' },
  'with margins': { content: '400 0 0 574 10 10 cm /Im Do' },
  'that is cut off by the page': { content: '440 0 0 614 -10 -10 cm /Im Do' },
  'that is mirrored': { content: '-420 0 0 594 420 0 cm /Im Do' },
  'that is askew': { content: '420 8 -8 594 0 0 cm /Im Do' },
  'in CMYK': {
    jpeg: await sheet(1240, 1754).toColourspace('cmyk').jpeg().toBuffer(),
    space: '/DeviceCMYK',
  },
  'in a colour space of its own': { space: '[/CalRGB <</WhitePoint [0.95 1 1.09] /Gamma [3 3 3]>>]' },
  'with an unknown profile': { space: '[/ICCBased 6 0 R]', more: [icc(Buffer.alloc(3144))] },
  'of fewer colours than its JPEG': { space: '/DeviceGray' },
  'of another size than its JPEG': { size: '/Width 620 /Height 877' },
  'with inverted colours': { image: '/Decode [1 0 1 0 1 0]' },
  'with a soft mask': { image: '/SMask 6 0 R', more: [soft] },
  'with colours left out': { image: '/Mask [200 255 200 255 200 255]' },
  'on a layer': { image: '/OC 6 0 R', more: ['6 0 obj\n<</Type /OCG /Name (Scan)>>\nendobj'] },
  'that is half transparent': { content: `/Half gs ${fill}` },
  'within a clip': { content: `20 20 300 400 re W n ${fill}` },
  'within a clip of another shape': { content: `0 0 m 420 594 l 420 0 l 0 594 l h W n ${fill}` },
  'under visible text': { content: `q ${fill} Q${hidden.replace('3 Tr', '0 Tr')}` },
  'under a line': { content: `q ${fill} Q 10 10 300 4 re f` },
  'drawn twice': { content: `q ${fill} Q ${fill}` },
  'with a comment over it': {
    page: '/MediaBox [0 0 420 594] /Annots [<</Type /Annot /Subtype /Square /Rect [50 50 200 200] /C [1 0 0]>>]',
  },
  'that is in the file again, with inverted colours': { more: [twice] },
}

test.each(Object.entries(others))('a page of an image %s is drawn by PDFium', async (_, sample) => {
  expect((await bothWays(pdfOf(sample))).scanned).toBeUndefined()
})

test('a scan whose JPEG breaks off is drawn as far as it goes, and hidden text is found', async () => {
  const broken = source('broken', pdfOf({ jpeg: colour.subarray(0, colour.length / 2) }))
  const whole = source('whole', pdfOf({ content: `q ${fill} Q${hidden}` }))
  await withRenderer({}, async (renderer) => {
    const drawing = await renderer.draw(broken, { page: 1, scale: 1 })
    expect(drawing).toMatchObject({ width, height })
    const { count } = await greys(drawing.image)
    expect(count(5, 3, 70, 15, (grey) => grey < 60)).toBe(70 * 15)
    expect((await renderer.draw(whole, { page: 1, scale: 1 })).width).toBe(width)
    expect((await renderer.search(whole, 'settlor')).hits).toMatchObject([{ page: 1, count: 1 }])
  })
})

test('a scan is sent in its own size to a reader who could see no more, and in half colour if it has no more', async () => {
  const watermark = ['reader@deedbox.example']
  const full = await sheet(1240, 1754).jpeg({ chromaSubsampling: '4:4:4' }).toBuffer()
  const of = (jpeg: Buffer) => source(`scan of ${jpeg.length}`, pdfOf({ jpeg }))
  const photograph = { ...source('photograph', colour), fileType: 'image/jpeg' }
  await withRenderer({}, async (renderer) => {
    const drawn = async (from: typeof photograph, input: Parameters<typeof renderer.draw>[1]) => {
      const { image, width } = await renderer.draw(from, input)
      const seen = await sharp(image).metadata()
      return [width, seen.width, seen.chromaSubsampling]
    }
    expect(await drawn(of(colour), { page: 1, width: 1600 })).toEqual([1240, 1240, '4:2:0'])
    expect(await drawn(of(colour), { page: 1, width: 1600, watermark })).toEqual([1240, 1240, '4:2:0'])
    expect(await drawn(of(colour), { page: 1, width: 800, watermark })).toEqual([800, 800, '4:2:0'])
    expect(await drawn(of(full), { page: 1, width: 1600, watermark })).toEqual([1240, 1240, '4:4:4'])
    expect(await drawn(photograph, { page: 1, width: 800, watermark })).toEqual([800, 800, '4:2:0'])
    // The watermark has to stay legible, and Tesseract reads larger letters better.
    expect(await drawn(of(colour), { page: 1, width: 2400 })).toEqual([2400, 2400, '4:4:4'])
    expect(await drawn(of(colour), { page: 1, scale: 4 })).toEqual([1680, 1680, '4:4:4'])
  })
})
