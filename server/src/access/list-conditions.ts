import type { listAccess as endpoint } from '@deedbox/contract/bulk.ts'
import { dayOf } from '@deedbox/contract/dates.ts'
import { and, eq, like, type SQL, sql } from 'drizzle-orm'
import type { Acting, ReadCtx } from '../context/context.ts'
import { ofClient } from '../db/client-key.ts'
import { documentAccess, documents } from '../db/tables/documents.ts'
import type { Input } from '../http/handler.ts'
import { endOfDay } from '../platform/days.ts'
import { Refusal } from '../platform/errors.ts'
import { anywhere, wordsOf } from '../platform/search.ts'
import { grantIs, liveGrant, overGrants, seesEveryDocument, visibleTo } from './visible.ts'

type Query = Input<typeof endpoint>['query']

export type Where = {
  /** Over `documents`. */
  place: SQL
  /** Over `document_access` and `documents`. */
  rest: SQL | undefined
}

/** What a list of grants shows, as conditions over `document_access` and `documents`. */
export type Conditions = Where & {
  /** Whose grants are always few enough to read them all: one's own, or those on one's own documents. */
  few: SQL | undefined
  /** Every word must be in the document, or in the name or email of its reader. */
  words: string[]
  userEmail: string | undefined
  /**
   * Conditions over `document_access` for which an index has the rows; `most` implies one and has an index by itself. `isMany`
   * tells of a large client, without reading all, that there are many; `some` is a part of these.
   */
  indexed: { found: SQL; most?: SQL; isMany?: (most: number) => SQL; some?: SQL }[]
  /** What is asked of grants, where it is their status alone: one index has it beside the document. */
  statusOnly: SQL | undefined
  /** The status that all of them have now. */
  status: 'active' | 'expired' | 'revoked' | undefined
  /** What follows for the columns of `document_access`, so that a walk starts where such grants are. */
  range: SQL | undefined
  /** No filter but, perhaps, active ones: their number is in the tallies. */
  tallied: boolean
}

/** The documents on which grants are listed: a condition over `documents`, and one over `document_access` that finds all their grants. */
export type On = { place: SQL; few: SQL | undefined }

/**
 * @param longTerm the condition of long-term grants
 * @throws Refusal 'not-allowed' for 'handled' if the caller handles no documents
 */
export function conditionsOf(
  ctx: Acting<ReadCtx>,
  query: Query,
  { longTerm, since, on }: { longTerm: SQL; since: SQL; on?: On | undefined },
): Conditions {
  const { actor, now } = ctx
  const { scope, view, accessLevel, userEmail, client, search = '' } = query
  if (scope === 'handled' && !actor.permissions.includes('canManageDocuments'))
    throw new Refusal('not-allowed')
  const words = wordsOf(search)
  const ofView = statusOf(query)
  const asked = query.status === 'all' ? undefined : query.status
  const status = ofView ?? asked
  const own = and(eq(documentAccess.userEmail, actor.email), liveGrant(now))
  const seen = visibleTo(actor, now, scope === 'own' || client ? 'current' : 'either')
  const within = and(seen, client ? ofClient(client) : undefined) ?? seen
  const place = (scope === 'handled' && and(within, on?.place)) || within
  const ofTheirs = client ? [onDocumentsOf(client)] : []
  const onOwn = sql`${documentAccess.documentId} = any(array(select ${documents.id} from ${documents} where ${place}))`
  const level = accessLevel && eq(documentAccess.accessLevel, accessLevel)
  const ended =
    status && status !== 'active' ? { found: endedAs(status, now), most: stored(status) } : undefined
  const isLong = view === 'long-term' ? longTerm : undefined
  const soon = endingUntil(ctx, query)
  const open = view === 'still-open' ? isOver(now) : undefined
  return {
    place,
    rest: and(
      scope === 'own' ? own : undefined,
      ofView && grantIs(ofView, now),
      asked && grantIs(asked, now),
      isLong,
      soon,
      open,
      level,
      userEmail ? like(documentAccess.userEmail, anywhere(userEmail)) : undefined,
      ...words.map(
        (word) =>
          sql`(${like(documentAccess.searchText, anywhere(word))} or ${like(documents.searchText, anywhere(word))})`,
      ),
    ),
    few: scope === 'own' ? own : (on?.few ?? open ?? (seesEveryDocument(actor, now) ? undefined : onOwn)),
    words,
    userEmail: userEmail && anywhere(userEmail),
    // Active grants are most of them.
    indexed: [
      ended ?? [],
      [isLong, soon, level].flatMap((found) => (found ? [{ found }] : [])),
      ofTheirs,
    ].flat(),
    statusOnly:
      userEmail || client || level || isLong || soon || open
        ? undefined
        : (and(ofView && grantIs(ofView, now), asked && grantIs(asked, now)) ?? sql`true`),
    status,
    range: and(status === 'active' ? liveEnd(now) : undefined, isLong && since, soon),
    tallied: !(
      words.length > 0 ||
      userEmail ||
      client ||
      level ||
      isLong ||
      soon ||
      on ||
      ended ||
      (ofView && asked)
    ),
  }
}

