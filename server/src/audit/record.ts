import type { AuditEventName } from '@deedbox/contract/audit-events.ts'
import { type SQL, sql } from 'drizzle-orm'
import type { Database } from '../db/client.ts'
import { run } from '../db/named.ts'

/** An audit event without who, when and from where. */
export type AuditEntry = {
  event: AuditEventName
  /** Who did it, if not the session's person: someone who is just signing in, or null if unknown. */
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

/** The statement that inserts any number of events; prepared, because every change and every reading waits for it. */
function insertEvents(
  { ip, userAgent, requestId, actor: usual }: Omit<Origin, 'now'>,
  entries: readonly AuditEntry[],
  at: SQL,
): SQL {
  const events = entries.map(({ actor = usual, ...entry }) => ({
    ...entry,
    actorId: actor?.id,
    actorEmail: actor?.email,
    actorName: actor?.name,
  }))
  const [first] = events
  return sql`
    insert into audit_events (at, ip, user_agent, request_id, event, actor_id, actor_email, actor_name, document_id,
      access_id, subject_email, notes, details)
    select ${at}, ${sql.param(ip)}, ${sql.param(userAgent)}, ${sql.param(requestId)}, e.*
    from ${events.length === 1 && first ? one(first) : many(events)}`
}

type Event = Omit<AuditEntry, 'actor'> & Record<'actorId' | 'actorEmail' | 'actorName', string | undefined>

const value = (text: string | undefined) => sql.param(text ?? null)

/** Most statements insert one event; this form takes the database half the time. */
const one = (e: Event): SQL => sql`
  (values (${value(e.event)}, ${value(e.actorId)}::uuid, ${value(e.actorEmail)}, ${value(e.actorName)},
    ${value(e.documentId)}::uuid, ${value(e.accessId)}::uuid, ${value(e.subjectEmail)}, ${value(e.notes)},
    ${value(e.details && JSON.stringify(e.details))}::jsonb)) as e`

const many = (events: Event[]): SQL => sql`
  jsonb_to_recordset(${JSON.stringify(events)}::jsonb) as e (event text, "actorId" uuid, "actorEmail" text,
    "actorName" text, "documentId" uuid, "accessId" uuid, "subjectEmail" text, notes text, details jsonb)`

/** Adds events to the audit trail, in the transaction of the change they record. */
export async function recordEvents(
  database: Pick<Database, 'query'>,
  origin: Origin,
  entries: readonly AuditEntry[],
): Promise<void> {
  if (entries.length === 0) return
  const at = sql`${origin.now.toISOString()}::timestamptz`
  await run(database, insertEvents(origin, entries, at), { prepared: true })
}

/**
 * Runs a change and inserts its audit event in one statement, so that both happen or neither, with one disk write.
 * @param change returns one row with its time `at`, or no row if there was nothing to change: then no event is inserted
 * @returns that time, or null
 */
export async function recordChange(
  database: Pick<Database, 'query'>,
  origin: Omit<Origin, 'now'>,
  change: SQL,
  entry: AuditEntry,
): Promise<Date | null> {
  const event = insertEvents(origin, [entry], sql`change.at`)
  const statement = sql`with change as (${change}) ${event} cross join change returning at`
  const [row] = await run<{ at: Date }>(database, statement, { prepared: true })
  return row?.at ?? null
}
