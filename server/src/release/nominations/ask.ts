import type * as contract from '@deedbox/contract/nominated.ts'
import type { Nominated } from '@deedbox/contract/nominated.ts'
import { and, desc, eq, isNull, sql } from 'drizzle-orm'
import { documents } from '../../db/tables/documents.ts'
import { askings, nominationDocuments, releasedDocuments, releases } from '../../db/tables/releases.ts'
import type { Acting, ReadCtx, WriteCtx } from '../../kernel/context/context.ts'
import type { Input } from '../../kernel/http/handler.ts'
import type { Services } from '../../kernel/services.ts'
import { Refusal } from '../../platform/errors.ts'
import { aboutNomination, lockAccepted, type NominationRow, whoseOf } from './find.ts'
import { toldOf } from './people.ts'
import { toNominated } from './read.ts'
import { releaseAsked } from './release-asked.mail.tsx'
import { type AskingRow, type ReleaseRow, releaseState, settle, takeAway } from './settle.ts'

/** Finds what a nominee asked for last that waits or is open; `rehearsal`: whether it is one, or either. */
export async function runningAsking(
  { tx, now }: ReadCtx,
  nomineeId: string,
  rehearsal?: boolean,
): Promise<{ asking: AskingRow; release: ReleaseRow } | null> {
  const rows = await tx
    .select({ asking: askings, release: releases })
    .from(askings)
    .innerJoin(releases, eq(releases.id, askings.releaseId))
    .where(
      and(
        eq(askings.nomineeId, nomineeId),
        isNull(askings.withdrawnAt),
        isNull(releases.overAt),
        rehearsal === undefined ? undefined : eq(releases.rehearsal, rehearsal),
      ),
    )
    .orderBy(desc(askings.askedAt), desc(askings.id))
  return rows.find(({ release }) => ['waiting', 'open'].includes(releaseState(release, now))) ?? null
}

/**
 * Asks for access. The documents are named now: those of the matter that come later are not opened. Owner, trustees and other nominees are told at once.
 * @throws Refusal 'nomination-not-found', 'nomination-ended', 'nominee-not-accepted', 'release-asked'
 */
export async function askRelease(
  ctx: Acting<WriteCtx>,
  nomineeId: string,
  { message, rehearsal }: Input<typeof contract.askRelease>['body'],
  { mail }: Pick<Services, 'mail'>,
): Promise<{ nominated: Nominated }> {
  const { nominee, nomination } = await lockAccepted(ctx, nomineeId)
  // A rehearsal is in nobody's way.
  if (await runningAsking(ctx, nomineeId, rehearsal ? undefined : false)) throw new Refusal('release-asked')
  const release = await joined(ctx, nomination, rehearsal)
  const [asking] = await ctx.tx
    .insert(askings)
    .values({
      ...{ releaseId: release.id, nomineeId, askedAt: ctx.now, message },
      evidenceAt: nomination.evidence === '' ? ctx.now : null,
    })
    .returning()
  if (!asking) throw new Error('An asking was not inserted')
  if (!rehearsal) await nameDocuments(ctx, nomination, asking.id)
  await ctx.audit({
    event: 'matter_release_asked',
    documentId: nomination.documentId ?? undefined,
    notes: message,
    details: {
      ...(await aboutNomination(ctx, nomination)),
      nominee: nominee.name,
      rehearsal: rehearsal || undefined,
    },
  })
  await settle(ctx, nomination, release.id)
  const told = await toldOf(ctx, nomination, nomineeId)
  const whose = await whoseOf(ctx, nomination)
  await mail.enqueueAll(
    ctx,
    releaseAsked,
    told.map(({ email, as }) => ({
      to: email,
      data: {
        ...{ nomineeName: nominee.name, nomineeEmail: ctx.actor.email, rehearsal, keeper: as === 'keeper' },
        ...{ whose, message: as === 'keeper' ? message : '' },
        waitDays: nomination.waitDays + nominee.afterDays,
      },
    })),
  )
  return { nominated: await toNominated(ctx, nomineeId) }
}

/** Finds the release that an asking belongs to: with a quorum the one that runs, otherwise a new one. */
async function joined(
  ctx: WriteCtx,
  { id: nominationId, how }: NominationRow,
  rehearsal: boolean,
): Promise<ReleaseRow> {
  const rows =
    how === 'quorum'
      ? await ctx.tx
          .select()
          .from(releases)
          .where(
            and(
              eq(releases.nominationId, nominationId),
              isNull(releases.overAt),
              eq(releases.rehearsal, rehearsal),
            ),
          )
      : []
  const running = rows.find((row) => ['waiting', 'open'].includes(releaseState(row, ctx.now)))
  if (running) return running
  const [row] = await ctx.tx
    .insert(releases)
    .values({ nominationId, rehearsal, begunAt: ctx.now })
    .returning()
  if (!row) throw new Error('A release was not inserted')
  return row
}

/** Names what this asking may open: the document, or those of the matter that were chosen and are in it now, or all that are. */
async function nameDocuments(
  { tx, actor }: Acting<WriteCtx>,
  { id, documentId, matterId, whole, accessLevel }: NominationRow,
  askingId: string,
): Promise<void> {
  const chosen = sql`(select ${nominationDocuments.documentId} from ${nominationDocuments} where ${nominationDocuments.nominationId} = ${id})`
  const which = documentId
    ? eq(documents.id, documentId)
    : and(eq(documents.matterId, matterId ?? ''), whole ? undefined : sql`${documents.id} in ${chosen}`)
  await tx.execute(sql`insert into ${releasedDocuments} (asking_id, document_id, user_id, access_level)
    select ${askingId}::uuid, ${documents.id}, ${actor.id}::uuid, ${accessLevel} from ${documents}
    where ${and(which, isNull(documents.deletedAt))}`)
}

/**
 * Takes back what one asked for, before access begins.
 * @throws Refusal 'nomination-not-found', 'nomination-ended', 'nominee-not-accepted', 'release-none', 'release-open'
 */
export async function withdrawRelease(
  ctx: Acting<WriteCtx>,
  nomineeId: string,
): Promise<{ nominated: Nominated }> {
  const { nominee, nomination } = await lockAccepted(ctx, nomineeId)
  const found = await runningAsking(ctx, nomineeId)
  if (!found) throw new Refusal('release-none')
  const { asking, release } = found
  // Others of a quorum have access by it already.
  if (releaseState(release, ctx.now) === 'open') throw new Refusal('release-open')
  await ctx.tx.update(askings).set({ withdrawnAt: ctx.now }).where(eq(askings.id, asking.id))
  await takeAway(ctx, nomination.id, [asking.id])
  const others = and(eq(askings.releaseId, release.id), isNull(askings.withdrawnAt))
  if ((await ctx.tx.$count(askings, others)) === 0)
    await ctx.tx
      .update(releases)
      .set({ overAt: ctx.now, overHow: 'withdrawn', overByName: nominee.name })
      .where(eq(releases.id, release.id))
  await ctx.audit({
    event: 'matter_release_withdrawn',
    documentId: nomination.documentId ?? undefined,
    details: {
      ...(await aboutNomination(ctx, nomination)),
      nominee: nominee.name,
      rehearsal: release.rehearsal || undefined,
    },
  })
  await settle(ctx, nomination, release.id)
  return { nominated: await toNominated(ctx, nomineeId) }
}
