import { type ImportColumn, importColumns, plainWord } from '@deedbox/contract/import-terms.ts'
import { type FileRow as Row, readTableFile, type TableFile } from '../../../kernel/http/csv-upload.ts'

export type FileRow = Row<ImportColumn>
export type PeopleFile = TableFile<ImportColumn>

const columnOf = new Map<string, ImportColumn>(
  Object.entries(importColumns).flatMap(([column, { heading, also }]) =>
    [plainWord(heading), ...also].map((word) => [word, column as ImportColumn] as const),
  ),
)

/**
 * Reads the rows of a CSV file of people.
 * @throws Refusal 'import-empty', 'import-unreadable', 'import-too-long', 'import-columns'.
 */
export const readPeopleFile = (bytes: Buffer): PeopleFile =>
  readTableFile(bytes, {
    columnOf: (heading) => columnOf.get(plainWord(heading)),
    headingOf: (column) => importColumns[column].heading,
    needed: ['email', 'role'],
  })
