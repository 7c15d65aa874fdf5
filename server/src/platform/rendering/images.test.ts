import { createCipheriv } from 'node:crypto'
import { crc32, deflateSync } from 'node:zlib'
import sharp from 'sharp'
import { afterAll, expect, test } from 'vitest'
import { createRenderer } from './renderer.ts'
import { greys, photograph as noisy, silent, source } from './samples.ts'

const renderer = createRenderer({ logger: silent })
afterAll(() => renderer.close())

/** An image whose left half is black and whose right half is white. */
function halves(width: number, height: number) {
  const black = { create: { width: width / 2, height, channels: 3, background: 'black' } } as const
  return sharp({ create: { width, height, channels: 3, background: 'white' } }).composite([
    { input: black, left: 0, top: 0 },
  ])
}

/** Three TIFF pages, chained by hand: sharp writes only pages of one size. Greyscale, uncompressed (TIFF 6.0). */
function tiff(pages: { width: number; height: number; grey: number }[]): Buffer {
  const header = Buffer.from([0x49, 0x49, 42, 0, 8, 0, 0, 0])
  let offset = header.length
  const parts = pages.map(({ width, height, grey }, index) => {
    const pixels = Buffer.alloc(width * height, grey)
    const entries: [number, number][] = [
      [256, width],
      [257, height],
      [258, 8],
      [259, 1],
      [262, 1],
      [273, offset + 2 + 9 * 12 + 4],
      [277, 1],
      [278, height],
      [279, pixels.length],
    ]
    const directory = Buffer.alloc(2 + entries.length * 12 + 4)
    directory.writeUInt16LE(entries.length, 0)
    for (const [position, [tag, value]] of entries.entries()) {
      const at = 2 + position * 12
      directory.writeUInt16LE(tag, at)
      directory.writeUInt16LE(4, at + 2)
      directory.writeUInt32LE(1, at + 4)
      directory.writeUInt32LE(value, at + 8)
    }
    offset += directory.length + pixels.length
    directory.writeUInt32LE(index === pages.length - 1 ? 0 : offset, directory.length - 4)
    return Buffer.concat([directory, pixels])
  })
  return Buffer.concat([header, ...parts])
}

/** A PNG that claims a size and holds nothing like it. */
function bomb(width: number, height: number, interlaced = false): Buffer {
  const chunk = (type: string, data: Buffer) => {
    const body = Buffer.concat([Buffer.from(type, 'latin1'), data])
    const out = Buffer.alloc(body.length + 8)
    out.writeUInt32BE(data.length, 0)
    body.copy(out, 4)
    out.writeUInt32BE(crc32(body), body.length + 4)
    return out
  }
  const size = Buffer.alloc(13)
  size.writeUInt32BE(width, 0)
  size.writeUInt32BE(height, 4)
  size.set([8, 2, 0, 0, Number(interlaced)], 8)
  const signature = Buffer.from('\x89PNG\r\n\x1a\n', 'latin1')
  const pixels = deflateSync(Buffer.alloc(1_000_000))
  return Buffer.concat([
    signature,
    chunk('IHDR', size),
    chunk('IDAT', pixels),
    chunk('IEND', Buffer.alloc(0)),
  ])
}

const black = (grey: number) => grey < 60

test.each(['png', 'jpeg', 'webp', 'tiff'] as const)('a %s image is drawn', async (format) => {
  const file = source(format, await halves(400, 200).toFormat(format).toBuffer(), `image/${format}`)
  expect(await renderer.pages(file)).toEqual([{ width: 400, height: 200 }])
  const drawing = await renderer.draw(file, { page: 1, scale: 0.5 })
  expect(drawing).toMatchObject({ contentType: 'image/jpeg', width: 200, height: 100 })
  const picture = await greys(drawing.image)
  expect(picture.count(0, 0, 95, 100, black)).toBe(9500)
  expect(picture.count(105, 0, 95, 100, black)).toBe(0)
  expect(await renderer.text(file, 1)).toEqual({ text: '', words: [] })
  expect((await renderer.search(file, 'a')).hits).toEqual([])
})

