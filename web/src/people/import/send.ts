import { type Answer, addressOf, answerError, networkError } from '../../lib/api.ts'
import { noticeSession } from '../../lib/query.ts'

export type Preview = Answer<'POST /api/users/import/preview'>
export type Imported = Answer<'POST /api/users/import'>

async function send<T>(address: string, file: File): Promise<T> {
  let answer: Response
  let text: string
  try {
    // The file is read first: one that was changed or removed meanwhile must not look like a lost connection.
    const body = await file.arrayBuffer()
    answer = await fetch(address, { method: 'POST', headers: { 'content-type': 'text/csv' }, body })
    text = await answer.text()
  } catch {
    throw networkError()
  }
  if (answer.ok) return JSON.parse(text) as T
  const error = answerError(answer.status, text)
  noticeSession(error)
  throw error
}

/** What importing this file would do. */
export const previewFile = (file: File) =>
  send<Preview>(addressOf('POST /api/users/import/preview', {}), file)

/** Imports the file if it still does what the preview said. */
export const importFile = (file: File, plan: string) =>
  send<Imported>(addressOf('POST /api/users/import', { query: { plan } }), file)
