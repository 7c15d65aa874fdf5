import { type Column, getTableColumns, type SQL, sql } from 'drizzle-orm'
import { frozen, run } from '../db/named.ts'
import { documentAccess, documents } from '../db/tables/documents.ts'
import { releasedDocuments } from '../db/tables/releases.ts'
import type { Acting, ReadCtx } from '../kernel/context/context.ts'
import { Refusal } from '../platform/errors.ts'
import { type Abilities, abilities, byGrantOnly } from './authorize.ts'
import { liveGrant, liveRelease, lockedSince, type View, visibleTo } from './visible.ts'

export type StoredDocument = Omit<typeof documents.$inferSelect, 'searchText'>
/** The reader's own access: their active grant, or what was released to them, which has no id. */
export type OwnGrant = Pick<
  typeof documentAccess.$inferSelect,
  'accessLevel' | 'expiresAt' | 'autoRevokeDate'
> & {
  id: string | null
}

/** A document that the reader can see; `grant` is set only if they see it through nothing else. */
export type Found = {
  document: StoredDocument
  grant: OwnGrant | null
  can: Abilities
  /** Time since when it is locked; null unless what is locked was asked for too. */
  lockedSince: Date | null
}

/** Selects the columns under their names in the code. */
export const columnsAs = (columns: Record<string, Column>): SQL =>
  frozen(
    sql.join(
      Object.entries(columns).map(([name, column]) => sql`${column} as ${sql.identifier(name)}`),
      sql`, `,
    ),
  )

/**
 * Joins the reader's own access to `documents`: one row at most. There is one active grant at most (document_access_one_active); releases may be several,
 * of which the best level and the last end count.
 */
export const withOwnGrant = ({ actor, now }: Acting<ReadCtx>): SQL =>
  sql`${joinedGrant} (${grantOfDocument} ${sql.param(actor.email)} and ${liveGrant(now)})
    ${joinedReleases} ${sql.param(actor.id)} and ${liveRelease(now)}) released on true`
const joinedGrant = frozen(sql`left join ${documentAccess} on`)
const grantOfDocument = frozen(
  sql`${documentAccess.documentId} = ${documents.id} and ${documentAccess.userEmail} =`,
)
const joinedReleases = frozen(sql`left join lateral (
  select min(${releasedDocuments.accessLevel}) as level, max(${releasedDocuments.ends}) as until from ${releasedDocuments}
  where ${releasedDocuments.documentId} = ${documents.id} and ${releasedDocuments.userId} =`)

/** The columns of the joined access. */
export type Granted = { grantId: string | null } & Pick<
  typeof documentAccess.$inferSelect,
  'accessLevel' | 'expiresAt' | 'autoRevokeDate'
> & { releasedLevel: 'view' | 'download' | null; releasedUntil: Date | string | null }
export const grantColumns = frozen(
  sql`${columnsAs({
    grantId: documentAccess.id,
    accessLevel: documentAccess.accessLevel,
    expiresAt: documentAccess.expiresAt,
    autoRevokeDate: documentAccess.autoRevokeDate,
  })}, released.level as "releasedLevel", released.until as "releasedUntil"`,
)

/** Returns the better of both: 'download' where either has it, and the later end. */
export function grantOf(row: Granted): OwnGrant | null {
  const { grantId, accessLevel, expiresAt, autoRevokeDate, releasedLevel, releasedUntil } = row
  if (!releasedLevel || !releasedUntil)
    return grantId ? { id: grantId, accessLevel, expiresAt, autoRevokeDate } : null
  const until = new Date(releasedUntil)
  if (!grantId) return { id: null, accessLevel: releasedLevel, expiresAt: until, autoRevokeDate: until }
  const later = [expiresAt, autoRevokeDate].some((end) => end !== null && new Date(end) < until)
  const ends = later ? { expiresAt: until, autoRevokeDate: until } : { expiresAt, autoRevokeDate }
  const level = accessLevel === 'download' ? accessLevel : releasedLevel
  return { id: grantId, accessLevel: level, ...ends }
}

