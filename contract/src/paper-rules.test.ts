import fc from 'fast-check'
import { expect, test } from 'vitest'
import { addDays } from './dates.ts'
import { paperContradictions } from './paper-rules.ts'
import type { Paper, PaperLink } from './papers.ts'
import { contradictions, type MatterFacts, type Recorded } from './party-rules.ts'

const trust: MatterFacts = { kind: 'family_trust', governingLaw: 'NSW', status: 'open' }
const people = ['Ann Lee', 'Ben Lee', 'Quill Pty Ltd']
const partyOf = (name: string) => ({ id: `p-${name}`, name })
const day = (n: number) => addDays('2010-01-01', n)

const role = (name: string, more: Partial<Recorded> = {}): Recorded => ({
  id: crypto.randomUUID(),
  party: partyOf(name),
  role: 'trustee',
  nature: null,
  from: { day: null, document: null, by: null },
  until: null,
  corrects: null,
  never: false,
  ...more,
})
const paper = (id: string, more: Partial<Paper> = {}): Paper => ({
  ...{ id, title: `Paper ${id}`, kind: 'variation', executedOn: day(9), executedIn: null, signedHow: null },
  signatories: [],
  ...more,
})
const deed = paper('deed', { kind: 'trust_deed', executedOn: day(0) })
const varies: PaperLink = { from: 'v', relation: 'varies', to: 'deed' }
const find = (matter: MatterFacts, records: Recorded[], papers: Paper[], links: PaperLink[] = [varies]) =>
  paperContradictions(
    matter,
    records,
    papers,
    links,
    contradictions(matter, records, day(99), (text) => text),
    (text) => text,
  )

test('a variation is found exactly where none of its signatories could vary the trust on its day', () => {
  const roles = fc.array(
    fc.record({
      name: fc.constantFrom(...people),
      role: fc.constantFrom('trustee', 'appointor', 'beneficiary'),
      from: fc.nat(20),
      lasts: fc.option(fc.nat(10)),
    }),
    { maxLength: 5 },
  )
  const signers = fc.subarray([
    { name: 'ANN LEE', capacity: '' },
    { name: 'Cy Moss', capacity: 'director of Quill Pty Ltd' },
    { name: 'Zoe Stranger', capacity: 'witness' },
  ])
  const signed: Record<string, string> = { 'ANN LEE': 'Ann Lee', 'Cy Moss': 'Quill Pty Ltd' }
  fc.assert(
    fc.property(roles, signers, fc.nat(25), fc.boolean(), (all, signatories, on, linked) => {
      const records = all.map(({ name, role: kind, from, lasts }) =>
        role(name, {
          role: kind as Recorded['role'],
          from: { day: day(from), document: null, by: null },
          until: lasts === null ? null : { day: day(from + lasts), document: null, by: null },
        }),
      )
      const able = all.filter(
        (one) =>
          one.role !== 'beneficiary' && one.from <= on && (one.lasts === null || on <= one.from + one.lasts),
      )
      const did = signatories.map(({ name }) => signed[name])
      const expected =
        linked &&
        able.length > 0 &&
        signatories.length > 0 &&
        !able.some(({ name }) => did.some((one) => one === name))
      const v = paper('v', { executedOn: day(on), signatories })
      expect(find(trust, records, [deed, v], linked ? [varies] : []).length).toBe(expected ? 1 : 0)
    }),
    { numRuns: 300 },
  )
})

test('it says what was compared, and an appointment is compared with the appointor where there is one', () => {
  const records = [role('Ann Lee'), role('Ben Lee', { role: 'appointor' })]
  const by = { signatories: [{ name: 'Ann Lee', capacity: 'trustee' }] }
  const a = paper('v', { kind: 'appointment', title: 'Deed of appointment', ...by })
  expect(find(trust, records, [deed, a])).toMatchObject([
    {
      kind: 'unsigned',
      says: '“Deed of appointment” of 2010-01-10 is signed or made by Ann Lee, and by nobody who is recorded as appointor or principal or guardian on that day: Ben Lee (appointor or principal).',
      documents: [{ id: 'v', title: 'Deed of appointment' }],
    },
  ])
  expect(find(trust, records.slice(0, 1), [deed, a])).toEqual([])
  expect(find(trust, records, [deed, { ...a, executedOn: null }])).toEqual([])
  // The person by whom a role was begun counts too, and findings of the records alone are not told twice.
  const on = { day: day(9), document: { id: 'v', title: 'Deed of appointment' }, by: partyOf('Cy Moss') }
  const begun = role('Quill Pty Ltd', { from: on })
  expect(find(trust, [...records, begun], [deed, paper('v', { kind: 'appointment' })])).toEqual([])
  const outside = role('Cy Moss', { role: 'accountant' })
  expect(
    find(trust, [...records, begun, outside], [deed, paper('v', { kind: 'appointment' })]),
  ).toMatchObject([{ kind: 'unsigned' }])
})

test('wills that nothing replaces or revokes are found, and a link settles it', () => {
  const matter: MatterFacts = { ...trust, kind: 'person' }
  const wills = [1, 2, 3].map((n) => paper(`w${n}`, { kind: 'will', executedOn: n === 3 ? null : day(n) }))
  const [found] = find(matter, [], wills, [])
  expect(found).toMatchObject({ kind: 'current', from: day(2), documents: [{}, {}, {}] })
  expect(found?.says).toContain('“Paper w3” (day of signing not known)')
  const links: PaperLink[] = [
    { from: 'w2', relation: 'replaces', to: 'w1' },
    { from: 'c', relation: 'varies', to: 'w2' },
  ]
  expect(find(matter, [], wills, links)[0]?.documents).toHaveLength(2)
  expect(find(matter, [], wills, [...links, { from: 'w3', relation: 'revokes', to: 'w2' }])).toEqual([])
  expect(find(trust, [], wills, [])).toEqual([])
})
