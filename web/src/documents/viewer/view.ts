import { limits } from '@deedbox/contract/limits.ts'
import { ApiError } from '../../lib/api.ts'

const { zoomMin, zoomMax, zoomStep, rotateStep } = limits.viewer

/** The nearest allowed zoom: 50 to 200 percent in steps of 25. */
export const nearestZoom = (percent: number): number =>
  Math.min(zoomMax, Math.max(zoomMin, Math.round(percent / zoomStep) * zoomStep))

/** One zoom step in or out. */
export const zoomed = (zoom: number, direction: 1 | -1): number => nearestZoom(zoom + direction * zoomStep)

/** The rotation after another quarter turn, in degrees below 360. */
export const turned = (rotation: number): number => (rotation + rotateStep) % 360

export type Size = { width: number; height: number }

/**
 * A page's size on the screen in CSS pixels, before it is turned. At 100 percent it has its own size (a PDF's points
 * are 1/72 inch), or less where that is wider than `room`.
 */
export function shownSize(page: Size, pdf: boolean, rotation: number, zoom: number, room: number): Size {
  const across = rotation % 180 === 0 ? page.width : page.height
  const scale = (Math.min(pdf ? 96 / 72 : 1, room / across) * zoom) / 100
  return { width: Math.round(page.width * scale), height: Math.round(page.height * scale) }
}

/** -1 for a swipe back, 1 for a swipe forward, 0 for none: quick, long enough, and clearly sideways. */
export function swipe(dx: number, dy: number, ms: number): -1 | 0 | 1 {
  if (ms > 800 || Math.abs(dx) < 50 || Math.abs(dx) < 2 * Math.abs(dy)) return 0
  return dx < 0 ? 1 : -1
}

/** The answer means that this person cannot read the document, or no longer can; not that something went wrong. */
export const isRefusal = (error: unknown): boolean =>
  error instanceof ApiError && [401, 403, 404, 410].includes(error.status)
