/** A page that is one scanned JPEG and nothing else: libjpeg decodes it in a third of the time that PDFium takes, or less. */

import sharp from 'sharp'
import { guard, hasHalfColour, headerToDecode, options, toGrey } from './image.ts'
import type { Pixels } from './mark.ts'
import { type PageSize, RenderError } from './messages.ts'
import type { Pdfium } from './pdfium.ts'

/** `angle`: how far the JPEG is turned clockwise on the page; `drawn`: the size in which the page is drawn from it. */
export type Scan = {
  jpeg: Buffer
  width: number
  height: number
  channels: 1 | 3
  angle: number
  drawn: PageSize
}

// fpdf_edit.h
const textObject = 1
const imageObject = 3
const invisible = 3
const bezier = 1
const grey = 1
const rgb = 2
const iccBased = 7

const maxObjects = 20_000
/** Characters before a JPEG in which its dictionary is looked for. */
const maxDictionary = 1000
const maxJpegs = 20_000
const jpegStart = Buffer.from([0xff, 0xd8, 0xff])
/** Part of the wanted size that a scan of its own size has at least: the watermark is drawn into these pixels, and has to stay legible. */
const leastOfWanted = 0.6
/** The sandbox needs room for a copy. */
const maxJpegBytes = 32 * 1024 * 1024

/** An image's dictionary that leaves nothing but the JPEG to draw: no mask, no inverted colours, no layer. */
const plainDictionary =
  /[\r\n]\s*\d+ \d+ obj\s*<<(?:\s*\/(?:Decode\s*\[(?:\s*0\s+1)+\s*\]|(?:Type|Subtype|Name|Width|Height|ColorSpace|BitsPerComponent|Filter|Length|Intent|Interpolate|Metadata|StructParent)\b\s*(?:\/[\w.-]+|\[[\w\s/.-]*\]|\d+\s+\d+\s+R|\w+)))+\s*>>\s*stream\r?\n$/

/**
 * The only thing drawn on the page, when that is one plain JPEG which covers it. Text that is not drawn, as scanners add it, may lie over it.
 * @param fewer whether a scan with fewer pixels than `size` may be drawn in its own size, as enlarging it here would not make it sharper
 */
export function scanOn(
  pdfium: Pdfium,
  page: number,
  file: Uint8Array,
  size: PageSize,
  fewer: boolean,
): Scan | undefined {
  const { calls } = pdfium
  const image = onlyImage(pdfium, page)
  if (image === undefined) return undefined
  if (calls.FPDFPageObj_HasTransparency(image) || calls.FPDFPageObj_CountMarks(image) > 0) return undefined
  const cornerAt = cornersOf(pdfium, page, size)
  const angle = angleOf(pdfium, image, cornerAt)
  if (angle === undefined || isClipped(pdfium, image, cornerAt)) return undefined
  const kind = kindOf(pdfium, page, image)
  const wanted = beforeTurn(size, angle)
  if (!kind) return undefined
  const scale = Math.min(1, kind.width / wanted.width, kind.height / wanted.height)
  // PDFium is as quick with a small one, and smooths differently what it enlarges.
  if (scale < (fewer ? leastOfWanted : 1)) return undefined
  const jpeg = jpegOf(pdfium, image, file)
  const drawn = { width: Math.round(size.width * scale), height: Math.round(size.height * scale) }
  return jpeg && { jpeg, ...kind, angle, drawn }
}

/** Draws the page; undefined when PDFium has to. @throws RenderError timeout */
export async function drawScan(scan: Scan, seconds: number): Promise<Pixels | undefined> {
  const { jpeg, channels, angle, drawn } = scan
  try {
    const header = await headerToDecode(jpeg, 0)
    if (header.format !== 'jpeg' || header.channels !== channels) return undefined
    if (header.width !== scan.width || header.height !== scan.height) return undefined
    // Like PDFium: no profile of the JPEG's own, no EXIF; of the kernels, this one comes nearest.
    const pixels = sharp(jpeg, { ...options, ignoreIcc: true })
      .resize({ ...beforeTurn(drawn, angle), fit: 'fill', kernel: 'cubic' })
      .rotate(angle)
      .toColourspace(channels === 1 ? 'b-w' : 'srgb')
      .raw({ depth: 'uchar' })
      .timeout({ seconds })
    const data = await guard(() => pixels.toBuffer())
    return toGrey({ data, ...drawn, channels, halfColour: hasHalfColour(header) })
  } catch (error) {
    if (error instanceof RenderError && error.code !== 'timeout') return undefined
    throw error
  }
}

