import { defaultSettings } from '@deedbox/contract/default-settings.ts'
import type { Settings } from '@deedbox/contract/settings.ts'
import { expect, test } from 'vitest'
import { type Draft, merged, overtaken, remaining, sent, typed } from './draft.ts'

const stored: Settings = {
  ...defaultSettings,
  signUpRoles: ['trustee', 'requestor'],
  secondFactorRoles: ['admin', 'trustee'],
  supportEmail: 'help@example.com',
  timeZone: 'Australia/Sydney',
  sessionDays: 30,
}

test('only what differs from what is stored is a draft', () => {
  const draft = typed({}, stored, 'phone', '02')
  expect(merged(stored, draft).phone).toBe('02')
  expect(sent(draft)).toEqual({ changes: { phone: '02' }, was: { phone: '' } })
  expect(typed(draft, stored, 'phone', '')).toEqual({})
})

test('a setting that another administrator changed is overtaken, and sent with the value that was seen', () => {
  const draft: Draft = typed(typed({}, stored, 'phone', '02'), stored, 'sessionDays', 7)
  const later = { ...stored, phone: '03' }
  expect(overtaken(draft, later)).toEqual(['phone'])
  expect(sent(draft).was).toEqual({ phone: '', sessionDays: 30 })
  expect(typed(draft, later, 'phone', '')).toHaveProperty('phone')
  expect(overtaken(draft, { ...stored, phone: '02' })).toEqual([])
  expect(remaining(draft, { ...stored, phone: '02' })).not.toHaveProperty('phone')
})
