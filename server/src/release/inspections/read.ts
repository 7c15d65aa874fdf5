import type { listInspections as endpoint, Inspection } from '@deedbox/contract/inspections.ts'
import { and, asc, eq, inArray, isNotNull, isNull, sql } from 'drizzle-orm'
import { readPage } from '../../db/list.ts'
import { byTime, sorted } from '../../db/sorted.ts'
import { documents } from '../../db/tables/documents.ts'
import {
  entitledPersons,
  inspectionDocuments,
  inspectionEvidence,
  inspections,
} from '../../db/tables/inspections.ts'
import type { Acting, ReadCtx } from '../../kernel/context/context.ts'
import type { Answer, Input } from '../../kernel/http/handler.ts'
import { shapeOf } from '../../platform/cursor.ts'
import { keepsMatters } from '../../policy/matters.ts'
import { visibleTo } from '../../policy/visible.ts'

type Ctx = Acting<ReadCtx>
const sorts = { createdAt: byTime(inspections.createdAt) }
const statuses = {
  open: isNull(inspections.decidedAt),
  decided: isNotNull(inspections.decidedAt),
  all: undefined,
}

/** Requests to inspect, newest first, for whoever keeps matters; nobody else sees any. */
export async function listInspections(
  ctx: Ctx,
  { status, cursor, limit }: Input<typeof endpoint>['query'],
): Promise<Answer<typeof endpoint>> {
  const order = { sort: 'createdAt' as const, cursor, shape: shapeOf('inspections', status) }
  const { rows, ...page } = await readPage<{ id: string }>(ctx, {
    from: sql`${inspections}`,
    where: [keepsMatters(ctx.actor) ? undefined : sql`false`, statuses[status]],
    order: sorted(sorts, order, inspections.id),
    limit,
    columns: sql`${inspections.id} as id`,
    rows: sql`${inspections}`,
  })
  return {
    inspections: await toInspections(
      ctx,
      rows.map(({ id }) => id),
    ),
    ...page,
  }
}

async function toInspections(ctx: Ctx, ids: readonly string[]): Promise<Inspection[]> {
  const rows = await ctx.tx
    .select({ row: inspections, ground: entitledPersons })
    .from(inspections)
    .innerJoin(entitledPersons, eq(entitledPersons.id, inspections.groundId))
    .where(inArray(inspections.id, [...ids]))
  const given = await titlesIn(ctx, inspectionDocuments, ids)
  const evidence = await titlesIn(ctx, inspectionEvidence, ids)
  const byId = new Map(rows.map((found) => [found.row.id, found]))
  return ids.flatMap((id): Inspection[] => {
    const found = byId.get(id)
    if (!found) return []
    const { name, email, phone, deceased, diedOn, message, createdAt, ...row } = found.row
    const { title, act, state, certainty } = found.ground
    return [
      {
        ...{ id, name, email, phone, deceased, diedOn, message },
        ground: { title, act, state, certainty },
        createdAt: createdAt.toISOString(),
        evidence: evidence.get(id) ?? [],
        decided: row.decidedAt && {
          at: row.decidedAt.toISOString(),
          by: row.decidedByName ?? '',
          ...{ refusal: row.refusal, accessLevel: row.accessLevel, expiresOn: row.expiresOn, note: row.note },
          documents: given.get(id) ?? [],
        },
      },
    ]
  })
}

/** Titles of documents of these requests that the reader sees. */
async function titlesIn(
  ctx: Ctx,
  table: typeof inspectionDocuments | typeof inspectionEvidence,
  ids: readonly string[],
): Promise<Map<string, { id: string; title: string }[]>> {
  const rows = await ctx.tx
    .select({ inspectionId: table.inspectionId, id: documents.id, title: documents.title })
    .from(table)
    .innerJoin(documents, and(eq(documents.id, table.documentId), visibleTo(ctx.actor, ctx.now)))
    .where(inArray(table.inspectionId, [...ids]))
    .orderBy(asc(documents.title), asc(documents.id))
  return new Map(
    Array.from(
      Map.groupBy(rows, ({ inspectionId }) => inspectionId),
      ([inspectionId, all]) => [inspectionId, all.map(({ id, title }) => ({ id, title }))],
    ),
  )
}

export async function toInspection(ctx: Ctx, id: string): Promise<Inspection> {
  const [inspection] = await toInspections(ctx, [id])
  if (!inspection) throw new Error('A request to inspect is gone')
  return inspection
}
