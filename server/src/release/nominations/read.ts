import { dayMs } from '@deedbox/contract/durations.ts'
import type { Nominated } from '@deedbox/contract/nominated.ts'
import { confirmDays, type Nomination, type Release } from '@deedbox/contract/nominations.ts'
import { and, asc, desc, eq, inArray, isNull, sql } from 'drizzle-orm'
import { profiles } from '../../db/tables/accounts.ts'
import { documents } from '../../db/tables/documents.ts'
import { matters } from '../../db/tables/matters.ts'
import {
  askingEvidence,
  askings,
  nominationDocuments,
  nominations,
  nominees,
  releasedDocuments,
  releases,
} from '../../db/tables/releases.ts'
import type { Acting, ReadCtx } from '../../kernel/context/context.ts'
import { keepsMatters, mattersVisibleTo } from '../../policy/matters.ts'
import { liveRelease, visibleTo } from '../../policy/visible.ts'
import { mayStop, type NominationRow, type NomineeRow } from './find.ts'
import { type AskingRow, type ReleaseRow, releaseState, ruled, termsOf } from './settle.ts'

type Ctx = Acting<ReadCtx>
const iso = (at: Date | null) => at?.toISOString() ?? null
const isoMs = (at: number | null) => (at === null ? null : new Date(at).toISOString())

const confirmDue = ({ confirmedAt, declinedAt }: NomineeRow, now: Date): boolean =>
  declinedAt === null && confirmedAt !== null && now.getTime() - confirmedAt.getTime() > confirmDays * dayMs

const toRelease = (row: ReleaseRow, now: Date): Release => ({
  id: row.id,
  rehearsal: row.rehearsal,
  state: releaseState(row, now),
  begunAt: row.begunAt.toISOString(),
  begins: iso(row.begins),
  ends: iso(row.ends),
  over: row.overAt && {
    at: row.overAt.toISOString(),
    how: row.overHow ?? 'ended',
    by: row.overByName,
    reason: row.reason,
  },
})

type Asked = AskingRow & { afterDays: number; nomineeName: string }
type Title = { id: string; title: string }

async function askedIn({ tx }: Ctx, releaseIds: string[]): Promise<Map<string, Asked[]>> {
  const rows = await tx
    .select({ asking: askings, afterDays: nominees.afterDays, nomineeName: nominees.name })
    .from(askings)
    .innerJoin(nominees, eq(nominees.id, askings.nomineeId))
    .where(inArray(askings.releaseId, releaseIds))
    .orderBy(asc(askings.askedAt), asc(askings.id))
  return Map.groupBy(
    rows.map(({ asking, ...row }) => ({ ...asking, ...row })),
    ({ releaseId }) => releaseId,
  )
}

/** An asking with what the rules say of it; one that was taken back has no times. */
function toAsking(nomination: NominationRow, asked: Asked[], one: Asked, ctx: Ctx) {
  const share = ruled(termsOf(nomination, ctx), asked).shares.find(({ by }) => by === one.id)
  return {
    id: one.id,
    at: one.askedAt.toISOString(),
    message: one.message,
    periodEnds: isoMs(share?.periodEnds ?? null),
    begins: isoMs(share?.begins ?? null),
    lacks: share?.lacks ?? [],
    agreedBy: one.agreedByName,
  }
}

/** Titles of documents that the reader sees, by the id of what they belong to. */
const seenTitles = ({ actor, now }: Ctx) => and(visibleTo(actor, now), isNull(documents.deletedAt))

async function evidenceOf(
  ctx: Ctx,
  askingIds: string[],
): Promise<Map<string, { documentId: string; title: string | null }[]>> {
  const rows = await ctx.tx
    .select({
      askingId: askingEvidence.askingId,
      documentId: askingEvidence.documentId,
      title: documents.title,
    })
    .from(askingEvidence)
    .leftJoin(documents, and(eq(documents.id, askingEvidence.documentId), seenTitles(ctx)))
    .where(inArray(askingEvidence.askingId, askingIds))
    .orderBy(asc(documents.createdAt), asc(askingEvidence.documentId))
  return Map.groupBy(rows, ({ askingId }) => askingId)
}