/**
 * The grants on a client's documents. They are many where the client has more than four times `most` documents, and a few of these have
 * more than `most` grants together.
 */
function onDocumentsOf(client: string): Conditions['indexed'][number] {
  const theirs = (columns: SQL, most: SQL) =>
    sql`select ${columns} from ${documents} where ${ofClient(client)} ${most}`
  const on = (most: SQL) =>
    sql`${documentAccess.documentId} = any(array(${theirs(sql`${documents.id}`, most)}))`
  const isMany = (most: number) => sql`exists (${theirs(sql`1`, sql`offset ${4 * most}`)})
    and exists (select 1 from ${documentAccess} where ${on(sql`limit ${Math.ceil(most / 5)}`)} offset ${most})`
  return { found: on(sql``), isMany, some: on(sql`limit 300`) }
}

/** The status that a view or an end asks for. */
function statusOf({ view, endsUntil }: Query) {
  if (view === 'long-term' || (view === 'all' && endsUntil)) return 'active'
  return view === 'all' || view === 'still-open' ? undefined : view
}

/** Ended and not marked yet. */
const isOver = (now: Date): SQL =>
  sql`${documentAccess.id} = any(array(select id from (${overGrants(now)}) over))`

/** Live grants that end on a day or before, in the words of their index. Everything that a guest sees ends with their account. */
function endingUntil(
  { actor, now, settings: { timeZone } }: Acting<ReadCtx>,
  { scope, endsUntil }: Query,
): SQL | undefined {
  if (!endsUntil) return undefined
  const { role, accessExpiresAt } = actor
  if (scope === 'own' && role === 'guest' && accessExpiresAt && dayOf(accessExpiresAt, timeZone) <= endsUntil)
    return undefined
  const until = sql`${endOfDay(endsUntil, timeZone).toISOString()}::timestamptz`
  return sql`(${liveEnd(now)} and least(${documentAccess.expiresAt}, ${documentAccess.autoRevokeDate}) <= ${until})`
}

/** Follows from a live grant, in the words of the indexes. */
const liveEnd = (now: Date): SQL =>
  sql`${documentAccess.status} = 'active' and least(${documentAccess.expiresAt}, ${documentAccess.autoRevokeDate}) > ${now.toISOString()}::timestamptz`

const stored = (status: 'expired' | 'revoked'): SQL =>
  sql`${documentAccess.status} = ${sql.raw(`'${status}'`)}`

/** Marked with this status or not marked at all, in the words of the indexes. */
const endedAs = (status: 'expired' | 'revoked', now: Date): SQL => sql`(${stored(status)} or ${isOver(now)})`