test('a part of a photograph has all of its pixels, upright', async () => {
  const bytes = await sharp(await noisy(3_000, 2_000))
    .withMetadata({ orientation: 6 })
    .jpeg()
    .toBuffer()
  const file = source('parted', bytes, 'image/jpeg')
  const drawing = await renderer.draw(file, { page: 1, width: 16_000, part: { column: 1, row: 1 } })
  // Turned, it is 2,000 wide and 3,000 high.
  expect(drawing).toMatchObject({ width: 2_000 - 1_536, height: 3_000 - 1_536 })
  const { width, height } = drawing
  const upright = await sharp(bytes).autoOrient().toBuffer()
  const cut = await sharp(upright)
    .extract({ left: 1_536, top: 1_536, width, height })
    .greyscale()
    .raw()
    .toBuffer()
  const pixels = await sharp(drawing.image).greyscale().raw().toBuffer()
  const difference = pixels.reduce((sum, grey, at) => sum + Math.abs(grey - (cut[at] as number)), 0)
  expect(difference / pixels.length).toBeLessThan(4)
})

test('an image is never enlarged, and never larger than 2,560 pixels', async () => {
  const small = source('small', await halves(100, 50).png().toBuffer(), 'image/png')
  expect(await renderer.draw(small, { page: 1, scale: 4 })).toMatchObject({ width: 100, height: 50 })
  const large = source('large', await halves(8192, 64).png().toBuffer(), 'image/png')
  expect(await renderer.draw(large, { page: 1, scale: 1 })).toMatchObject({ width: 2560, height: 20 })
})

/** Bytes that look random and are the same in every run. */
const noise = (length: number) =>
  createCipheriv('aes-128-ctr', Buffer.alloc(16), Buffer.alloc(16)).update(Buffer.alloc(length))

/** A picture as a camera gives it: large shapes, small ones and noise in all brightnesses. */
async function photograph(): Promise<Buffer> {
  const shapes = (width: number, height: number) =>
    sharp(noise(width * height * 3), { raw: { width, height, channels: 3 } })
      .resize(800, 600)
      .png()
      .toBuffer()
  return sharp(await shapes(8, 6))
    .composite([{ input: await shapes(200, 150), blend: 'soft-light' }])
    .jpeg()
    .toBuffer()
}

const ground = (grey: number) =>
  sharp({ create: { width: 800, height: 600, channels: 3, background: { r: grey, g: grey, b: grey } } })
    .png()
    .toBuffer()

test.each<[string, () => Promise<Buffer>]>([
  ['white', () => ground(255)],
  ['black', () => ground(0)],
  ['45 % grey', () => ground(115)],
  ['55 % grey', () => ground(140)],
  ['a photograph', photograph],
])('a watermark is visible on %s, everywhere, and lets it show through', async (name, make) => {
  const bytes = await make()
  const file = source(`ground ${name}`, bytes, bytes[0] === 0xff ? 'image/jpeg' : 'image/png')
  const draw = async (watermark: string[]) =>
    await greys((await renderer.draw(file, { page: 1, scale: 1, watermark })).image)
  const [plain, marked] = [await draw([]), await draw(['margaret@example.com', '1 Aug 2025, 10:31 am AEST'])]
  const change = (x: number, y: number) => (marked.data[y * 800 + x] ?? 0) - (plain.data[y * 800 + x] ?? 0)
  let most = 0
  for (let tileY = 0; tileY < 600; tileY += 150)
    for (let tileX = 0; tileX < 800; tileX += 160) {
      let changed = 0
      for (let y = tileY; y < tileY + 150; y++)
        for (let x = tileX; x < tileX + 160; x++) {
          const by = Math.abs(change(x, y))
          most = Math.max(most, by)
          // A step of 30 in 255 is seen at a glance.
          if (by >= 30) changed++
        }
      expect(changed / (150 * 160), `${tileX}, ${tileY}`).toBeGreaterThan(0.004)
    }
  expect(most).toBeLessThan(130)
})

