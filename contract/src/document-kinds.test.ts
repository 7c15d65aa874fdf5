import { expect, test } from 'vitest'
import { documentKinds, kindLabel, typeOfKind } from './document-kinds.ts'
import { documentTypeLabels, documentTypes } from './document-terms.ts'

test('there are twenty kinds; the type of the specification is that of a trust deed for deeds of a trust, and other for all else', () => {
  const deeds = [
    'Trust deed',
    'Deed of variation',
    'Deed of appointment',
    'Deed of retirement',
    'Deed of removal',
    'Vesting deed',
  ]
  const others = [
    ...['Resolution', 'Minutes', 'Distribution resolution', 'Will', 'Codicil', 'Letter of wishes'],
    ...['Enduring power of attorney', 'Enduring guardianship', 'Advance care directive'],
    ...['Probate or letters of administration', 'Death certificate', 'Certificate of registration'],
    ...['Financial statement', 'Other'],
  ]
  const typed = Object.entries(documentKinds).map(([kind, { label }]) => [label, typeOfKind(kind)])
  expect(Object.fromEntries(typed)).toEqual({
    ...Object.fromEntries(deeds.map((label) => [label, 'trust_deed'])),
    ...Object.fromEntries(others.map((label) => [label, 'other'])),
  })
  expect(typed).toHaveLength(20)
  for (const none of [null, undefined, '', 'toString', 'deed of a trust'])
    expect(typeOfKind(none)).toBeUndefined()
})

test('a document is named by its kind, or by its type where no kind is said', () => {
  for (const type of documentTypes) expect(kindLabel(type)).toBe(documentTypeLabels[type])
  expect(kindLabel('death_certificate')).toBe('Death certificate')
  expect(kindLabel(null)).toBe('Document')
})
