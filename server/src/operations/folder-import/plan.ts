import { type Details, toDetails } from '@deedbox/contract/document-details.ts'
import { titleOf } from '@deedbox/contract/file-types.ts'
import type { DetailsRow } from './details.ts'
import type { FoundFile } from './walk.ts'

/** `described`: a row of the CSV file says what it is; otherwise somebody has yet to confirm that. */
export type Planned = { file: FoundFile; name: string; details: Details; described: boolean }
/** A row of the CSV file that names no file. */
export type Missing = { line: number; file: string }

/** Returns a name as it is in the CSV file, on any system: macOS writes accents in another way, Windows other slashes. */
const plain = (path: string): string => path.replaceAll('\\', '/').replace(/^\.\//, '').normalize('NFC')
const nameOf = (path: string): string => plain(path).split('/').at(-1) ?? ''

/**
 * Plans each file by what is known of it: the row of the CSV file that names its path, or else its name if no other file has that; a title
 * made from its name, and the type 'other', where the row does not say.
 * @returns problems: rows that name several files, or a file that another row names
 */
export function plan(
  files: readonly FoundFile[],
  rows: readonly DetailsRow[],
): { planned: Planned[]; missing: Missing[]; problems: string[] } {
  const byPath = new Map(files.map((file) => [plain(file.path), file]))
  const byName = Map.groupBy(files, ({ path }) => nameOf(path))
  const rowOf = new Map<FoundFile, DetailsRow>()
  const missing: Missing[] = []
  const problems: string[] = []
  for (const row of rows) {
    const wanted = plain(row.file)
    const named = byPath.get(wanted)
    const found = named ? [named] : wanted.includes('/') ? [] : (byName.get(wanted) ?? [])
    const [file] = found
    if (!file) missing.push({ line: row.line, file: row.file })
    else if (found.length > 1)
      problems.push(
        `Line ${row.line}: “${row.file}” is in several folders. Write its path from the folder on.`,
      )
    else {
      const before = rowOf.get(file)
      if (before) problems.push(`Line ${row.line}: “${row.file}” is in line ${before.line} already.`)
      rowOf.set(file, row)
    }
  }
  const planned = files.map((file) => {
    const name = nameOf(file.path)
    const row = rowOf.get(file)
    const details = toDetails({ title: titleOf(name), ...row })
    return { file, name, details, described: row !== undefined }
  })
  return { planned, missing, problems }
}
