import { type Column, getTableColumns, type SQL, sql } from 'drizzle-orm'
import { frozen, run } from '../db/named.ts'
import { documentAccess, documents } from '../db/tables/documents.ts'
import type { Acting, ReadCtx } from '../kernel/context/context.ts'
import { Refusal } from '../platform/errors.ts'
import { type Abilities, abilities, byGrantOnly } from './authorize.ts'
import { liveGrant, lockedSince, type View, visibleTo } from './visible.ts'

export type StoredDocument = Omit<typeof documents.$inferSelect, 'searchText'>
/** The reader's own active grant. */
export type OwnGrant = Pick<
  typeof documentAccess.$inferSelect,
  'id' | 'accessLevel' | 'expiresAt' | 'autoRevokeDate'
>

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

/** Returns the reader's own active grant of a document, as a join: there is at most one (document_access_one_active). */
export const ownGrant = ({ actor, now }: Acting<ReadCtx>): SQL =>
  sql`(${grantOfDocument} ${sql.param(actor.email)} and ${liveGrant(now)})`
const grantOfDocument = frozen(
  sql`${documentAccess.documentId} = ${documents.id} and ${documentAccess.userEmail} =`,
)

/** The columns of the joined grant. */
export type Granted = { grantId: string | null } & Omit<OwnGrant, 'id'>
export const grantColumns = columnsAs({
  grantId: documentAccess.id,
  accessLevel: documentAccess.accessLevel,
  expiresAt: documentAccess.expiresAt,
  autoRevokeDate: documentAccess.autoRevokeDate,
})
export const grantOf = ({ grantId, accessLevel, expiresAt, autoRevokeDate }: Granted): OwnGrant | null =>
  grantId ? { id: grantId, accessLevel, expiresAt, autoRevokeDate } : null

const { searchText: _, ...stored } = getTableColumns(documents)
const columns = frozen(sql`select ${columnsAs(stored)}, ${grantColumns}`)
const joined = frozen(sql`from ${documents} left join ${documentAccess} on`)
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
    ${selected} ${ownGrant(ctx)} ${withId} ${sql.param(documentId)} and ${seen}
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
    ${found} ${ownGrant(ctx)} ${withIds}(${ids}::uuid[]) and ${visibleTo(ctx.actor, ctx.now, view)} ${byId}
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
  const { grantId, accessLevel, expiresAt, autoRevokeDate, lockedSince = null, ...document } = row
  const grant = grantOf({ grantId, accessLevel, expiresAt, autoRevokeDate })
  return {
    // The embedded database returns bytes as Uint8Array.
    document: { ...document, wrappedKey: document.wrappedKey && Buffer.from(document.wrappedKey) },
    grant: byGrantOnly(ctx.actor, document) ? grant : null,
    can: abilities(ctx.actor, { ...document, lockedSince }, grant?.accessLevel ?? null),
    lockedSince: lockedSince === null ? null : new Date(lockedSince),
  }
}
