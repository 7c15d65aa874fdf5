import fc from 'fast-check'
import { expect, test } from 'vitest'
import { mostHeld, pagesToDraw, pagesToLetGo } from './ahead.ts'

test('what is in view comes first, then the next pages in the direction of reading, then the one behind', () => {
  expect(pagesToDraw({ first: 4, last: 5 }, 1, 60)).toEqual({ view: [4, 5], ahead: [6, 7, 8, 3] })
  expect(pagesToDraw({ first: 4, last: 5 }, -1, 60)).toEqual({ view: [4, 5], ahead: [3, 2, 1, 6] })
  expect(pagesToDraw({ first: 1, last: 1 }, 1, 2)).toEqual({ view: [1], ahead: [2] })
})

const mb = 1024 * 1024
const held = (...pages: number[]) => pages.map((page) => ({ page, bytes: mb / 2 }))

test('the farthest pages are let go, those behind sooner than those ahead', () => {
  const all = held(...Array.from({ length: 14 }, (_, index) => index + 1))
  expect(pagesToLetGo(all, { first: 9, last: 9 }, 1).toSorted()).toEqual([1, 2])
  expect(pagesToLetGo(all, { first: 6, last: 6 }, -1).toSorted()).toEqual([13, 14])
  expect(pagesToLetGo(held(1, 2, 3), { first: 60, last: 60 }, 1)).toEqual([])
})

test('what is kept stays within its limits, and nothing in view is let go', () => {
  fc.assert(
    fc.property(
      fc.uniqueArray(fc.integer({ min: 1, max: 60 }), { maxLength: 40 }),
      fc.integer({ min: 1, max: 58 }),
      fc.constantFrom(1 as const, -1 as const),
      fc.integer({ min: 1, max: 4 * mb }),
      (pages, first, direction, bytes) => {
        const all = pages.map((page) => ({ page, bytes }))
        const view = { first, last: first + 2 }
        const gone = pagesToLetGo(all, view, direction)
        expect(gone.some((page) => page >= view.first && page <= view.last)).toBe(false)
        const kept = pages.length - gone.length
        expect(kept).toBeLessThanOrEqual(Math.max(3, mostHeld.pages))
        expect(kept * bytes).toBeLessThanOrEqual(Math.max(3 * bytes, mostHeld.bytes))
      },
    ),
  )
})
