import { dueKinds } from '@deedbox/contract/due-date-terms.ts'
import type * as contract from '@deedbox/contract/due-dates.ts'
import { and, eq, inArray, isNotNull, isNull, or, sql } from 'drizzle-orm'
import { later } from '../../db/later.ts'
import { profiles } from '../../db/tables/accounts.ts'
import { dateRules, dueDatePeople, dueDates } from '../../db/tables/due-dates.ts'
import type { Acting, WriteCtx } from '../../kernel/context/context.ts'
import type { Answer, Input } from '../../kernel/http/handler.ts'
import { Refusal } from '../../platform/errors.ts'
import { findDocument } from '../../policy/find.ts'
import { lockMatter, mayKeep } from '../../policy/matters.ts'
import { aboutDueDate, lockDueDate, toDueDate } from './one.ts'

type Facts = Input<typeof contract.updateDueDate>['body']

/** @throws Refusal 'not-allowed', 'matter-not-found', 'document-not-found', 'date-rule-not-found', 'due-date-people' */
export async function createDueDate(
  ctx: Acting<WriteCtx>,
  { matterId, documentId, ruleId, ...facts }: Input<typeof contract.createDueDate>['body'],
): Promise<Answer<typeof contract.createDueDate>> {
  if (matterId) await lockMatter(ctx, matterId)
  const document = documentId ? await findDocument(ctx, documentId, { lock: true }) : null
  mayKeep(ctx.actor)
  if (ruleId && (await ctx.tx.$count(dateRules, eq(dateRules.id, ruleId))) === 0)
    throw new Refusal('date-rule-not-found')
  const of = { ruleId, matterId: matterId ?? document?.document.matterId ?? null, documentId }
  const times = { createdAt: ctx.now, updatedAt: ctx.now }
  const [row] = await ctx.tx
    .insert(dueDates)
    .values({ ...toColumns(facts), ...of, ...times, firstOn: facts.dueOn })
    .returning()
  if (!row) throw new Error('What falls due was not inserted')
  await setPeople(ctx, row.id, facts.emails)
  await ctx.audit({
    event: 'matter_date_added',
    documentId: documentId ?? undefined,
    details: await aboutDueDate(ctx, row),
  })
  return { dueDate: await toDueDate(ctx, row.id) }
}

/**
 * Changes what falls due, unless somebody has changed it since the caller read it.
 * @throws Refusal 'due-date-not-found', 'not-allowed', 'due-date-changed', 'due-date-people'
 */
export async function updateDueDate(
  ctx: Acting<WriteCtx>,
  id: string,
  { updatedAt, ...facts }: Facts,
): Promise<Answer<typeof contract.updateDueDate>> {
  const before = await lockDueDate(ctx, id)
  if (before.updatedAt.toISOString() !== updatedAt) throw new Refusal('due-date-changed')
  const moved = before.dueOn !== facts.dueOn || before.repeats !== facts.repeats
  const [row] = await ctx.tx
    .update(dueDates)
    .set({
      ...toColumns(facts),
      ...(moved && { firstOn: facts.dueOn }),
      updatedAt: later(before, ctx.now),
    })
    .where(eq(dueDates.id, id))
    .returning()
  if (!row) throw new Error('What falls due is gone')
  await setPeople(ctx, id, facts.emails)
  await ctx.audit({
    event: 'matter_date_changed',
    documentId: row.documentId ?? undefined,
    details: { ...(await aboutDueDate(ctx, row)), from: before.dueOn },
  })
  return { dueDate: await toDueDate(ctx, id) }
}

const toColumns = ({ emails: _, remindDays, ...facts }: Omit<Facts, 'updatedAt'>) => ({
  ...facts,
  remindDays: [...new Set(remindDays ?? dueKinds[facts.kind].remind)].sort((a, b) => b - a),
})

/** Writes down who is reminded; whoever is newly named must keep matters. */
async function setPeople({ tx }: WriteCtx, dueDateId: string, emails: string[]): Promise<void> {
  const { id, email, role, confirmedAt, deactivatedAt } = profiles
  const keeps = and(
    isNull(deactivatedAt),
    or(eq(role, 'admin'), and(eq(role, 'trustee'), isNotNull(confirmedAt))),
  )
  const named = await tx
    .select({ id, email, keeps: sql<boolean>`${keeps}` })
    .from(profiles)
    .where(inArray(email, emails))
  const removed = await tx.delete(dueDatePeople).where(eq(dueDatePeople.dueDateId, dueDateId)).returning()
  const before = new Set(removed.map(({ userId }) => userId))
  const known = new Map(
    named.filter((one) => one.keeps || before.has(one.id)).map((one) => [one.email, one.id]),
  )
  const unknown = emails.find((one) => !known.has(one))
  if (unknown) throw new Refusal('due-date-people', { values: { email: unknown } })
  const rows = [...new Set(known.values())].map((userId) => ({ dueDateId, userId }))
  if (rows.length > 0) await tx.insert(dueDatePeople).values(rows)
}
