import fc from 'fast-check'
import { expect, test } from 'vitest'
import { emailsIn, personFor } from './emails-in.ts'

test('addresses are found as people type and paste them', () => {
  const all = ['jane@family.example', 'rex@firm.example']
  for (const text of [
    'jane@family.example, rex@firm.example',
    'Jane@Family.example;rex@firm.example; JANE@family.example',
    'Jane Citizen <jane@family.example>\nRex <rex@firm.example>',
    'Citizen, Jane <jane@family.example>; Requestor, Rex <rex@firm.example>',
    '"Citizen, Jane" <jane@family.example>, Rex <rex@firm.example>',
    '  jane@family.example   rex@firm.example.',
  ])
    expect(emailsIn(text)).toEqual({ emails: all, names: [] })
  expect(emailsIn('')).toEqual({ emails: [], names: [] })
})

test('names stand between commas, semicolons and new lines, and none of them is lost beside an address', () => {
  expect(emailsIn(' jane ')).toEqual({ emails: [], names: ['jane'] })
  expect(emailsIn('Jane  Citizen, Rex Requestor;Jane Citizen,')).toEqual({
    emails: [],
    names: ['Jane Citizen', 'Rex Requestor'],
  })
  expect(emailsIn('Jane Citizen, Rex <rex@firm.example>')).toEqual({
    emails: ['rex@firm.example'],
    names: ['Jane Citizen'],
  })
  expect(emailsIn('jane@, rex@firm.example')).toEqual({ emails: ['rex@firm.example'], names: ['jane@'] })
})

const word = fc.stringMatching(/^[A-Za-zÀ-ž][A-Za-zÀ-ž'-]{1,12}$/)
const name = fc.tuple(word, word).map((words) => words.join(' '))
const email = fc
  .tuple(
    fc.stringMatching(/^[a-z][a-z0-9.+-]{0,10}[a-z0-9]$/),
    fc.constantFrom('firm.example', 'a.b.example'),
  )
  .map((parts) => parts.join('@'))
const entry = fc.oneof(
  name.map((typed) => ({ typed, name: typed })),
  email.map((typed) => ({ typed, email: typed })),
  fc.tuple(name, email).map(([who, at]) => ({ typed: `${who} <${at}>`, email: at })),
)

test('everybody in a list is found, whatever separates them, and nothing else', () => {
  fc.assert(
    fc.property(
      fc.array(entry),
      fc.constantFrom(',', ', ', ';', '; ', '\n', '\r\n', ' ,\n'),
      (list, between) => {
        const found = emailsIn(list.map(({ typed }) => typed).join(between))
        const kept = (key: 'name' | 'email') => [
          ...new Set(list.flatMap((one) => (key in one ? [(one as Record<string, string>)[key]] : []))),
        ]
        expect(found).toEqual({ emails: kept('email'), names: kept('name') })
      },
    ),
  )
})

test('any text is read, and what was found is found again in what is kept of it', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme' }), (text) => {
      const found = emailsIn(text)
      const again = emailsIn([...found.emails, ...found.names].join(', '))
      expect(again).toEqual(found)
    }),
  )
})

test('a name is the one person suggested, or the only one of exactly that name', () => {
  const jane = { email: 'jane@family.example', name: 'Jane Citizen' }
  const janet = { email: 'janet@family.example', name: 'Janet Citizen' }
  const other = { email: 'jane@firm.example', name: 'jane citizen' }
  expect(personFor('citiz', [jane])).toBe(jane)
  expect(personFor('JANE CITIZEN', [janet, jane])).toBe(jane)
  expect(personFor('citiz', [jane, janet])).toBe('several')
  expect(personFor('Jane Citizen', [jane, other])).toBe('several')
  expect(personFor('Jhon Smth', [])).toBe('none')
})
