import fc from 'fast-check'
import { expect, test } from 'vitest'
import { askedKinds, completeness, type Known, type Lead } from './completeness.ts'
import { dueKindNames } from './due-date-terms.ts'
import { type MatterKind, matterKinds } from './matter-terms.ts'
import { partyRoleNames, rolesOf } from './party-terms.ts'

const kinds = Object.keys(matterKinds) as MatterKind[]
const orNone = (text: string) => fc.constantFrom(null, text)
const known: fc.Arbitrary<Known> = fc.record({
  matter: fc.record({
    kind: fc.constantFrom(...kinds),
    governingLaw: orNone('NSW'),
    abn: fc.constantFrom('', '51824753556'),
    acn: fc.constantFrom('', '004085616'),
    responsibleId: orNone('somebody'),
  }),
  roles: fc.subarray([...partyRoleNames]),
  papers: fc.array(
    fc.record({
      id: fc.uuid(),
      title: fc.constant('Paper'),
      kind: fc.constantFrom(...askedKinds, 'minutes'),
      executedOn: orNone('1998-05-03'),
      executedIn: orNone('NSW'),
      signedHow: orNone('wet'),
    }),
    { maxLength: 6 },
  ),
  testator: fc.constantFrom(null, { id: 'p', name: 'Ann' }),
  died: fc.boolean(),
  dates: fc.subarray([...dueKindNames]),
})

/** Enters what is missing where its lead says. */
function entered(now: Known, lead: Lead): Known {
  switch (lead.to) {
    case 'matter':
      return {
        ...now,
        matter: { ...now.matter, governingLaw: 'NSW', abn: '1', acn: '1', responsibleId: 'somebody' },
      }
    case 'party':
      return { ...now, roles: [...now.roles, lead.role] }
    case 'death':
      return { ...now, died: true }
    case 'date':
      return { ...now, dates: [...now.dates, lead.kind] }
    case 'upload': {
      const paper = { id: 'new', title: 'New', kind: lead.kind, executedIn: null, signedHow: null }
      return { ...now, papers: [...now.papers, { ...paper, executedOn: null }] }
    }
    case 'document': {
      const signed = { executedOn: '1998-05-03', executedIn: 'NSW', signedHow: 'wet' }
      return { ...now, papers: now.papers.map((one) => (one.id === lead.id ? { ...one, ...signed } : one)) }
    }
  }
}

test('whoever follows each lead and enters what is missing there arrives at a complete matter', () => {
  fc.assert(
    fc.property(known, (start) => {
      let now = start
      for (let steps = 0; steps < 40; steps++) {
        const { of, missing } = completeness(now)
        expect(of).toBeGreaterThan(0)
        expect(missing.length).toBeLessThanOrEqual(of)
        const [next] = missing
        if (!next) return
        if (next.lead.to === 'party') expect(rolesOf(now.matter.kind)).toContain(next.lead.role)
        now = entered(now, next.lead)
        if (next.lead.to !== 'document')
          expect(completeness(now).missing.map(({ what }) => what)).not.toContain(next.what)
      }
      throw new Error('Something stays missing whatever is entered')
    }),
    { numRuns: 300 },
  )
})

const nothing = { roles: [], papers: [], testator: null, died: false, dates: [] }

test('a family trust of which nothing is known lacks what a bank asks for, in this order', () => {
  const matter = {
    kind: 'family_trust',
    governingLaw: null,
    abn: '',
    acn: '',
    responsibleId: 'somebody',
  } as const
  const { of, missing } = completeness({ ...nothing, matter })
  expect([of, missing.map(({ what }) => what)]).toEqual([
    8,
    ['trust deed', 'governing law', 'trustee today', 'settlor', 'appointor', 'beneficiaries', 'vesting date'],
  ])
  // The way in which a deed was signed is asked once there is one.
  const deed = { id: 'd', title: 'Deed', kind: 'trust_deed', executedIn: 'NSW', signedHow: null }
  const more = completeness({ ...nothing, matter, papers: [{ ...deed, executedOn: '1998-05-03' }] })
  expect(more.missing[0]).toEqual({
    what: 'day, place and manner of signing the trust deed',
    lead: { to: 'document', id: 'd', title: 'Deed' },
  })
})
