import { dayMs } from '@deedbox/contract/durations.ts'
import { limits } from '@deedbox/contract/limits.ts'
import type { AccessReason } from '@deedbox/contract/people-terms.ts'
import { and, type Column, eq, isNotNull, isNull, or, type SQL, sql } from 'drizzle-orm'
import { frozen } from '../db/named.ts'
import { organizations } from '../db/tables/accounts.ts'
import { documentVersions } from '../db/tables/document-versions.ts'
import { documentAccess, documents } from '../db/tables/documents.ts'
import { releasedDocuments } from '../db/tables/releases.ts'
import type { Actor } from '../kernel/context/actor.ts'

// 'active' is a literal: a plan for any status could not use the indexes of active grants.
const active = frozen(sql`${documentAccess.status} = 'active'`)
const expires = frozen(sql`${documentAccess.expiresAt}`)
const revokes = frozen(sql`${documentAccess.autoRevokeDate}`)

/** Returns the condition for a grant that gives access now: active, and neither of its two dates reached, to the second. */
export function liveGrant(now: Date): SQL {
  const at = sql.param(now, documentAccess.expiresAt)
  return sql`(${active} and (${expires} is null or ${expires} > ${at}) and (${revokes} is null or ${revokes} > ${at}))`
}

/** Condition for a grant that has ended: auto_revoke_date ended it, so that it counts as revoked and not as expired. */
export const autoRevoked: SQL = sql`(${documentAccess.autoRevokeDate} < coalesce(${documentAccess.expiresAt}, 'infinity'))`

/** Returns the condition for a grant that has this status now, even if the job has not stored it yet. */
export function grantIs(status: 'active' | 'expired' | 'revoked', now: Date): SQL {
  if (status === 'active') return liveGrant(now)
  const over = sql`${documentAccess.status} = 'active' and not ${liveGrant(now)}`
  const how = status === 'revoked' ? autoRevoked : sql`${autoRevoked} is not true`
  return sql`(${documentAccess.status} = ${status} or (${over} and ${how}))`
}

/**
 * Selects the grants that have ended and are not marked yet: few, because a job marks them within a minute. Statistics make the planner
 * expect many, a sixth of all; with order and a limit far below that it reads the index of what is due.
 */
export const overGrants = (now: Date): SQL =>
  sql`select * from ${documentAccess} where ${active} and least(${expires}, ${revokes}) <= ${now.toISOString()}::timestamptz
    order by least(${expires}, ${revokes}) limit 20000`

// The planner does not look at who it is in a select of its own: it would plan again for each person, which takes longer than the reading.
const whoever = (value: string, type: string): SQL => sql`(select ${value}::${sql.raw(type)})`

/**
 * Returns the condition for a release that gives access now, to the second: its time has come and not passed, and nobody stopped it (ADR 82). One whose
 * conditions are not met has no time.
 */
export function liveRelease(now: Date): SQL {
  const at = sql.param(now, releasedDocuments.begins)
  return sql`(${releasedDocuments.overAt} is null and ${releasedDocuments.begins} <= ${at} and ${releasedDocuments.ends} > ${at})`
}

/** Returns the condition for a release that has given access, also one that is over: its time came before anybody stopped it. */
export function openedRelease(now: Date): SQL {
  const at = sql.param(now, releasedDocuments.begins)
  return sql`(${releasedDocuments.begins} <= ${at} and (${releasedDocuments.overAt} is null or ${releasedDocuments.overAt} > ${releasedDocuments.begins}))`
}

const liveGrantsOf = (actor: Actor, now: Date): SQL =>
  sql`select ${documentAccess.documentId} from ${documentAccess}
    where ${documentAccess.userEmail} = ${whoever(actor.email, 'text')} and ${liveGrant(now)}
    union all select ${releasedDocuments.documentId} from ${releasedDocuments}
    where ${releasedDocuments.userId} = ${whoever(actor.id, 'uuid')} and ${liveRelease(now)}`

/** Selects the documents on which a person has an active grant, or that were released to them. */
const granted = (actor: Actor, now: Date): SQL =>
  sql`${documents.id} = any(array(${liveGrantsOf(actor, now)}))`

const owned = (actor: Actor): SQL => eq(documents.ownerId, actor.id)

