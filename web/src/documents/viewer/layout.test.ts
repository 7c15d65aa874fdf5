import fc from 'fast-check'
import { expect, test } from 'vitest'
import { gap, layOut, lineOf, pageAt, pagesInView, spotAt, topOf, turnedBox } from './layout.ts'
import { fits } from './view.ts'

const room = { width: 700, height: 500 }
const look = { fit: 'own', zoom: 100, rotation: 0 } as const
const a4 = { width: 300, height: 420 }

test('pages lie under each other with a gap around each', () => {
  const { places, height, width } = layOut([a4, { width: 600, height: 60 }], true, look, room)
  expect(places.map(({ page, top, width, height }) => [page, top, width, height])).toEqual([
    [1, gap, 400, 560],
    [2, 2 * gap + 560, 800, 80],
  ])
  expect([width, height]).toEqual([800, 3 * gap + 640])
  expect(layOut([a4], true, { ...look, rotation: 90 }, room).places[0]).toMatchObject({
    ...{ width: 560, height: 400 },
    shown: { width: 400, height: 560 },
  })
})

const size = fc.record({
  width: fc.integer({ min: 1, max: 3_000 }),
  height: fc.integer({ min: 1, max: 3_000 }),
})
const anyLayout = fc
  .record({
    sizes: fc.array(size, { minLength: 1, maxLength: 12 }),
    fit: fc.constantFrom(...fits),
    zoom: fc.constantFrom(50, 100, 200),
    rotation: fc.constantFrom(0, 90, 180, 270),
  })
  .map(({ sizes, ...look }) => layOut(sizes, true, look, room))

test('every page can be reached, scrolling on never leads back, and what is in view is found', () => {
  fc.assert(
    fc.property(anyLayout, fc.integer({ min: 50, max: 1_500 }), (layout, view) => {
      const most = Math.max(0, layout.height - view)
      let before = 1
      for (let top = 0; top <= most; top += Math.ceil(view / 4)) {
        const page = pageAt(layout, top, view)
        expect(page).toBeGreaterThanOrEqual(before)
        before = page
        const { first, last } = pagesInView(layout, top, view)
        const seen = layout.places.filter((place) => place.top < top + view && place.top + place.height > top)
        if (seen.length > 0) expect([first, last]).toEqual([seen[0]?.page, seen.at(-1)?.page])
      }
      if (most > 0) expect(pageAt(layout, most, view)).toBe(layout.places.length)
      for (const { page } of layout.places) {
        const { first, last } = pagesInView(layout, topOf(layout, page, view), view)
        expect(page >= first && page <= last).toBe(true)
      }
    }),
    { numRuns: 40 },
  )
})

test('a spot of a page is found again in another layout', () => {
  fc.assert(
    fc.property(anyLayout, fc.double({ min: 0, max: 1, noNaN: true }), (layout, part) => {
      const line = gap + part * (layout.height - gap)
      expect(lineOf(layout, spotAt(layout, line))).toBeCloseTo(line, 3)
    }),
  )
})

test('a box turns with its page', () => {
  const box = { x: 0.1, y: 0.2, width: 0.3, height: 0.05 }
  expect(turnedBox(box, 0)).toEqual(box)
  const rounded = (rotation: number) =>
    Object.values(turnedBox(box, rotation)).map((part) => Math.round(part * 100))
  expect([90, 180, 270].map(rounded)).toEqual([
    [75, 10, 5, 30],
    [60, 75, 30, 5],
    [20, 60, 5, 30],
  ])
})
