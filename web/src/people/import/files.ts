import { importColumns } from '@deedbox/contract/import-terms.ts'
import { saveFile } from '../../lib/download.ts'
import type { Preview } from './send.ts'

/** A cell as spreadsheets take it: nothing that they would treat as a formula. */
export function csvCell(text: string): string {
  const safe = /^[=+\-@\t\r]/.test(text) ? `'${text}` : text
  return /[",;\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}

const csvOf = (rows: string[][]): Blob =>
  new Blob([`\ufeff${rows.map((cells) => cells.map(csvCell).join(',')).join('\r\n')}\r\n`], {
    type: 'text/csv',
  })

const { name: _, ...columns } = importColumns
const headings = Object.values(columns).map(({ heading }) => heading)

/** An example of each kind of row; nobody with an address in example.com exists. */
export function saveTemplate(): void {
  const rows = [
    ['sofia.marino@example.com', 'Sofia', 'Marino', 'Requestor', 'Lawyer', 'Harbour Legal', '', 'NSW'],
    ['jane.citizen@example.com', 'Jane', 'Citizen', 'Guest', '', '', '31/12/2030', 'VIC'],
  ]
  saveFile(csvOf([headings, ...rows]), 'people-template.csv')
}

/** The rows that are wrong, with their lines and what is wrong. */
export function saveProblems(rows: Preview['rows']): void {
  const cells = rows.map((row) => [
    String(row.line),
    row.email,
    row.firstName,
    row.lastName,
    row.role,
    row.problems.join(' '),
  ])
  saveFile(
    csvOf([['Line', 'Email', 'First Name', 'Last Name', 'Role', 'Problems'], ...cells]),
    'people-problems.csv',
  )
}
