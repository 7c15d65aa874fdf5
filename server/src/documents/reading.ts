import { type Found, findDocument } from '../access/find.ts'
import { type AuditEntry, recordEvents } from '../audit/record.ts'
import type { Actor } from '../context/actor.ts'
import type { Caller } from '../context/context.ts'
import type { Services } from '../services.ts'

/** Who reads: the person of the session that was read when the request came, at that moment. */
type Reader = { actor: Actor; now: Date; caller: Caller }

/** `told` resolves once the audit event of the reading is committed: nothing may be shown before. */
export type Reading = Found & { told: Promise<void> }

/**
 * Finds a document that the reader can see and has the audit event of the reading committed. Two single statements and
 * no transaction: there is one write, and to ask again for what may be seen could tell nothing newer.
 * @param allow refuses, or says which event it is
 * @throws Refusal 'document-not-found'
 */
export async function beginReading(
  { database }: Services,
  { actor, now, caller }: Reader,
  documentId: string,
  allow: (found: Found) => Pick<AuditEntry, 'event' | 'details'>,
): Promise<Reading> {
  const ctx = { ...caller, actor, now, tx: database.db, query: database.query }
  const found = await findDocument(ctx, documentId)
  const entry = { ...allow(found), documentId }
  const told = recordEvents(database, { ...caller, actor, now }, [entry])
  // Whoever waits for it meets its failure; until then it is not an unhandled one.
  told.catch(() => undefined)
  return { ...found, told }
}
