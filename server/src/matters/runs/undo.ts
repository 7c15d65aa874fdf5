import { labelOf } from '@deedbox/contract/audit-events.ts'
import { limits } from '@deedbox/contract/limits.ts'
import type { undoMatterRun as endpoint } from '@deedbox/contract/matter-runs.ts'
import { and, asc, eq, getTableName, gt, inArray, is, type SQL, sql } from 'drizzle-orm'
import { getTableConfig, PgTable } from 'drizzle-orm/pg-core'
import { run } from '../../db/named.ts'
import { documents } from '../../db/tables/documents.ts'
import * as tables from '../../db/tables/index.ts'
import { matterRuns, matters } from '../../db/tables/matters.ts'
import type { Acting, WriteCtx } from '../../kernel/context/context.ts'
import type { Answer, Raw } from '../../kernel/http/handler.ts'
import { Refusal } from '../../platform/errors.ts'
import { followMatters } from '../../policy/matter-shares.ts'
import { aboutMatter, keepsMatters, mattersVisibleTo, type StoredMatter } from '../../policy/matters.ts'
import { undoable } from './list.ts'

type Undone = Answer<typeof endpoint>

/** Ends the transaction in which every matter stays. */
class NothingRemoved extends Error {
  readonly undone: Undone
  constructor(undone: Undone) {
    super('No matter was removed')
    this.undone = undone
  }
}

/**
 * Removes the next matters of a run, in one transaction: those that nobody has changed since they were made. A matter that nothing refers to is as if it
 * had never been made (ADR 77); what happened stays in the audit trail.
 * @throws Refusal 'matter-run-not-found', 'matter-run-over' after 30 days or where none of it is left
 */
export async function undoMatterRun(
  raw: Raw<typeof endpoint>,
  runId: string,
  after: string | null,
): Promise<Undone> {
  return raw
    .transact((ctx) => undoSome(ctx, runId, after))
    .catch((error: unknown) => {
      if (error instanceof NothingRemoved) return error.undone
      throw error
    })
}

async function undoSome(ctx: Acting<WriteCtx>, runId: string, after: string | null): Promise<Undone> {
  const { tx, actor, now } = ctx
  const [begun] = keepsMatters(actor)
    ? await tx
        .select({ open: sql<boolean>`${undoable(now)}` })
        .from(matterRuns)
        .where(eq(matterRuns.id, runId))
    : []
  if (!begun) throw new Refusal('matter-run-not-found')
  if (!begun.open) throw new Refusal('matter-run-over')
  const size = limits.matterRun.atOnce
  const found = await tx
    .select()
    .from(matters)
    .where(
      and(
        eq(matters.runId, runId),
        after === null ? undefined : gt(matters.id, after),
        mattersVisibleTo(actor, now),
      ),
    )
    .orderBy(asc(matters.id))
    .limit(size + 1)
    .for('update')
  if (found.length === 0 && after === null) throw new Refusal('matter-run-over')
  const all = found.slice(0, size)
  const reasons = await usedSince(
    ctx,
    all.map(({ id }) => id),
  )
  const kept = all.flatMap(({ id, name }) => {
    const why = reasons.get(id)
    return why === undefined ? [] : [{ id, name, why }]
  })
  const gone = all.filter(({ id }) => !reasons.has(id))
  const next = found.length > size ? (all.at(-1)?.id ?? null) : null
  if (gone.length === 0) throw new NothingRemoved({ removed: 0, kept, next })
  await remove(ctx, gone)
  return { removed: gone.length, kept, next }
}

/** Tables with a reference to a matter, besides the documents that are taken out: a table of a later feature is among them by itself. */
const referring = Object.values(tables).flatMap((table) =>
  is(table, PgTable) && getTableName(table) !== getTableName(documents)
    ? getTableConfig(table).foreignKeys.flatMap((key) => {
        const { foreignTable, columns } = key.reference()
        return getTableName(foreignTable) === getTableName(matters) ? columns : []
      })
    : [],
)
const referredTo = sql.join(
  referring.map((column) => sql`exists (select from ${column.table} where ${column} = m.id)`),
  sql` or `,
)

/** Acts on each of these matters after it was made: every event about a matter names it (ADR 74), so nothing is forgotten here. */
async function usedSince(ctx: WriteCtx, ids: string[]): Promise<Map<string, string>> {
  const those: SQL = sql`unnest(${`{${ids.join(',')}}`}::uuid[])`
  const rows = await run<{ id: string; event: string | null }>(
    ctx,
    sql`select m.id, later.event from ${those} w (id) join ${matters} m on m.id = w.id
      left join lateral (select e.event from audit_events e
        where starts_with(e.event, 'matter_') and (e.details ->> 'matterId') = m.id::text and e.at > m.created_at order by e.id desc limit 1) later on true
      where later.event is not null or m.updated_at > m.created_at or ${referredTo}
        or exists (select from uploads u where u.matter_id = m.id and u.document_id is null)
        or exists (select from audit_events e join ${documents} d on d.id = e.document_id
          where e.event = 'matter_document_added' and starts_with(e.event, 'matter_') and (e.details ->> 'matterId') = m.id::text
            and d.matter_id is distinct from m.id)`,
    { prepared: false },
  )
  return new Map(
    rows.map(({ id, event }) => [
      id,
      event === null
        ? 'Something else belongs to it, or documents come or go'
        : labelOf({ event, details: {} }),
    ]),
  )
}

async function remove(ctx: Acting<WriteCtx>, gone: StoredMatter[]): Promise<void> {
  const { tx } = ctx
  const ids = gone.map(({ id }) => id)
  const byId = new Map(gone.map((matter) => [matter.id, matter]))
  const inside = await tx
    .select({ id: documents.id, matterId: documents.matterId })
    .from(documents)
    .where(inArray(documents.matterId, ids))
    .orderBy(asc(documents.id))
    .for('update')
  await tx.update(documents).set({ matterId: null }).where(inArray(documents.matterId, ids))
  await ctx.audit(
    ...inside.flatMap(({ id, matterId }) => {
      const matter = byId.get(matterId ?? '')
      return matter
        ? [{ event: 'matter_document_removed' as const, documentId: id, details: aboutMatter(matter) }]
        : []
    }),
    ...gone.map((matter) => ({ event: 'matter_removed' as const, details: aboutMatter(matter) })),
  )
  await followMatters(
    ctx,
    inside.map(({ id }) => id),
  )
  await tx.delete(matters).where(inArray(matters.id, ids))
}
