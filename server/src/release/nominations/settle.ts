import { addDays } from '@deedbox/contract/dates.ts'
import { type Release, type ReleaseTerms, releaseOf, stateOf } from '@deedbox/contract/release-rules.ts'
import { and, asc, eq, getTableColumns, inArray, isNull, sql } from 'drizzle-orm'
import { run } from '../../db/named.ts'
import { askings, nominees, releasedDocuments, releases } from '../../db/tables/releases.ts'
import type { ReadCtx, WriteCtx } from '../../kernel/context/context.ts'
import { endOfDay, startOfDay } from '../../platform/days.ts'
import type { NominationRow } from './find.ts'

export type ReleaseRow = typeof releases.$inferSelect
export type AskingRow = typeof askings.$inferSelect

type Terms = Pick<
  NominationRow,
  'how' | 'quorum' | 'waitDays' | 'needsAgreement' | 'absences' | 'lastsDays' | 'lastsUntil'
>

/** Returns the terms as the rules read them: days are those of the deployment's time zone. */
export function termsOf(row: Terms, { settings: { timeZone } }: Pick<ReadCtx, 'settings'>): ReleaseTerms {
  const { how, quorum, waitDays, needsAgreement, absences, lastsDays, lastsUntil } = row
  return {
    quorum: how === 'quorum' ? (quorum ?? 2) : 1,
    waitDays,
    needsAgreement,
    absences: absences.map(({ from, until }) => ({
      from: startOfDay(from, timeZone).getTime(),
      until: startOfDay(addDays(until, 1), timeZone).getTime(),
    })),
    lasts: lastsUntil ? { until: endOfDay(lastsUntil, timeZone).getTime() } : { days: lastsDays ?? 1 },
  }
}

type Asked = Pick<AskingRow, 'id' | 'evidenceAt' | 'agreedAt' | 'withdrawnAt'> & { afterDays: number }

/** Says what the rules say of those who asked. */
export const ruled = (terms: ReleaseTerms, asked: readonly Asked[]): Release =>
  releaseOf(
    terms,
    asked
      .filter(({ withdrawnAt }) => withdrawnAt === null)
      .map(({ id, evidenceAt, agreedAt, afterDays }) => ({
        by: id,
        at: evidenceAt?.getTime() ?? null,
        afterDays,
        agreedAt: agreedAt?.getTime() ?? null,
      })),
  )

const ms = (at: Date | null) => at?.getTime() ?? null
const date = (at: number | null) => (at === null ? null : new Date(at))

export const releaseState = (row: ReleaseRow, now: Date) =>
  stateOf(
    { begins: ms(row.begins), ends: ms(row.ends) },
    { begunAt: row.begunAt.getTime(), overAt: ms(row.overAt) },
    now.getTime(),
  )

/**
 * Brings the times of a release to what the rules say after an act, in the act's transaction: the only place where access by a release is set. A rehearsal
 * has times and opens nothing.
 */
export async function settle(ctx: WriteCtx, nomination: NominationRow, releaseId: string): Promise<void> {
  const { tx } = ctx
  const asked = await tx
    .select({ asking: askings, afterDays: nominees.afterDays })
    .from(askings)
    .innerJoin(nominees, eq(nominees.id, askings.nomineeId))
    .where(and(eq(askings.releaseId, releaseId), isNull(askings.withdrawnAt)))
    .orderBy(asc(askings.askedAt), asc(askings.id))
  const said = ruled(
    termsOf(nomination, ctx),
    asked.map(({ asking, afterDays }) => ({ ...asking, afterDays })),
  )
  await tx
    .update(releases)
    .set({ begins: date(said.begins), ends: date(said.ends) })
    .where(eq(releases.id, releaseId))
  const ends = date(said.ends)?.toISOString() ?? null
  const times = said.shares.map(({ by, begins }) => ({
    asking: by,
    begins: date(begins)?.toISOString() ?? null,
    ends: begins === null ? null : ends,
  }))
  const changed = await run<Changed>(
    ctx,
    sql`update ${releasedDocuments} set begins = t.begins, ends = t.ends
      from jsonb_to_recordset(${JSON.stringify(times)}::jsonb) t(asking uuid, begins timestamptz, ends timestamptz)
      where ${releasedDocuments.askingId} = t.asking and ${isNull(releasedDocuments.overAt)}
        and (${releasedDocuments.begins}, ${releasedDocuments.ends}) is distinct from (t.begins, t.ends)
      returning ${releasedDocuments.documentId} as "documentId", ${releasedDocuments.askingId} as "askingId",
        (select p.email from profiles p where p.user_id = ${releasedDocuments.userId}) as email,
        ${releasedDocuments.accessLevel} as level, ${releasedDocuments.begins} as begins, ${releasedDocuments.ends} as ends`,
    { prepared: false },
  )
  await ctx.audit(
    ...changed.flatMap(({ documentId, email, begins, ends: until, ...row }) =>
      begins && until
        ? [
            {
              event: 'document_released' as const,
              documentId,
              subjectEmail: email,
              details: {
                ...row,
                nominationId: nomination.id,
                begins: new Date(begins).toISOString(),
                ends: new Date(until).toISOString(),
              },
            },
          ]
        : [],
    ),
  )
}

type Changed = {
  documentId: string
  askingId: string
  email: string
  level: string
  begins: Date | string | null
  ends: Date | string | null
}

/** Takes away what these askings open, or would have opened, from now on. */
export async function takeAway(ctx: WriteCtx, nominationId: string, askingIds: string[]): Promise<void> {
  if (askingIds.length === 0) return
  const rows = await ctx.tx
    .update(releasedDocuments)
    .set({ overAt: ctx.now })
    .where(and(inArray(releasedDocuments.askingId, askingIds), isNull(releasedDocuments.overAt)))
    .returning({
      ...getTableColumns(releasedDocuments),
      email: sql<string>`(select p.email from profiles p where p.user_id = released_documents.user_id)`,
    })
  await ctx.audit(
    ...rows
      .filter(({ begins, ends }) => begins !== null && ends !== null && ends > ctx.now)
      .map(({ documentId, askingId, email }) => ({
        event: 'document_release_over' as const,
        documentId,
        subjectEmail: email,
        details: { nominationId, askingId },
      })),
  )
}
