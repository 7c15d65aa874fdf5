import fc from 'fast-check'
import { expect, test } from 'vitest'
import { codeBytes, codeOf, codeText, readCode } from './copy-code.ts'

const bytes = fc.uint8Array({ minLength: codeBytes, maxLength: codeBytes })

test('a code keeps all of its 80 bits, and is read however it is typed', () => {
  fc.assert(
    fc.property(bytes, bytes, (one, other) => {
      const code = codeOf(one)
      expect(code).toMatch(/^[0-9A-HJKMNP-TV-Z]{16}$/)
      expect(code === codeOf(other)).toBe(one.join() === other.join())
      const typed = codeText(code)
        .toLowerCase()
        .replaceAll('0', 'o')
        .replaceAll('1', 'l')
        .replaceAll('-', ' - ')
      expect(readCode(typed)).toBe(code)
    }),
  )
})

test('what is no code is none', () => {
  for (const text of [
    '',
    'ABCD',
    'ABCD-EFGH-JKMN-PQR',
    'ABCD-EFGH-JKMN-PQRSS',
    'ABCD-EFGH-JKMN-PQRU',
    '../../etc/passwd',
  ])
    expect(readCode(text)).toBeNull()
  expect(() => codeOf(new Uint8Array(9))).toThrow(RangeError)
})
