import { type Found, findDocument } from '../access/find.ts'
import { type AuditEntry, recordEvents } from '../audit/record.ts'
import type { Actor } from '../context/actor.ts'
import type { Caller } from '../context/context.ts'
import type { Services } from '../services.ts'

/** Who reads: the person of the session that was read when the request came, at that moment. */
type Reader = { actor: Actor; now: Date; caller: Caller }

/**
 * Finds a document that the reader can see and commits the audit event of the reading; only then may content be
 * shown. Two single statements and no transaction: there is one write, and asking again could tell nothing newer.
 * @param allow refuses, or says which event it is
 * @throws Refusal 'document-not-found'
 */
export async function beginReading(
  { database }: Services,
  { actor, now, caller }: Reader,
  documentId: string,
  allow: (found: Found) => Pick<AuditEntry, 'event' | 'details'>,
): Promise<Found> {
  const ctx = { ...caller, actor, now, tx: database.db, query: database.query }
  const found = await findDocument(ctx, documentId)
  await recordEvents(database.db, { ...caller, actor, now }, [{ ...allow(found), documentId }])
  return found
}
