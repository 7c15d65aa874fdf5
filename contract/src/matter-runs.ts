import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { cursor, id, instant, line, pageLimit } from './fields.ts'
import { limits } from './limits.ts'
import { type MatterKind, matterKinds } from './matter-terms.ts'

const who = ['canManageDocuments'] as const
const kinds = Object.keys(matterKinds) as [MatterKind, ...MatterKind[]]

/** A client of whose documents some are in no matter. */
const clientWithout = z.object({
  name: z.string(),
  /** Number of its documents that are in no matter, counted a little further than one matter can be made of at once. */
  free: z.number(),
  /** State: other documents of it are in a matter already, and stay there. */
  partly: z.boolean(),
  /** State: there is a matter of its name, whatever the case. */
  named: z.boolean(),
})
export type ClientWithout = z.output<typeof clientWithout>

export const listClientsWithout = endpoint({
  id: 'listClientsWithoutMatter',
  summary: 'Clients with documents that are in no matter, by name, paged by key',
  who,
  scope: 'read',
  query: z.object({ cursor: cursor.optional(), limit: pageLimit }),
  response: z.object({ clients: z.array(clientWithout), nextCursor: z.string().nullable() }),
  refuses: ['not-allowed'],
})

/** Matters that were made of clients at once, and that can be removed again until a time. */
const matterRun = z.object({
  id: z.string(),
  begunByName: z.string(),
  begunAt: instant,
  undoUntil: instant,
  /** Number of its matters that are there. */
  matters: z.number(),
})
export type MatterRun = z.output<typeof matterRun>

export const listMatterRuns = endpoint({
  id: 'listMatterRuns',
  summary: 'Runs of the last 30 days that made matters of clients and can be undone, the newest first',
  who,
  scope: 'read',
  response: z.object({ runs: z.array(matterRun) }),
  refuses: ['not-allowed'],
})

export const makeMatters = endpoint({
  id: 'makeMattersOfClients',
  summary:
    'Make a matter of each of several clients, with its documents that are in none: each one whole or not at all. Calls with the same `runId` are one run, which is undone as a whole',
  who,
  noProof: 'work',
  body: z.strictObject({
    /** Id that the caller chose for the run. */
    runId: id,
    clients: z
      .array(z.strictObject({ name: line(limits.text.client).min(1), kind: z.enum(kinds) }))
      .min(1)
      .max(limits.matterRun.atOnce),
  }),
  response: z.object({
    made: z.number(),
    /** Clients of whom no matter was made, and why. */
    left: z.array(z.object({ name: z.string(), code: z.string(), message: z.string() })),
  }),
  refuses: ['matter-run-over', 'not-allowed'],
})

export const undoMatterRun = endpoint({
  id: 'undoMatterRun',
  summary:
    'Remove the next matters of a run again, those that nobody has changed since; their documents are in none then. Called with `next` until that is null',
  who,
  noProof: 'work',
  params: z.object({ runId: id }),
  body: z.strictObject({ after: id.nullable().default(null) }),
  response: z.object({
    removed: z.number(),
    /** Matters that stay, and what was done to them first. */
    kept: z.array(z.object({ id: z.string(), name: z.string(), why: z.string() })),
    next: z.string().nullable(),
  }),
  refuses: ['matter-run-not-found', 'matter-run-over'],
})
