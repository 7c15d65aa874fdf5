import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { givenInstant, instant } from './fields.ts'
import { importOutcomes } from './import-terms.ts'

const outcome = z.enum(importOutcomes)

const row = z.object({
  /** Line of the file on which it starts, counted from 1. */
  line: z.number(),
  email: z.string(),
  firstName: z.string(),
  lastName: z.string(),
  /** Role as understood, or as written where it is wrong. */
  role: z.string(),
  professionalType: z.string().nullable(),
  organization: z.string(),
  /** Last day of a guest's access; null means 90 days from the import. */
  expiresOn: z.string().nullable(),
  state: z.string(),
  outcome,
  /** Problems, each with the line of its cell, as quoted cells may have several lines. */
  problems: z.array(z.object({ line: z.number(), text: z.string() })),
})
export type ImportRow = z.infer<typeof row>

export const previewImport = endpoint({
  id: 'previewImport',
  summary: 'What importing this CSV file of people would do, row by row; changes nothing',
  who: ['canManageUsers'],
  noProof: 'looks',
  perPersonMinute: 20,
  takesFile: true,
  perMinute: 20,
  response: z.object({
    rows: z.array(row),
    counts: z.record(outcome, z.number()),
    encoding: z.enum(['UTF-8', 'UTF-16', 'Windows-1252']),
    separator: z.enum([',', ';', 'tab']),
    ignoredColumns: z.array(z.string()),
    newOrganizations: z.array(z.string()),
    administrators: z.number(),
    /** Fingerprint of what was shown; `importPeople` refuses if anything would be different by then. */
    plan: z.string(),
  }),
  refuses: ['import-columns', 'import-empty', 'import-too-large', 'import-too-long', 'import-unreadable'],
})

export const importPeople = endpoint({
  id: 'importPeople',
  summary:
    'Invite everybody in this CSV file, or nobody: refused if a row is wrong, or would do something else than the preview said',
  who: ['canManageUsers'],
  needsProof: true,
  perPersonMinute: 20,
  takesFile: true,
  perMinute: 20,
  query: z.object({ plan: z.string().min(1).max(8_000) }),
  status: 201,
  response: z.object({ invited: z.number(), replaced: z.number(), organizations: z.number(), at: instant }),
  refuses: [
    'import-changed',
    'import-columns',
    'import-limit',
    'import-nothing',
    'import-other-file',
    'import-wrong',
  ],
})

export const importedMails = endpoint({
  id: 'importedMails',
  summary: 'How many of the emails of one’s imports since then are waiting, sent and failed',
  who: ['canManageUsers'],
  query: z.object({ since: givenInstant }),
  response: z.object({ waiting: z.number(), sent: z.number(), failed: z.number() }),
})
