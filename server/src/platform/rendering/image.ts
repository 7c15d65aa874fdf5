import sharp, { type Metadata, type SharpOptions } from 'sharp'
import { type PageSize, RenderError } from './messages.ts'

/** An A3 page scanned at 600 dots an inch has 70 million. */
const maxPixels = 100_000_000
const maxPages = 1_000

// Only these decoders of libvips may run, whatever a file says it is. This holds for the whole process.
sharp.block({ operation: ['VipsForeignLoad'] })
sharp.unblock({
  operation: ['VipsForeignLoadPng', 'VipsForeignLoadJpeg', 'VipsForeignLoadWebp', 'VipsForeignLoadTiff'],
})
sharp.cache(false)
sharp.concurrency(1)

/** The sizes of an image's pages: one, or as many as a TIFF has. @throws RenderError unreadable, too-large */
export async function imageSizes(bytes: Buffer): Promise<PageSize[]> {
  const first = await metadata(bytes, 0)
  const count = first.format === 'tiff' ? (first.pages ?? 1) : 1
  if (count > maxPages) throw new RenderError('too-large')
  const sizes = [upright(first)]
  for (let page = 1; page < count; page++) sizes.push(upright(await metadata(bytes, page)))
  return sizes
}

/** A page as rows of RGB of exactly this size, upright (EXIF), on white. @throws RenderError */
export async function decodeImage(
  bytes: Buffer,
  page: number,
  size: PageSize,
  seconds: number,
): Promise<Buffer> {
  const pixels = sharp(bytes, { ...options, page: page - 1 })
    .autoOrient()
    .resize({ width: size.width, height: size.height, fit: 'fill' })
    .flatten({ background: 'white' })
    .toColourspace('srgb')
    .raw({ depth: 'uchar' })
    .timeout({ seconds })
  return await guard(() => pixels.toBuffer())
}

/**
 * Rows of RGB as JPEG. Full colour resolution keeps coloured text sharp. Measured for an A4 page at twice its size:
 * JPEG without optimised Huffman tables 12 ms, with them 35 ms, WebP at effort 0 55 to 70 ms and a fifth smaller.
 */
export async function encode(pixels: Buffer, size: PageSize): Promise<Buffer> {
  const image = sharp(pixels, { raw: { width: size.width, height: size.height, channels: 3 } })
  return await image.jpeg({ quality: 80, chromaSubsampling: '4:4:4', optimiseCoding: false }).toBuffer()
}

const options: SharpOptions = { limitInputPixels: maxPixels, failOn: 'error', sequentialRead: true }

async function metadata(bytes: Buffer, page: number): Promise<Metadata> {
  // The header is read without the limit, so that a large image can be told from a broken one.
  const header = await guard(() => sharp(bytes, { ...options, limitInputPixels: false, page }).metadata())
  if (header.width * header.height > maxPixels) throw new RenderError('too-large')
  return header
}

function upright({ autoOrient }: Metadata): PageSize {
  return { width: autoOrient.width, height: autoOrient.height }
}

async function guard<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    // libvips tells its faults apart by message only.
    const message = error instanceof Error ? error.message : ''
    if (message.includes('pixel limit')) throw new RenderError('too-large')
    if (message.startsWith('timeout')) throw new RenderError('timeout')
    throw new RenderError('unreadable')
  }
}
