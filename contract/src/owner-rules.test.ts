import fc from 'fast-check'
import { expect, test } from 'vitest'
import { addDays } from './dates.ts'
import { type MatterKind, matterKinds } from './matter-terms.ts'
import { ownersOn } from './owner-rules.ts'
import type { Recorded } from './party-rules.ts'
import { partyRoleNames, rolesOf } from './party-terms.ts'

const day = (n: number) => addDays('2026-07-01', n)
const kinds = Object.keys(matterKinds) as MatterKind[]

test('everybody who owns, controls or benefits on the day is in the register, once for each role, and nobody else', () => {
  const told = fc.record({
    role: fc.constantFrom(...partyRoleNames),
    nature: fc.constantFrom('named', 'class', 'default', 'excluded'),
    from: fc.nat(20),
    lasts: fc.option(fc.nat(10)),
  })
  fc.assert(
    fc.property(fc.array(told, { maxLength: 12 }), fc.constantFrom(...kinds), fc.nat(30), (all, kind, on) => {
      const records = all.map(
        ({ role, nature, from, lasts }, at): Recorded => ({
          id: `r${at}`,
          party: { id: `p${at}`, name: `P${at}` },
          role,
          nature: role === 'beneficiary' ? (nature as Recorded['nature']) : null,
          from: { day: day(from), document: null, by: null },
          until: lasts === null ? null : { day: day(from + lasts), document: null, by: null },
          corrects: null,
          never: false,
        }),
      )
      const { owners, lacks } = ownersOn({ kind }, records, day(on))
      const outside = ['attorney', 'testator', 'witness', 'solicitor', 'accountant']
      const wanted = all.flatMap(({ role, nature, from, lasts }, at) =>
        on >= from &&
        (lasts === null || on <= from + lasts) &&
        !outside.includes(role) &&
        rolesOf(kind).includes(role) &&
        !(role === 'beneficiary' && nature === 'excluded')
          ? [`r${at}`]
          : [],
      )
      expect(owners.map(({ id }) => id).sort()).toEqual(wanted.sort())
      // Roles that are said to lack are nobody's, and a trust without anybody lacks its settlor, trustee and beneficiary.
      for (const label of lacks)
        expect(owners.some(({ role }) => label.split(' or ').includes(role))).toBe(false)
    }),
    { numRuns: 300 },
  )
  expect(ownersOn({ kind: 'family_trust' }, [], day(0)).lacks).toEqual([
    'settlor',
    'trustee',
    'appointor or principal',
    'beneficiary or unit holder',
  ])
})
