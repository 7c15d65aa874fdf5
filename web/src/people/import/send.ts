import { type Answer, addressOf } from '../../lib/api.ts'
import { sendRaw } from '../../lib/send-raw.ts'

export type Preview = Answer<'POST /api/users/import/preview'>
export type Imported = Answer<'POST /api/users/import'>

/** Asks what importing this file would do. */
export const previewFile = (file: File) =>
  sendRaw<Preview>(addressOf('POST /api/users/import/preview', {}), file, 'text/csv')

/** Imports the file if it still does what the preview said. */
export const importFile = (file: File, plan: string) =>
  sendRaw<Imported>(addressOf('POST /api/users/import', { query: { plan } }), file, 'text/csv')
