import { expect, test } from 'vitest'
import { refusalOf, titleOf } from './check-file.ts'

const max = 1024 ** 2

test.each([
  ['deed.pdf', 10, null],
  ['SCAN.TIFF', max, null],
  ['letter.eml', 10, null],
  ['deed.pdf', 0, 'This file is empty.'],
  ['deed.pdf', max + 1, 'This file is too large. At most 1\u00a0MB can be stored.'],
  ['virus.exe', 10, expect.stringContaining('This type of file cannot be stored.')],
  ['pdf', 10, expect.stringContaining('This type of file cannot be stored.')],
])('%s of %d bytes', (name, size, answer) => {
  expect(refusalOf({ name, size }, max)).toEqual(answer)
})

test.each([
  ['Smith_Family__Trust deed.pdf', 'Smith Family Trust deed'],
  ['will.v2.final.docx', 'will.v2.final'],
  ['.pdf', '.pdf'],
  [`${'x'.repeat(400)}.pdf`, 'x'.repeat(300)],
])('the title of %s', (name, title) => {
  expect(titleOf(name)).toBe(title)
})
