import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  mostParts,
  needsParts,
  pageWidths,
  partAt,
  partedSize,
  partSide,
  partsOf,
  wholeSize,
  widthFor,
} from './page-pixels.ts'

const a4 = { width: 595, height: 842 }
const a0 = { width: 2_384, height: 3_370 }

test('a page is drawn with the pixels that it takes on the screen, or a step more', () => {
  expect([1, 400, 401, 1_588, 99_999].map(widthFor)).toEqual([400, 400, 600, 1_600, 32_000])
  expect(wholeSize(a4, 'pdf', 1_600)).toEqual({ width: 1_600, height: 2_264 })
  expect(needsParts(a4, 'pdf', 2_200)).toBe(false)
  expect(needsParts(a4, 'pdf', 4_000)).toBe(true)
  // Twice its size on paper, on a screen with two pixels for each of CSS.
  expect(widthFor(a0.width * (96 / 72) * 2 * 2)).toBe(16_000)
  // A small page has at most 12 pixels for each point, and a large one has at most `mostParts` in a column.
  expect(partedSize(a4, 'pdf', 32_000)).toEqual({ width: 7_140, height: 10_104 })
  expect(partedSize(a0, 'pdf', 32_000).height).toBe(mostParts * partSide)
  expect(partedSize(a0, 'pdf', 16_000)).toEqual({ width: 16_000, height: 22_617 })
})

test('an image is never given more pixels than it has', () => {
  const photograph = { width: 4_000, height: 3_000 }
  expect(wholeSize({ width: 300, height: 200 }, 'image', 900)).toEqual({ width: 300, height: 200 })
  expect(wholeSize(photograph, 'image', 16_000)).toEqual({ width: 2_560, height: 1_920 })
  expect(partedSize(photograph, 'image', 16_000)).toEqual(photograph)
})

const page = fc.record({
  width: fc.integer({ min: 1, max: 20_000 }),
  height: fc.integer({ min: 1, max: 20_000 }),
})

test('the parts of a page cover it once, and none is larger than a part may be', () => {
  fc.assert(
    fc.property(
      page,
      fc.constantFrom(...pageWidths),
      fc.constantFrom('pdf', 'image'),
      (size, width, kind) => {
        const whole = partedSize(size, kind, width)
        const parts = partsOf(whole)
        const pixels = parts.reduce((sum, part) => sum + part.width * part.height, 0)
        expect(pixels).toBe(whole.width * whole.height)
        for (const part of parts) {
          expect(Math.max(part.width, part.height)).toBeLessThanOrEqual(partSide)
          expect(Math.max(part.column, part.row)).toBeLessThan(mostParts)
          expect(partAt(whole, part.column, part.row)).toEqual(part)
        }
        const last = parts.at(-1)
        expect(partAt(whole, (last?.column ?? 0) + 1, 0)).toBeUndefined()
      },
    ),
  )
})
