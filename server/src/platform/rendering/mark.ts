import { drawOnBlack } from './pdf.ts'
import type { Pdfium } from './pdfium.ts'
import { layOut, turnedBox, watermarkPdf } from './watermark.ts'

/** Rows of pixels, grey or RGB, a byte for each value; `halfColour`: they come from a JPEG that keeps colours in half the resolution. */
export type Pixels = {
  data: Uint8Array
  width: number
  height: number
  channels: number
  halfColour?: boolean
}

/** One block of the mark: for every pixel that it changes, its offset from the middle and how much of it a letter covers, of 255. */
type Stamp = { x: Int16Array; y: Int16Array; coverage: Uint8Array }

/** Share of the way to black, of 256, that the mark's letters take a pixel on paper. */
const onPaper = 52
/** Share of the way to black or white, of 256, that they take it elsewhere, as in a photograph. */
const elsewhere = 104
/** The average brightness, of 255, from which a part of the page is paper with writing on it. */
const paper = 176
/** Parts of the page, along its shorter side, whose ground is judged by itself: each wider than a large letter. */
const partsAcross = 24
/** The average brightness, of 255, below which a part of the page is a dark ground. */
const darkGround = 128
/** Every so many pixels along a line are looked at to judge a ground. */
const sampleStep = 4

const maxStamps = 32

/**
 * Draws watermarks into pixels. On a light ground the letters darken what is there, so that black letters under them stay black;
 * on a dark ground, as in a photograph, they lighten it, and white letters stay white. A block is drawn once by PDFium and then
 * stamped over the page; only the pixels that it covers are touched.
 */
export function marker(pdfium: () => Promise<Pdfium>) {
  /** Entries in order of use, the oldest first. */
  const stamps = new Map<string, Stamp>()

  return async (pixels: Pixels, lines: string[]): Promise<void> => {
    const layout = layOut(lines, pixels)
    const name = `${layout.fontSize} ${lines.join('\n')}`
    const stamp = stamps.get(name) ?? makeStamp(await pdfium(), lines, layout)
    stamps.delete(name)
    stamps.set(name, stamp)
    for (const old of stamps.keys()) if (stamps.size > maxStamps) stamps.delete(old)
    const { width, height } = turnedBox(layout)
    const blendAt = groundOf(pixels)
    for (const { x, y } of layout.centres) {
      const near = x > -width / 2 && x < pixels.width + width / 2
      if (near && y > -height / 2 && y < pixels.height + height / 2) press(pixels, stamp, blendAt, x, y)
    }
  }
}

function makeStamp(pdfium: Pdfium, lines: string[], layout: ReturnType<typeof layOut>): Stamp {
  const { width, height } = turnedBox(layout)
  const drawn = drawOnBlack(pdfium, watermarkPdf(lines, layout), width, height)
  const covered: number[] = []
  for (let pixel = 0; pixel < width * height; pixel++) if (drawn[pixel * 3]) covered.push(pixel)
  const stamp = {
    x: new Int16Array(covered.length),
    y: new Int16Array(covered.length),
    coverage: new Uint8Array(covered.length),
  }
  for (const [index, pixel] of covered.entries()) {
    stamp.x[index] = (pixel % width) - (width - 1) / 2
    stamp.y[index] = Math.floor(pixel / width) - (height - 1) / 2
    stamp.coverage[index] = drawn[pixel * 3] ?? 0
  }
  return stamp
}

/** Effect of the mark on a pixel: the brightness it takes it towards, and how far, of 256. */
type Blend = { towards: 0 | 255; strength: number }
const blendOn = (brightness: number): Blend =>
  brightness < darkGround
    ? { towards: 255, strength: elsewhere }
    : { towards: 0, strength: brightness < paper ? elsewhere : onPaper }

/** Tells of each pixel what suits the part of the page around it; measured before anything is stamped. */
function groundOf({ data, width, height, channels }: Pixels): (x: number, y: number) => Blend {
  const part = Math.max(1, Math.ceil(Math.min(width, height) / partsAcross))
  const across = Math.ceil(width / part)
  const sums = new Array<number>(across * Math.ceil(height / part)).fill(0)
  const counts = [...sums]
  // Green stands for the brightness of a coloured pixel.
  const green = channels > 1 ? 1 : 0
  for (let y = 0; y < height; y += sampleStep)
    for (let x = 0; x < width; x += sampleStep) {
      const index = Math.floor(y / part) * across + Math.floor(x / part)
      sums[index] = (sums[index] as number) + (data[(y * width + x) * channels + green] as number)
      counts[index] = (counts[index] as number) + 1
    }
  const blends = sums.map((sum, index) => blendOn(sum / Math.max(1, counts[index] as number)))
  return (x, y) => blends[Math.floor(y / part) * across + Math.floor(x / part)] as Blend
}

function press(
  { data, width, height, channels }: Pixels,
  stamp: Stamp,
  blendAt: (x: number, y: number) => Blend,
  atX: number,
  atY: number,
): void {
  for (let index = 0; index < stamp.x.length; index++) {
    const x = atX + (stamp.x[index] as number)
    const y = atY + (stamp.y[index] as number)
    if (x < 0 || y < 0 || x >= width || y >= height) continue
    const { towards, strength } = blendAt(x, y)
    const change = strength * (stamp.coverage[index] as number)
    const first = (y * width + x) * channels
    for (let value = first; value < first + channels; value++) {
      const before = data[value] as number
      data[value] = before + (((towards - before) * change) >> 16)
    }
  }
}
