import { locksAt } from '@deedbox/contract/leaving-terms.ts'
import type { Organization } from '@deedbox/contract/organizations.ts'
import { and, eq, getTableColumns, isNull, type SQL, sql } from 'drizzle-orm'
import { run } from '../../db/named.ts'
import { organizations, profiles } from '../../db/tables/accounts.ts'
import { documentSums } from '../../db/tables/tallies.ts'
import type { Actor } from '../../kernel/context/actor.ts'
import type { Acting, ReadCtx, WriteCtx } from '../../kernel/context/context.ts'
import { Refusal } from '../../platform/errors.ts'

export type OrganizationRow = typeof organizations.$inferSelect

// The column is written out: in a query on one table drizzle drops the name of the table from columns among its fields.
const thisOne = sql.raw('"organizations"."id"')
const counted = (of: SQL) => sql<number>`(select count(*)::int ${of})`
const { searchText: _, ...facts } = getTableColumns(organizations)
/** The columns of an organisation with its counts that are quick for any one, for queries on `organizations`. */
const columns = {
  ...facts,
  members: counted(sql`from ${profiles} where "profiles"."organization_id" = ${thisOne}`),
  documents: sql<number>`(select coalesce(sum(n), 0)::int from ${documentSums}
    where what = 'organization' and "document_sums"."organization_id" = ${thisOne})`,
}

export const selectOrganizations = ({ tx }: ReadCtx, sortKey: SQL<unknown> = sql`null`) =>
  tx.select({ ...columns, sortKey }).from(organizations)

type Found = Awaited<ReturnType<typeof selectOrganizations>>[number]
type Requests = { id: string; requests: number; pendingRequests: number }

/** Returns the requests by members of each of these organisations (at the time) or about its documents. */
async function requestsOf(ctx: ReadCtx, ids: string[]): Promise<Map<string, Requests>> {
  const wanted = sql`any(${sql.param(ids)}::uuid[])`
  const statement = sql`
    select id, count(*)::int as requests, (count(*) filter (where status = 'pending'))::int as "pendingRequests" from (
      select organization_id as id, status from access_requests where organization_id = ${wanted}
      union all
      select document_organization_id, status from access_requests
      where document_organization_id = ${wanted} and organization_id is distinct from document_organization_id
    ) of_each group by id`
  const rows = await run<Requests>(ctx, statement, { prepared: false })
  return new Map(rows.map((row) => [row.id, row]))
}

/** Organisations as the API returns them. */
export async function toOrganizations(ctx: ReadCtx, rows: Found[]): Promise<Organization[]> {
  const requests = await requestsOf(
    ctx,
    rows.map(({ id }) => id),
  )
  return rows.map(({ sortKey: _, leavingFrom, leavingReason: __, leavingByName: ___, ...row }) => ({
    ...row,
    requests: requests.get(row.id)?.requests ?? 0,
    pendingRequests: requests.get(row.id)?.pendingRequests ?? 0,
    abn: row.abn ?? '',
    acn: row.acn ?? '',
    deactivatedAt: row.deactivatedAt?.toISOString() ?? null,
    locksAt: leavingFrom && locksAt(leavingFrom).toISOString(),
    createdAt: row.createdAt.toISOString(),
    updatedAt: row.updatedAt.toISOString(),
  }))
}

/** Selects the organisations that a person manages: all for administrators, for an Org Admin their own. */
function managed({ permissions, organizationId }: Actor): SQL | undefined {
  if (permissions.includes('canManageSystem')) return undefined
  return organizationId ? eq(organizations.id, organizationId) : sql`false`
}

/** @throws Refusal 'organization-not-found', also for one that the actor does not manage. */
export async function findOrganization(ctx: Acting<ReadCtx>, organizationId: string): Promise<Organization> {
  const [row] = await selectOrganizations(ctx).where(
    and(eq(organizations.id, organizationId), managed(ctx.actor)),
  )
  const [found] = await toOrganizations(ctx, row ? [row] : [])
  if (!found) throw new Refusal('organization-not-found')
  return found
}

/** Locks the organisation until the transaction ends, and refuses in the same way. */
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

/** Selects the members who cannot sign in while their organisation is deactivated, and otherwise can. */
export const lockedOut = (organizationId: string): SQL | undefined =>
  and(
    eq(profiles.organizationId, organizationId),
    isNull(profiles.deactivatedAt),
    sql`${profiles.role} <> 'admin'`,
  )
