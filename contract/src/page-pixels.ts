/** Pixels in which pages are drawn: the server draws by these rules, and the reader asks by them. */

export type Size = { width: number; height: number }
/** A page of a PDF has its size in points (1/72 inch), an image in pixels, of which it is never given more. */
export type PageKind = 'pdf' | 'image'

/** Widths of a whole page in pixels. Few, so that people who read the same page share what was drawn. */
export const pageWidths = [
  400, 600, 900, 1200, 1600, 2200, 3000, 4000, 6000, 8000, 12000, 16000, 24000, 32000,
] as const
/** Side of a part of a page, in pixels. Parts lie beside each other from the top left corner of the page. */
export const partSide = 1_536
/** Limit of parts in a row or column: the longest side of a page is drawn with at most so many times `partSide` pixels. */
export const mostParts = 24

/** The longest side of a whole page that is sent as one picture, in pixels. */
const wholeSide: Record<PageKind, number> = { pdf: 4096, image: 2560 }
/** The most pixels for each point of a PDF, and for each pixel of an image. */
const mostScale: Record<PageKind, number> = { pdf: 12, image: 1 }

const scaled = (page: Size, scale: number): Size => ({
  width: Math.max(1, Math.round(page.width * scale)),
  height: Math.max(1, Math.round(page.height * scale)),
})

/** Returns the size in pixels of a page that is drawn in parts, for one of `pageWidths`. */
export function partedSize(page: Size, kind: PageKind, width: number): Size {
  const longest = Math.max(page.width, page.height)
  return scaled(page, Math.min(width / page.width, mostScale[kind], (mostParts * partSide) / longest))
}

/** Returns the size in pixels of a page that is drawn as one picture. */
export function wholeSize(page: Size, kind: PageKind, width: number): Size {
  const longest = Math.max(page.width, page.height)
  return scaled(page, Math.min(width / page.width, mostScale[kind], wholeSide[kind] / longest))
}

/** Returns the smallest width that is sharp on so many pixels of the screen, or the largest there is. */
export const widthFor = (pixels: number): number =>
  pageWidths.find((width) => width >= pixels) ?? (pageWidths.at(-1) as number)

/** Tells whether a page is sharper in parts than as one picture. */
export const needsParts = (page: Size, kind: PageKind, width: number): boolean =>
  partedSize(page, kind, width).width > wholeSize(page, kind, width).width

/** Width of the whole page that is shown while its parts are drawn, in pixels: soon there, and it can be read. */
const whileParted = 1_600

/** Returns the width in which a whole page is asked for that is shown on so many pixels of the screen. */
export function wholeWidthFor(page: Size, kind: PageKind, pixels: number): number {
  const width = widthFor(pixels)
  return needsParts(page, kind, width) ? whileParted : width
}

/** Part of a page: its place among the parts, from 0, and its box in pixels. */
export type Part = Size & { column: number; row: number; x: number; y: number }

/** Returns one part of a page that is `size` pixels large; undefined outside of it. */
export function partAt(size: Size, column: number, row: number): Part | undefined {
  const [x, y] = [column * partSide, row * partSide]
  const [width, height] = [Math.min(partSide, size.width - x), Math.min(partSide, size.height - y)]
  return width > 0 && height > 0 ? { column, row, x, y, width, height } : undefined
}

/** Lists all parts of a page that is `size` pixels large, row by row. */
export function partsOf(size: Size): Part[] {
  const count = (side: number) => Math.ceil(side / partSide)
  return Array.from({ length: count(size.height) * count(size.width) }, (_, index) =>
    partAt(size, index % count(size.width), Math.floor(index / count(size.width))),
  ).filter((part) => part !== undefined)
}
