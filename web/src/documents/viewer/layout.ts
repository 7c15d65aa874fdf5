import type { Size } from '@deedbox/contract/page-pixels.ts'
import { type Look, shownSize } from './view.ts'

/** Pixels around each page. */
export const gap = 16

/** A page in the long strip of pages: its top, the room it takes, and its size before it is turned. */
export type Place = Size & { page: number; top: number; shown: Size }
export type Layout = Size & { places: Place[] }

/** Puts the pages under each other. */
export function layOut(sizes: readonly Size[], pdf: boolean, look: Look, room: Size): Layout {
  const sideways = look.rotation % 180 !== 0
  let top = gap
  let width = 0
  const places = sizes.map((size, index) => {
    const shown = shownSize(size, pdf, look, room)
    const place = {
      page: index + 1,
      top,
      shown,
      width: sideways ? shown.height : shown.width,
      height: sideways ? shown.width : shown.height,
    }
    top += place.height + gap
    width = Math.max(width, place.width)
    return place
  })
  return { places, width, height: top }
}

/** Returns the last page that begins above a line, or the first. */
function lastAbove({ places }: Layout, line: number): number {
  let [low, high] = [0, places.length - 1]
  while (low < high) {
    const middle = Math.ceil((low + high) / 2)
    if ((places[middle]?.top ?? 0) <= line) low = middle
    else high = middle - 1
  }
  return low + 1
}

/** Returns the first and the last page with a part in view. */
export function pagesInView(layout: Layout, top: number, view: number): { first: number; last: number } {
  const above = lastAbove(layout, top)
  const place = layout.places[above - 1]
  const hidden = place && place.top + place.height <= top && above < layout.places.length
  const first = hidden ? above + 1 : above
  return { first, last: Math.max(first, lastAbove(layout, top + view - 0.5)) }
}

/**
 * Returns the page that counts as open: the one at a line that moves from the top of the view at the beginning of the document to its bottom at the
 * end, so that every page can be reached.
 */
export function pageAt(layout: Layout, top: number, view: number): number {
  const most = layout.height - view
  const line = top + (most > 0 ? view * Math.min(1, Math.max(0, top / most)) : 0)
  return lastAbove(layout, line + gap)
}

/** Returns the scroll position for the top of a page. */
export function topOf(layout: Layout, page: number, view: number): number {
  const place = layout.places[page - 1]
  return Math.max(0, Math.min((place?.top ?? gap) - gap, layout.height - view))
}

/** Returns a line of the strip as a page and a fraction of its height, which stays the same when the strip is laid out anew. */
export function spotAt(layout: Layout, line: number): { page: number; at: number } {
  const page = lastAbove(layout, line)
  const place = layout.places[page - 1]
  return { page, at: place ? (line - place.top) / place.height : 0 }
}

/** Returns the line of such a spot. */
export function lineOf(layout: Layout, { page, at }: { page: number; at: number }): number {
  const place = layout.places[page - 1]
  return place ? place.top + at * place.height : 0
}

type Box = Size & { x: number; y: number }

/** Turns a box of a page, in fractions, with the page. */
export function turnedBox({ x, y, width, height }: Box, rotation: number): Box {
  if (rotation === 90) return { x: 1 - y - height, y: x, width: height, height: width }
  if (rotation === 180) return { x: 1 - x - width, y: 1 - y - height, width, height }
  if (rotation === 270) return { x: y, y: 1 - x - width, width: height, height: width }
  return { x, y, width, height }
}
