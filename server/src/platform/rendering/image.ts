import sharp, { type Metadata, type SharpOptions } from 'sharp'
import type { Pixels } from './mark.ts'
import { type PageSize, RenderError } from './messages.ts'
import { takeAtOnce } from './worker-options.ts'

/** An A3 page scanned at 600 dots an inch has 70 million. */
const maxPixels = 100_000_000
/** The memory limit for an image that cannot be decoded row by row. */
const maxWholeBytes = 224 * 1024 * 1024
const maxPages = 1_000

// Let only these decoders of libvips run, for any file. This holds for the whole process.
sharp.block({ operation: ['VipsForeignLoad'] })
sharp.unblock({
  operation: ['VipsForeignLoadPng', 'VipsForeignLoadJpeg', 'VipsForeignLoadWebp', 'VipsForeignLoadTiff'],
})
sharp.cache(false)
sharp.concurrency(1)

/** The sizes of an image's pages: one, or as many as a TIFF has. @throws RenderError unreadable, too-large */
export async function imageSizes(bytes: Buffer): Promise<PageSize[]> {
  const first = await checkedHeader(bytes, 0)
  const count = first.format === 'tiff' ? (first.pages ?? 1) : 1
  if (count > maxPages) throw new RenderError('too-large')
  const sizes = [upright(first)]
  for (let page = 1; page < count; page++) sizes.push(upright(await checkedHeader(bytes, page)))
  return sizes
}

/** A page of exactly this size, or a part of it, upright (EXIF), on white. @throws RenderError */
export async function decodeImage(
  bytes: Buffer,
  page: number,
  size: PageSize,
  seconds: number,
  part?: { x: number; y: number; width: number; height: number },
): Promise<Pixels> {
  const { width, height } = part ?? size
  const header = await headerToDecode(bytes, page - 1)
  const source = upright(header)
  const whole = sharp(bytes, { ...options, page: page - 1 }).autoOrient()
  const pixels = (part ? whole.extract(sourceOf(part, size, source)) : whole)
    .resize({ width, height, fit: 'fill' })
    .flatten({ background: 'white' })
    .toColourspace('srgb')
    .raw({ depth: 'uchar' })
    .timeout({ seconds })
  const data = await guard(() => pixels.toBuffer())
  return toGrey({ data, width, height, channels: 3, halfColour: hasHalfColour(header) })
}

/** Tells whether a JPEG keeps colours in half the resolution, as cameras and scanners write it. */
export const hasHalfColour = ({ chromaSubsampling }: Pick<Metadata, 'chromaSubsampling'>): boolean =>
  chromaSubsampling === '4:2:0'

/** Returns the pixels of an image from which a part of it is drawn, where all of it would be drawn in `size`. */
function sourceOf(
  part: { x: number; y: number; width: number; height: number },
  size: PageSize,
  source: PageSize,
) {
  const [across, down] = [source.width / size.width, source.height / size.height]
  const [left, top] = [Math.floor(part.x * across), Math.floor(part.y * down)]
  return {
    left,
    top,
    width: Math.max(1, Math.min(source.width - left, Math.round(part.width * across))),
    height: Math.max(1, Math.min(source.height - top, Math.round(part.height * down))),
  }
}

/** The same pixels with one value each where all of them are grey: a third of the work to encode and to decode. */
export function toGrey(pixels: Pixels): Pixels {
  const { data, width, height, channels } = pixels
  if (channels !== 3) return pixels
  for (let at = 0; at < data.length; at += 3)
    if (data[at] !== data[at + 1] || data[at] !== data[at + 2]) return pixels
  const grey = Buffer.allocUnsafeSlow(width * height)
  for (let at = 0; at < grey.length; at++) grey[at] = data[at * 3] as number
  return { data: grey, width, height, channels: 1 }
}

/**
 * Pixels as JPEG. Full colour resolution keeps coloured text sharp; a photograph or scan that never had it is half as large without. Measured for an
 * A4 page at twice its size: JPEG without optimised Huffman tables 12 ms (5 in grey), with them 35 ms, WebP at effort 0 55 to 70 ms and a fifth smaller.
 */
export async function encode({ data, width, height, channels, halfColour }: Pixels): Promise<Buffer> {
  const image = sharp(data, { raw: { width, height, channels: channels === 1 ? 1 : 3 } })
  return await image
    .toColourspace(channels === 1 ? 'b-w' : 'srgb')
    .jpeg({ quality: 80, chromaSubsampling: halfColour ? '4:2:0' : '4:4:4', optimiseCoding: false })
    .toBuffer()
}

/** The pixels of a page that {@link encode} made. Encoding unchanged pixels again loses almost nothing. */
export async function decodeDrawn(jpeg: Buffer): Promise<Pixels> {
  const halfColour = hasHalfColour(await sharp(jpeg).metadata())
  const { data, info } = await sharp(jpeg).raw().toBuffer({ resolveWithObject: true })
  return { data, width: info.width, height: info.height, channels: info.channels, halfColour }
}

export const options: SharpOptions = { limitInputPixels: maxPixels, failOn: 'error', sequentialRead: true }

/** The header of an image. @throws RenderError when decoding it would exceed the limits */
export async function checkedHeader(bytes: Buffer, page: number): Promise<Metadata> {
  // The header is read without the limit, so that a large image can be distinguished from a broken one.
  const header = await guard(() => sharp(bytes, { ...options, limitInputPixels: false, page }).metadata())
  if (header.width * header.height > maxPixels || wholeBytes(header) > maxWholeBytes)
    throw new RenderError('too-large')
  return header
}

/** The header of an image that this worker is about to decode. @throws RenderError; RangeError when it may not take so much */
export async function headerToDecode(bytes: Buffer, page: number): Promise<Metadata> {
  const header = await checkedHeader(bytes, page)
  takeAtOnce(wholeBytes(header))
  return header
}

/**
 * Memory that decoding keeps at once: a few rows, but all of a PNG that is interlaced, and all of the coefficients (two
 * bytes each) of a JPEG that is progressive.
 */
function wholeBytes({ format, width, height, channels, depth, isProgressive, chromaSubsampling }: Metadata) {
  if (!isProgressive) return 0
  const values = format === 'jpeg' && chromaSubsampling === '4:2:0' ? 1.5 : channels
  return width * height * values * (format === 'jpeg' || depth === 'ushort' ? 2 : 1)
}

function upright({ autoOrient }: Metadata): PageSize {
  return { width: autoOrient.width, height: autoOrient.height }
}

export async function guard<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    // libvips distinguishes its errors by message only.
    const message = error instanceof Error ? error.message : ''
    if (message.includes('pixel limit')) throw new RenderError('too-large')
    if (message.startsWith('timeout')) throw new RenderError('timeout')
    throw new RenderError('unreadable')
  }
}
