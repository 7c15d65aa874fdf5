import type { Size } from '@deedbox/contract/page-pixels.ts'
import { expect, test } from 'vitest'
import { ApiError } from '../../lib/api.ts'
import { isRefusal, nearestZoom, percentOf, shownSize, stillReported, swipe, turned, zoomed } from './view.ts'

test('zoom goes from 50 to 200 percent in steps of 25', () => {
  expect([20, 60, 63, 100, 199, 900].map(nearestZoom)).toEqual([50, 50, 75, 100, 200, 200])
  expect([zoomed(100, 1), zoomed(200, 1), zoomed(100, -1), zoomed(50, -1)]).toEqual([125, 200, 75, 50])
  expect([zoomed(45, 1), zoomed(133, 1), zoomed(133, -1), zoomed(310, -1)]).toEqual([50, 150, 125, 200])
})

test('four quarter turns lead back to the start', () => {
  expect([0, 90, 180, 270].map(turned)).toEqual([90, 180, 270, 0])
})

test('a page has its size on paper, the width of the window, or all of it', () => {
  const a4 = { width: 600, height: 900 }
  const own = { fit: 'own', zoom: 100, rotation: 0 } as const
  const wide = { width: 2_000, height: 600 }
  const narrow = { width: 300, height: 600 }
  expect(shownSize(a4, true, own, wide)).toEqual({ width: 800, height: 1_200 })
  expect(shownSize(a4, false, own, wide)).toEqual(a4)
  expect(shownSize(a4, true, { ...own, zoom: 50 }, wide)).toEqual({ width: 400, height: 600 })
  // A page may be wider than the window; an image has at most its width.
  expect(shownSize(a4, true, { ...own, rotation: 90, zoom: 200 }, narrow)).toEqual({
    width: 1_600,
    height: 2_400,
  })
  expect(shownSize(a4, false, own, narrow)).toEqual({ width: 300, height: 450 })
  // Rotated pages must fit the available width with their height.
  expect(shownSize(a4, true, { ...own, fit: 'width', rotation: 90 }, narrow)).toEqual({
    width: 200,
    height: 300,
  })
  expect(shownSize(a4, true, { ...own, fit: 'width' }, wide)).toEqual({ width: 2_000, height: 3_000 })
  expect(shownSize(a4, true, { ...own, fit: 'page' }, wide)).toEqual({ width: 400, height: 600 })
  expect(shownSize(a4, true, { ...own, fit: 'page', rotation: 90 }, wide)).toEqual({
    width: 600,
    height: 900,
  })
})

test('the zoom of a page that fits is told in percent of its size on paper', () => {
  const look = { fit: 'width', zoom: 100, rotation: 0 } as const
  const percent = (page: Size, pdf: boolean, room: Size, rotation = 0) =>
    Math.round(
      percentOf(page, shownSize(page, pdf, { ...look, rotation }, room), pdf, { ...look, rotation }, room),
    )
  expect(percent({ width: 600, height: 900 }, true, { width: 1_200, height: 500 })).toBe(150)
  expect(percent({ width: 600, height: 900 }, true, { width: 1_200, height: 500 }, 90)).toBe(100)
  expect(percent({ width: 4_000, height: 3_000 }, false, { width: 1_000, height: 500 })).toBe(100)
})

test('a swipe is quick and sideways', () => {
  expect(swipe(-120, 10, 200)).toBe(1)
  expect(swipe(120, -10, 200)).toBe(-1)
  expect(swipe(-120, 100, 200)).toBe(0)
  expect(swipe(-30, 0, 200)).toBe(0)
  expect(swipe(-120, 10, 2_000)).toBe(0)
})

test('only an answer about access is a refusal', () => {
  const answered = (status: number) => new ApiError(status, { code: 'unexpected', message: '' })
  expect([401, 403, 404, 410].map((status) => isRefusal(answered(status)))).toEqual([true, true, true, true])
  expect([0, 415, 422, 429, 500, 503].some((status) => isRefusal(answered(status)))).toBe(false)
  expect(isRefusal(new Error())).toBe(false)
})

test('an address that was set from here and comes late leads nowhere; any other one does', () => {
  expect(stillReported([53, 54, 55], 54)).toEqual([54, 55])
  expect(stillReported([54, 55], 55)).toEqual([55])
  expect(stillReported([55], 55)).toEqual([55])
  expect(stillReported([55], 54)).toBeNull()
})
