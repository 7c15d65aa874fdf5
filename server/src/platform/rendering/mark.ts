import { drawOnBlack } from './pdf.ts'
import type { Pdfium } from './pdfium.ts'
import { layOut, turnedBox, watermarkPdf } from './watermark.ts'

/** Rows of pixels, grey or RGB, a byte for each value. */
export type Pixels = { data: Uint8Array; width: number; height: number; channels: number }

/**
 * One block of the mark: for every pixel that it changes, its offset from the middle, how much of the page remains there
 * (in 256ths), and what is added.
 */
type Stamp = { x: Int16Array; y: Int16Array; left: Uint16Array; added: Uint8Array }

/** The opacity of the dark letters and their light outline: readable, but the page shows through. */
const strength = { letters: 0.34, outline: 0.36 }
const dark = 0
const light = 255

const maxStamps = 32

/**
 * Draws watermarks into pixels: dark letters with a light outline, so that they are visible on any background. A block is drawn
 * once by PDFium and then stamped over the page; only the pixels that it covers are touched.
 */
export function marker(pdfium: () => Promise<Pdfium>) {
  /** In order of use, the oldest first. */
  const stamps = new Map<string, Stamp>()

  return async (pixels: Pixels, lines: string[]): Promise<void> => {
    const layout = layOut(lines, pixels)
    const name = `${layout.fontSize} ${lines.join('\n')}`
    const stamp = stamps.get(name) ?? makeStamp(await pdfium(), lines, layout)
    stamps.delete(name)
    stamps.set(name, stamp)
    for (const old of stamps.keys()) if (stamps.size > maxStamps) stamps.delete(old)
    const { width, height } = turnedBox(layout)
    for (const { x, y } of layout.centres) {
      const near = x > -width / 2 && x < pixels.width + width / 2
      if (near && y > -height / 2 && y < pixels.height + height / 2) press(pixels, stamp, x, y)
    }
  }
}

function makeStamp(pdfium: Pdfium, lines: string[], layout: ReturnType<typeof layOut>): Stamp {
  const { width, height } = turnedBox(layout)
  const drawn = drawOnBlack(pdfium, watermarkPdf(lines, layout), width, height)
  const covered: number[] = []
  for (let pixel = 0; pixel < width * height; pixel++) if (drawn[pixel * 3 + 1]) covered.push(pixel)
  const stamp = {
    x: new Int16Array(covered.length),
    y: new Int16Array(covered.length),
    left: new Uint16Array(covered.length),
    added: new Uint8Array(covered.length),
  }
  for (const [index, pixel] of covered.entries()) {
    const letters = (drawn[pixel * 3] ?? 0) / 255
    const outline = Math.max(0, (drawn[pixel * 3 + 1] ?? 0) / 255 - letters)
    const [byLetters, byOutline] = [letters * strength.letters, outline * strength.outline]
    stamp.x[index] = (pixel % width) - (width - 1) / 2
    stamp.y[index] = Math.floor(pixel / width) - (height - 1) / 2
    stamp.left[index] = Math.round((1 - byLetters - byOutline) * 256)
    stamp.added[index] = Math.floor(byLetters * dark + byOutline * light)
  }
  return stamp
}

function press({ data, width, height, channels }: Pixels, stamp: Stamp, atX: number, atY: number): void {
  for (let index = 0; index < stamp.x.length; index++) {
    const x = atX + (stamp.x[index] as number)
    const y = atY + (stamp.y[index] as number)
    if (x < 0 || y < 0 || x >= width || y >= height) continue
    const left = stamp.left[index] as number
    const added = stamp.added[index] as number
    const first = (y * width + x) * channels
    for (let value = first; value < first + channels; value++)
      data[value] = (((data[value] as number) * left) >> 8) + added
  }
}
