import { type GrantFilter, grantFilters } from '@deedbox/contract/access-filters.ts'
import { dayOf } from '@deedbox/contract/dates.ts'
import { type DocumentFilter, fromOfDocuments } from '@deedbox/contract/document-filters.ts'
import { setFilters } from '@deedbox/contract/filters.ts'
import type { listAccess as endpoint } from '@deedbox/contract/grants.ts'
import type { accessSorts } from '@deedbox/contract/sorts.ts'
import { and, eq, like, type SQL, sql } from 'drizzle-orm'
import { ofClient } from '../../db/client-key.ts'
import { isFew, type List, readFirst, readPage } from '../../db/list.ts'
import { frozen } from '../../db/named.ts'
import { byText, byTime, type Sort, sorted } from '../../db/sorted.ts'
import { documentAccess, documents, recipients } from '../../db/tables/documents.ts'
import { filtered, toPeople } from '../../documents/lists/filter.ts'
import type { Acting, ReadCtx } from '../../kernel/context/context.ts'
import type { Answer, Input } from '../../kernel/http/handler.ts'
import { shapeOf } from '../../platform/cursor.ts'
import { endOfDay } from '../../platform/days.ts'
import { Refusal } from '../../platform/errors.ts'
import { anywhere, contains, hasTrigram, wordsOf } from '../../platform/search.ts'
import { grantIs, liveGrant, overGrants, visibleTo } from '../../policy/visible.ts'
import { longTermGrant, rowsOf } from './grant-rows.ts'

type Query = Input<typeof endpoint>['query']
type Ctx = Acting<ReadCtx>
type Condition = SQL | undefined
type Conditions = {
  [N in keyof GrantFilter]-?: (
    value: Exclude<NonNullable<GrantFilter[N]>, 'all'>,
    ctx: Ctx,
    query: Query,
  ) => Condition | Promise<Condition>
}

const end = frozen(sql`least(${documentAccess.expiresAt}, ${documentAccess.autoRevokeDate})`)

/** The condition of each filter, over `document_access` joined to `documents`. */
const conditions: Conditions = {
  search: async (text, ctx) => and(...(await Promise.all(wordsOf(text).map((word) => hasWord(ctx, word))))),
  view: (view, { now }) => {
    if (view === 'long-term') return and(endIs('ahead', now), longTermGrant(now))
    return view === 'still-open' ? isOver(now) : isOf(view, now)
  },
  userEmail: async (email, ctx) =>
    (await isFew(ctx, (most) => sql`select 1 from ${documentAccess} where ${toPeople(email, most)}`))
      ? toPeople(email)
      : like(documentAccess.userEmail, anywhere(email)),
  client: (name) => ofClient(name),
  accessLevel: (level) => eq(documentAccess.accessLevel, level),
  status: (status, { now }) => isOf(status, now),
  endsUntil: (day, { actor, now, settings: { timeZone } }, { scope }) => {
    // Everything that a guest sees ends with their account.
    const { role, accessExpiresAt } = actor
    if (scope === 'own' && role === 'guest' && accessExpiresAt && dayOf(accessExpiresAt, timeZone) <= day)
      return liveGrant(now)
    const until = sql`${endOfDay(day, timeZone).toISOString()}::timestamptz`
    return sql`(${liveGrant(now)} and ${end} > ${now.toISOString()}::timestamptz and ${end} <= ${until})`
  },
}

/** Active grants have their end ahead and expired ones behind: so a walk by the end begins now. */
const endIs = (where: 'ahead' | 'behind', now: Date): SQL =>
  sql`${end} ${sql.raw(where === 'ahead' ? '>' : '<=')} ${now.toISOString()}::timestamptz`

function isOf(status: 'active' | 'expired' | 'revoked', now: Date): SQL | undefined {
  if (status === 'revoked') return grantIs(status, now)
  return and(endIs(status === 'active' ? 'ahead' : 'behind', now), grantIs(status, now))
}

/** Ended and not marked yet. */
const isOver = (now: Date): SQL =>
  sql`${documentAccess.id} = any(array(select id from (${overGrants(now)}) over))`

/** A word in the document, or in the name or email of its reader: looked up in both where few have it, else asked of each grant. */
async function hasWord(ctx: Ctx, word: string): Promise<SQL> {
  const few = !ctx.actor.permissions.includes('canManageDocuments')
  const ofReader = contains(documentAccess.searchText, word, few)
  const ofDocument = contains(documents.searchText, word, few)
  const ofEach = sql`(${ofReader} or ${ofDocument})`
  if (few && !hasTrigram(word)) return ofEach
  const readers = (most = sql``) =>
    sql`${documentAccess.userEmail} = any(array(select ${recipients.userEmail} from ${recipients} where ${contains(recipients.searchText, word)} ${most}))`
  const rows = (most: SQL) => sql`
    (select 1 from ${documents} where ${ofDocument} ${most}) union all (select 1 from ${documentAccess} where ${readers(most)} ${most})`
  if (!(await isFew(ctx, rows))) return ofEach
  const these = sql`any(array(select ${documents.id} from ${documents} where ${ofDocument}))`
  return sql`(${documentAccess.documentId} = ${these} or (${readers()} and ${ofReader}))`
}

