import type * as contract from '@deedbox/contract/nominations.ts'
import { and, asc, eq, inArray, isNull, sql } from 'drizzle-orm'
import { profiles } from '../../db/tables/accounts.ts'
import { askings, nominees, releases } from '../../db/tables/releases.ts'
import type { Acting, ReadCtx, WriteCtx } from '../../kernel/context/context.ts'
import { notDeactivated } from '../../kernel/context/deactivated.ts'
import type { Answer, Input } from '../../kernel/http/handler.ts'
import type { Services } from '../../kernel/services.ts'
import { Refusal } from '../../platform/errors.ts'
import { aboutNomination, lockOwn, type NominationRow, whoseOf } from './find.ts'
import { toNomination } from './read.ts'
import { releaseStopped } from './release-stopped.mail.tsx'
import { type ReleaseRow, releaseState, takeAway } from './settle.ts'

/** Lists the releases of a nomination that wait or are open, rehearsals too. */
export async function runningOf(ctx: ReadCtx, nominationId: string): Promise<ReleaseRow[]> {
  const rows = await ctx.tx
    .select()
    .from(releases)
    .where(and(eq(releases.nominationId, nominationId), isNull(releases.overAt)))
    .orderBy(asc(releases.begunAt), asc(releases.id))
  return rows.filter((row) => ['waiting', 'open'].includes(releaseState(row, ctx.now)))
}

/**
 * Vetoes what nominees ask for, and ends access that has begun and rehearsals: everything is as before, and the nomination goes on.
 * @throws Refusal 'nomination-not-found', 'not-allowed', 'nomination-ended', 'release-none'
 */
export async function stopRelease(
  ctx: Acting<WriteCtx>,
  nominationId: string,
  { reason }: Input<typeof contract.stopRelease>['body'],
  services: Pick<Services, 'mail'>,
): Promise<Answer<typeof contract.stopRelease>> {
  const nomination = await lockOwn(ctx, nominationId)
  if ((await stopAll(ctx, nomination, reason, services)) === 0) throw new Refusal('release-none')
  return { nomination: await toNomination(ctx, nominationId) }
}

/** Stops all that waits or is open, and tells those who asked. Returns how many releases there were. */
export async function stopAll(
  ctx: Acting<WriteCtx>,
  nomination: NominationRow,
  reason: string,
  { mail }: Pick<Services, 'mail'>,
): Promise<number> {
  const running = await runningOf(ctx, nomination.id)
  if (running.length === 0) return 0
  // Rehearsals are ended, as a veto would read like one of the real thing.
  const howOf = (row: ReleaseRow) =>
    row.rehearsal || releaseState(row, ctx.now) === 'open' ? ('ended' as const) : ('vetoed' as const)
  const over = { overAt: ctx.now, overByName: ctx.actor.name, reason }
  for (const [overHow, rows] of Map.groupBy(running, howOf))
    await ctx.tx
      .update(releases)
      .set({ ...over, overHow })
      .where(
        inArray(
          releases.id,
          rows.map(({ id }) => id),
        ),
      )
  const asked = await ctx.tx
    .select({
      id: askings.id,
      releaseId: askings.releaseId,
      email: profiles.email,
      there: sql<boolean>`${notDeactivated}`,
    })
    .from(askings)
    .innerJoin(nominees, eq(nominees.id, askings.nomineeId))
    .innerJoin(profiles, eq(profiles.id, nominees.userId))
    .where(
      and(
        inArray(
          askings.releaseId,
          running.map(({ id }) => id),
        ),
        isNull(askings.withdrawnAt),
      ),
    )
  await takeAway(
    ctx,
    nomination.id,
    asked.map(({ id }) => id),
  )
  const about = await aboutNomination(ctx, nomination)
  await ctx.audit(
    ...running.map((row) => ({
      event: 'matter_release_stopped' as const,
      documentId: nomination.documentId ?? undefined,
      notes: reason,
      details: {
        ...about,
        how: howOf(row),
        rehearsal: row.rehearsal || undefined,
      },
    })),
  )
  const whose = await whoseOf(ctx, nomination)
  await mail.enqueueAll(
    ctx,
    releaseStopped,
    running.flatMap((row) =>
      asked
        .filter(({ there, releaseId }) => there && releaseId === row.id)
        .map(({ email }) => ({
          to: email,
          data: {
            ...{ byName: ctx.actor.name, byEmail: ctx.actor.email, whose },
            ...{ begun: howOf(row) === 'ended', rehearsal: row.rehearsal },
          },
        })),
    ),
  )
  return running.length
}
