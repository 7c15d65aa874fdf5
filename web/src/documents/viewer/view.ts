import { limits } from '@deedbox/contract/limits.ts'
import { ApiError } from '../../lib/api.ts'

const { zoomMin, zoomMax, zoomStep, rotateStep } = limits.viewer

/** Returns the nearest allowed zoom: 50 to 200 percent in steps of 25. */
export const nearestZoom = (percent: number): number =>
  Math.min(zoomMax, Math.max(zoomMin, Math.round(percent / zoomStep) * zoomStep))

/** Zooms one step in or out. */
export const zoomed = (zoom: number, direction: 1 | -1): number => nearestZoom(zoom + direction * zoomStep)

/** Returns the rotation after another quarter turn, in degrees below 360. */
export const turned = (rotation: number): number => (rotation + rotateStep) % 360

export type Size = { width: number; height: number }

/** Meanings of 100 percent: the page's own size, the width of the window, or the whole page in the window. */
export const fits = ['own', 'width', 'page'] as const
export type Fit = (typeof fits)[number]
export type Look = { fit: Fit; zoom: number; rotation: number }

/**
 * Returns a page's size on the screen in CSS pixels, before it is turned. Its own size is that on paper (a PDF's points are 1/72 inch), or less where
 * that is wider than `room`.
 */
export function shownSize(page: Size, pdf: boolean, look: Look, room: Size): Size {
  const [across, down] = look.rotation % 180 === 0 ? [page.width, page.height] : [page.height, page.width]
  const wide = room.width / across
  const base = {
    own: Math.min(pdf ? 96 / 72 : 1, wide),
    width: wide,
    page: Math.min(wide, room.height / down),
  }[look.fit]
  const scale = (base * look.zoom) / 100
  return {
    width: Math.max(1, Math.round(page.width * scale)),
    height: Math.max(1, Math.round(page.height * scale)),
  }
}

/** Returns -1 for a swipe back, 1 for a swipe forward, 0 for none. A swipe is quick, long enough and clearly sideways. */
export function swipe(dx: number, dy: number, ms: number): -1 | 0 | 1 {
  if (ms > 800 || Math.abs(dx) < 50 || Math.abs(dx) < 2 * Math.abs(dy)) return 0
  return dx < 0 ? 1 : -1
}

/** Tells whether the answer means that this person cannot, or can no longer, read the document, rather than a fault. */
export const isRefusal = (error: unknown): boolean =>
  error instanceof ApiError && [401, 403, 404, 410].includes(error.status)

/**
 * Returns which of the pages written to the address, the newest last, it may still show once it shows `asked`: on a slow machine an earlier one may
 * come after a later one was written. Null if `asked` is none of them.
 */
export function stillReported(reported: readonly number[], asked: number): number[] | null {
  const at = reported.indexOf(asked)
  return at === -1 ? null : reported.slice(at)
}
