import type { AuditEventName } from '@deedbox/contract/audit-events.ts'
import type { Database } from '../db/client.ts'

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

/** One prepared statement for any number of events: every change and every reading waits for it. */
const insert = `
  insert into audit_events (at, ip, user_agent, request_id, event, actor_id, actor_email, actor_name, document_id,
    access_id, subject_email, notes, details)
  select $1::timestamptz, $2, $3, $4, e.event, e."actorId", e."actorEmail", e."actorName", e."documentId",
    e."accessId", e."subjectEmail", e.notes, e.details
  from jsonb_to_recordset($5::jsonb) as e (event text, "actorId" uuid, "actorEmail" text, "actorName" text,
    "documentId" uuid, "accessId" uuid, "subjectEmail" text, notes text, details jsonb)`

/** Appends events to the audit trail, in the transaction of the change they tell of. */
export async function recordEvents(
  { query }: Pick<Database, 'query'>,
  origin: Origin,
  entries: readonly AuditEntry[],
): Promise<void> {
  if (entries.length === 0) return
  const events = entries.map(({ actor = origin.actor, ...entry }) => ({
    ...entry,
    actorId: actor?.id,
    actorEmail: actor?.email,
    actorName: actor?.name,
  }))
  const { now, ip, userAgent, requestId } = origin
  const values = [now.toISOString(), ip, userAgent, requestId, JSON.stringify(events)]
  await query(insert, values, { name: 'record_events' })
}
