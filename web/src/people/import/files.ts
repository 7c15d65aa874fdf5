import { importColumns } from '@deedbox/contract/import-terms.ts'
import { csvOf } from '../../lib/csv.ts'
import { saveFile } from '../../lib/download.ts'
import type { Preview } from './send.ts'

const { name: _, ...columns } = importColumns
const headings = Object.values(columns).map(({ heading }) => heading)

/** Saves a template with an example of each kind of row; nobody has an address in example.com. */
export function saveTemplate(): void {
  const rows = [
    ['sofia.marino@example.com', 'Sofia', 'Marino', 'Requestor', 'Lawyer', 'Harbour Legal', '', 'NSW'],
    ['jane.citizen@example.com', 'Jane', 'Citizen', 'Guest', '', '', '31/12/2030', 'VIC'],
  ]
  saveFile(csvOf([headings, ...rows]), 'people-template.csv')
}

/** Saves all problems, each with its line and its row. */
export function saveProblems(rows: Preview['rows']): void {
  const cells = rows.flatMap(({ email, firstName, lastName, role, problems }) =>
    problems.map(({ line, text }) => [String(line), email, firstName, lastName, role, text]),
  )
  saveFile(
    csvOf([['Line', 'Email', 'First Name', 'Last Name', 'Role', 'Problem'], ...cells]),
    'people-problems.csv',
  )
}
