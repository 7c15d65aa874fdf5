import type * as contract from '@deedbox/contract/date-rules.ts'
import { dateRuleFields } from '@deedbox/contract/date-rules.ts'
import { asc, eq } from 'drizzle-orm'
import { later } from '../../db/later.ts'
import { dateRules } from '../../db/tables/due-dates.ts'
import type { Acting, ReadCtx, WriteCtx } from '../../kernel/context/context.ts'
import type { Answer, Input } from '../../kernel/http/handler.ts'
import type { Services } from '../../kernel/services.ts'
import { Refusal } from '../../platform/errors.ts'
import { firstRules } from './first-rules.ts'

type Row = typeof dateRules.$inferSelect
type Facts = Input<typeof contract.createDateRule>['body']

export const toRule = ({ actor }: Acting<ReadCtx>, { updatedAt, ...row }: Row): contract.DateRule => ({
  ...row,
  updatedAt: updatedAt.toISOString(),
  can: { edit: actor.permissions.includes('canManageSystem') },
})

/** All rules: few, so they are one page. */
export async function listDateRules(ctx: Acting<ReadCtx>): Promise<Answer<typeof contract.listDateRules>> {
  const rows = await ctx.tx
    .select()
    .from(dateRules)
    .orderBy(asc(dateRules.kind), asc(dateRules.title), asc(dateRules.id))
  return { rules: rows.map((row) => toRule(ctx, row)) }
}

export async function createDateRule(
  ctx: Acting<WriteCtx>,
  facts: Facts,
): Promise<Answer<typeof contract.createDateRule>> {
  const [row] = await ctx.tx
    .insert(dateRules)
    .values({ ...facts, updatedAt: ctx.now })
    .returning()
  if (!row) throw new Error('A rule was not inserted')
  await ctx.audit({
    event: 'date_rule_added',
    details: { ruleId: row.id, title: row.title, changes: changesOf(null, facts) },
  })
  return { rule: toRule(ctx, row) }
}

/** @throws Refusal 'date-rule-not-found', 'date-rule-changed' */
export async function updateDateRule(
  ctx: Acting<WriteCtx>,
  ruleId: string,
  { updatedAt, ...facts }: Input<typeof contract.updateDateRule>['body'],
): Promise<Answer<typeof contract.updateDateRule>> {
  const [before] = await ctx.tx.select().from(dateRules).where(eq(dateRules.id, ruleId)).for('update')
  if (!before) throw new Refusal('date-rule-not-found')
  if (before.updatedAt.toISOString() !== updatedAt) throw new Refusal('date-rule-changed')
  const [row] = await ctx.tx
    .update(dateRules)
    .set({ ...facts, updatedAt: later(before, ctx.now) })
    .where(eq(dateRules.id, ruleId))
    .returning()
  if (!row) throw new Error('A rule is gone')
  await ctx.audit({
    event: 'date_rule_changed',
    details: { ruleId, title: row.title, changes: changesOf(before, facts) },
  })
  return { rule: toRule(ctx, row) }
}

const fieldNames = Object.keys(dateRuleFields) as (keyof typeof dateRuleFields)[]
const written = (value: Facts[keyof Facts] | undefined): string =>
  Array.isArray(value) ? value.join(', ') : value === null || value === undefined ? '' : String(value)

const changesOf = (before: Row | null, after: Facts) =>
  fieldNames
    .map((field) => ({
      field: dateRuleFields[field],
      from: written(before?.[field]),
      to: written(after[field]),
    }))
    .filter(({ from, to }) => from !== to)

/**
 * Inserts the rules with which a deployment begins, each once: what an administrator made of it stays. They come with Deedbox, as the values of settings
 * do, so that no event says who added them.
 */
export async function insertFirstRules({ contexts }: Pick<Services, 'contexts'>): Promise<void> {
  await contexts.work((ctx) =>
    ctx.tx
      .insert(dateRules)
      .values(firstRules.map((rule) => ({ ...rule, updatedAt: ctx.now })))
      .onConflictDoNothing({ target: dateRules.id }),
  )
}

export function defineDateRuleJobs(services: Services): void {
  services.jobs.define('insert-date-rules', () => insertFirstRules(services), {
    cron: '41 3 * * *',
    atStart: true,
  })
}
