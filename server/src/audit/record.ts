import type { AuditEventName } from '@deedbox/contract/audit-events.ts'
import type { Drizzle } from '../db/client.ts'
import { auditEvents } from '../db/tables/audit.ts'

/** What an audit event says besides who, when and from where. */
export type AuditEntry = {
  event: AuditEventName
  /** Who did it, where the session does not tell: a person who is just signing in, or nobody known. */
  actor?: Origin['actor']
  documentId?: string | undefined
  accessId?: string | undefined
  /** The person it was done to or for. */
  subjectEmail?: string | undefined
  notes?: string | undefined
  details?: Record<string, unknown> | undefined
}

/** Who did it, when, from where. `actor` is null for a person without a session and for Deedbox itself. */
export type Origin = {
  actor: { id: string; email: string; name: string } | null
  now: Date
  ip: string | null
  userAgent: string | null
  requestId: string | null
}

/** Appends events to the audit trail, in the transaction of the change they tell of. */
export async function recordEvents(
  tx: Drizzle,
  origin: Origin,
  entries: readonly AuditEntry[],
): Promise<void> {
  if (entries.length === 0) return
  await tx.insert(auditEvents).values(
    entries.map(({ actor = origin.actor, ...entry }) => ({
      at: origin.now,
      event: entry.event,
      actorId: actor?.id ?? null,
      actorEmail: actor?.email ?? null,
      actorName: actor?.name ?? null,
      documentId: entry.documentId ?? null,
      accessId: entry.accessId ?? null,
      subjectEmail: entry.subjectEmail ?? null,
      notes: entry.notes ?? null,
      details: entry.details ?? null,
      ip: origin.ip,
      userAgent: origin.userAgent,
      requestId: origin.requestId,
    })),
  )
}
