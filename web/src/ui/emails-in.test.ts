import { expect, test } from 'vitest'
import { emailsIn } from './emails-in.ts'

test('addresses are found as people type and paste them', () => {
  const all = ['jane@family.example', 'rex@firm.example']
  for (const text of [
    'jane@family.example, rex@firm.example',
    'Jane@Family.example;rex@firm.example; JANE@family.example',
    'Jane Citizen <jane@family.example>\nRex <rex@firm.example>',
    '  jane@family.example   rex@firm.example.',
  ])
    expect(emailsIn(text)).toEqual({ emails: all, rest: '' })
  expect(emailsIn(' jane ')).toEqual({ emails: [], rest: 'jane' })
  expect(emailsIn('')).toEqual({ emails: [], rest: '' })
})