/** Nominations as those see them who answer for what they are of, in this order: few statements for any number. */
export async function toNominations(ctx: Ctx, ids: readonly string[]): Promise<Nomination[]> {
  const { tx, actor, now } = ctx
  const wanted = [...ids]
  const owner = sql`coalesce(${nominations.ownerId}, (select d.owner_id from documents d where d.id = ${nominations.documentId}))`
  const rows = await tx
    .select({
      row: nominations,
      title: documents.title,
      matter: matters.name,
      owner: { id: profiles.id, name: profiles.name, email: profiles.email },
    })
    .from(nominations)
    .innerJoin(profiles, eq(profiles.id, owner))
    .leftJoin(documents, and(eq(documents.id, nominations.documentId), seenTitles(ctx)))
    .leftJoin(matters, and(eq(matters.id, nominations.matterId), mattersVisibleTo(actor, now)))
    .where(inArray(nominations.id, wanted))
  const people = Map.groupBy(
    await tx
      .select()
      .from(nominees)
      .where(inArray(nominees.nominationId, wanted))
      .orderBy(asc(nominees.position)),
    ({ nominationId }) => nominationId,
  )
  const chosen = Map.groupBy(
    await tx
      .select({
        nominationId: nominationDocuments.nominationId,
        id: nominationDocuments.documentId,
        title: documents.title,
      })
      .from(nominationDocuments)
      .leftJoin(documents, and(eq(documents.id, nominationDocuments.documentId), seenTitles(ctx)))
      .where(inArray(nominationDocuments.nominationId, wanted))
      .orderBy(asc(documents.title), asc(nominationDocuments.documentId)),
    ({ nominationId }) => nominationId,
  )
  const all = await tx
    .select()
    .from(releases)
    .where(inArray(releases.nominationId, wanted))
    .orderBy(desc(releases.begunAt), desc(releases.id))
  const asked = await askedIn(
    ctx,
    all.map(({ id }) => id),
  )
  const evidence = await evidenceOf(
    ctx,
    Array.from(asked.values()).flatMap((some) => some.map(({ id }) => id)),
  )
  const runs = Map.groupBy(all, ({ nominationId }) => nominationId)
  const keeps = keepsMatters(actor)
  const byId = new Map(rows.map((found) => [found.row.id, found]))
  return wanted.flatMap((id) => {
    const found = byId.get(id)
    if (!found) return []
    const { row } = found
    const named = people.get(id) ?? []
    const documentsOf = chosen.get(id) ?? []
    const stop = mayStop(actor, found.owner.id)
    const self = named.some((one) => one.userId === actor.id || (!one.userId && one.email === actor.email))
    const running = (runs.get(id) ?? []).some((one) => ['waiting', 'open'].includes(releaseState(one, now)))
    return {
      id,
      document: row.documentId && found.title !== null ? { id: row.documentId, title: found.title } : null,
      matter: row.matterId && found.matter !== null ? { id: row.matterId, name: found.matter } : null,
      whole: row.whole,
      documents: documentsOf.flatMap((one): Title[] =>
        one.title === null ? [] : [{ id: one.id, title: one.title }],
      ),
      hidden: documentsOf.filter(({ title }) => title === null).length,
      owner: { name: found.owner.name, email: found.owner.email },
      how: row.how,
      quorum: row.quorum,
      waitDays: row.waitDays,
      accessLevel: row.accessLevel,
      lastsDays: row.lastsDays,
      lastsUntil: row.lastsUntil,
      evidence: row.evidence,
      needsAgreement: row.needsAgreement,
      onBehalfOf: row.onBehalfOf,
      absences: row.absences,
      createdAt: row.createdAt.toISOString(),
      createdBy: row.createdByName,
      ended: row.endedAt && { at: row.endedAt.toISOString(), by: row.endedByName ?? '' },
      updatedAt: row.updatedAt.toISOString(),
      nominees: named.map((one) => ({
        id: one.id,
        name: one.name,
        email: one.email,
        afterDays: one.afterDays,
        acceptedAt: iso(one.acceptedAt),
        declinedAt: iso(one.declinedAt),
        confirmedAt: iso(one.confirmedAt),
        confirmDue: confirmDue(one, now),
      })),
      releases: (runs.get(id) ?? []).map((release) => ({
        ...toRelease(release, now),
        askings: (asked.get(release.id) ?? [])
          .filter(({ withdrawnAt }) => withdrawnAt === null || release.overHow === 'withdrawn')
          .map((one) => ({
            ...toAsking(row, asked.get(release.id) ?? [], one, ctx),
            nomineeId: one.nomineeId,
            name: one.nomineeName,
            evidence: (evidence.get(one.id) ?? []).flatMap(({ documentId, title }): Title[] =>
              title === null ? [] : [{ id: documentId, title }],
            ),
            evidenceCount: evidence.get(one.id)?.length ?? 0,
          })),
      })),
      can: {
        edit: stop && row.endedAt === null,
        stop: stop && row.endedAt === null && running,
        agree: keeps && !self && row.needsAgreement && row.endedAt === null && running,
      },
    }
  })
}

