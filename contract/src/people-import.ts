import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { givenInstant, instant } from './fields.ts'
import { importOutcomes } from './import-terms.ts'

const outcome = z.enum(importOutcomes)

const row = z.object({
  /** The line of the file on which it starts, counted from 1. */
  line: z.number(),
  email: z.string(),
  firstName: z.string(),
  lastName: z.string(),
  /** As it is understood; as it is written where it is wrong. */
  role: z.string(),
  professionalType: z.string().nullable(),
  organization: z.string(),
  /** Guests only; null: 90 days from the import. */
  expiresOn: z.string().nullable(),
  state: z.string(),
  outcome,
  problems: z.array(z.string()),
})
export type ImportRow = z.infer<typeof row>

export const previewImport = endpoint({
  id: 'previewImport',
  summary: 'What importing this CSV file of people would do, row by row; changes nothing',
  who: ['canManageUsers'],
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
    /** What was shown, for `importPeople`: it refuses if anything would be different by then. */
    plan: z.string(),
  }),
})

export const importPeople = endpoint({
  id: 'importPeople',
  summary:
    'Invite everybody in this CSV file, or nobody: refused if a row is wrong, or would do something else than the preview said',
  who: ['canManageUsers'],
  takesFile: true,
  perMinute: 20,
  query: z.object({ plan: z.string().min(1).max(8_000) }),
  status: 201,
  response: z.object({ invited: z.number(), replaced: z.number(), organizations: z.number(), at: instant }),
})

export const importedMails = endpoint({
  id: 'importedMails',
  summary: 'How many of the emails of one’s imports since then are waiting, sent and failed',
  who: ['canManageUsers'],
  query: z.object({ since: givenInstant }),
  response: z.object({ waiting: z.number(), sent: z.number(), failed: z.number() }),
})
