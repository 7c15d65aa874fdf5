import { stringify } from 'csv-stringify/sync'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { readPeopleFile } from './read-file.ts'

const text = 'Email,First Name,Role\nzoe@example.com,Zoë,guest\n'
const first = (bytes: Buffer) => {
  const { rows, encoding } = readPeopleFile(bytes)
  return [rows[0]?.cells.firstName, encoding]
}

test('files are read in the encodings that spreadsheets write', () => {
  expect(first(Buffer.from(text))).toEqual(['Zoë', 'UTF-8'])
  expect(first(Buffer.from(`\ufeff${text}`))).toEqual(['Zoë', 'UTF-8'])
  expect(first(Buffer.from(text, 'latin1'))).toEqual(['Zoë', 'Windows-1252'])
  expect(first(Buffer.from(`\ufeff${text}`, 'utf16le'))).toEqual(['Zoë', 'UTF-16'])
})

test('whatever the separator and the line ends, the cells and their lines are those of the file', () => {
  const cell = fc.string({ unit: fc.constantFrom('a', 'é', ' ', ',', ';', '"', '\n', "'"), maxLength: 6 })
  fc.assert(
    fc.property(
      fc.array(fc.tuple(cell, cell), { minLength: 1, maxLength: 8 }),
      fc.constantFrom(',', ';', '\t'),
      fc.constantFrom('\n', '\r\n'),
      (cells, delimiter, end) => {
        const rows = cells.map(([name, company]) => ['a@example.com', name, company, 'guest'])
        const file = stringify([['EMAIL', 'Name', 'Company ', 'role'], ...rows], {
          delimiter,
          record_delimiter: end,
        })
        const read = readPeopleFile(Buffer.from(file))
        expect(read.separator).toBe(delimiter === '\t' ? 'tab' : delimiter)
        expect(read.rows.map((row) => [row.cells.name, row.cells.organization])).toEqual(
          cells.map((row) => row.map((one) => one.trim())),
        )
      },
    ),
  )
})

test('a row says on which line of the file it starts', () => {
  const file = 'Email,Role,Name\na@x.example,guest,"Two\nlines"\n\nb@x.example,guest,One\n'
  expect(readPeopleFile(Buffer.from(file)).rows.map(({ line }) => line)).toEqual([2, 5])
})