export async function toNomination(ctx: Ctx, id: string): Promise<Nomination> {
  const [nomination] = await toNominations(ctx, [id])
  if (!nomination) throw new Error('A nomination is gone')
  return nomination
}

/**
 * View of a nominee: whose papers they are named for and on which terms. The titles of documents go through the predicate of documents, so that there are none before
 * access begins.
 */
export async function toManyNominated(ctx: Ctx, ids: readonly string[]): Promise<Nominated[]> {
  const { tx, now } = ctx
  const wanted = [...ids]
  const owner = sql`coalesce(${nominations.ownerId}, (select d.owner_id from documents d where d.id = ${nominations.documentId}))`
  const rows = await tx
    .select({
      nominee: nominees,
      nomination: nominations,
      ownerName: profiles.name,
      others: sql<number>`(select count(*)::int from nominees n where n.nomination_id = ${nominations.id})`,
    })
    .from(nominees)
    .innerJoin(nominations, eq(nominations.id, nominees.nominationId))
    .innerJoin(profiles, eq(profiles.id, owner))
    .where(inArray(nominees.id, wanted))
    .orderBy(desc(nominations.createdAt), desc(nominees.id))
  const mine = await tx
    .select({ asking: askings, release: releases })
    .from(askings)
    .innerJoin(releases, eq(releases.id, askings.releaseId))
    .where(inArray(askings.nomineeId, wanted))
    .orderBy(desc(askings.askedAt), desc(askings.id))
  const last = new Map(mine.toReversed().map((one) => [one.asking.nomineeId, one]))
  const asked = await askedIn(
    ctx,
    Array.from(last.values(), ({ release }) => release.id),
  )
  const askingIds = Array.from(last.values(), ({ asking }) => asking.id)
  const evidence = await evidenceOf(ctx, askingIds)
  const open = Map.groupBy(
    await tx
      .select({ askingId: releasedDocuments.askingId, id: documents.id, title: documents.title })
      .from(releasedDocuments)
      .innerJoin(documents, and(eq(documents.id, releasedDocuments.documentId), seenTitles(ctx)))
      .where(and(inArray(releasedDocuments.askingId, askingIds), liveRelease(now)))
      .orderBy(asc(documents.title), asc(documents.id)),
    ({ askingId }) => askingId,
  )
  return rows.map(({ nominee, nomination, ownerName, others }) => {
    const { how, quorum, waitDays, accessLevel, lastsDays, lastsUntil, needsAgreement, onBehalfOf } =
      nomination
    const active = nominee.acceptedAt !== null && nominee.declinedAt === null && nomination.endedAt === null
    const ran = last.get(nominee.id)
    const state = ran && ran.asking.withdrawnAt === null ? releaseState(ran.release, now) : 'stopped'
    const running = state === 'waiting' || state === 'open'
    const one = ran && (asked.get(ran.release.id) ?? []).find(({ id }) => id === ran.asking.id)
    return {
      id: nominee.id,
      ownerName,
      ...{ how, quorum, waitDays, accessLevel, lastsDays, lastsUntil, needsAgreement, onBehalfOf },
      nominees: others,
      afterDays: nominee.afterDays,
      evidence: nomination.evidence,
      namedAt: nomination.createdAt.toISOString(),
      acceptedAt: iso(nominee.acceptedAt),
      declinedAt: iso(nominee.declinedAt),
      confirmDue: confirmDue(nominee, now),
      ended: nomination.endedAt !== null,
      asked:
        ran && one
          ? {
              release: toRelease(ran.release, now),
              asking: {
                ...toAsking(nomination, asked.get(ran.release.id) ?? [], one, ctx),
                evidence: [],
                evidenceCount: evidence.get(one.id)?.length ?? 0,
              },
              documents: (open.get(one.id) ?? []).map(({ id, title }) => ({ id, title })),
            }
          : null,
      can: {
        answer: nomination.endedAt === null && !active,
        confirm: active,
        ask: active && !(running && ran?.release.rehearsal === false),
        bringEvidence: active && running,
        withdraw: active && state === 'waiting',
      },
    }
  })
}

export async function toNominated(ctx: Ctx, id: string): Promise<Nominated> {
  const [nominated] = await toManyNominated(ctx, [id])
  if (!nominated) throw new Error('A nominee is gone')
  return nominated
}
