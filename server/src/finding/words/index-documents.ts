import { setTimeout as pause } from 'node:timers/promises'
import { eq } from 'drizzle-orm'
import { documents } from '../../db/tables/documents.ts'
import type { Services } from '../../kernel/services.ts'
import { claim, letGo, nextDue, noteWalked, record, stranded, walkedTo } from './due.ts'
import { currentReader, readWords } from './read-words.ts'

/** Milliseconds that one run goes on. */
const runMs = 45_000
/** Milliseconds at most for which others have the processor after each document; it is as long as the document took. */
const restMs = 2_000

/**
 * Reads the words of every document that this reader has not read, in order of time, going on where the last run ended. What has
 * no row is due, whoever stored it and when: so nothing need be promised for it, and nothing is lost by a crash.
 * @returns whether there is more to do
 */
export async function indexDocuments(services: Services, signal: AbortSignal): Promise<boolean> {
  const until = performance.now() + runMs
  const reader = currentReader(services)
  for (const id of await stranded(services)) {
    if (performance.now() > until) return true
    await index(services, id, signal)
  }
  let place = await walkedTo(services, reader)
  for (;;) {
    const { due, last, more } = await nextDue(services, reader, place)
    for (const { id, at } of due) {
      if (performance.now() > until) return true
      await index(services, id, signal)
      await noteWalked(services, reader, { id, at })
    }
    if (!last) return false
    place = last
    await noteWalked(services, reader, place)
    if (!more) return false
  }
}

async function index(services: Services, documentId: string, signal: AbortSignal): Promise<void> {
  signal.throwIfAborted()
  if (!(await claim(services, currentReader(services), documentId))) return
  const began = performance.now()
  try {
    const document = await find(services, documentId)
    if (!document) return
    const { outcome, words } = await readWords(services, document, signal)
    const hashes = services.words.hashesOf(words)
    // A slow document counts as begun: it is begun again later, and not for ever.
    await record(services, documentId, { outcome: outcome === 'slow' ? 'begun' : outcome, hashes })
  } catch (error) {
    await letGo(services, documentId)
    throw error
  }
  await pause(Math.min(restMs, performance.now() - began))
}

async function find({ database }: Services, documentId: string) {
  const [row] = await database.db.select().from(documents).where(eq(documents.id, documentId))
  return row && { ...row, wrappedKey: row.wrappedKey && Buffer.from(row.wrappedKey) }
}
