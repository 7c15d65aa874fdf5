import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { day, instant } from './fields.ts'
import { settings } from './settings.ts'

const count = z.number().int().min(0)

/** A background job; `jobLabels` says what it does. */
const job = z.object({
  name: z.string(),
  /** Schedule as minute, hour, day, month and weekday in `timeZone`; null if it runs on request only. */
  cron: z.string().nullable(),
  timeZone: z.string(),
  /** Number of runs that wait now. */
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
    /** Start of the server that answers. */
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
      /** Place, without credentials. */
      place: z.string(),
      /** Number of documents that are not deleted; `bytes` is their size. */
      documents: count,
      bytes: count,
    }),
    /** Progress of reading documents for text search: those still to be read, counted up to 10,000. */
    words: z.object({ toRead: count, toReadIsMore: z.boolean(), unreadable: count }),
    /** Bytes free on the disk of the data folder; null where only other machines hold data. */
    freeBytes: count.nullable(),
    mail: z.object({
      kind: z.enum(['smtp', 'mailbox']),
      waiting: count,
      failed: count,
      oldestWaitingAt: instant.nullable(),
    }),
    jobs: z.array(job),
    /** Numbers of people and sessions with a request within the last `minutes`. */
    online: z.object({ people: count, sessions: count, minutes: count }),
    masterKey: z.object({
      /** Fingerprint of the key, which reveals nothing about it. */
      id: z.string(),
      firstSeenAt: instant,
      /** Number of older keys that still open documents. */
      older: count,
    }),
    settings: settings.pick({ signUp: true, maintenance: true }),
  }),
})

/** Parts that are checked, in the order of the page; scanner, LibreOffice, Tesseract, witnesses and certificate only where there are any. */
export const healthChecks = [
  'database',
  'storage',
  'scanner',
  'office',
  'ocr',
  'mail',
  'jobs',
  'clock',
  'disk',
  'backup',
  'keys',
  'log',
  'witnesses',
  'certificate',
] as const
export type HealthCheck = (typeof healthChecks)[number]
/** States: it works; it works but needs attention; it does not work; it cannot be known from here. */
export const healthStates = ['good', 'warning', 'bad', 'unknown'] as const
export type HealthState = (typeof healthStates)[number]

export const healthLabels: Record<HealthCheck, string> = {
  database: 'Database',
  storage: 'Storage',
  scanner: 'Virus scanner',
  office: 'LibreOffice',
  ocr: 'Text recognition',
  mail: 'Email',
  jobs: 'Background jobs',
  clock: 'Clock',
  disk: 'Disk space',
  backup: 'Backups',
  keys: 'Parts of the master key',
  log: 'Transparency log',
  witnesses: 'Witnesses of the log',
  certificate: 'Certificate',
}

export const checkHealth = endpoint({
  id: 'checkHealth',
  summary: 'Checks every part of Deedbox now: whether it works, and what to do if it does not',
  who: ['canManageSystem'],
  response: z.object({
    now: instant,
    checks: z.array(
      z.object({
        check: z.enum(healthChecks),
        state: z.enum(healthStates),
        /** Result and, unless all is well, what to do. */
        message: z.string(),
        ms: count,
      }),
    ),
  }),
})
export type CheckedHealth = z.output<typeof checkHealth.response>['checks'][number]

export const healthHistory = endpoint({
  id: 'healthHistory',
  summary: 'The checks of the last 30 days, which run every 5 minutes: minutes in each state by day',
  who: ['canManageSystem'],
  response: z.object({
    checks: z.array(
      z.object({
        check: z.enum(healthChecks),
        /** Time of the first check within these days. */
        since: instant,
        averageMs: count,
        /** The latest check that was not well. */
        lastProblem: z.object({ at: instant, state: z.enum(healthStates), message: z.string() }).nullable(),
        /** Entry for each of the last 30 days, oldest first, in minutes; time without checks does not count. */
        days: z.array(z.object({ day, good: count, warning: count, bad: count })),
      }),
    ),
  }),
})
export type HealthHistory = z.output<typeof healthHistory.response>['checks'][number]
