import { Readable } from 'node:stream'
import type { downloadDocuments as endpoint } from '@deedbox/contract/chosen-documents.ts'
import { dayOf } from '@deedbox/contract/dates.ts'
import type { FastifyReply } from 'fastify'
import type { ZipFile } from 'yazl'
import type { Input, Raw } from '../../kernel/http/handler.ts'
import type { Services } from '../../kernel/services.ts'
import { csvTable } from '../../platform/csv.ts'
import { Refusal } from '../../platform/errors.ts'
import { uniqueNames } from '../../platform/file-names.ts'
import { findDocument, findDocuments } from '../../policy/find.ts'
import type { RunningDownloads } from './running.ts'
import { sendZip } from './send-zip.ts'
import { addEntry, takeWhole } from './zip-entry.ts'

const headers = [
  'Title',
  'File',
  'Not included because',
  'Original File Name',
  'Bytes',
  'SHA-256',
  'Document ID',
]
const viewOnly = 'You were given access to view it, not to download it.'
const gone = 'It was deleted, or your access to it has ended.'
const damaged = 'Its stored content is damaged. Please tell your administrator, who may have a backup.'

/**
 * Sends chosen documents as one ZIP. Each is looked up and audited right before its entry begins, and its content is checked to the end, so
 * that no half file is ever in it; manifest.csv names what is in the ZIP, and what is not and why.
 * @throws Refusal 'document-not-found', 'download-not-allowed' where there is nothing to put into it
 */
export async function downloadDocuments(
  services: Services,
  running: RunningDownloads,
  raw: Raw<typeof endpoint>,
  { body }: Input<typeof endpoint>,
): Promise<FastifyReply> {
  const ids = [...new Set(body.documentIds)]
  const visible = await raw.read((ctx) => findDocuments(ctx, ids))
  if (visible.length === 0) throw new Refusal('document-not-found')
  if (!visible.some(({ can }) => can.download)) throw new Refusal('download-not-allowed')
  const titles = new Map(visible.map(({ document }) => [document.id, document.title]))
  const progress: { current: string | null } = { current: null }
  return sendZip(services, running, raw, {
    fileName: `deedbox documents ${dayOf(raw.now, raw.settings.timeZone)}.zip`,
    about: { documents: ids.length },
    mayGoOn: async (ctx) =>
      progress.current === null || (await findDocument(ctx, progress.current)).can.download,
    stopped: {
      event: 'document_download_stopped',
      get documentId() {
        return progress.current ?? undefined
      },
    },
    write: (zip, signal) => writeChosen(services, zip, raw, { ids, titles, progress, signal }),
  })
}

async function writeChosen(
  services: Services,
  zip: ZipFile,
  raw: Raw<typeof endpoint>,
  given: {
    ids: string[]
    titles: Map<string, string>
    progress: { current: string | null }
    signal: AbortSignal
  },
): Promise<void> {
  const { ids, titles, progress, signal } = given
  const nameOf = uniqueNames()
  const rows: string[][] = []
  for (const id of ids) {
    signal.throwIfAborted()
    progress.current = null
    const taken = await takeWhole(services, raw, id, { together: ids.length })
    if (taken instanceof Refusal) {
      const why = taken.code === 'download-not-allowed' ? viewOnly : gone
      rows.push([titles.get(id) ?? 'A document that you cannot see', '', why, '', '', '', id])
      continue
    }
    const { document, content } = taken
    const file = content ? nameOf(document) : ''
    progress.current = id
    if (content)
      await addEntry(zip, file, content, { signal, size: document.fileSize, mtime: document.createdAt })
    rows.push([
      ...[document.title, file, content ? '' : damaged, document.fileName],
      ...[String(document.fileSize), document.sha256, id],
    ])
  }
  progress.current = null
  const manifest = csvTable(headers, one(rows))
  const readable = Readable.from(manifest, { objectMode: false })
  await addEntry(zip, 'manifest.csv', readable, { signal, mtime: raw.now })
  zip.end()
}

async function* one(rows: string[][]): AsyncGenerator<string[][]> {
  yield rows
}
