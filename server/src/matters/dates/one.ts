import type { DueDate } from '@deedbox/contract/due-dates.ts'
import { and, asc, eq, inArray, sql } from 'drizzle-orm'
import { profiles } from '../../db/tables/accounts.ts'
import { documents } from '../../db/tables/documents.ts'
import { dueDatePeople, dueDates } from '../../db/tables/due-dates.ts'
import { matters } from '../../db/tables/matters.ts'
import type { Acting, ReadCtx, WriteCtx } from '../../kernel/context/context.ts'
import { Refusal } from '../../platform/errors.ts'
import { dueDatesVisibleTo } from '../../policy/due-dates.ts'
import { keepsMatters, mattersVisibleTo, mayKeep } from '../../policy/matters.ts'

export type DueDateRow = typeof dueDates.$inferSelect

/** Reads dates that fall due as the API returns them, in this order: three statements for any number. */
export async function toDueDates(ctx: Acting<ReadCtx>, ids: readonly string[]): Promise<DueDate[]> {
  const { tx, actor, now } = ctx
  // The name of a matter is for whoever sees it; a document is seen by whoever sees what falls due of it.
  const rows = await tx
    .select({ row: dueDates, matter: matters.name, document: documents.title })
    .from(dueDates)
    .leftJoin(matters, and(eq(matters.id, dueDates.matterId), mattersVisibleTo(actor, now)))
    .leftJoin(documents, eq(documents.id, dueDates.documentId))
    .where(inArray(dueDates.id, [...ids]))
  const people = await tx
    .select({
      dueDateId: dueDatePeople.dueDateId,
      id: profiles.id,
      name: profiles.name,
      email: profiles.email,
    })
    .from(dueDatePeople)
    .innerJoin(profiles, eq(profiles.id, dueDatePeople.userId))
    .where(inArray(dueDatePeople.dueDateId, [...ids]))
    .orderBy(asc(sql`lower(${profiles.name})`), asc(profiles.id))
  const theirs = Map.groupBy(people, ({ dueDateId }) => dueDateId)
  const byId = new Map(rows.map((found) => [found.row.id, found]))
  const edit = keepsMatters(actor)
  return ids.flatMap((id) => {
    const found = byId.get(id)
    if (!found) return []
    const { kind, title, dueOn, words, clause, repeats, remindDays, status, reason, ...row } = found.row
    const { matterId, documentId, settledAt, settledByName } = row
    return {
      ...{ id, kind, title, dueOn, words, clause, repeats, remindDays, status, reason },
      people: (theirs.get(id) ?? []).map(({ dueDateId: _, ...person }) => person),
      settled: settledAt && { at: settledAt.toISOString(), by: settledByName ?? '' },
      matter: matterId !== null && found.matter !== null ? { id: matterId, name: found.matter } : null,
      document:
        documentId !== null && found.document !== null ? { id: documentId, title: found.document } : null,
      updatedAt: row.updatedAt.toISOString(),
      can: { edit },
    }
  })
}

export async function toDueDate(ctx: Acting<ReadCtx>, id: string): Promise<DueDate> {
  const [dueDate] = await toDueDates(ctx, [id])
  if (!dueDate) throw new Error('What falls due is gone')
  return dueDate
}

/**
 * Finds what falls due to change it, and keeps it from changing until the transaction ends.
 * @throws Refusal 'due-date-not-found', 'not-allowed'
 */
export async function lockDueDate(ctx: Acting<WriteCtx>, id: string): Promise<DueDateRow> {
  const [row] = await ctx.tx
    .select()
    .from(dueDates)
    .where(and(eq(dueDates.id, id), dueDatesVisibleTo(ctx.actor, ctx.now)))
    .for('update')
  if (!row) throw new Refusal('due-date-not-found')
  mayKeep(ctx.actor)
  return row
}

/** Returns what every event about it says: its matter, so that the matter's history tells it, and its document. */
export async function aboutDueDate({ tx }: ReadCtx, { id, matterId, title, dueOn }: DueDateRow) {
  const [matter] = matterId ? await tx.select().from(matters).where(eq(matters.id, matterId)) : []
  return {
    dueDateId: id,
    title,
    dueOn,
    matterId,
    matterName: matter?.name ?? null,
    organizationId: matter?.organizationId ?? null,
  }
}
