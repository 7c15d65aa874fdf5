import type { DocumentFilter } from '@deedbox/contract/document-filters.ts'
import { withArchived } from '@deedbox/contract/document-terms.ts'
import { typesOf } from '@deedbox/contract/file-types.ts'
import { setFilters } from '@deedbox/contract/filters.ts'
import { and, eq, inArray, like, type SQL, sql } from 'drizzle-orm'
import { isFew } from '../../db/list.ts'
import { frozen } from '../../db/named.ts'
import { documentAccess, documents, recipients } from '../../db/tables/documents.ts'
import type { Actor } from '../../kernel/context/actor.ts'
import type { Acting, ReadCtx } from '../../kernel/context/context.ts'
import { anywhere, contains, wordsOf } from '../../platform/search.ts'
import { grantIs, newestSeen, unlessArchived } from '../../policy/visible.ts'

/** Facts that a condition may depend on. */
type Ctx = Pick<Acting<ReadCtx>, 'actor' | 'now' | 'query'>
type Condition = SQL | undefined
/** A value without 'all', which is no filter. */
type Value<N extends keyof DocumentFilter> = Exclude<NonNullable<DocumentFilter[N]>, 'all'>
type Conditions = {
  [N in keyof DocumentFilter]-?: (
    value: Value<N>,
    ctx: Ctx,
    filter: DocumentFilter,
  ) => Condition | Promise<Condition>
}

/** Day on which a document expires, as its index has it. */
export const expiry = frozen(sql`coalesce(${documents.expiryDate}, 'infinity'::date)`)

/** Every word is in the title, the client, the owner or the file name. */
const hasWords = (text: string, actor: Actor): Condition =>
  and(
    ...wordsOf(text).map((word) =>
      contains(documents.searchText, word, !actor.permissions.includes('canManageDocuments')),
    ),
  )

/** The condition of each filter, over `documents`. */
const conditions: Conditions = {
  search: (text, { actor }) => hasWords(text, actor),
  documentKind: (kind) => eq(documents.kind, kind),
  documentType: (type) => eq(documents.type, type),
  status: (status) => (status === withArchived ? undefined : eq(documents.status, status)),
  // Conditions for it stand in unlessAsked.
  versions: () => undefined,
  fileType: (kind) => inArray(documents.fileType, typesOf(kind)),
  userEmail: (email, ctx, { accessStatus }) => withGrant(ctx, { email, status: accessStatus }),
  // An email makes one condition of both, as they are asked of the same grant.
  accessStatus: (status, ctx, { userEmail }) => (userEmail ? undefined : withGrant(ctx, { status })),
  expiryDateFrom: (day) => sql`(${expiry} >= ${day}::date and ${expiry} < 'infinity'::date)`,
  expiryDateTo: (day) => sql`${expiry} <= ${day}::date`,
}

/**
 * The documents with such a grant: any for those who handle documents, else the reader's own. Grants of few people are found through
 * an index, others are looked for at each document.
 */
async function withGrant(
  ctx: Ctx,
  { email, status }: { email?: string; status: DocumentFilter['accessStatus'] },
): Promise<Condition> {
  const is = status && status !== 'all' ? grantIs(status, ctx.now) : undefined
  const named = email ? like(documentAccess.userEmail, anywhere(email)) : undefined
  const from = (grants: SQL | undefined) =>
    sql`${documents.id} = any(array(select ${documentAccess.documentId} from ${documentAccess} where ${grants}))`
  if (!ctx.actor.permissions.includes('canManageDocuments'))
    return from(and(eq(documentAccess.userEmail, ctx.actor.email), named, is))
  if (
    email &&
    (await isFew(ctx, (most) => sql`select 1 from ${documentAccess} where ${toPeople(email, most)}`))
  )
    return from(and(toPeople(email), is))
  return sql`exists (select 1 from ${documentAccess} where ${and(eq(documentAccess.documentId, documents.id), named, is)})`
}

/** Grants to everybody with such an email address, over `document_access`. */
export const toPeople = (email: string, most = sql``): SQL =>
  sql`${documentAccess.userEmail} = any(array(select ${recipients.userEmail} from ${recipients} where ${like(recipients.userEmail, anywhere(email))} ${most}))`

/** Tells whether a list leaves archived documents out: it does without a status (ADR 40). */
export const leavesArchivedOut = ({ status }: DocumentFilter): boolean => !status || status === 'all'
/** Without being asked for them, lists leave out versions of which the reader sees a later one (ADR 84). */
export const leavesEarlierOut = ({ versions }: DocumentFilter): boolean => versions !== 'earlier'
export const unlessAsked = (actor: Actor, now: Date, filter: DocumentFilter): Condition =>
  and(
    leavesArchivedOut(filter) ? unlessArchived(actor, now) : undefined,
    leavesEarlierOut(filter) ? newestSeen(actor, now) : undefined,
  )

/**
 * The conditions of the filters that are set, over `documents`. Archived documents and earlier versions are left out by {@link unlessAsked}.
 */
export async function filtered(ctx: Ctx, filter: DocumentFilter): Promise<SQL[]> {
  const set = setFilters(filter) as [keyof DocumentFilter, never][]
  const all = await Promise.all(set.map(([name, value]) => conditions[name](value, ctx, filter)))
  return all.filter((condition) => condition !== undefined)
}
