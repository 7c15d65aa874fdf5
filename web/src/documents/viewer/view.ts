import { limits } from '@deedbox/contract/limits.ts'
import type { PageKind, Size } from '@deedbox/contract/page-pixels.ts'
import { ApiError } from '../../lib/api.ts'

const { zoomMin, zoomMax, zoomStep, rotateStep } = limits.viewer

/** Returns the nearest allowed zoom: 50 to 200 percent in steps of 25. */
export const nearestZoom = (percent: number): number =>
  Math.min(zoomMax, Math.max(zoomMin, Math.round(percent / zoomStep) * zoomStep))

/** Returns the next step of zoom above or below any percentage, such as that of a page as wide as the window. */
export function zoomed(percent: number, direction: 1 | -1): number {
  const steps = percent / zoomStep
  return nearestZoom(
    (direction === 1 ? Math.floor(steps + 0.01) + 1 : Math.ceil(steps - 0.01) - 1) * zoomStep,
  )
}

/** Returns the rotation after another quarter turn, in degrees below 360. */
export const turned = (rotation: number): number => (rotation + rotateStep) % 360

/** Rule for the size of pages: `zoom`, the width of the window, or the whole page in the window. */
export const fits = ['own', 'width', 'page'] as const
export type Fit = (typeof fits)[number]
export type Look = { fit: Fit; zoom: number; rotation: number }

/** Returns the pixels of the screen that a length of CSS pixels takes. */
export const pixelsOf = (length: number): number => Math.ceil(length * window.devicePixelRatio)

export const kindOf = (pdf: boolean): PageKind => (pdf ? 'pdf' : 'image')

/**
 * Returns CSS pixels for each point or pixel of a page at 100 %: a PDF then has its size on paper (96 CSS pixels and 72 points an inch), and an
 * image a CSS pixel for each of its own, or the width of the window where that is less.
 */
const ownScale = (pdf: boolean, wide: number): number => (pdf ? 96 / 72 : Math.min(1, wide))

const acrossOf = (page: Size, { rotation }: Look): Size =>
  rotation % 180 === 0 ? page : { width: page.height, height: page.width }

/** Returns a page's size on the screen in CSS pixels, before it is turned. */
export function shownSize(page: Size, pdf: boolean, look: Look, room: Size): Size {
  const across = acrossOf(page, look)
  const wide = room.width / across.width
  const scale = {
    own: (ownScale(pdf, wide) * look.zoom) / 100,
    width: wide,
    page: Math.min(wide, room.height / across.height),
  }[look.fit]
  return {
    width: Math.max(1, Math.round(page.width * scale)),
    height: Math.max(1, Math.round(page.height * scale)),
  }
}

/** Returns the zoom at which a page of this size would be as large as it is shown, in percent. */
export function percentOf(page: Size, shown: Size, pdf: boolean, look: Look, room: Size): number {
  if (look.fit === 'own') return look.zoom
  return (100 * shown.width) / (page.width * ownScale(pdf, room.width / acrossOf(page, look).width))
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
