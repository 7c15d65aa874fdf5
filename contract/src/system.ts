import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { instant } from './fields.ts'
import { settings } from './settings.ts'

const count = z.number().int().min(0)

/** A background job: what it does is `jobLabels`. */
const job = z.object({
  name: z.string(),
  /** Minute hour day month weekday, in `timeZone`; null: it runs when something asks for it. */
  cron: z.string().nullable(),
  timeZone: z.string(),
  /** How many wait to be run now. */
  waiting: count,
  lastRun: z.object({ at: instant, ms: count }).nullable(),
  nextRunAt: instant.nullable(),
  /** The last failure, and whether the job has succeeded since. */
  lastError: z.object({ at: instant, message: z.string(), over: z.boolean() }).nullable(),
})
export type SystemJob = z.output<typeof job>

export const getSystem = endpoint({
  id: 'getSystem',
  summary: 'What runs here and how much it holds: version, database, storage, emails, jobs, people online',
  who: ['canManageSystem'],
  response: z.object({
    version: z.string(),
    /** When the server that answers started. */
    startedAt: instant,
    now: instant,
    database: z.object({
      kind: z.enum(['embedded', 'postgres']),
      version: z.string(),
      bytes: count,
      auditTrail: z.enum(['protected', 'owner']),
    }),
    storage: z.object({
      kind: z.enum(['folder', 's3']),
      /** Where it is, without credentials. */
      place: z.string(),
      /** Documents that are not deleted, and their size. */
      documents: count,
      bytes: count,
    }),
    /** Free space on the disk of the data folder; null where only other machines hold data. */
    freeBytes: count.nullable(),
    mail: z.object({
      kind: z.enum(['smtp', 'mailbox']),
      waiting: count,
      failed: count,
      oldestWaitingAt: instant.nullable(),
    }),
    jobs: z.array(job),
    /** Who made a request within the last `minutes`. */
    online: z.object({ people: count, sessions: count, minutes: count }),
    masterKey: z.object({
      /** A fingerprint, which reveals nothing about the key. */
      id: z.string(),
      firstSeenAt: instant,
      /** How many older keys still open documents. */
      older: count,
    }),
    settings: settings.pick({ signUp: true, maintenance: true }),
  }),
})
