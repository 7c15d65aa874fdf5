import { relationNames } from '@deedbox/contract/link-terms.ts'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { arcsOf } from './chain-layout.ts'

const ids = Array.from({ length: 12 }, (_, n) => `p${n}`)

test('every link between two papers that are shown is drawn once, and no two lie over each other', () => {
  const link = fc.record({
    from: fc.nat(13).map((n) => `p${n}`),
    relation: fc.constantFrom(...relationNames),
    to: fc.nat(13).map((n) => `p${n}`),
  })
  fc.assert(
    fc.property(fc.array(link, { maxLength: 15 }), (all) => {
      const links = all.filter(({ from, to }) => from !== to)
      const arcs = arcsOf(ids, links)
      const shown = links.filter(({ from, to }) => ids.includes(from) && ids.includes(to))
      expect(arcs.map(({ from, to }) => `p${from} p${to}`).sort()).toEqual(
        shown.map(({ from, to }) => `${from} ${to}`).sort(),
      )
      // Each step between two rows is crossed by one arc at most in each lane.
      for (const { lane } of arcs)
        for (let row = 0; row < ids.length - 1; row++)
          expect(
            arcs.filter(
              (arc) =>
                arc.lane === lane && Math.min(arc.from, arc.to) <= row && Math.max(arc.from, arc.to) > row,
            ).length,
          ).toBeLessThanOrEqual(1)
    }),
  )
})
