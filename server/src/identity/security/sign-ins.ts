import { signInSteps } from '@deedbox/contract/audit/sign-in-steps.ts'
import { detailsOf } from '@deedbox/contract/audit-events.ts'
import type * as contract from '@deedbox/contract/security.ts'
import type { SignInResult, SignInRow } from '@deedbox/contract/security.ts'
import { and, desc, eq, gte, lt, sql } from 'drizzle-orm'
import { unionAll } from 'drizzle-orm/pg-core'
import { profiles } from '../../db/tables/accounts.ts'
import { auditEvents } from '../../db/tables/audit.ts'
import type { Acting, ReadCtx } from '../../kernel/context/context.ts'
import type { Answer, Input } from '../../kernel/http/handler.ts'
import type { Services } from '../../kernel/services.ts'
import { carried, fromCursor, toCursor } from '../../platform/cursor.ts'
import type { Geo } from '../../platform/geo.ts'
import { from } from './from.ts'

type Page = { before?: number | undefined; limit: number }

function resultOf(event: string, details: unknown): SignInResult {
  if (event === 'signed_in') return detailsOf(event, details).lacks === 'factor' ? 'first-step' : 'signed-in'
  if (event === 'factor_passed') return 'factor-passed'
  if (event === 'sign_in_locked') return 'locked'
  const { step } = detailsOf('sign_in_failed', details)
  return step ? signInSteps[step] : 'failed'
}

/** Lists the sign-ins of a person and the attempts at their email, newest first. */
export async function signInsOf(
  { tx }: Pick<ReadCtx, 'tx'>,
  geo: Geo,
  { id, email }: { id: string; email: string },
  { before, limit }: Page,
): Promise<SignInRow[]> {
  const { id: key, at, event, details, ip, userAgent } = auditEvents
  const columns = { id: key, at, event, details, ip, userAgent }
  const older = before === undefined ? undefined : lt(key, before)
  // The names of the events are literals, so that the indexes fit.
  const successes = tx
    .select(columns)
    .from(auditEvents)
    .where(and(eq(auditEvents.actorId, id), sql`event = 'signed_in'`, older))
    .orderBy(desc(key))
    .limit(limit)
  // Sign-ins from before the account are not theirs: somebody else may have had the email.
  const since = tx.select({ at: profiles.createdAt }).from(profiles).where(eq(profiles.id, id))
  const others = tx
    .select(columns)
    .from(auditEvents)
    .where(
      and(
        eq(auditEvents.subjectEmail, email),
        sql`event in ('sign_in_failed', 'sign_in_locked', 'factor_passed')`,
        gte(at, since),
        older,
      ),
    )
    .orderBy(desc(key))
    .limit(limit)
  const rows = await unionAll(successes, others).orderBy(desc(key)).limit(limit)
  return rows.map((row) => ({
    id: String(row.id),
    at: row.at.toISOString(),
    result: resultOf(row.event, row.details),
    method: detailsOf('signed_in', row.details).method ?? null,
    ...from(geo, row),
  }))
}

/** Lists the actor's own sign-ins, and those that failed. */
export async function listSignIns(
  { geo }: Pick<Services, 'geo'>,
  ctx: Acting<ReadCtx>,
  { query: { cursor, limit } }: Input<typeof contract.listSignIns>,
): Promise<Answer<typeof contract.listSignIns>> {
  const before = cursor ? fromCursor(cursor, carried.number) : undefined
  const rows = await signInsOf(ctx, geo, ctx.actor, { before, limit: limit + 1 })
  const shown = rows.slice(0, limit)
  const last = shown.at(-1)
  return { signIns: shown, nextCursor: rows.length > limit && last ? toCursor(Number(last.id)) : null }
}
