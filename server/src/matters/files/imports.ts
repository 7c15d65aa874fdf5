import { dayOf } from '@deedbox/contract/dates.ts'
import { columnCalled, columnsOf, type RowOutcome, rowOutcomes } from '@deedbox/contract/matter-files.ts'
import type * as contract from '@deedbox/contract/matter-imports.ts'
import type { MatterImport, MatterImportRow } from '@deedbox/contract/matter-imports.ts'
import { desc, eq, sql } from 'drizzle-orm'
import { run } from '../../db/named.ts'
import { profiles } from '../../db/tables/accounts.ts'
import { matterImports } from '../../db/tables/matter-imports.ts'
import type { Acting, ReadCtx } from '../../kernel/context/context.ts'
import { readTableFile, readUpload, type TableFile } from '../../kernel/http/csv-upload.ts'
import type { Answer, Input, Raw } from '../../kernel/http/handler.ts'
import { fileBody } from '../../kernel/http/register.ts'
import type { Services } from '../../kernel/services.ts'
import { Refusal } from '../../platform/errors.ts'
import { keepsMatters, mayKeep } from '../../policy/matters.ts'
import { planDates } from './dates.ts'
import { planMatters } from './matters.ts'
import { planParties } from './parties.ts'
import type { Planner } from './row.ts'

type Kind = MatterImport['kind']
type Given = Input<typeof contract.startMatterImport>['query']
type Sent = Raw<typeof contract.startMatterImport> | Raw<typeof contract.previewMatterImport>

export const planners: Record<Kind, Planner> = {
  matters: planMatters,
  parties: planParties,
  dates: planDates,
}
export const importJob = 'import-matters'

/** Reads the file of a call, once the caller may keep matters. */
async function receive({ request, read }: Sent, kind: Kind): Promise<TableFile<string>> {
  await (read as Raw<typeof contract.startMatterImport>['read'])(async ({ actor }) => mayKeep(actor))
  const headings = new Map(columnsOf(kind).map(([name, { heading }]) => [name, heading]))
  return readTableFile<string>(await readUpload(fileBody(request)), {
    columnOf: (heading) => columnCalled(kind, heading),
    headingOf: (column) => headings.get(column) ?? column,
    needed: columnsOf(kind).flatMap(([name, { needed }]) => (needed ? name : [])),
  })
}

const planOf = (ctx: Acting<ReadCtx>, file: TableFile<string>, { kind, overwrite }: Given) =>
  planners[kind](ctx, file.rows, {
    overwrite: overwrite === 'true',
    lock: false,
    today: dayOf(ctx.now, ctx.settings.timeZone),
  })

/** Shows what importing a file would do; changes nothing. @throws Refusal 'not-allowed', 'import-…' for a file that cannot be read. */
export async function previewMatterImport(
  raw: Raw<typeof contract.previewMatterImport>,
  { query }: Input<typeof contract.previewMatterImport>,
): Promise<Answer<typeof contract.previewMatterImport>> {
  const file = await receive(raw, query.kind)
  const { rows } = await raw.read((ctx) => planOf(ctx, file, query))
  return { rows, counts: countsOf(rows), encoding: file.encoding, ignoredColumns: file.ignoredColumns }
}

/**
 * Writes down the rows of a file, from which a job imports them in batches. What is wrong with the file itself, as a reference that is there twice,
 * is found here, where the whole file is known. @throws Refusal 'not-allowed', 'import-…'
 */
