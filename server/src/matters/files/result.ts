import { columnsOf, rowsDone } from '@deedbox/contract/matter-files.ts'
import type * as contract from '@deedbox/contract/matter-imports.ts'
import { and, asc, eq, gt } from 'drizzle-orm'
import type { FastifyReply } from 'fastify'
import { matterImportRows, matterImports } from '../../db/tables/matter-imports.ts'
import type { Raw } from '../../kernel/http/handler.ts'
import { sendTable, type TableColumns } from '../../kernel/http/send-table.ts'
import { Refusal } from '../../platform/errors.ts'
import { keepsMatters } from '../../policy/matters.ts'

const batch = 1_000

type Row = typeof matterImportRows.$inferSelect
const about: TableColumns<Row> = {
  Line: ({ line }) => String(line),
  'What became of it': ({ outcome }) => (outcome ? rowsDone[outcome] : 'Waits'),
  'What is wrong': ({ problems }) => problems,
}

/** Sends what became of each row, with the cells of the file, so that what is wrong is mended and imported again. @throws Refusal 'matter-import-not-found', also for whoever does not keep matters. */
export async function downloadMatterImport(
  raw: Raw<typeof contract.downloadMatterImport>,
  importId: string,
): Promise<FastifyReply> {
  const { kind } = await raw.transact(async (ctx) => {
    if (!keepsMatters(ctx.actor)) throw new Refusal('matter-import-not-found')
    const [found] = await ctx.tx.select().from(matterImports).where(eq(matterImports.id, importId))
    if (!found) throw new Refusal('matter-import-not-found')
    await ctx.audit({
      event: 'matters_import_read',
      details: { kind: found.kind, fileName: found.fileName },
    })
    return found
  })
  return sendTable(raw.reply, `${kind}-imported.csv`, {
    columns: {
      ...about,
      ...Object.fromEntries(
        columnsOf(kind).map(([name, { heading }]) => [heading, ({ cells }: Row) => cells[name] ?? '']),
      ),
    },
    given: null,
    batches: async function* () {
      let after = 0
      for (;;) {
        const rows = await raw.read(({ tx }) =>
          tx
            .select()
            .from(matterImportRows)
            .where(and(eq(matterImportRows.importId, importId), gt(matterImportRows.line, after)))
            .orderBy(asc(matterImportRows.line))
            .limit(batch),
        )
        yield rows
        if (rows.length < batch) return
        after = rows.at(-1)?.line ?? after
      }
    },
  })
}
