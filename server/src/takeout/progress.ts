import { and, eq } from 'drizzle-orm'
import type { Contexts } from '../context/context.ts'
import { takeOuts } from '../db/tables/take-outs.ts'
import type { Left } from './readme.ts'

const everyMs = 1_000
/** So many missing documents are kept for the screen; README.txt names all. */
const missingKept = 100

export type Progress = {
  documents: number
  bytes: number
  missing: (Left & { documentId: string })[]
  /** The document whose content is being sent. */
  current: string | null
}

const nobody = { token: null, device: null, ip: null, userAgent: null, requestId: null }

/**
 * Stores once a second how far a take-out has come, so that every server can tell; calls `onOver` when it was ended
 * there, by a cancellation.
 * @returns stores how it ended, and stops
 */
export function storeProgress(
  contexts: Contexts,
  takeOutId: string,
  { progress, onOver }: { progress: Progress; onOver: () => void },
) {
  const store = (state: 'running' | 'done' | 'stopped' | 'failed') =>
    contexts.read(nobody, ({ tx, now }) =>
      tx
        .update(takeOuts)
        .set({
          state,
          seenAt: now,
          documentsDone: progress.documents,
          bytesDone: progress.bytes,
          missing: progress.missing.slice(0, missingKept).map(({ documentId, why }) => ({ documentId, why })),
        })
        .where(and(eq(takeOuts.id, takeOutId), eq(takeOuts.state, 'running')))
        .returning({ id: takeOuts.id }),
    )
  let storing = false
  const timer = setInterval(async () => {
    if (storing) return
    storing = true
    // While the database is away nothing can have been cancelled either.
    const [going] = await store('running').catch(() => [true])
    storing = false
    if (!going) onOver()
  }, everyMs).unref()
  return async (state: 'done' | 'stopped' | 'failed'): Promise<void> => {
    clearInterval(timer)
    await store(state)
  }
}
