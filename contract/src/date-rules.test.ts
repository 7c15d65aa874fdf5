import { expect, test } from 'vitest'
import { asksExecution, dayForDocument, dayForMatter, type Proposing } from './date-rule-terms.ts'
import { createDateRule } from './date-rules.ts'

const stamping: Proposing = {
  ...{ monthDay: null, matterKinds: [], documentKinds: ['trust_deed'], place: 'NSW' },
  ...{ months: 3, days: 0, validFrom: null, validTo: null },
}
const deed = { kind: 'trust_deed', executedOn: '2026-11-30', executedIn: 'NSW' }
const today = '2026-12-03'

test('a rule proposes a day after the execution of such a document at its place, unless it is long over', () => {
  expect(dayForDocument(stamping, deed, today)).toBe('2027-02-28')
  expect(dayForDocument({ ...stamping, months: 0, days: 30 }, deed, today)).toBe('2026-12-30')
  for (const other of [{ kind: 'will' }, { executedIn: 'VIC' }, { executedIn: null }, { executedOn: null }])
    expect(dayForDocument(stamping, { ...deed, ...other }, today)).toBeNull()
  expect(dayForDocument({ ...stamping, place: null }, { ...deed, executedIn: null }, today)).toBe(
    '2027-02-28',
  )
  expect(dayForDocument(stamping, { ...deed, executedOn: '1985-11-30' }, today)).toBeNull()
})

test('a rule holds for what was executed while it was valid', () => {
  const changed = { ...stamping, validFrom: '2026-11-30', validTo: '2026-12-31' }
  expect(dayForDocument(changed, deed, today)).toBe('2027-02-28')
  expect(dayForDocument({ ...changed, validFrom: '2026-12-01' }, deed, today)).toBeNull()
  expect(dayForDocument({ ...changed, validTo: '2026-11-29' }, deed, today)).toBeNull()
})

test('a rule asks for the day, the place and the manner of signing where it cannot tell without, unless it is long over', () => {
  const signed = { ...deed, signedHow: 'wet' }
  const asks = (rule: Partial<Proposing>, said: Partial<{ [N in keyof typeof signed]: string | null }>) =>
    asksExecution({ ...stamping, ...rule }, { ...signed, ...said }, today)
  expect(asks({}, {})).toBe(false)
  for (const unknown of [{ executedOn: null }, { executedIn: null }, { signedHow: null }])
    expect(asks({}, unknown)).toBe(true)
  expect(asks({ place: null }, { executedIn: null, signedHow: null })).toBe(false)
  expect(asks({}, { kind: 'will', executedOn: null })).toBe(false)
  expect(asks({}, { executedIn: 'VIC', signedHow: null })).toBe(false)
  expect(asks({}, { executedOn: '1985-11-30', executedIn: null, signedHow: null })).toBe(false)
})

test('a yearly rule proposes its next day for matters of its kinds', () => {
  const yearly = { ...stamping, monthDay: '06-30', matterKinds: ['family_trust'] }
  expect(dayForMatter(yearly, 'family_trust', '2027-06-30')).toBe('2027-06-30')
  expect(dayForMatter(yearly, 'family_trust', '2027-07-01')).toBe('2028-06-30')
  expect(dayForMatter(yearly, 'estate', '2027-07-01')).toBeNull()
  expect(dayForMatter(stamping, 'family_trust', today)).toBeNull()
})

test('the day of a year is one that there is every year', () => {
  const { monthDay } = createDateRule.body.shape
  for (const day of ['01-31', '02-28', '04-30', '06-30', '12-31', '03-29'])
    expect([day, monthDay.safeParse(day).success]).toEqual([day, true])
  for (const day of ['02-29', '02-30', '04-31', '13-01', '00-10', '06-00', '6-30', '01-32'])
    expect([day, monthDay.safeParse(day).success]).toEqual([day, false])
})