export async function startMatterImport(
  { jobs }: Pick<Services, 'jobs'>,
  raw: Raw<typeof contract.startMatterImport>,
  { query }: Input<typeof contract.startMatterImport>,
): Promise<Answer<typeof contract.startMatterImport>> {
  const file = await receive(raw, query.kind)
  const started = await raw.transact(async (ctx) => {
    const plan = await planOf(ctx, file, query)
    const counts = countsOf(plan.rows)
    if (counts.insert + counts.change === 0) throw new Refusal('matter-import-nothing')
    const { kind, fileName } = query
    const [row] = await ctx.tx
      .insert(matterImports)
      .values({
        ...{ kind, fileName, overwrite: query.overwrite === 'true' },
        ...{ startedBy: ctx.actor.id, startedAt: ctx.now },
      })
      .returning()
    if (!row) throw new Error('An import was not inserted')
    const stored = plan.rows.map(({ line, outcome, problems }, index) => ({
      ...{ line, cells: file.rows[index]?.cells ?? {} },
      ...(outcome === 'wrong' && { outcome, problems: textOf(problems) }),
    }))
    await run(
      ctx,
      sql`insert into matter_import_rows (import_id, line, cells, outcome, problems)
        select ${row.id}::uuid, r.line, r.cells, r.outcome, coalesce(r.problems, '')
        from jsonb_to_recordset(${JSON.stringify(stored)}::jsonb) as r (line int, cells jsonb, outcome text, problems text)`,
      { prepared: false },
    )
    const said = { kind, fileName, rows: plan.rows.length, wrong: counts.wrong }
    await ctx.audit({ event: 'matters_imported', details: said })
    return (await toImports(ctx, row.id))[0]
  })
  jobs.poke(importJob)
  if (!started) throw new Error('An import is gone')
  return { import: started }
}

/** Writes problems on one line, each with its line of the file where it is another one than the row's. */
export const textOf = (problems: MatterImportRow['problems']): string =>
  problems.map(({ line, text }) => `Line ${line}: ${text}`).join(' ')

export const countsOf = (rows: readonly { outcome: RowOutcome }[]): Record<RowOutcome, number> => {
  const counts = { ...none }
  for (const { outcome } of rows) counts[outcome]++
  return counts
}
const none = Object.fromEntries(Object.keys(rowOutcomes).map((name) => [name, 0])) as Record<
  RowOutcome,
  number
>

const shown = 20

/** The latest imports with their progress. @throws Refusal 'not-allowed' */
export async function listMatterImports(
  ctx: Acting<ReadCtx>,
): Promise<Answer<typeof contract.listMatterImports>> {
  mayKeep(ctx.actor)
  return { imports: await toImports(ctx) }
}

/** @throws Refusal 'matter-import-not-found', also for whoever does not keep matters. */
export async function getMatterImport(
  ctx: Acting<ReadCtx>,
  importId: string,
): Promise<Answer<typeof contract.getMatterImport>> {
  const [found] = keepsMatters(ctx.actor) ? await toImports(ctx, importId) : []
  if (!found) throw new Refusal('matter-import-not-found')
  return { import: found }
}

async function toImports(ctx: ReadCtx, id?: string): Promise<MatterImport[]> {
  const rows = await ctx.tx
    .select({ row: matterImports, by: profiles.name })
    .from(matterImports)
    .innerJoin(profiles, eq(profiles.id, matterImports.startedBy))
    .where(id === undefined ? undefined : eq(matterImports.id, id))
    .orderBy(desc(matterImports.startedAt), desc(matterImports.id))
    .limit(shown)
  const ids = rows.map(({ row }) => row.id)
  const counted = await run<{ id: string; outcome: RowOutcome | null; n: number }>(
    ctx,
    sql`select import_id as id, outcome, count(*)::int as n from matter_import_rows
      where import_id = any(${sql.param(ids)}::uuid[]) group by 1, 2`,
    { prepared: false },
  )
  const ofImport = Map.groupBy(counted, (one) => one.id)
  return rows.map(({ row, by }) => {
    const counts = ofImport.get(row.id) ?? []
    return {
      ...{
        id: row.id,
        kind: row.kind,
        fileName: row.fileName,
        overwrite: row.overwrite,
        failure: row.failure,
      },
      startedBy: by,
      startedAt: row.startedAt.toISOString(),
      endedAt: row.endedAt?.toISOString() ?? null,
      rows: counts.reduce((sum, { n }) => sum + n, 0),
      done: {
        ...none,
        ...Object.fromEntries(counts.flatMap(({ outcome, n }) => (outcome ? [[outcome, n]] : []))),
      },
    }
  })
}
