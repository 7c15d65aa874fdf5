import type { Organization } from '@deedbox/contract/organizations.ts'
import { and, eq, getTableColumns, isNull, type SQL, sql } from 'drizzle-orm'
import type { Actor } from '../context/actor.ts'
import type { Acting, ReadCtx, WriteCtx } from '../context/context.ts'
import { organizations, profiles } from '../db/tables/accounts.ts'
import { documents } from '../db/tables/documents.ts'
import { accessRequests } from '../db/tables/requests.ts'
import { Refusal } from '../platform/errors.ts'
import { ofOrganization } from '../requests/find.ts'

export type OrganizationRow = typeof organizations.$inferSelect

// Written out: in a query on one table drizzle drops the name of the table from columns among its fields.
const thisOne = sql.raw('"organizations"."id"')
const counted = (of: SQL) => sql<number>`(select count(*)::int ${of})`
const requests = sql`from ${accessRequests} where ${ofOrganization(thisOne)}`

const { searchText: _, ...facts } = getTableColumns(organizations)
/** The columns of an organisation with its counts, for queries on `organizations`. */
const columns = {
  ...facts,
  members: counted(sql`from ${profiles} where "profiles"."organization_id" = ${thisOne}`),
  documents: counted(
    sql`from ${documents} where "documents"."organization_id" = ${thisOne} and "documents"."deleted_at" is null`,
  ),
  requests: counted(requests),
  pendingRequests: counted(sql`${requests} and "access_requests"."status" = 'pending'`),
}

export const selectOrganizations = ({ tx }: ReadCtx, sortKey: SQL<unknown> = sql`null`) =>
  tx.select({ ...columns, sortKey }).from(organizations)

type Counted = Awaited<ReturnType<typeof selectOrganizations>>[number]

/** An organisation as the API returns it. */
export const toOrganization = ({ sortKey: _, ...row }: Counted): Organization => ({
  ...row,
  abn: row.abn ?? '',
  acn: row.acn ?? '',
  deactivatedAt: row.deactivatedAt?.toISOString() ?? null,
  createdAt: row.createdAt.toISOString(),
  updatedAt: row.updatedAt.toISOString(),
})

/** The organisations that a person manages: all for administrators, for an Org Admin their own. */
function managed({ permissions, organizationId }: Actor): SQL | undefined {
  if (permissions.includes('canManageSystem')) return undefined
  return organizationId ? eq(organizations.id, organizationId) : sql`false`
}

/** @throws Refusal 'organization-not-found', also for one that the actor does not manage. */
export async function findOrganization(ctx: Acting<ReadCtx>, organizationId: string): Promise<Organization> {
  const [row] = await selectOrganizations(ctx).where(
    and(eq(organizations.id, organizationId), managed(ctx.actor)),
  )
  if (!row) throw new Refusal('organization-not-found')
  return toOrganization(row)
}

/** The same, locked until the transaction ends. */
export async function lockOrganization(
  ctx: Acting<WriteCtx>,
  organizationId: string,
): Promise<OrganizationRow> {
  const [row] = await ctx.tx
    .select()
    .from(organizations)
    .where(and(eq(organizations.id, organizationId), managed(ctx.actor)))
    .for('update')
  if (!row) throw new Refusal('organization-not-found')
  return row
}

/** The members who cannot sign in while their organisation is deactivated, and otherwise can. */
export const lockedOut = (organizationId: string): SQL | undefined =>
  and(
    eq(profiles.organizationId, organizationId),
    isNull(profiles.deactivatedAt),
    sql`${profiles.role} <> 'admin'`,
  )
