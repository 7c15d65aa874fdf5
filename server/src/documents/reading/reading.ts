import type { Settings } from '@deedbox/contract/settings.ts'
import { type AuditEntry, recordEvents } from '../../kernel/audit/record.ts'
import type { Actor } from '../../kernel/context/actor.ts'
import type { Caller } from '../../kernel/context/context.ts'
import type { Services } from '../../kernel/services.ts'
import { type Found, findDocument } from '../../policy/find.ts'

/** Reader: the person of the session at the time of the request. */
type Reader = { actor: Actor; now: Date; settings: Settings; caller: Caller }

/** Entry of the audit trail that says which reading it is. */
export type ReadingEntry = AuditEntry<
  'document_viewed' | 'document_searched' | 'document_printed' | 'document_downloaded'
>

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
  allow: (found: Found) => ReadingEntry,
): Promise<Reading> {
  const ctx = { ...caller, actor, pending: null, now, settings, tx: database.db, query: database.query }
  const visible = await findDocument(ctx, documentId)
  const entry = { ...allow(visible), documentId }
  const recorded = recordEvents(database, { ...caller, actor, now }, [entry])
  // Callers await it and see its failure; until then it must not count as unhandled.
  recorded.catch(() => undefined)
  return { ...visible, recorded }
}
