import { expect, test } from 'vitest'
import { addressRules, phoneRule } from './address-fields.tsx'

const address = { state: 'NSW', postalCode: '3000', country: 'AU' }

test('the message stands at the field that is wrong', () => {
  expect(addressRules.state('', address)).toBeNull()
  expect(addressRules.postalCode('', address)).toBe('This postcode is not in New South Wales')
  expect(addressRules.state('', { ...address, state: 'Kent' })).toBe('Please choose a state or territory')
  expect(addressRules.postalCode('', { ...address, country: 'NZ' })).toBeNull()
})

test('a phone number may be left out, but not be wrong', () => {
  expect([phoneRule(''), phoneRule(' '), phoneRule('0412 345 678')]).toEqual([null, null, null])
  expect(phoneRule('0412')).toContain('0412 345 678')
})
