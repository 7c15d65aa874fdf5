import type { settleFinding as endpoint, getLog } from '@deedbox/contract/log.ts'
import { and, asc, eq, isNull } from 'drizzle-orm'
import { logFindings } from '../../db/tables/log.ts'
import type { Acting, ReadCtx, WriteCtx } from '../../kernel/context/context.ts'
import type { Answer, Input } from '../../kernel/http/handler.ts'
import type { Services } from '../../kernel/services.ts'
import { Refusal } from '../../platform/errors.ts'
import { stops } from './standing.ts'
import { witnessStates } from './witness-states.ts'

interface Row {
  origin: string
  verifierKey: string
  begunAt: Date
  size: number
  signedSize: number | null
  signedAt: Date | null
}

/** Returns how the log stands, for the System page. */
export async function showLog(services: Services, { tx }: ReadCtx): Promise<Answer<typeof getLog>> {
  const { query } = services.database
  const { rows } = await query<Row>(
    `select o.origin, o.verifier_key as "verifierKey", o.begun_at as "begunAt", c.size as "signedSize", c.at as "signedAt",
       (select coalesce(max("index") + 1, 0) from log_leaves l where l.origin = o.origin)::bigint as size
     from log_origins o left join lateral (
       select size, at from log_checkpoints where origin = o.origin order by size desc limit 1) c on true
     where o.frozen_at is null`,
  )
  const checks = await query<{ at: Date }>('select at from log_checks order by at desc limit 1')
  const found = await tx
    .select()
    .from(logFindings)
    .where(isNull(logFindings.settledAt))
    .orderBy(asc(logFindings.id))
  const [log] = rows
  const why = services.log.why()
  const witnesses = await witnessStates(services)
  return {
    origin: log?.origin ?? null,
    verifierKey: log?.verifierKey ?? null,
    begunAt: log?.begunAt.toISOString() ?? null,
    size: Number(log?.size ?? 0),
    signed: log?.signedAt ? { size: Number(log.signedSize), at: log.signedAt.toISOString() } : null,
    why: why && stops[why],
    checkedAt: checks.rows[0]?.at.toISOString() ?? null,
    witnesses:
      witnesses?.states.map(({ cosignedAt, ...state }) => ({
        ...state,
        cosignedAt: cosignedAt?.toISOString() ?? null,
      })) ?? null,
    findings: found.map(({ id, problem, foundAt, seenAt }) => ({
      ...{ id, problem, foundAt: foundAt.toISOString(), seenAt: seenAt.toISOString() },
    })),
  }
}

/**
 * Settles what a check found, with the reason, which the audit trail keeps.
 * @throws Refusal 'not-found' when there is nothing open of this id
 */
export async function settleFinding(
  services: Services,
  ctx: Acting<WriteCtx>,
  { findingId, reason }: Input<typeof endpoint>['body'],
): Promise<Answer<typeof endpoint>> {
  const [row] = await ctx.tx
    .update(logFindings)
    .set({ settledAt: ctx.now })
    .where(and(eq(logFindings.id, findingId), isNull(logFindings.settledAt)))
    .returning()
  if (!row) throw new Refusal('not-found')
  await ctx.audit({ event: 'log_finding_settled', details: { problem: row.problem, reason } })
  return showLog(services, ctx)
}