function beforeTurn({ width, height }: PageSize, angle: number): PageSize {
  return angle % 180 === 0 ? { width, height } : { width: height, height: width }
}

function onlyImage({ calls }: Pdfium, page: number): number | undefined {
  const count = calls.FPDFPage_CountObjects(page)
  // Comments and filled fields are drawn over the page.
  if (count < 1 || count > maxObjects || calls.FPDFPage_GetAnnotCount(page) !== 0) return undefined
  let image: number | undefined
  for (let index = 0; index < count; index++) {
    const object = calls.FPDFPage_GetObject(page, index)
    const type = calls.FPDFPageObj_GetType(object)
    if (type === imageObject && image === undefined) image = object
    else if (type !== textObject || calls.FPDFTextObj_GetTextRenderMode(object) !== invisible)
      return undefined
  }
  return image
}

/** The page's corners clockwise, from the top left one. */
const corners = ['0 0', '1 0', '1 1', '0 1']
/** Index of the one that a place is at, to a pixel inside and so many outside; -1 when at none. */
type CornerAt = (x: number, y: number, outside: number) => number

function cornersOf(pdfium: Pdfium, page: number, { width, height }: PageSize): CornerAt {
  const fine = 64
  return (x, y, outside) =>
    pdfium.withBlock(8, (room) => {
      pdfium.calls.FPDF_PageToDevice(page, 0, 0, width * fine, height * fine, 0, x, y, room, room + 4)
      const [left = 0, top = 0] = new Int32Array(pdfium.memory().buffer, room, 2)
      const side = (at: number, length: number) => {
        if (Math.abs(at) < 1 || (at < 0 && at > -outside)) return 0
        return Math.abs(at - length) < 1 || (at > length && at < length + outside) ? 1 : Number.NaN
      }
      return corners.indexOf(`${side(left / fine, width)} ${side(top / fine, height)}`)
    })
}

/** Angle by which an image that covers the whole page is turned, if it is not mirrored. */
function angleOf(pdfium: Pdfium, image: number, cornerAt: CornerAt): number | undefined {
  // struct FS_MATRIX { float a, b, c, d, e, f }, which puts the unit square (its y axis upwards) on the page.
  return pdfium.withBlock(24, (room) => {
    if (!pdfium.calls.FPDFPageObj_GetMatrix(image, room)) return undefined
    const [a = 0, b = 0, c = 0, d = 0, e = 0, f = 0] = new Float32Array(pdfium.memory().buffer, room, 6)
    const topLeft = cornerAt(e + c, f + d, 1)
    const topRight = cornerAt(e + a + c, f + b + d, 1)
    const bottomLeft = cornerAt(e, f, 1)
    const covers = topLeft >= 0 && topRight === (topLeft + 1) % 4 && bottomLeft === (topLeft + 3) % 4
    return covers ? topLeft * 90 : undefined
  })
}

/** False when nothing clips the image but rectangles that contain the page. */
function isClipped(pdfium: Pdfium, image: number, cornerAt: CornerAt): boolean {
  const { calls } = pdfium
  const clip = calls.FPDFPageObj_GetClipPath(image)
  for (let path = 0; path < calls.FPDFClipPath_CountPaths(clip); path++) {
    const count = calls.FPDFClipPath_CountPathSegments(clip, path)
    if (count < 4 || count > 6) return true
    const visited = Array.from({ length: count }, (_, index) => {
      const segment = calls.FPDFClipPath_GetPathSegment(clip, path, index)
      if (calls.FPDFPathSegment_GetType(segment) === bezier) return -1
      return pdfium.withBlock(8, (room) => {
        if (!calls.FPDFPathSegment_GetPoint(segment, room, room + 4)) return -1
        const [x = 0, y = 0] = new Float32Array(pdfium.memory().buffer, room, 2)
        return cornerAt(x, y, Number.POSITIVE_INFINITY)
      })
    })
    // From corner to corner along the sides, and through all of them.
    const along = visited.every((corner, index) => Math.abs(corner - (visited.at(index - 1) ?? -1)) !== 2)
    if (!along || visited.includes(-1) || new Set(visited).size < 4) return true
  }
  return false
}