/**
 * Selects the documents that a person owns, or that were granted or released to them, for people who own few. One array of ids instead of an OR: the
 * planner always expects ten ids in it, so one prepared plan by the primary key suits everyone.
 */
const ownedOrGranted = (actor: Actor, now: Date): SQL =>
  sql`${documents.id} = any(array(select ${documents.id} from ${documents}
    where ${documents.ownerId} = ${whoever(actor.id, 'uuid')} union all ${liveGrantsOf(actor, now)}))`

const everyDocument: SQL = sql`true`
const noDocument: SQL = sql`false`

/** Returns the ways through which a person sees documents (specification, section 6; decisions, section 2). */
export function waysOf(actor: Actor): readonly AccessReason[] {
  if (actor.accessExpired) return []
  switch (actor.role) {
    case 'admin':
      return ['everything']
    case 'trustee':
      return actor.confirmed ? ['everything'] : ['owner']
    case 'b2b_admin':
      return actor.organizationId ? ['organization', 'owner', 'grant'] : ['owner', 'grant']
    case 'requestor':
      return ['owner', 'grant']
    case 'guest':
      return ['grant']
    default:
      return []
  }
}

const through: Record<AccessReason, (actor: Actor, now: Date) => SQL> = {
  everything: () => everyDocument,
  owner: owned,
  organization: ({ organizationId }) => sql`${documents.organizationId} = ${organizationId}`,
  grant: granted,
}

/** Decides who sees which documents, before deletion is considered. */
function seen(actor: Actor, now: Date): SQL | undefined {
  const ways = waysOf(actor)
  if (ways.length === 0) return noDocument
  if (ways.includes('everything')) return everyDocument
  if (ways.join() === 'owner,grant') return ownedOrGranted(actor, now)
  return or(...ways.map((way) => through[way](actor, now)))
}

/** Returns why a person sees a document that is not deleted, by the same rules; `granted`: they have an active grant on it. */
export const reasonsFor = (
  actor: Actor,
  document: { ownerId: string; organizationId: string | null },
  granted: boolean,
): AccessReason[] =>
  waysOf(actor).filter(
    (way) =>
      way === 'everything' ||
      (way === 'owner' && document.ownerId === actor.id) ||
      (way === 'organization' && document.organizationId === actor.organizationId) ||
      (way === 'grant' && granted),
  )

/** Tells whether a person sees every document that is not deleted. */
export const seesEveryDocument = (actor: Actor, now: Date): boolean => seen(actor, now) === everyDocument

/** Tells whether a person sees documents only through what is theirs: these are few, and read before an index of all documents. */
export const seesOwnOnly = (actor: Actor): boolean =>
  waysOf(actor).every((way) => way === 'owner' || way === 'grant')

/** Tells whether a person may see deleted documents, which is whether they may restore them. */
const seesDeleted = (actor: Actor): boolean => actor.permissions.includes('canManageDocuments')

/** Time until which the content of a deleted document is kept: as it was when it was deleted, whatever is set since. */
const keptUntil = sql`coalesce(${documents.keptUntil}, ${documents.deletedAt} + ${limits.deletedKeptDays}::int * interval '24 hours')`

/** Selects deleted documents whose content has not been removed: those that are still kept, or those whose time is over; locked content is kept. */
export const deletedDocuments = (which: 'kept' | 'due', now: Date): SQL | undefined =>
  and(
    isNotNull(documents.deletedAt),
    isNull(documents.contentRemovedAt),
    sql`${keptUntil} ${sql.raw(which === 'kept' ? '>' : '<=')} ${now.toISOString()}::timestamptz`,
    which === 'due' ? notLocked(now) : undefined,
  )

/** Begin of the leaving of an organisation whose content is locked from now on (ADR 71). */
const lockedIfLeavingFrom = (now: Date): Date => new Date(now.getTime() - leavingMs)
const leavingMs = limits.leavingDays * dayMs

/**
 * Selects documents whose organisation has not left: for the others nobody may do anything. Its form makes the planner expect nearly all rows; one that
 * compares columns would have it expect none where few organisations have most documents.
 */
export const notLocked = (now: Date): SQL => sql`nullif(coalesce(${isLocked(now)}, false), true) is not null`

/** Selects documents that are locked: few, found by their organisation. */
export const isLocked = (now: Date): SQL => hasLeft(documents.organizationId, now)

