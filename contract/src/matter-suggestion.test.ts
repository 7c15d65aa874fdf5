import { expect, test } from 'vitest'
import { suggestedMatterKind } from './matter-suggestion.ts'

test.each([
  ['Nakamura Family Trust', 'family_trust'],
  ['Lim Investment Trust', 'family_trust'],
  ['Harbour Unit Trust', 'unit_trust'],
  ['The Gray Testamentary Trust', 'testamentary_trust'],
  ['Quill Foundation', 'charitable_trust'],
  ['Estate of Iris Gray', 'estate'],
  ['Iris Gray (deceased)', 'estate'],
  ['Petrov Super Fund', 'super_fund'],
  ['Petrov Superannuation Fund Pty Ltd', 'super_fund'],
  ['Taylor Pastoral Holdings Pty Ltd', 'company'],
  ['Frances Nakamura', 'person'],
  ['Trustrum Supertramp', 'person'],
])('%s is suggested as %s', (name, kind) => {
  expect(suggestedMatterKind(name)).toBe(kind)
})
