import type { Fields } from '@deedbox/contract/audit/define.ts'
import { type AuditDetails, type AuditEventName, auditEvents } from '@deedbox/contract/audit-events.ts'
import { type SQL, sql } from 'drizzle-orm'
import type { Database } from '../../db/client.ts'
import { run } from '../../db/named.ts'

/** Facts that every event may say: not who, when and from where. */
type Said = {
  /** Actor, if not the session's person: someone who is just signing in, or null if unknown. */
  actor?: Origin['actor']
  documentId?: string | undefined
  accessId?: string | undefined
  /** The person it was done to or for. */
  subjectEmail?: string | undefined
  notes?: string | undefined
}

/** Details that are not in the event's entry, or lack one of them, do not compile. */
type Detailed<E extends AuditEventName> =
  Record<never, never> extends AuditDetails<E>
    ? { details?: AuditDetails<E> | undefined }
    : { details: AuditDetails<E> }

/** An audit event without who, when and from where. */
export type AuditEntry<E extends AuditEventName = AuditEventName> = {
  [Name in E]: Said & { event: Name } & Detailed<Name>
}[E]

/** Origin of an event: who did it, when, from where. `actor` is null for a person without a session and for Deedbox itself. */
export type Origin = {
  actor: { id: string; email: string; name: string } | null
  now: Date
  ip: string | null
  userAgent: string | null
  requestId: string | null
}

/** Returns details as the event's entry knows them; a detail that it could not read again is a fault. */
function parsed(event: AuditEventName, details: object): object {
  const fields: Fields = auditEvents[event].details
  for (const [name, value] of Object.entries(details)) {
    const read = Object.hasOwn(fields, name) ? fields[name] : undefined
    if (value !== undefined && read?.(value) === undefined)
      throw new Error(`The event ${event} has no such detail: ${name}`)
  }
  return details
}

/** Returns the statement that inserts any number of events; prepared, because every change and every reading waits for it. */
function insertEvents(
  { ip, userAgent, requestId, actor: usual }: Omit<Origin, 'now'>,
  entries: readonly AuditEntry[],
  at: SQL,
): SQL {
  const events = entries.map(({ actor = usual, ...entry }) => ({
    ...entry,
    details: entry.details && parsed(entry.event, entry.details),
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

type Event = Omit<Said, 'actor'> & { event: string; details?: object | undefined } & Record<
    'actorId' | 'actorEmail' | 'actorName',
    string | undefined
  >

const value = (text: string | undefined) => sql.param(text ?? null)

/** Statements mostly insert one event; this form takes the database half the time. */
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
