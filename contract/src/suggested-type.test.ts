import { expect, test } from 'vitest'
import { suggestedType } from './suggested-type.ts'

const told = (title: string, text?: string) => {
  const found = suggestedType(title, text)
  return found && [found.paper, found.type]
}

test.each([
  ['Hartley Family Trust deed', 'a trust deed', 'trust_deed'],
  ['smith_family-trust', 'a trust deed', 'trust_deed'],
  ['Deed of Settlement 1998', 'a trust deed', 'trust_deed'],
  ['Chen Superannuation Fund Deed', 'a trust deed', 'trust_deed'],
  ['Declaration of trust – 12 Bay St', 'a declaration of trust', 'trust_deed'],
  ['Deed of variation, Hartley Family Trust', 'a deed of variation', 'trust_deed'],
  ['Deed of Retirement and Appointment of Trustee', 'a deed of appointment', 'trust_deed'],
  ['Will of Harold Hartley', 'a will', 'other'],
  ['H HARTLEY WILL 2019 signed', 'a will', 'other'],
  ['Last Will and Testament', 'a will', 'other'],
  ['First codicil to the will of Harold Hartley', 'a codicil', 'other'],
  ['Enduring Power of Attorney', 'a power of attorney', 'other'],
  ['EPOA Margaret', 'a power of attorney', 'other'],
  ['Advance Care Directive', 'an advance care directive', 'other'],
  ['Binding Death Benefit Nomination', 'a binding nomination', 'other'],
  ['Letter of wishes', 'a letter', 'other'],
])('the title %j names %s', (title, paper, type) => {
  expect(told(title)).toEqual([paper, type])
})

test.each(['scan0001', 'Document', 'Goodwill valuation', 'Invoice 2026-11', ''])(
  'the title %j suggests nothing',
  (title) => expect(told(title)).toBeNull(),
)

test('where the title says nothing the heading of the text does, by what stands first in it', () => {
  expect(told('scan0001', 'THIS DEED OF TRUST is made on 3 August 2026. The trustee will pay')).toEqual([
    'a declaration of trust',
    'trust_deed',
  ])
  expect(
    told('scan0002', 'This is the last will of me, Harold Hartley. I give the Trust Deed to my son'),
  ).toEqual(['a will', 'other'])
  expect(told('scan0003', 'The trustee will be paid. You will have to sign.')).toBeNull()
  expect(told('scan0004', `${' '.repeat(5_000)}Power of attorney`)).toBeNull()
})

test('a title is believed before the text', () => {
  expect(told('Power of Attorney', 'The trust deed of the Hartley Family Trust')).toEqual([
    'a power of attorney',
    'other',
  ])
})
