import { type AuditEventName, auditEvents as events } from '@deedbox/contract/audit-events.ts'
import { type AuditAudience, type AuditGroup, auditGroups } from '@deedbox/contract/audit-groups.ts'
import { and, eq, or, type SQL, sql } from 'drizzle-orm'
import { profiles } from '../../db/tables/accounts.ts'
import { auditEvents } from '../../db/tables/audit.ts'
import { documents } from '../../db/tables/documents.ts'
import type { Actor } from '../../kernel/context/actor.ts'
import { answeredFor, seesEveryDocument, visibleTo } from '../../policy/visible.ts'

const names = Object.keys(events) as AuditEventName[]

export const eventsOf = (group: AuditGroup): AuditEventName[] =>
  names.filter((name) => events[name].group === group)
const eventsFor = (who: AuditAudience): AuditEventName[] =>
  names.filter((name) => auditGroups[events[name].group].who === who)

/** Returns a condition over audit_events: one of these, as literals so that indexes of some events are used. */
export const among = (some: readonly AuditEventName[]): SQL =>
  sql`${auditEvents.event} in (${sql.raw(some.map((name) => `'${name}'`).join(', '))})`

const all = {
  handlers: among(eventsFor('handlers')),
  person: among(eventsFor('person')),
  organisation: among(eventsFor('organisation')),
  matter: among(eventsFor('matter')),
  administrators: among(eventsFor('administrators')),
  requests: among(eventsOf('requests')),
}

const seesAll = (actor: Actor): boolean => actor.permissions.includes('canManageSystem')

/** Selects the members of the organisation that an Org Admin manages; null for others. */
export const membersOf = (actor: Actor): SQL | null =>
  actor.permissions.includes('canManageOrganization') && actor.organizationId
    ? eq(profiles.organizationId, actor.organizationId)
    : null

/**
 * Returns the one predicate of which events a person sees, for a query on `audit_events` (ADR 51): administrators all; confirmed trustees
 * what concerns documents and matters; others what concerns the documents that they answer for, what concerns the members and the organisation of an
 * Org Admin, and what they did themselves. Undefined: all.
 */
export function eventsSeenBy(actor: Actor, now: Date): SQL | undefined {
  if (seesAll(actor)) return undefined
  const did = and(eq(auditEvents.actorId, actor.id), sql`not ${all.administrators}`)
  if (seesEveryDocument(actor, now)) return or(all.handlers, all.matter, did)
  const ofDocuments = sql`${auditEvents.documentId} in (select ${documents.id} from ${documents} where ${answeredFor(actor, now)})`
  const about = and(all.handlers, ofDocuments)
  const members = membersOf(actor)
  if (!members) return or(about, did)
  const member = sql`(${auditEvents.actorId} in (select ${profiles.id} from ${profiles} where ${members})
    or ${auditEvents.subjectEmail} in (select ${profiles.email} from ${profiles} where ${members}))`
  // A request names the document that a member asked for, whosever it is; Org Admins see these on their page of requests.
  const ofMembers = and(or(all.person, and(all.requests, sql`${auditEvents.documentId} is null`)), member)
  const ofOrganization = and(
    or(all.organisation, all.matter),
    sql`${auditEvents.details} ->> 'organizationId' = ${actor.organizationId}`,
  )
  return or(about, did, ofMembers, ofOrganization)
}

/**
 * Selects the events whose document a person may learn of: that they asked for a document by its name does not tell them that there is one.
 * Undefined: all.
 */
export function documentSeenBy(actor: Actor, now: Date): SQL | undefined {
  if (seesEveryDocument(actor, now)) return undefined
  const condition = or(visibleTo(actor, now, 'either'), answeredFor(actor, now))
  return sql`${auditEvents.documentId} in (select ${documents.id} from ${documents} where ${condition})`
}

/** Selects the events whose address a person sees: as in histories of documents, and their own; administrators see each. */
export const addressSeenBy = (actor: Actor): SQL | undefined =>
  seesAll(actor) ? undefined : or(all.handlers, eq(auditEvents.actorId, actor.id))
