import {
  aboutDetail,
  type DetailName,
  detailLabels,
  detailNames,
  toDetails,
} from '@deedbox/contract/document-details.ts'
import { oneLine } from '@deedbox/contract/texts.ts'
import { stringify } from 'csv-stringify/sync'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { StartFault } from '../../platform/errors.ts'
import { readDetails } from './details.ts'
import { readOptions } from './options.ts'
import { plan } from './plan.ts'

const today = '2026-11-22'
const read = (text: string, encoding: BufferEncoding = 'utf8') =>
  readDetails(Buffer.from(text, encoding), today)

test('a table of titles, types, clients and dates is read as spreadsheets write it', () => {
  const table =
    'File;TITLE;Document type;Client;Expiry date\r\nSmith\\deed.pdf;Zoë’s deed;Trust deed;Smith;3/12/2030\r\n;;;;\r\na.txt;;;;\r\n'
  const rows = [
    {
      line: 2,
      file: 'Smith\\deed.pdf',
      title: 'Zoë’s deed',
      type: 'trust_deed',
      clientName: 'Smith',
      expiryDate: '2030-12-03',
    },
    { line: 4, file: 'a.txt' },
  ]
  expect(read(table)).toEqual({ rows, problems: [] })
  expect(read(`\ufeff${table}`, 'utf16le')).toEqual({ rows, problems: [] })
  expect(read('file,title\na.txt,Caf\xe9\n', 'latin1').rows).toEqual([
    { line: 2, file: 'a.txt', title: 'Café' },
  ])
})

test('everything wrong in a table is named with its line', () => {
  expect(read('File,Tilte,File\na.pdf,x,y\n').problems).toEqual([
    'Line 1: there is no column “Tilte”, only File, Title, Kind, Type, Client, Reference, Expiry date, Date of execution, Place of execution, Manner of signing.',
    'Line 1: the column “File” is there twice.',
  ])
  expect(read('Title\nA deed\n').problems).toEqual(['Line 1: the column “File” is missing.'])
  const { problems } = read(
    `File,Type,Expiry,Title,Kind,Executed on\na.pdf,will,2030-02-30,A\n,other,,B\nb.pdf,,soon,${'x'.repeat(301)},poem,2026-11-23\n`,
  )
  expect(problems).toEqual([
    expect.stringMatching(/^Line 2: there is no type “will”, only Trust deed, Other\.$/),
    expect.stringMatching(/^Line 2: the expiry date “2030-02-30”: /),
    'Line 3: the file is missing.',
    'Line 4: the title is longer than 300 characters.',
    expect.stringMatching(/^Line 4: there is no kind “poem”, only Trust deed, Deed of variation, /),
    expect.stringMatching(/^Line 4: the expiry date “soon”: /),
    'Line 4: the date of execution “2026-11-23”: This day must not be in the future.',
  ])
  expect(read('"File\na').problems[0]).toContain('could not be read as CSV. Line 1 cannot be read.')
  expect(read('File,Type\n"a,deed\nb,sonnet').problems).toEqual([
    expect.stringMatching(/^Line 2: A quotation mark opens on this line/),
    expect.stringMatching(/^Line 3: there is no type/),
  ])
})

/** Any value of a detail, and how it is written in a table. */
function written(name: DetailName): fc.Arbitrary<{ value: string; cell: string }> {
  const known = aboutDetail(name)
  if (known.kind === 'choice')
    return fc.constantFrom(...Object.entries(known.choices)).map(([value, cell]) => ({ value, cell }))
  const texts =
    known.kind === 'day'
      ? fc
          .date({
            min: new Date('1900-01-01'),
            max: new Date(known.past ? today : '2199-12-31'),
            noInvalidDate: true,
          })
          .map((day) => day.toISOString().slice(0, 10))
      : fc
          .string({ unit: 'grapheme', minLength: 1, maxLength: known.max })
          .map((text) => oneLine(text).slice(0, known.max).trim())
          .filter((text) => text !== '' && oneLine(text) === text)
  return texts.map((value) => ({ value, cell: value }))
}

test('whatever details a table says are read from it, and nothing else', () => {
  const row = fc.record(Object.fromEntries(detailNames.map((name) => [name, written(name)])), {
    requiredKeys: [],
  })
  fc.assert(
    fc.property(fc.array(row, { minLength: 1, maxLength: 5 }), (rows) => {
      const headings = ['File', ...detailNames.map((name) => detailLabels[name])]
      const cells = rows.map((row, n) => [`${n}.pdf`, ...detailNames.map((name) => row[name]?.cell ?? '')])
      const expected = rows.map((row, n) => ({
        ...{ line: n + 2, file: `${n}.pdf` },
        ...Object.fromEntries(Object.entries(row).map(([name, said]) => [name, said?.value])),
      }))
      expect(read(stringify([headings, ...cells], { record_delimiter: 'windows' }))).toEqual({
        rows: expected,
        problems: [],
      })
    }),
  )
})

const file = (path: string) => ({ path, bytes: 1, changedAt: 0 })

const nothing = toDetails({ title: '' })

test('a row belongs to the file of its path, or of its name where only one has it', () => {
  const files = ['Smith/deed.pdf', 'Smith/will.pdf', 'Gupta/deed.pdf', 'Zoe\u0308/note.txt'].map(file)
  const rows = [
    { line: 2, file: 'Smith\\deed.pdf', title: 'The first' },
    { line: 3, file: 'will.pdf', kind: 'will' as const, type: 'trust_deed' as const, clientName: 'Smith' },
    { line: 4, file: './Zo\u00eb/note.txt', type: 'trust_deed' as const },
    { line: 5, file: 'Smith/gone.pdf' },
  ]
  const { planned, missing, problems } = plan(files, rows)
  expect(planned.map(({ name, details }) => [name, details])).toEqual([
    ['deed.pdf', { ...nothing, title: 'The first' }],
    ['will.pdf', { ...nothing, title: 'will', kind: 'will', clientName: 'Smith' }],
    ['deed.pdf', { ...nothing, title: 'deed' }],
    ['note.txt', { ...nothing, title: 'note', type: 'trust_deed' }],
  ])
  expect([missing, problems]).toEqual([[{ line: 5, file: 'Smith/gone.pdf' }], []])
  expect(
    plan(files, [
      { line: 2, file: 'deed.pdf' },
      { line: 3, file: 'will.pdf' },
      { line: 4, file: 'Smith/will.pdf' },
    ]).problems,
  ).toEqual([
    'Line 2: “deed.pdf” is in several folders. Write its path from the folder on.',
    'Line 4: “Smith/will.pdf” is in line 3 already.',
  ])
})

test('the options of the command', () => {
  const now = new Date('2026-11-22T03:04:05Z')
  expect(
    readOptions(['scans', '--owner', 'a@b.au', '--csv', 'list.csv', '--again'], '/home/ann', now),
  ).toEqual({
    folder: '/home/ann/scans',
    owner: 'a@b.au',
    csv: '/home/ann/list.csv',
    report: '/home/ann/import-report-20261122-030405.csv',
    dryRun: false,
    again: true,
    watch: false,
  })
  for (const args of [
    [],
    ['scans'],
    ['--owner', 'a@b.au'],
    ['a', 'b', '--owner', 'a@b.au'],
    ['scans', '--owner', 'a@b.au', '--wath'],
    ['scans', '--owner', 'a@b.au', '--watch', '--csv', 'x'],
  ])
    expect(() => readOptions(args, '/', now)).toThrow(StartFault)
})
