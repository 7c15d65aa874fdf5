import { pdfOf } from '../reports/pdf.ts'
import type { Row } from '../reports/rows.ts'
import type { Sealed } from './gather.ts'
import { type About, explained, timesIn } from './words.ts'

/** Columns of the chronology; their widths are those of the page. */
const columns = [
  { header: 'No.', width: 40 },
  { header: 'When (local)', width: 82 },
  { header: 'When (UTC)', width: 82 },
  { header: 'What', width: 110 },
  { header: 'Details', width: 150 },
  { header: 'Who', width: 126 },
  { header: 'Document', width: 106 },
  { header: 'Address', width: 73 },
]

async function* rowsFrom(batches: AsyncIterable<Sealed[]>, timeZone: string): AsyncGenerator<Row[]> {
  const times = timesIn(timeZone)
  for await (const batch of batches)
    yield batch.map(({ row }) => {
      const { local, utc } = times(row.at)
      return {
        bytes: 0,
        cells: [
          ...[String(row.id), local, utc, row.label],
          [row.subjectEmail, row.notes].filter(Boolean).join(' · '),
          [row.actorName ?? (row.actorEmail ? '' : 'Deedbox'), row.actorEmail].filter(Boolean).join(' · '),
          ...[row.documentTitle ?? '', row.address ?? ''],
        ],
      }
    })
}

/** Writes evidence.pdf: who, what and when, oldest first, and what is not proved. */
export function summaryPdf(about: About, batches: AsyncIterable<Sealed[]>): AsyncGenerator<Buffer> {
  const { of, by, at, timeZone, publicUrl, origins, documents } = about
  const { proves, not } = explained(about)
  const report = {
    title: 'Evidence',
    noun: ['event', 'events'] as const,
    counted: 'What',
    columns,
    prose: [
      `Of ${of}. Made by ${by.name} (${by.email}), ${timesIn(timeZone)(at).utc} UTC. ${origins.length === 1 ? 'Log' : 'Logs'}: ${origins.join(', ')}.`,
      ...proves,
      ...documents.map(({ file, sha256 }) => `${file}: SHA-256 ${sha256}`),
      `What is not proved: ${not.join(' ')}`,
    ],
  }
  return pdfOf(report, rowsFrom(batches, timeZone), { by, at, days: {}, timeZone, publicUrl })
}
