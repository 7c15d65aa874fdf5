import type { Forgotten } from '@deedbox/contract/audit-events.ts'
import { sql } from 'drizzle-orm'
import { bigint, index, jsonb, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import { instant } from './columns.ts'

/**
 * The append-only audit trail: the database refuses DELETE, TRUNCATE and every UPDATE but the one that forgets (ADR 69). No foreign keys, because it
 * outlives all other rows.
 */
export const auditEvents = pgTable(
  'audit_events',
  {
    id: bigint('id', { mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    at: instant('at').notNull(),
    event: text('event').notNull(),
    actorId: uuid('actor_id'),
    actorEmail: text('actor_email'),
    actorName: text('actor_name'),
    documentId: uuid('document_id'),
    accessId: uuid('access_id'),
    /** The person it was done to or for. */
    subjectEmail: text('subject_email'),
    notes: text('notes'),
    details: jsonb('details').$type<Record<string, unknown>>(),
    ip: text('ip'),
    userAgent: text('user_agent'),
    requestId: text('request_id'),
    /** Fields whose names and texts were removed, and the number of years after which; null as long as nothing was. */
    forgotten: jsonb('forgotten').$type<Forgotten>(),
  },
  (t) => [
    // Lists of events read each of these in the order of time (ADR 51).
    index('audit_events_by_time').on(t.at, t.id),
    index('audit_events_by_event').on(t.event, t.at, t.id),
    index('audit_events_by_actor').on(t.actorId, t.at, t.id).where(sql`actor_id is not null`),
    index('audit_events_by_subject').on(t.subjectEmail, t.at, t.id).where(sql`subject_email is not null`),
    index('audit_events_by_address').on(t.ip, t.at, t.id).where(sql`ip is not null`),
    index('audit_events_of_document').on(t.documentId, t.id),
    index('audit_events_of_actor').on(t.actorId, t.id),
    index('audit_events_sign_ins').on(t.actorId, t.id).where(sql`event = 'signed_in'`),
    index('audit_events_failed_sign_ins')
      .on(t.subjectEmail, t.id)
      .where(sql`event in ('sign_in_failed', 'sign_in_locked', 'factor_passed')`),
    index('audit_events_of_organization')
      .on(sql`(details ->> 'organizationId')`, t.id)
      .where(sql`starts_with(event, 'organization_')`),
    index('audit_events_of_matter')
      .on(sql`(details ->> 'matterId')`, t.id)
      .where(sql`starts_with(event, 'matter_')`),
    // Time at which a grant was revoked (`policy/grants.ts`).
    index('audit_events_revocations').on(t.accessId).where(sql`event in ('revoked', 'access_removed')`),
    index('audit_events_readings').on(t.at).where(sql`event in ('document_viewed', 'document_downloaded')`),
    index('audit_events_settings').on(t.id).where(sql`event = 'setting_changed'`),
    index('audit_events_activity')
      .on(t.at, t.id)
      .where(sql`event in ('document_uploaded', 'access_granted', 'revoked', 'renewed', 'extended')`),
  ],
)
