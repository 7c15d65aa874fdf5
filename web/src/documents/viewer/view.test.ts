import { expect, test } from 'vitest'
import { ApiError } from '../../lib/api.ts'
import { isRefusal, nearestZoom, shownSize, swipe, turned, zoomed } from './view.ts'

test('zoom goes from 50 to 200 percent in steps of 25', () => {
  expect([20, 60, 63, 100, 199, 900].map(nearestZoom)).toEqual([50, 50, 75, 100, 200, 200])
  expect([zoomed(100, 1), zoomed(200, 1), zoomed(100, -1), zoomed(50, -1)]).toEqual([125, 200, 75, 50])
})

test('four quarter turns lead back to the start', () => {
  expect([0, 90, 180, 270].map(turned)).toEqual([90, 180, 270, 0])
})

test('a page has its own size if there is room for it', () => {
  const a4 = { width: 600, height: 900 }
  expect(shownSize(a4, true, 0, 100, 2_000)).toEqual({ width: 800, height: 1_200 })
  expect(shownSize(a4, false, 0, 100, 2_000)).toEqual(a4)
  expect(shownSize(a4, true, 0, 50, 2_000)).toEqual({ width: 400, height: 600 })
  expect(shownSize(a4, true, 0, 100, 300)).toEqual({ width: 300, height: 450 })
  // Rotated, its height must fit the available width.
  expect(shownSize(a4, true, 90, 100, 300)).toEqual({ width: 200, height: 300 })
  expect(shownSize(a4, true, 180, 200, 300)).toEqual({ width: 600, height: 900 })
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
