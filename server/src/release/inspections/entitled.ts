import type * as contract from '@deedbox/contract/inspections.ts'
import { asc, eq } from 'drizzle-orm'
import { later } from '../../db/later.ts'
import { entitledPersons } from '../../db/tables/inspections.ts'
import type { Acting, ReadCtx, WriteCtx } from '../../kernel/context/context.ts'
import type { Answer, Input } from '../../kernel/http/handler.ts'
import type { Services } from '../../kernel/services.ts'
import { Refusal } from '../../platform/errors.ts'
import { firstEntitled } from './first-entitled.ts'

type Row = typeof entitledPersons.$inferSelect

const toEntitled = ({ actor }: Acting<ReadCtx>, { updatedAt, ...row }: Row): contract.Entitled => ({
  ...row,
  updatedAt: updatedAt.toISOString(),
  can: { edit: actor.permissions.includes('canManageSystem') },
})

/** Lists who may inspect a will, by Act: few, so they are one page. */
export async function listEntitled(ctx: Acting<ReadCtx>): Promise<Answer<typeof contract.listEntitled>> {
  const { state, title, id } = entitledPersons
  const rows = await ctx.tx.select().from(entitledPersons).orderBy(asc(state), asc(title), asc(id))
  return { entitled: rows.map((row) => toEntitled(ctx, row)) }
}

export async function addEntitled(
  ctx: Acting<WriteCtx>,
  facts: Input<typeof contract.addEntitled>['body'],
): Promise<Answer<typeof contract.addEntitled>> {
  const [row] = await ctx.tx
    .insert(entitledPersons)
    .values({ ...facts, updatedAt: ctx.now })
    .returning()
  if (!row) throw new Error('Who is entitled was not inserted')
  await ctx.audit({
    event: 'entitled_added',
    details: { entitledId: row.id, title: row.title, act: row.act },
  })
  return { entitled: toEntitled(ctx, row) }
}

/** @throws Refusal 'entitled-not-found', 'entitled-changed' */
export async function changeEntitled(
  ctx: Acting<WriteCtx>,
  entitledId: string,
  { updatedAt, ...facts }: Input<typeof contract.changeEntitled>['body'],
): Promise<Answer<typeof contract.changeEntitled>> {
  const itself = eq(entitledPersons.id, entitledId)
  const [before] = await ctx.tx.select().from(entitledPersons).where(itself).for('update')
  if (!before) throw new Refusal('entitled-not-found')
  if (before.updatedAt.toISOString() !== updatedAt) throw new Refusal('entitled-changed')
  const [row] = await ctx.tx
    .update(entitledPersons)
    .set({ ...facts, updatedAt: later(before, ctx.now) })
    .where(itself)
    .returning()
  if (!row) throw new Error('Who is entitled is gone')
  await ctx.audit({
    event: 'entitled_changed',
    details: { entitledId, title: row.title, act: row.act, was: before.title },
  })
  return { entitled: toEntitled(ctx, row) }
}

/** Inserts the list with which a deployment begins, each once: what an administrator made of it stays. */
async function insertFirst({ contexts }: Pick<Services, 'contexts'>): Promise<void> {
  await contexts.work((ctx) =>
    ctx.tx
      .insert(entitledPersons)
      .values(firstEntitled.map((one) => ({ ...one, updatedAt: ctx.now })))
      .onConflictDoNothing({ target: entitledPersons.id }),
  )
}

export function defineInspectionJobs(services: Services): void {
  services.jobs.define('insert-entitled', () => insertFirst(services), { cron: '43 3 * * *', atStart: true })
}
