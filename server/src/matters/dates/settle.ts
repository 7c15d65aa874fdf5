import { nextDay } from '@deedbox/contract/due-date-terms.ts'
import type * as contract from '@deedbox/contract/due-dates.ts'
import { errors } from '@deedbox/contract/refusals.ts'
import { eq } from 'drizzle-orm'
import { later } from '../../db/later.ts'
import { dueDatePeople, dueDates } from '../../db/tables/due-dates.ts'
import type { Acting, WriteCtx } from '../../kernel/context/context.ts'
import type { Answer } from '../../kernel/http/handler.ts'
import { Refusal } from '../../platform/errors.ts'
import { aboutDueDate, type DueDateRow, lockDueDate, toDueDate } from './one.ts'

/**
 * Says that it is done. What repeats falls due again on its next day, for the same people.
 * @throws Refusal 'due-date-not-found', 'not-allowed', 'due-date-settled'
 */
export async function completeDueDate(
  ctx: Acting<WriteCtx>,
  id: string,
  note: string,
): Promise<Answer<typeof contract.completeDueDate>> {
  const before = await lockOpen(ctx, id)
  const row = await change(ctx, before, settled(ctx, 'done', note))
  const next = await repeat(ctx, before)
  await ctx.audit({
    event: 'matter_date_done',
    documentId: row.documentId ?? undefined,
    details: { ...(await aboutDueDate(ctx, row)), next: next?.dueOn ?? null },
    notes: note || undefined,
  })
  return { dueDate: await toDueDate(ctx, id), next: next && (await toDueDate(ctx, next.id)) }
}

/** @throws Refusal 'due-date-not-found', 'not-allowed', 'due-date-settled', 'due-date-earlier' */
export async function postponeDueDate(
  ctx: Acting<WriteCtx>,
  id: string,
  { dueOn, reason }: { dueOn: string; reason: string },
): Promise<Answer<typeof contract.postponeDueDate>> {
  const before = await lockOpen(ctx, id)
  if (before.dueOn !== null && dueOn <= before.dueOn)
    throw new Refusal('due-date-earlier', { fields: { dueOn: errors['due-date-earlier'].message } })
  const row = await change(ctx, before, { dueOn, reason })
  await ctx.audit({
    event: 'matter_date_postponed',
    documentId: row.documentId ?? undefined,
    details: { ...(await aboutDueDate(ctx, row)), from: before.dueOn },
    notes: reason,
  })
  return { dueDate: await toDueDate(ctx, id) }
}

/** @throws Refusal 'due-date-not-found', 'not-allowed', 'due-date-settled' */
export async function dropDueDate(
  ctx: Acting<WriteCtx>,
  id: string,
  reason: string,
): Promise<Answer<typeof contract.dropDueDate>> {
  const row = await change(ctx, await lockOpen(ctx, id), settled(ctx, 'not_needed', reason))
  await ctx.audit({
    event: 'matter_date_dropped',
    documentId: row.documentId ?? undefined,
    details: await aboutDueDate(ctx, row),
    notes: reason,
  })
  return { dueDate: await toDueDate(ctx, id) }
}

/** @throws Refusal 'due-date-not-found', 'not-allowed', 'due-date-open' */
export async function reopenDueDate(
  ctx: Acting<WriteCtx>,
  id: string,
): Promise<Answer<typeof contract.reopenDueDate>> {
  const before = await lockDueDate(ctx, id)
  if (before.status === 'open') throw new Refusal('due-date-open')
  const row = await change(ctx, before, { status: 'open', settledAt: null, settledByName: null })
  await ctx.audit({
    event: 'matter_date_reopened',
    documentId: row.documentId ?? undefined,
    details: await aboutDueDate(ctx, row),
  })
  return { dueDate: await toDueDate(ctx, id) }
}

async function lockOpen(ctx: Acting<WriteCtx>, id: string): Promise<DueDateRow> {
  const row = await lockDueDate(ctx, id)
  if (row.status !== 'open') throw new Refusal('due-date-settled')
  return row
}

const settled = ({ now, actor }: Acting<WriteCtx>, status: 'done' | 'not_needed', reason: string) => ({
  ...{ status, reason },
  settledAt: now,
  settledByName: actor.name,
})

async function change(ctx: WriteCtx, before: DueDateRow, values: Partial<DueDateRow>): Promise<DueDateRow> {
  const [row] = await ctx.tx
    .update(dueDates)
    .set({ ...values, updatedAt: later(before, ctx.now) })
    .where(eq(dueDates.id, before.id))
    .returning()
  if (!row) throw new Error('What falls due is gone')
  return row
}

/** Inserts what falls due after `before`, if it repeats. */
async function repeat({ tx, now }: WriteCtx, before: DueDateRow): Promise<DueDateRow | null> {
  const { id: _, searchText: __, ...same } = before
  const dueOn = before.dueOn && nextDay(before.firstOn ?? before.dueOn, before.dueOn, before.repeats)
  if (!dueOn) return null
  const [next] = await tx
    .insert(dueDates)
    .values({ ...same, dueOn, reason: '', createdAt: now, updatedAt: now })
    .returning()
  if (!next) throw new Error('What falls due next was not inserted')
  const people = await tx.select().from(dueDatePeople).where(eq(dueDatePeople.dueDateId, before.id))
  if (people.length > 0)
    await tx.insert(dueDatePeople).values(people.map(({ userId }) => ({ userId, dueDateId: next.id })))
  return next
}
