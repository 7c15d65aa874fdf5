import type { Settings } from '@deedbox/contract/settings.ts'
import { type Found, findDocument } from '../access/find.ts'
import { type AuditEntry, recordEvents } from '../audit/record.ts'
import type { Actor } from '../context/actor.ts'
import type { Caller } from '../context/context.ts'
import type { Services } from '../services.ts'

/** Who reads: the person of the session at the time of the request. */
type Reader = { actor: Actor; now: Date; settings: Settings; caller: Caller }

/** `recorded` resolves once the audit event of the reading is committed: nothing may be shown before. */
export type Reading = Found & { recorded: Promise<void> }

/**
 * Finds a document that the reader can see, and commits the audit event of the reading. Two single statements without a
 * transaction: there is only one write, and checking access again would see nothing newer.
 * @param allow refuses, or says which event it is
 * @throws Refusal 'document-not-found'
 */
export async function beginReading(
  { database }: Services,
  { actor, now, settings, caller }: Reader,
  documentId: string,
  allow: (found: Found) => Pick<AuditEntry, 'event' | 'details'>,
): Promise<Reading> {
  const ctx = { ...caller, actor, pending: null, now, settings, tx: database.db, query: database.query }
  const found = await findDocument(ctx, documentId)
  const entry = { ...allow(found), documentId }
  const recorded = recordEvents(database, { ...caller, actor, now }, [entry])
  // Callers await it and see its failure; until then it must not count as unhandled.
  recorded.catch(() => undefined)
  return { ...found, recorded }
}
