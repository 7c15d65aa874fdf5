import type { MatterFile } from '@deedbox/contract/matter-files.ts'
import { type Answer, addressOf } from '../../lib/api.ts'
import { sendRaw } from '../../lib/send-raw.ts'

export type Preview = Answer<'POST /api/matter-imports/preview'>
export type Import = Answer<'GET /api/matter-imports/:importId'>['import']
type Given = { file: File; kind: MatterFile; overwrite: boolean }

export const importsKey = ['matter-imports'] as const

const queryOf = ({ file, kind, overwrite }: Given) => ({
  query: { kind, overwrite: overwrite ? ('true' as const) : ('false' as const), fileName: file.name },
})

/** Asks what importing this file would do. */
export const previewFile = (given: Given) =>
  sendRaw<Preview>(addressOf('POST /api/matter-imports/preview', queryOf(given)), given.file, 'text/csv')

/** Lets the file be imported in the background. */
export const startImport = (given: Given) =>
  sendRaw<{ import: Import }>(addressOf('POST /api/matter-imports', queryOf(given)), given.file, 'text/csv')