const { searchText: _, ...stored } = getTableColumns(documents)
const columns = frozen(sql`select ${columnsAs(stored)}, ${grantColumns}`)
const joined = frozen(sql`from ${documents}`)
const found = frozen(sql`${columns} ${joined}`)
const withId = frozen(sql`where ${documents.id} =`)
const withIds = frozen(sql`where ${documents.id} = any`)
const byId = frozen(sql`order by ${documents.id}`)

/**
 * Finds the document, if the reader can see it; `lock` keeps it from changing until the transaction ends. `lockedToo`: also one that is locked, for what its
 * page says of it.
 * @throws Refusal 'document-not-found', the same if there is none or the reader may not see it.
 */
export async function findDocument(
  ctx: Acting<ReadCtx>,
  documentId: string,
  {
    view = 'current',
    lock = false,
    lockedToo = false,
  }: { view?: View; lock?: boolean; lockedToo?: boolean } = {},
): Promise<Found> {
  const selected = lockedToo ? sql`${columns}, ${lockedSince(ctx.now)} as "lockedSince" ${joined}` : found
  const seen = visibleTo(ctx.actor, ctx.now, view, { lockedToo })
  const statement = sql`
    ${selected} ${withOwnGrant(ctx)} ${withId} ${sql.param(documentId)} and ${seen}
    ${lock ? sql`for update of ${documents}` : sql``}`
  const [row] = await run<Row>(ctx, statement, { prepared: true })
  if (!row) throw new Refusal('document-not-found')
  return toFound(ctx, row)
}

/**
 * Finds those of several documents that the reader can see, in the order of their ids, in which `lock` locks them: whoever locks several
 * does it in this order, so that nobody waits for each other.
 */
export async function findDocuments(
  ctx: Acting<ReadCtx>,
  documentIds: readonly string[],
  { view = 'current', lock = false }: { view?: View; lock?: boolean } = {},
): Promise<Found[]> {
  const ids = sql.param(`{${documentIds.join(',')}}`)
  const statement = sql`
    ${found} ${withOwnGrant(ctx)} ${withIds}(${ids}::uuid[]) and ${visibleTo(ctx.actor, ctx.now, view)} ${byId}
    ${lock ? sql`for update of ${documents}` : sql``}`
  const rows = await run<Row>(ctx, statement, { prepared: true })
  return rows.map((row) => toFound(ctx, row))
}

/** Finds the same documents, refused as a whole where the reader cannot see one of them. @throws Refusal 'document-not-found' */
export async function findAllDocuments(
  ctx: Acting<ReadCtx>,
  documentIds: readonly string[],
  how: { view?: View; lock?: boolean } = {},
): Promise<Found[]> {
  const all = await findDocuments(ctx, documentIds, how)
  if (all.length !== new Set(documentIds).size) throw new Refusal('document-not-found')
  return all
}

type Row = StoredDocument & Granted & { lockedSince?: Date | string | null }

function toFound(ctx: Acting<ReadCtx>, row: Row): Found {
  const { grantId, accessLevel, expiresAt, autoRevokeDate, releasedLevel, releasedUntil, ...rest } = row
  const { lockedSince = null, ...document } = rest
  const grant = grantOf({ grantId, accessLevel, expiresAt, autoRevokeDate, releasedLevel, releasedUntil })
  return {
    // The embedded database returns bytes as Uint8Array.
    document: { ...document, wrappedKey: document.wrappedKey && Buffer.from(document.wrappedKey) },
    grant: byGrantOnly(ctx.actor, document) ? grant : null,
    can: abilities(ctx.actor, { ...document, lockedSince }, grant?.accessLevel ?? null),
    lockedSince: lockedSince === null ? null : new Date(lockedSince),
  }
}
