import { and, eq } from 'drizzle-orm'
import { takeOuts } from '../../db/tables/take-outs.ts'
import type { Contexts } from '../../kernel/context/context.ts'
import type { Left } from './readme.ts'

const everyMs = 1_000
/** Number of missing documents kept for the screen at most; README.txt names all. */
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
    // A take-out cannot have been cancelled while the database is away.
    const [going] = await store('running').catch(() => [true])
    storing = false
    if (!going) onOver()
  }, everyMs).unref()
  return async (state: 'done' | 'stopped' | 'failed'): Promise<void> => {
    clearInterval(timer)
    await store(state)
  }
}
