import { expect, test } from 'vitest'
import { documentKinds } from './document-kinds.ts'
import { suggestedKind } from './suggested-kind.ts'

const titles = [
  ['Hartley Family Trust deed', 'trust_deed'],
  ['smith_family-trust', 'trust_deed'],
  ['Deed of Settlement 1998', 'trust_deed'],
  ['Chen Superannuation Fund Deed', 'trust_deed'],
  ['Declaration of trust – 12 Bay St', 'trust_deed'],
  ['Deed of variation, Hartley Family Trust', 'variation'],
  ['Deed of Retirement and Appointment of Trustee', 'appointment'],
  ['Change of trustee of the Hartley Family Trust', 'appointment'],
  ['Deed of retirement of the trustee', 'retirement'],
  ['Deed of Removal of Appointor', 'removal'],
  ['Vesting deed, Hartley Family Trust', 'vesting'],
  ['Trustee resolution 30 June 2024', 'resolution'],
  ['Minutes of the Hartley Family Trust, 2025', 'minutes'],
  ['Distribution resolution 2025, Hartley Family Trust', 'distribution'],
  ['Will of Harold Hartley', 'will'],
  ['H HARTLEY WILL 2019 signed', 'will'],
  ['Last Will and Testament', 'will'],
  ['First codicil to the will of Harold Hartley', 'codicil'],
  ['Letter of wishes for the Hartley Family Trust', 'letter_of_wishes'],
  ['Enduring Power of Attorney', 'power_of_attorney'],
  ['EPOA Margaret', 'power_of_attorney'],
  ['Appointment of Enduring Guardian', 'guardianship'],
  ['Advance Care Directive', 'care_directive'],
  ['Probate of the will of Harold Hartley', 'probate'],
  ['Letters of administration', 'probate'],
  ['Death certificate Harold Hartley', 'death_certificate'],
  ['Certificate of Registration, Hartley Custodians Pty Ltd', 'registration'],
  ['Financial statements 2025, Hartley Family Trust', 'financial_statement'],
  ['Binding Death Benefit Nomination', 'other'],
] as const

test.each(titles)('the title %j names %s', (title, kind) => {
  expect(suggestedKind(title)).toBe(kind)
})

test('every kind can be suggested', () => {
  expect([...new Set<string>(titles.map(([, kind]) => kind))].sort()).toEqual(
    Object.keys(documentKinds).sort(),
  )
})

test.each(['scan0001', 'Document', 'Goodwill valuation', 'Invoice 2026-11', ''])(
  'the title %j suggests nothing',
  (title) => expect(suggestedKind(title)).toBeNull(),
)

test('where the title says nothing the heading of the text does, by what stands first in it', () => {
  expect(suggestedKind('scan0001', 'THIS DEED OF TRUST is made on 3 August 2026. The trustee will pay')).toBe(
    'trust_deed',
  )
  expect(
    suggestedKind('scan0002', 'This is the last will of me, Harold Hartley. I give the Trust Deed to my son'),
  ).toBe('will')
  expect(suggestedKind('scan0003', 'The trustee will be paid. You will have to sign.')).toBeNull()
  expect(suggestedKind('scan0004', `${' '.repeat(5_000)}Power of attorney`)).toBeNull()
})

test('a title is believed before the text', () => {
  expect(suggestedKind('Power of Attorney', 'The trust deed of the Hartley Family Trust')).toBe(
    'power_of_attorney',
  )
})
