import fc from 'fast-check'
import { expect, test } from 'vitest'
import { moved, onPage, scaled } from './pages.ts'

const size = fc.record({
  width: fc.integer({ min: 1, max: 20_000 }),
  height: fc.integer({ min: 1, max: 20_000 }),
})

test('an image of any size is whole, undistorted and in the middle of an A4 page that lies like it', () => {
  fc.assert(
    fc.property(size, (image) => {
      const { page, at } = onPage(image)
      expect(page.width > page.height).toBe(image.width > image.height)
      expect(at.width).toBeLessThanOrEqual(page.width + 1e-6)
      expect(at.height).toBeLessThanOrEqual(page.height + 1e-6)
      expect(at.width / at.height / (image.width / image.height)).toBeCloseTo(1, 6)
      expect(2 * at.x + at.width).toBeCloseTo(page.width, 6)
      expect(2 * at.y + at.height).toBeCloseTo(page.height, 6)
    }),
  )
})

test('images are made smaller, never larger', () => {
  expect(scaled({ width: 4_680, height: 3_000 })).toEqual({ width: 2_340, height: 1_500 })
  expect(scaled({ width: 800, height: 600 })).toEqual({ width: 800, height: 600 })
  expect(scaled({ width: 20_000, height: 2 })).toEqual({ width: 2_340, height: 1 })
})

test('a page moves by one place and stays within the list', () => {
  expect(moved(['a', 'b', 'c'], 0, 1)).toEqual(['b', 'a', 'c'])
  expect(moved(['a', 'b', 'c'], 2, -1)).toEqual(['a', 'c', 'b'])
  expect(moved(['a', 'b', 'c'], 0, -1)).toEqual(['a', 'b', 'c'])
  expect(moved(['a', 'b', 'c'], 2, 1)).toEqual(['a', 'b', 'c'])
})
