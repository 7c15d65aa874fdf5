import { stringify } from 'csv-stringify/sync'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { checkRow } from './check-row.ts'
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
          quoted_match: /[\r\n]/,
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

const rules = { today: '2030-01-01', roles: ['requestor', 'guest'] as const, organization: null }
const problemsOf = (file: string) =>
  readPeopleFile(Buffer.from(file)).rows.flatMap((row) => checkRow(row, rules).problems)

test('an unclosed quotation mark is named by the line where it opens, and hides no other mistake', () => {
  const file = [
    'Email,Name,Role',
    'a@x.example,"Ann,guest',
    'nobody,Bob,guest',
    '',
    '"c@x.example","Two',
    'lines",wizard',
    'd@x.example,O"Dea,guest',
    'e@x.example,"Eve"n,guest',
    'f@x.example,Fay,"guest',
  ].join('\r\n')
  expect(problemsOf(file)).toEqual([
    { line: 2, text: expect.stringContaining('A quotation mark opens on this line') },
    { line: 3, text: 'The email address is not valid.' },
    { line: 6, text: expect.stringContaining('There is no role “wizard”') },
    { line: 7, text: expect.stringContaining('A quotation mark stands in the middle of a cell') },
    { line: 8, text: expect.stringContaining('A quotation mark opens on this line') },
    { line: 9, text: expect.stringContaining('A quotation mark opens on this line') },
  ])
})

test('a mark that a cell of another row happens to close is named all the same', () => {
  const linesOf = (file: string) => problemsOf(file).map(({ line }) => line)
  const after = 'nobody,Cy,guest\n'
  expect(linesOf(`Email,Name,Role\na@x.example,"Ann,guest\nb@x.example,", Bob",guest\n${after}`)).toEqual([
    2, 4,
  ])
  expect(linesOf(`Email,Name,Role\na@x.example,"Ann,guest\nb@x.example,Bob,guest"\n${after}`)).toEqual([
    2, 3, 4,
  ])
})

test('a line that is no row is named, and a file with nothing but quotation marks is read in no time', () => {
  const long = `Email,Role\na@x.example,${'x'.repeat(20_000)}\nnobody,guest\n`
  expect(problemsOf(long).map(({ line }) => line)).toEqual([2, 3])
  const hostile = `Email,Role\n${'"a@x.example,guest\n'.repeat(9_000)}`
  expect(() => problemsOf(hostile)).toThrow('More than 1,000 rows cannot be read.')
})

/** A row of a made-up file: its text, and the lines within it that are wrong. */
type MadeUp = { text: (email: string, separator: string, end: string) => string; wrong: number[] }

const names = ['Ann', 'Zoë Ash', 'Smith, Ann; Jr', 'The "Oak" trust', 'Two\nlines', 'Three\n\nlines', '']
const quoted = (text: string) => `"${text.replaceAll('"', '""')}"`
const rowKinds = fc.constantFrom('fine', 'email', 'role', 'unclosed', 'stray', 'after', 'blank')
const madeUpRow = fc
  .record({
    kind: rowKinds,
    name: fc.constantFrom(...names),
    always: fc.boolean(),
    column: fc.nat({ max: 2 }),
  })
  .map(({ kind, name, always, column }): MadeUp => {
    const lines = kind === 'fine' || kind === 'email' || kind === 'role' ? name.split('\n').length - 1 : 0
    const wrong = { fine: [], blank: [], role: [lines], email: [0], unclosed: [0], stray: [0], after: [0] }
    const text = (email: string, separator: string, end: string) => {
      if (kind === 'blank') return ''
      const whole = lines > 0 || kind === 'fine' ? name : 'Ann'
      const cells = [kind === 'email' ? 'nobody' : email, whole, kind === 'role' ? 'wizard' : 'guest']
      const damage: Partial<Record<typeof kind, (cell: string) => string>> = {
        unclosed: (cell) => `"${cell}`,
        stray: (cell) => `${cell.slice(0, 2)}"${cell.slice(2)}`,
        after: (cell) => `"${cell}"x`,
      }
      return cells
        .map((cell, index) => {
          const damaged = index === column && damage[kind]
          if (damaged) return damaged(cell)
          return always || /[",;\t\n]/.test(cell) ? quoted(cell).replaceAll('\n', end) : cell
        })
        .join(separator)
    }
    return { text, wrong: wrong[kind] }
  })

test('whatever is wrong in a file, exactly the lines are named on which it stands', () => {
  fc.assert(
    fc.property(
      fc.array(madeUpRow, { minLength: 1, maxLength: 30 }),
      fc.constantFrom(',', ';', '\t'),
      fc.constantFrom('\n', '\r\n', '\r'),
      (rows, separator, end) => {
        const lines = [`Email${separator}Name${separator}Role`, `z@x.example${separator}Zed${separator}guest`]
        const wrong: number[] = []
        for (const [index, row] of rows.entries()) {
          wrong.push(...row.wrong.map((within) => lines.length + 1 + within))
          lines.push(...row.text(`p${index}@x.example`, separator, end).split(end))
        }
        expect(problemsOf(lines.join(end)).map(({ line }) => line)).toEqual(wrong)
      },
    ),
    { numRuns: 200 },
  )
})