/** The image's size and colours, when it is a JPEG in a colour space that PDFium does not convert. */
function kindOf(
  pdfium: Pdfium,
  page: number,
  image: number,
): Pick<Scan, 'width' | 'height' | 'channels'> | undefined {
  const { calls } = pdfium
  return pdfium.withBlock(32, (room) => {
    if (calls.FPDFImageObj_GetImageFilterCount(image) !== 1) return undefined
    const length = calls.FPDFImageObj_GetImageFilter(image, 0, room, 32)
    const filter = Buffer.from(pdfium.memory().subarray(room, room + 32)).toString('latin1', 0, length - 1)
    if (filter !== 'DCTDecode') return undefined
    // struct FPDF_IMAGEOBJ_METADATA { unsigned width, height; float dpi[2]; unsigned bits; int colorspace, mark }
    if (!calls.FPDFImageObj_GetImageMetadata(image, page, room)) return undefined
    const [width = 0, height = 0, , , , space] = new Uint32Array(pdfium.memory().buffer, room, 6)
    if (space === grey) return { width, height, channels: 1 }
    if (space === rgb || (space === iccBased && isStandardRgb(pdfium, page, image)))
      return { width, height, channels: 3 }
    return undefined
  })
}

/** The profile that PDFium takes for sRGB as it is. */
function isStandardRgb(pdfium: Pdfium, page: number, image: number): boolean {
  const size = 3144
  return pdfium.withBlock(size + 4, (room) => {
    const call = pdfium.calls.FPDFImageObj_GetIccProfileDataDecoded
    if (!call(image, page, room, size, room + size)) return false
    const [found] = new Uint32Array(pdfium.memory().buffer, room + size, 1)
    const name = Buffer.from(pdfium.memory().subarray(room + 0x190, room + 0x1a1)).toString('latin1')
    return found === size && name === 'sRGB IEC61966-2.1'
  })
}

/** The JPEG within the file, when its dictionary there is a plain one: PDFium does not tell of masks and decode arrays. */
function jpegOf(pdfium: Pdfium, image: number, file: Uint8Array): Buffer | undefined {
  const length = pdfium.calls.FPDFImageObj_GetImageDataRaw(image, 0, 0)
  if (length === 0 || length > maxJpegBytes) return undefined
  return pdfium.withBlock(length, (room) => {
    pdfium.calls.FPDFImageObj_GetImageDataRaw(image, room, length)
    const raw = pdfium.memory().subarray(room, room + length)
    const bytes = Buffer.from(file.buffer, file.byteOffset, file.length)
    // The same JPEG may be in the file more than once, with other dictionaries.
    const found = startsOf(file, bytes).filter((at) => bytes.subarray(at, at + length).equals(raw))
    const plain = found.every((at) =>
      plainDictionary.test(bytes.toString('latin1', Math.max(0, at - maxDictionary), at)),
    )
    const [at] = found
    return plain && at !== undefined ? bytes.subarray(at, at + length) : undefined
  })
}

const starts = new WeakMap<Uint8Array, number[]>()

/** Starts of JPEGs in the file: looked for once, as that takes up to a tenth of a second; none where there are too many. */
function startsOf(file: Uint8Array, bytes: Buffer): number[] {
  const known = starts.get(file)
  if (known) return known
  const found: number[] = []
  for (let at = bytes.indexOf(jpegStart); at >= 0; at = bytes.indexOf(jpegStart, at + 1)) {
    if (found.push(at) > maxJpegs) break
  }
  const few = found.length > maxJpegs ? [] : found
  starts.set(file, few)
  return few
}
