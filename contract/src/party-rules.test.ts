import fc from 'fast-check'
import { expect, test } from 'vitest'
import { addDays, daysBetween } from './dates.ts'
import { type MatterKind, matterKinds } from './matter-terms.ts'
import { contradictions, type Finding, type FindingKind, type Recorded, rolesOn } from './party-rules.ts'
import { partyKinds, partyRoleNames, rolesOf, signingRoles } from './party-terms.ts'

/** Days of the random chains begin here, a fortnight before the Trusts Act 2025 (Qld) was assented to. */
const origin = '2025-05-05'
const length = 40
const dayAt = (n: number) => addDays(origin, n)
const numberOf = (day: string | null, otherwise: number) =>
  day === null ? otherwise : daysBetween(origin, day)
/** Days to look at: each of the chains, and some long before and after. */
const looked = [-9_000, -1, ...Array.from({ length: length + 2 }, (_, n) => n), 9_000]
const today = dayAt(length - 5)

const people = ['Ann', 'Ben', 'Cy', 'Di', 'Eve', 'Flo'].map((name) => ({ id: `p-${name}`, name }))
const papers = ['w1', 'w2', 'w3']
const paper = (id: string | null) => (id === null ? null : { id, title: id === 'w3' ? null : `Will ${id}` })

/** A role as it is told to Deedbox: numbers of days, null for what is not known or has not ended. */
type Told = {
  person: number
  role: Recorded['role']
  nature: Recorded['nature']
  from: number | null
  lasts: number | null
  document: string | null
  by: number | null
  /** Index of the earlier record that it corrects, if any; a record is corrected once. */
  corrects: number | null
  never: boolean
}
const told: fc.Arbitrary<Told> = fc.record({
  person: fc.nat(people.length - 1),
  role: fc.constantFrom(
    ...(['trustee', 'trustee', 'trustee', 'beneficiary', 'executor', 'appointor', 'unit_holder'] as const),
  ),
  nature: fc.constantFrom(null, 'named', 'excluded'),
  from: fc.option(fc.nat(length), { freq: 5 }),
  lasts: fc.option(fc.nat(15), { freq: 4 }),
  document: fc.option(fc.constantFrom(...papers)),
  by: fc.option(fc.nat(people.length - 1)),
  corrects: fc.option(fc.nat(20), { freq: 1 }),
  never: fc.boolean(),
})

function recordsOf(all: Told[]): Recorded[] {
  const corrected = new Set<string>()
  return all.map((one, at) => {
    const wanted = one.corrects === null || at === 0 ? null : `r${one.corrects % at}`
    const corrects = wanted !== null && !corrected.has(wanted) ? wanted : null
    if (corrects) corrected.add(corrects)
    const party = people[one.person] ?? { id: '', name: '' }
    const by = one.by === null ? null : (people[one.by] ?? null)
    const end = one.lasts === null ? null : (one.from ?? 0) + one.lasts
    return {
      id: `r${at}`,
      party,
      role: one.role,
      nature: one.role === 'beneficiary' ? one.nature : null,
      from: { day: one.from === null ? null : dayAt(one.from), document: paper(one.document), by },
      until: end === null ? null : { day: dayAt(end), document: null, by: null },
      corrects,
      never: corrects !== null && one.never,
    }
  })
}

/** The oracle: walks from each first record to the last correction of it, and looks at one day. */
function partiesOn(records: Recorded[], n: number): Recorded[] {
  const next = new Map(records.flatMap((one) => (one.corrects ? [[one.corrects, one] as const] : [])))
  return records
    .filter(({ corrects }) => corrects === null)
    .map((one) => {
      let latest = one
      for (let later = next.get(latest.id); later; later = next.get(latest.id)) latest = later
      return latest
    })
    .filter((one) => {
      if (one.never) return false
      const begin = numberOf(one.from.day, Number.NEGATIVE_INFINITY)
      const end = numberOf(one.until?.day ?? null, Number.POSITIVE_INFINITY)
      return n >= begin && n <= end
    })
}

const covers = ({ from, until }: Finding, n: number) =>
  n >= numberOf(from, Number.NEGATIVE_INFINITY) && n <= numberOf(until, Number.POSITIVE_INFINITY)
const count = (all: (string | null | undefined)[]) => new Set(all).size

test('who is party on a day is the same as looked up day by day', () => {
  fc.assert(
    fc.property(fc.array(told, { maxLength: 12 }), (all) => {
      const records = recordsOf(all)
      for (const n of looked) {
        const day = dayAt(n)
        const expected = partiesOn(records, n)
        const found = rolesOn(records, day)
        expect(found.map(({ id }) => id).sort()).toEqual(expected.map(({ id }) => id).sort())
        for (const one of found) {
          expect(one.begins).toBe(one.from.day === day)
          expect(one.ends).toBe(one.until?.day === day)
        }
      }
    }),
    { numRuns: 300 },
  )
})

const says = (matter: Parameters<typeof contradictions>[0], records: Recorded[]) =>
  contradictions(matter, records, today, (day) => day)

