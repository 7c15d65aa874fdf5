import { open } from 'node:fs/promises'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { aboutDetail, detailNames, detailText } from '@deedbox/contract/document-details.ts'
import { csvTable } from '../../platform/csv.ts'
import { StartFault } from '../../platform/errors.ts'
import { nothingYet, type Result, type Summary } from './run.ts'

const labelsOfDetails = detailNames.map((name) => aboutDetail(name).label)
const headers = ['File', 'Outcome', 'Document', ...labelsOfDetails, 'Remark']
const labels: Record<Result['outcome']['is'], string> = {
  imported: 'imported',
  known: 'imported before',
  copy: 'same content',
  refused: 'refused',
  missing: 'not found',
  stopped: 'stopped',
}

/** Writes what happens to each file into a new CSV file, as it happens, and counts it. */
export async function report(
  results: AsyncIterable<Result>,
  place: string,
  onResult: (summary: Summary, result: Result) => void,
): Promise<Summary> {
  const summary = nothingYet()
  async function* rows() {
    for await (const result of results) {
      summary[result.outcome.is]++
      if (result.outcome.is === 'imported') summary.bytes += result.bytes
      onResult(summary, result)
      yield [rowOf(result)]
    }
  }
  const file = await open(place, 'wx', 0o600).catch((error: unknown) => {
    throw new StartFault(`The report ${place} cannot be written: ${String(error)}`)
  })
  await pipeline(Readable.from(csvTable(headers, rows())), file.createWriteStream())
  return summary
}

export function rowOf({ path, outcome, details }: Result): string[] {
  const id = 'documentId' in outcome ? (outcome.documentId ?? '') : ''
  const label = labels[outcome.is]
  return [
    path,
    label,
    id,
    ...detailNames.map((name) => (details ? detailText(name, details[name]) : '')),
    remarkOf(outcome),
  ]
}

/** Returns what a person should know of an outcome besides its name. */
export function remarkOf(outcome: Result['outcome']): string {
  if (outcome.is === 'refused' || outcome.is === 'stopped') return outcome.why
  if (outcome.is === 'copy') return `The same content was imported as ${outcome.of}.`
  if (outcome.is === 'missing')
    return `Line ${outcome.line} of the CSV file names it, but it is not in the folder.`
  if (outcome.is !== 'imported') return ''
  return [
    outcome.locked && 'It has a password: readers need it, and its words cannot be searched.',
    outcome.cutOff && 'It is damaged: its end is missing. It is stored as it is.',
  ]
    .filter(Boolean)
    .join(' ')
}