test('a photograph is turned as its EXIF says', async () => {
  const bytes = await halves(400, 200).jpeg().withMetadata({ orientation: 6 }).toBuffer()
  const file = source('exif', bytes, 'image/jpeg')
  expect(await renderer.pages(file)).toEqual([{ width: 200, height: 400 }])
  const picture = await greys((await renderer.draw(file, { page: 1, scale: 1 })).image)
  expect(picture.count(0, 0, 200, 190, black)).toBe(200 * 190)
  expect(picture.count(0, 210, 200, 190, black)).toBe(0)
})

test('the pages of a TIFF have their own sizes and pixels', async () => {
  const sizes = [
    { width: 60, height: 40, grey: 0 },
    { width: 80, height: 90, grey: 128 },
    { width: 50, height: 50, grey: 255 },
  ]
  const file = source('fax', tiff(sizes), 'image/tiff')
  expect(await renderer.pages(file)).toEqual(sizes.map(({ width, height }) => ({ width, height })))
  for (const [index, { width, height, grey }] of sizes.entries()) {
    const picture = await greys((await renderer.draw(file, { page: index + 1, scale: 1 })).image)
    expect([picture.width, picture.height]).toEqual([width, height])
    expect(picture.count(0, 0, width, height, (found) => Math.abs(found - grey) < 4)).toBe(width * height)
  }
  await expect(renderer.draw(file, { page: 4, scale: 1 })).rejects.toMatchObject({ code: 'no-such-page' })
})

test('transparency is drawn on white', async () => {
  const bytes = await sharp({ create: { width: 20, height: 20, channels: 4, background: '#0000' } })
    .png()
    .toBuffer()
  const picture = await greys(
    (await renderer.draw(source('clear', bytes, 'image/png'), { page: 1, scale: 1 })).image,
  )
  expect(picture.count(0, 0, 20, 20, (grey) => grey > 250)).toBe(400)
})

test('a decompression bomb is refused', async () => {
  const file = source('bomb', bomb(60_000, 60_000), 'image/png')
  await expect(renderer.pages(file)).rejects.toMatchObject({ code: 'too-large' })
  await expect(renderer.draw(file, { page: 1, scale: 0.5 })).rejects.toMatchObject({ code: 'too-large' })
})

/** A progressive JPEG that claims a size: its frame header (SOF2) says so. */
async function progressiveBomb(width: number, height: number): Promise<Buffer> {
  const jpeg = await halves(64, 64).jpeg({ progressive: true, chromaSubsampling: '4:4:4' }).toBuffer()
  const frame = jpeg.indexOf(Buffer.from([0xff, 0xc2]))
  jpeg.writeUInt16BE(height, frame + 5)
  jpeg.writeUInt16BE(width, frame + 7)
  return jpeg
}

test('an image that can only be decoded as a whole is refused above a limit', async () => {
  const files = {
    'image/png': bomb(9_000, 9_000, true),
    'image/jpeg': await progressiveBomb(9_000, 9_000),
  }
  for (const [type, bytes] of Object.entries(files))
    await expect(renderer.pages(source(`whole ${type}`, bytes, type))).rejects.toMatchObject({
      code: 'too-large',
    })
  const rows = source('rows', bomb(9_000, 9_000), 'image/png')
  expect(await renderer.pages(rows)).toEqual([{ width: 9_000, height: 9_000 }])
})

test('a file that is not an image, is cut short or of a type that is not accepted is told as cut off', async () => {
  const whole = await halves(400, 200).png().toBuffer()
  const files = {
    garbage: Buffer.from('not an image at all'),
    cut: whole.subarray(0, whole.length / 2),
    drawing: Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>'),
    gif: await halves(40, 20).gif().toBuffer(),
  }
  for (const [id, bytes] of Object.entries(files)) {
    const drawn = renderer.draw(source(id, bytes, 'image/png'), { page: 1, scale: 1 })
    await expect(drawn, id).rejects.toMatchObject({ code: 'cut-off' })
  }
})