test('findings cover the very days on which each day by itself is contradictory', () => {
  fc.assert(
    fc.property(fc.array(told, { maxLength: 14 }), fc.constantFrom('open', 'vested'), (all, status) => {
      const records = recordsOf(all)
      const matter = { kind: 'unit_trust', governingLaw: 'QLD', status } as const
      const found = says(matter, records)
      const foundOn = (kind: FindingKind, n: number) =>
        found.some((one) => one.kind === kind && covers(one, n))
      const days = looked.map((n) => ({ n, roles: partiesOn(records, n) }))
      const trustees = (roles: Recorded[]) => roles.filter(({ role }) => role === 'trustee')
      const had = days.filter(({ roles }) => trustees(roles).length > 0).map(({ n }) => n)
      const [begin, end] = [Math.min(...had), Math.max(...had)]
      const until = status === 'open' && end < daysBetween(origin, today) ? Number.POSITIVE_INFINITY : end
      for (const { n, roles } of days) {
        const those = trustees(roles)
        const gain = roles.filter(
          ({ role, nature }) => role === 'unit_holder' || (role === 'beneficiary' && nature !== 'excluded'),
        )
        const ids = count(those.map(({ party }) => party.id))
        const gap = had.length > 0 && n > begin && n < until && those.length === 0
        expect([n, 'gap', foundOn('gap', n)]).toEqual([n, 'gap', gap])
        const sole =
          ids === 1 && gain.length > 0 && gain.every(({ party }) => party.id === those[0]?.party.id)
        expect([n, 'sole', foundOn('sole', n)]).toEqual([n, 'sole', sole])
        expect([n, 'many', foundOn('many', n)]).toEqual([n, 'many', ids > 4 && n >= 14])
        const wills = roles.filter(({ role, from }) => role === 'executor' && from.document)
        const several = count(wills.map(({ from }) => from.document?.id)) > 1
        expect([n, 'wills', foundOn('wills', n)]).toEqual([n, 'wills', several])
        const keys = roles.map(({ party, role, nature }) => `${party.id} ${role} ${nature}`)
        expect([n, 'twice', foundOn('twice', n)]).toEqual([n, 'twice', count(keys) < keys.length])
      }
    }),
    { numRuns: 300 },
  )
})

const role = (more: Partial<Recorded> & { name?: string }): Recorded => ({
  id: crypto.randomUUID(),
  party: people.find(({ name }) => name === (more.name ?? 'Ann')) ?? { id: '', name: '' },
  role: 'trustee',
  nature: null,
  from: { day: null, document: null, by: null },
  until: null,
  corrects: null,
  never: false,
  ...more,
})
const on = (day: string, by: string | null = null) => ({
  day,
  document: null,
  by: people.find(({ name }) => name === by) ?? null,
})
const family = { kind: 'family_trust', governingLaw: 'NSW', status: 'open' } as const

test('on a day on which one trustee ends and another begins, both are shown and marked', () => {
  const records = [
    role({ until: on('2019-05-03') }),
    role({ name: 'Ben', from: on('2019-05-03') }),
    role({ name: 'Cy', role: 'appointor' }),
  ]
  const shown = (day: string) =>
    rolesOn(records, day).map(({ party, begins, ends }) => [party.name, begins, ends])
  expect(shown('2019-05-03')).toEqual([
    ['Ann', false, true],
    ['Ben', true, false],
    ['Cy', false, false],
  ])
  expect(shown('2019-05-02').map(([name]) => name)).toEqual(['Ann', 'Cy'])
  expect(shown('2019-05-04').map(([name]) => name)).toEqual(['Ben', 'Cy'])
  expect(says(family, records)).toEqual([])
})

test('a day without a trustee is named, and no more once the end is corrected', () => {
  const ended = role({ until: on('2019-05-01') })
  const next = role({ name: 'Ben', from: on('2019-05-03') })
  expect(says(family, [ended, next])).toMatchObject([
    {
      kind: 'gap',
      from: '2019-05-02',
      until: '2019-05-02',
      says: 'Nobody is recorded as trustee on 2019-05-02.',
    },
  ])
  const corrected = role({ until: on('2019-05-02'), corrects: ended.id })
  expect(says(family, [ended, next, corrected])).toEqual([])
})

test('an appointor who acts after their end is found, and who resigns by themselves is not', () => {
  const records = [
    role({ until: on('2021-03-04', 'Ann') }),
    role({ name: 'Cy', role: 'appointor', until: on('2020-01-31') }),
    role({ name: 'Ben', from: on('2021-03-04', 'Cy') }),
    role({ name: 'Di', role: 'guardian', from: on('2021-03-04', 'Eve') }),
  ]
  expect(says(family, records).map(({ kind, says }) => [kind, says])).toEqual([
    ['power', 'Cy, whose last day as appointor was 2020-01-31, appointed Ben as trustee on 2021-03-04.'],
    ['power', 'Eve, who is recorded in no role on that day, appointed Di as guardian on 2021-03-04.'],
  ])
})

test('a rule of law that was not verified says so, and titles that are not seen are not told', () => {
  const five = ['Ann', 'Ben', 'Cy', 'Di', 'Eve'].map((name) => role({ name }))
  const [found] = says({ ...family, governingLaw: 'QLD' }, five)
  expect(found).toMatchObject({
    kind: 'many',
    from: '2025-05-19',
    notVerified: expect.stringContaining('s 14'),
  })
  const by = (name: string, id: string) =>
    role({ name, role: 'executor', from: { day: null, document: paper(id), by: null } })
  expect(says({ ...family, kind: 'estate' }, [by('Ann', 'w1'), by('Ben', 'w3')])).toMatchObject([
    {
      says: 'Ann and Ben are executors by different documents (“Will w1” and a document that you cannot see).',
    },
  ])
})

test('each kind of matter has roles, and each role a kind', () => {
  const kinds = Object.keys(matterKinds) as MatterKind[]
  for (const kind of kinds) {
    expect(signingRoles(kind).length).toBeGreaterThan(0)
    expect(rolesOf(kind)).toEqual(expect.arrayContaining(signingRoles(kind)))
  }
  expect([...new Set(kinds.flatMap(rolesOf))].sort()).toEqual([...partyRoleNames].sort())
  expect(Object.keys(partyKinds)).toHaveLength(3)
})