/** The default order: own access by its end, soonest first; handled access newest first. */
const usual = { own: 'endsAt', handled: 'grantedAt' } as const

/** The expressions of their indexes (db/tables/documents.ts). */
const sorts: Record<(typeof accessSorts)[number], Sort> = {
  grantedAt: byTime(documentAccess.grantedAt),
  // The end is never null: every grant has one.
  endsAt: { key: end, type: 'timestamptz' },
  documentTitle: { key: frozen(sql`lower(${documents.title})`), type: 'text' },
  userName: { key: frozen(sql`lower(${documentAccess.userName})`), type: 'text' },
  grantedByName: { type: 'text', key: frozen(byText(documentAccess.grantedByName).key) },
  accessLevel: { key: frozen(sql`${documentAccess.accessLevel}`), type: 'text' },
  // The status is as marked, up to a minute after the end: what changes with the time has no index.
  status: { key: frozen(sql`${documentAccess.status}`), type: 'text' },
}

/**
 * Grants on all documents, paged by key, with their number. 'own': those that give the
 * caller access now (specification, section 6). 'handled': all grants on documents that the caller handles.
 * @param on 'current': none on deleted documents
 * @param among a condition besides, over `document_access`
 * @throws Refusal 'not-allowed' for 'handled' if the caller handles none, 'invalid-input' for a cursor of another list.
 */
export async function listAccess(
  ctx: Ctx,
  query: Query,
  on?: 'current',
  among?: SQL,
): Promise<Answer<typeof endpoint>> {
  const list = await listOf(ctx, query, on)
  const { rows, ...page } = await readPage<{ id: string }>(ctx, { ...list, where: [...list.where, among] })
  return { grants: await rowsOf(ctx, rows), ...page }
}

/** Reads the first grants on current documents without their number, for a table that shows the beginning of much. */
export const firstAccess = async (ctx: Ctx, query: Query): Promise<Answer<typeof endpoint>['grants']> =>
  rowsOf(ctx, await readFirst(ctx, await listOf(ctx, query, 'current')))

/** The list that a query asks for. */
export async function listOf(ctx: Ctx, query: Query, places?: 'current'): Promise<List> {
  const { actor, now } = ctx
  const { sort, direction, cursor, limit, ...asked } = query
  const { scope } = asked
  if (scope === 'handled' && !actor.permissions.includes('canManageDocuments'))
    throw new Refusal('not-allowed')
  const on = scope === 'handled' ? documentsAsked(query) : undefined
  const own = and(eq(documentAccess.userEmail, actor.email), liveGrant(now))
  // Rows of one status are in the order of their status as they are; along its index a walk would pass all the others first.
  const inAnyOrder = sort === 'status' && isOfOneStatus(query)
  const by = inAnyOrder ? usual[scope] : (sort ?? usual[scope])
  const order = { sort: by, direction, cursor, shape: shapeOf('access', asked) }
  const table = sql`${documentAccess}`
  return {
    from: sql`${table} join ${documents} on ${eq(documents.id, documentAccess.documentId)}`,
    where: [
      visibleTo(
        actor,
        now,
        places ?? (scope === 'own' || query.client || query.matter || on ? 'current' : 'either'),
      ),
      query.matter ? eq(documents.matterId, query.matter) : undefined,
      scope === 'own' ? own : undefined,
      ...(await conditionsOf(ctx, query)),
      ...(on ? await filtered(ctx, on) : []),
    ],
    order: sorted(sorts, order, documentAccess.id),
    limit,
    columns: sql`${documentAccess.id} as id`,
    rows: table,
  }
}

/** Tells whether all grants of a list have the same status, as it is shown. */
const isOfOneStatus = ({ view, status }: Query): boolean =>
  [view, status].some((value) => value !== undefined && value !== 'all')

/** The filter of documents; people alone choose grants, not documents. */
function documentsAsked(query: Query): DocumentFilter | undefined {
  const people = query.accessStatus && query.accessStatus !== 'all' ? query.userEmail : undefined
  return fromOfDocuments({ ...query, userEmail: people })
}

async function conditionsOf(ctx: Ctx, query: Query): Promise<Condition[]> {
  const asked = Object.keys(grantFilters).map((name) => [name, query[name as keyof GrantFilter]])
  const set = setFilters(Object.fromEntries(asked)) as [keyof GrantFilter, never][]
  return Promise.all(set.map(([name, value]) => conditions[name](value, ctx, query)))
}
