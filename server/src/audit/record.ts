import type { AuditEventName } from '@deedbox/contract/audit-events.ts'
import type { Drizzle } from '../db/client.ts'
import { auditEvents } from '../db/tables/audit.ts'

/** What an audit event says besides who, when and from where. */
export type AuditEntry = {
  event: AuditEventName
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
    entries.map((entry) => ({
      at: origin.now,
      event: entry.event,
      actorId: origin.actor?.id ?? null,
      actorEmail: origin.actor?.email ?? null,
      actorName: origin.actor?.name ?? null,
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
