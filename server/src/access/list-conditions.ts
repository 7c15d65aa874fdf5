import type { listAccess as endpoint } from '@deedbox/contract/bulk.ts'
import { and, eq, like, type SQL, sql } from 'drizzle-orm'
import type { Acting, ReadCtx } from '../context/context.ts'
import { documentAccess, documents } from '../db/tables/documents.ts'
import type { Input } from '../http/handler.ts'
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
  /** Conditions over `document_access` for which an index has the rows. */
  indexed: SQL[]
  /** The status that all of them have now. */
  status: 'active' | 'expired' | 'revoked' | undefined
  /** What follows for the columns of `document_access`, so that a walk starts where such grants are. */
  range: SQL | undefined
  /** No filter but, perhaps, active ones: their number is in the tallies. */
  tallied: boolean
}

/**
 * @param longTerm the condition of long-term grants
 * @throws Refusal 'not-allowed' for 'handled' if the caller handles no documents
 */
export function conditionsOf(
  { actor, now }: Acting<ReadCtx>,
  query: Query,
  { longTerm, since }: { longTerm: SQL; since: SQL },
): Conditions {
  const { scope, view, accessLevel, userEmail, search = '' } = query
  if (scope === 'handled' && !actor.permissions.includes('canManageDocuments'))
    throw new Refusal('not-allowed')
  const words = wordsOf(search).map(anywhere)
  const ofView = view === 'all' ? undefined : view === 'long-term' ? 'active' : view
  const asked = query.status === 'all' ? undefined : query.status
  const status = ofView ?? asked
  const own = and(eq(documentAccess.userEmail, actor.email), liveGrant(now))
  const place = visibleTo(actor, now, scope === 'own' ? 'current' : 'either')
  const onOwn = sql`${documentAccess.documentId} = any(array(select ${documents.id} from ${documents} where ${place}))`
  const level = accessLevel && eq(documentAccess.accessLevel, accessLevel)
  const ended = status && status !== 'active' ? endedAs(status, now) : undefined
  const isLong = view === 'long-term' ? longTerm : undefined
  return {
    place,
    rest: and(
      scope === 'own' ? own : undefined,
      ofView && grantIs(ofView, now),
      asked && grantIs(asked, now),
      isLong,
      level,
      userEmail ? like(documentAccess.userEmail, anywhere(userEmail)) : undefined,
      ...words.map(
        (word) => sql`(${like(documentAccess.searchText, word)} or ${like(documents.searchText, word)})`,
      ),
    ),
    few: scope === 'own' ? own : seesEveryDocument(actor, now) ? undefined : onOwn,
    words,
    userEmail: userEmail && anywhere(userEmail),
    // Active grants are most of them.
    indexed: [ended, isLong, level].filter((condition) => condition !== undefined),
    status,
    range: and(status === 'active' ? liveEnd(now) : undefined, isLong && since),
    tallied: !(words.length > 0 || userEmail || level || isLong || ended || (ofView && asked)),
  }
}

/** Follows from a live grant, in the words of the indexes. */
const liveEnd = (now: Date): SQL =>
  sql`${documentAccess.status} = 'active' and least(${documentAccess.expiresAt}, ${documentAccess.autoRevokeDate}) > ${now.toISOString()}::timestamptz`

/** Marked with this status or not marked at all, in the words of the indexes. */
const endedAs = (status: 'expired' | 'revoked', now: Date): SQL =>
  sql`(${documentAccess.status} = ${sql.raw(`'${status}'`)} or ${documentAccess.id} = any(array(select id from (${overGrants(now)}) over)))`