/** Condition that what belongs to this organisation is locked, because it has left. */
export const hasLeft = (organizationId: Column, now: Date): SQL =>
  sql`${organizationId} = any(array(select ${organizations.id} from ${organizations}
    where ${organizations.leavingFrom} <= ${sql.param(lockedIfLeavingFrom(now), organizations.leavingFrom)}))`

/** Selects when the organisation of a document was locked; null while it is not. */
export const lockedSince = (now: Date): SQL<Date | string | null> =>
  sql`(select leaving.leaving_from + ${limits.leavingDays}::int * interval '24 hours' from ${organizations} leaving
    where leaving.id = ${documents.organizationId} and leaving.leaving_from <= ${sql.param(lockedIfLeavingFrom(now), organizations.leavingFrom)})`

/** `lockedToo`: what is locked is listed, and named as locked, to people who see it through more than a grant; nobody opens it. */
type Which = { lockedToo?: boolean }

function unlocked(actor: Actor, now: Date, { lockedToo = false }: Which): SQL | undefined {
  if (!lockedToo) return notLocked(now)
  const answered = answeredFor(actor, now)
  if (answered === everyDocument) return undefined
  return answered === noDocument ? notLocked(now) : or(notLocked(now), answered)
}

/** Condition that a person sees a document through more than a grant, for a query on `documents` that asks {@link visibleTo} too. */
export function answeredFor(actor: Actor, now: Date): SQL {
  const ways = waysOf(actor).filter((way) => way !== 'grant')
  if (ways.includes('everything')) return everyDocument
  return or(...ways.map((way) => through[way](actor, now))) ?? noDocument
}

/** 'deleted': documents that the person can still restore. 'either': these and the current ones. */
export type View = 'current' | 'deleted' | 'either'

function shown(view: View, now: Date): SQL | undefined {
  const current = isNull(documents.deletedAt)
  if (view === 'current') return current
  const deleted = deletedDocuments('kept', now)
  return view === 'deleted' ? deleted : or(current, deleted)
}

/** Returns the one predicate that decides which documents a person may list and open, for a query on `documents`. Denies by default. */
export function visibleTo(actor: Actor, now: Date, view: View = 'current', which: Which = {}): SQL {
  if (view === 'either' && !seesDeleted(actor)) return visibleTo(actor, now, 'current', which)
  if (view === 'deleted' && !seesDeleted(actor)) return sql`false`
  return and(shown(view, now), seen(actor, now), unlocked(actor, now, which)) ?? sql`false`
}

/** Condition that a document is not archived, as the indexes of lists have it. */
export const notArchived = frozen(sql`${documents.status} <> 'archived'`)

/**
 * Leaves out what lists do unless they are asked for it: archived documents, but never what a person sees only through a grant (ADR 40).
 */
export function unlessArchived(actor: Actor, now: Date): SQL | undefined {
  const ways = waysOf(actor)
  if (!ways.includes('grant')) return notArchived
  const others = ways.filter((way) => way !== 'grant').map((way) => through[way](actor, now))
  return others.length > 0 ? sql`(${notArchived} or (${or(...others)}) is not true)` : undefined
}

const notSuperseded = frozen(sql`not ${documents.superseded}`)

/**
 * Condition that a person sees no later version of a document (ADR 84), for a query on `documents` that asks {@link visibleTo} too. Only documents that
 * have a later version are looked up; whoever sees every document sees that one.
 */
export function newestSeen(actor: Actor, now: Date): SQL {
  if (seen(actor, now) === everyDocument) return notSuperseded
  // The select comes first, where `documents` is still that of the query around it.
  return sql`(${notSuperseded} or not exists (select from (select ${documents.id} as id) earlier
    join ${documentVersions} own on own.document_id = earlier.id
    join ${documentVersions} later on later.chain_id = own.chain_id and later.number > own.number
    join ${documents} on ${documents.id} = later.document_id
    where ${visibleTo(actor, now, 'current', { lockedToo: true })}))`
}

/**
 * Records with a `documentId`, for people who handle that document: they stay visible after it was deleted and its
 * content removed.
 */
export function recordedFor(actor: Actor, now: Date, documentId: Column | SQL): SQL {
  if (!seesDeleted(actor)) return sql`false`
  const which = seen(actor, now)
  return which === everyDocument
    ? sql`true`
    : sql`${documentId} in (select ${documents.id} from ${documents} where ${which})`
}
