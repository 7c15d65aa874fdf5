import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { id, instant, line } from './fields.ts'
import { limits } from './limits.ts'
import { matterFileNames, rowOutcomeNames } from './matter-files.ts'

export * from './matter-files.ts'

const kind = z.enum(matterFileNames)
const outcome = z.enum(rowOutcomeNames)
const problem = z.object({ line: z.number(), text: z.string() })

const row = z.object({
  /** Line of the file on which it starts, counted from 1. */
  line: z.number(),
  /** Subject of the row, in words of the file. */
  label: z.string(),
  outcome,
  /** Problems, and what differs from what is there, each with the line of its cell. */
  problems: z.array(problem),
})
export type MatterImportRow = z.output<typeof row>

const counts = z.record(outcome, z.number())

const query = z.object({
  kind,
  /** `true`: what is there already and differs is changed to what the file says; blank cells change nothing. */
  overwrite: z.enum(['true', 'false']).default('false'),
  fileName: line(limits.text.title).default(''),
})

const takesFile = { takesFile: true, perPersonMinute: 20, perMinute: 20 } as const
const who = ['canManageDocuments'] as const

export const previewMatterImport = endpoint({
  id: 'previewMatterImport',
  summary: 'What importing this CSV file of matters, parties or dates would do, row by row; changes nothing',
  who,
  noProof: 'looks',
  ...takesFile,
  query,
  response: z.object({
    rows: z.array(row),
    counts,
    encoding: z.enum(['UTF-8', 'UTF-16', 'Windows-1252']),
    ignoredColumns: z.array(z.string()),
  }),
  refuses: [
    'import-columns',
    'import-empty',
    'import-too-large',
    'import-too-long',
    'import-unreadable',
    'not-allowed',
  ],
})
export type MatterPreview = z.output<typeof previewMatterImport.response>

const progress = z.object({
  id: z.string(),
  kind,
  fileName: z.string(),
  overwrite: z.boolean(),
  startedBy: z.string(),
  startedAt: instant,
  /** Time when its last row was done; null while it runs. */
  endedAt: instant.nullable(),
  /** Why it stopped before its last row; null if it did not. */
  failure: z.string().nullable(),
  rows: z.number(),
  /** Rows that are done, by what became of them. */
  done: counts,
})
export type MatterImport = z.output<typeof progress>

export const startMatterImport = endpoint({
  id: 'startMatterImport',
  summary:
    'Import this CSV file in the background; wrong rows are left out, and rows that were imported before are there already',
  who,
  needsProof: true,
  ...takesFile,
  query,
  status: 201,
  response: z.object({ import: progress }),
  refuses: [
    'import-columns',
    'import-empty',
    'import-too-large',
    'import-too-long',
    'import-unreadable',
    'matter-import-nothing',
    'not-allowed',
  ],
})

export const listMatterImports = endpoint({
  id: 'listMatterImports',
  summary: 'The latest imports of matters, parties and dates, with their progress',
  who,
  scope: 'read',
  response: z.object({ imports: z.array(progress) }),
  refuses: ['not-allowed'],
})

const params = z.object({ importId: id })

export const getMatterImport = endpoint({
  id: 'getMatterImport',
  summary: 'The progress of an import',
  who,
  scope: 'read',
  params,
  response: z.object({ import: progress }),
  refuses: ['matter-import-not-found'],
})

export const downloadMatterImport = endpoint({
  id: 'downloadMatterImport',
  summary: 'What became of each row of an import, as CSV with the cells of the file',
  who,
  needsProof: true,
  perPersonMinute: 20,
  params,
  sends: 'text/csv',
  response: z.unknown(),
  refuses: ['matter-import-not-found'],
})
