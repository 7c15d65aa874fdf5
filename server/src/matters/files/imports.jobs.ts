import { dayOf } from '@deedbox/contract/dates.ts'
import { daysBefore } from '@deedbox/contract/durations.ts'
import { and, asc, eq, isNotNull, isNull, lt, sql } from 'drizzle-orm'
import { run } from '../../db/named.ts'
import { organizations, profiles } from '../../db/tables/accounts.ts'
import { matterImportRows, matterImports } from '../../db/tables/matter-imports.ts'
import { type Actor, actorOf } from '../../kernel/context/actor.ts'
import type { WriteCtx } from '../../kernel/context/context.ts'
import { advisoryLock } from '../../kernel/context/lock.ts'
import type { Services } from '../../kernel/services.ts'
import { keepsMatters } from '../../policy/matters.ts'
import { countsOf, importJob, planners, textOf } from './imports.ts'

/** Number of rows that one transaction imports: half a second's work, so that whoever waits for its locks waits no longer. */
const batch = 250
const keptDays = 30

type Import = typeof matterImports.$inferSelect

/** Imports the next rows of the oldest import that runs; false if there are none. What a killed server has not committed is done again, and only that. */
export async function importNext({ contexts }: Pick<Services, 'contexts'>): Promise<boolean> {
  return contexts.work(async (ctx) => {
    // One batch at a time, on whichever server: the next one finds what this one has inserted.
    await advisoryLock(ctx, 'matter-imports')
    const [running] = await ctx.tx
      .select()
      .from(matterImports)
      .where(isNull(matterImports.endedAt))
      .orderBy(asc(matterImports.startedAt), asc(matterImports.id))
      .limit(1)
    if (!running) return false
    const actor = await actorNamed(ctx, running.startedBy)
    if (!actor || !keepsMatters(actor)) {
      await end(ctx, running, 'The person who began it may no longer keep matters.')
      return true
    }
    const waiting = await ctx.tx
      .select()
      .from(matterImportRows)
      .where(and(eq(matterImportRows.importId, running.id), isNull(matterImportRows.outcome)))
      .orderBy(asc(matterImportRows.line))
      .limit(batch)
    if (waiting.length === 0) {
      await end(ctx, running, null)
      return true
    }
    const { id, email, name } = actor
    const acting = { ...ctx, actor }
    const cells = waiting.map(({ line, cells }) => ({ line, cells, cellLines: {}, problem: null }))
    const plan = await planners[running.kind](acting, cells, {
      overwrite: running.overwrite,
      lock: true,
      today: dayOf(ctx.now, ctx.settings.timeZone),
    })
    const entries = await plan.apply(acting)
    if (entries.length > 0)
      await ctx.audit(...entries.map((entry) => ({ ...entry, actor: { id, email, name } })))
    const done = plan.rows.map(({ line, outcome, problems }) => ({
      line,
      outcome,
      problems: textOf(problems),
    }))
    await run(
      ctx,
      sql`update matter_import_rows set outcome = r.outcome, problems = r.problems
        from jsonb_to_recordset(${JSON.stringify(done)}::jsonb) as r (line int, outcome text, problems text)
        where import_id = ${running.id}::uuid and matter_import_rows.line = r.line`,
      { prepared: false },
    )
    return true
  })
}

async function end(ctx: WriteCtx, { id, kind, fileName }: Import, failure: string | null): Promise<void> {
  const { importId, outcome } = matterImportRows
  await ctx.tx.update(matterImports).set({ endedAt: ctx.now, failure }).where(eq(matterImports.id, id))
  const rows = await ctx.tx
    .select({ outcome })
    .from(matterImportRows)
    .where(and(eq(importId, id), isNotNull(outcome)))
  const counts = countsOf(rows.flatMap((row) => (row.outcome ? { outcome: row.outcome } : [])))
  await ctx.audit({
    event: 'matters_import_ended',
    details: {
      kind,
      fileName,
      added: counts.insert,
      changed: counts.change,
      wrong: counts.wrong,
      why: failure,
    },
  })
}

/** Returns a person as somebody who acts without a session, with what their role allows now; null if they may not be here. */
async function actorNamed({ tx, now }: WriteCtx, id: string): Promise<Actor | null> {
  const [found] = await tx
    .select({ person: profiles, organization: organizations })
    .from(profiles)
    .leftJoin(organizations, eq(organizations.id, profiles.organizationId))
    .where(eq(profiles.id, id))
  if (!found || found.person.deactivatedAt) return null
  const { person, organization } = found
  if (organization?.deactivatedAt && person.role !== 'admin') return null
  const session = { kind: 'web', scopes: null, provedAt: now, factorAt: null, factorKinds: [] } as const
  return actorOf(
    {
      ...person,
      sessionId: '',
      organizationName: organization?.name ?? null,
      organizationLeavingFrom: organization?.leavingFrom ?? null,
    },
    { ...session, factorKinds: [], factorGraceFrom: now },
    now,
  )
}

/** Removes the rows of imports that ended long ago, and what was written down of them; the audit trail keeps what they did. */
async function forgetImports({ contexts }: Pick<Services, 'contexts'>): Promise<void> {
  await contexts.work(async ({ tx, now }) => {
    const old = lt(matterImports.endedAt, daysBefore(now, keptDays))
    const ids = tx.select({ id: matterImports.id }).from(matterImports).where(old)
    await tx.delete(matterImportRows).where(sql`${matterImportRows.importId} in ${ids}`)
    await tx.delete(matterImports).where(old)
  })
}

export function defineMatterImportJobs(services: Services): void {
  let running = false
  services.jobs.define(
    importJob,
    async ({ signal }) => {
      if (running) return
      running = true
      try {
        while (!signal.aborted && (await importNext(services)));
      } finally {
        running = false
      }
    },
    { cron: '* * * * *', retryLimit: 0 },
  )
  services.jobs.define('forget-matter-imports', () => forgetImports(services), { cron: '41 3 * * *' })
}
