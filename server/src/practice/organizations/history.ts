import { actorNameOf, labelOf } from '@deedbox/contract/audit-events.ts'
import { organizationFieldNames, organizationFields } from '@deedbox/contract/organization-fields.ts'
import type * as contract from '@deedbox/contract/organizations.ts'
import { and, desc, eq, lt, sql } from 'drizzle-orm'
import { z } from 'zod'
import { auditEvents } from '../../db/tables/audit.ts'
import type { Acting, ReadCtx } from '../../kernel/context/context.ts'
import type { Answer, Input } from '../../kernel/http/handler.ts'
import { fromCursor, toCursor } from '../../platform/cursor.ts'
import { findOrganization } from './find.ts'

const details = z.object({
  changes: z
    .array(z.object({ field: z.enum(organizationFieldNames), from: z.string(), to: z.string() }))
    .catch([]),
  reason: z.string().nullable().catch(null),
})

/** Lists what was changed of an organisation, by whom and when, from the audit trail; newest first. */
export async function organizationHistory(
  ctx: Acting<ReadCtx>,
  organizationId: string,
  { cursor, limit }: Input<typeof contract.organizationHistory>['query'],
): Promise<Answer<typeof contract.organizationHistory>> {
  await findOrganization(ctx, organizationId)
  const before = cursor === undefined ? undefined : fromCursor(cursor, z.int().positive())
  const its = and(
    // The condition is that of the index of these events.
    sql`starts_with(${auditEvents.event}, 'organization_')`,
    eq(sql`(${auditEvents.details} ->> 'organizationId')`, organizationId),
  )
  const rows = await ctx.tx
    .select()
    .from(auditEvents)
    .where(and(its, before === undefined ? undefined : lt(auditEvents.id, before)))
    .orderBy(desc(auditEvents.id))
    .limit(limit + 1)
  const shown = rows.slice(0, limit)
  const last = rows.length > limit ? shown.at(-1) : undefined
  return {
    changes: shown.map((row) => {
      const { changes, reason } = details.parse(row.details)
      return {
        id: row.id,
        label: labelOf(row),
        at: row.at.toISOString(),
        actorName: actorNameOf(row),
        actorEmail: row.actorEmail,
        changes: changes.map(({ field, ...values }) => ({ field: organizationFields[field], ...values })),
        reason,
      }
    }),
    total: await ctx.tx.$count(auditEvents, its),
    nextCursor: last ? toCursor(last.id) : null,
  }
}
