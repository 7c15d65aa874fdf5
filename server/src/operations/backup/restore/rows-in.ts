import { eq, sql } from 'drizzle-orm'
import type { Database } from '../../../db/client.ts'
import { backups, restores } from '../../../db/tables/backups.ts'
import type { Beginning } from '../copy/rows-out.ts'
import { bytesOf, type Copy } from '../place/copies.ts'
import { BackupFault } from '../place/fault.ts'
import { quoted, tablesOf } from '../place/tables.ts'
import type { Line } from './rows-read.ts'
import { removeMark } from './unfinished.ts'

/** Number of rows, and of the characters of their text, that are inserted in one transaction, so that memory stays small. */
const BATCH_ROWS = 1_000
const BATCH_CHARACTERS = 2_000_000

/**
 * Empties the tables of a database that was only just migrated (migrations insert rows) and takes its triggers and foreign keys
 * off: rows come as they were, in any order. In one transaction with the row that says so, returned.
 */
export function openTables(database: Database, place: string, copy: string) {
  return database.transaction(async (tx) => {
    await database.exec('set local statement_timeout = 0')
    const { rows } = await database.query<{ name: string; table: string; definition: string }>(
      `select conname as name, conrelid::regclass::text as table, pg_get_constraintdef(oid) as definition
       from pg_constraint where connamespace = 'public'::regnamespace and contype = 'f' and conparentid = 0 order by oid`,
    )
    for (const { table, name } of rows)
      await database.exec(`alter table ${table} drop constraint ${quoted(name)}`)
    const tables = (await tablesOf(database)).map(({ name }) => quoted(name))
    for (const name of tables) await database.exec(`alter table ${name} disable trigger user`)
    await database.exec(`truncate ${tables.join(', ')}`)
    const constraints = rows.map(
      ({ table, name, definition }) => `alter table ${table} add constraint ${quoted(name)} ${definition}`,
    )
    const [begun] = await tx
      .insert(restores)
      .values({ place, copy, startedAt: sql`now()`, constraints })
      .returning()
    if (!begun) throw new Error('A restore was not recorded')
    await removeMark(database)
    return begun
  })
}

type Begun = { id: string; progress: Record<string, number> }

/** Inserts the rows of a copy; those that an interrupted restore has inserted already are skipped. Returns the counts that the copy names. */
export async function insertRows(
  database: Database,
  begun: Begun,
  lines: AsyncIterable<Line>,
  onRows: (rows: number) => void,
): Promise<Record<string, number>> {
  const columns = new Map((await tablesOf(database)).map(({ name, columns }) => [name, columns]))
  let counts: Record<string, number> | undefined
  let batch = newBatch('', 0)
  let all = 0
  const flush = async () => {
    if (batch.rows.length > 0) await insert(database, begun, batch, columns.get(batch.table))
    all += batch.rows.length
    onRows(all)
    batch = newBatch(batch.table, batch.before + batch.rows.length)
  }
  let toSkip = 0
  for await (const line of lines) {
    if (line.kind === 'row') {
      if (toSkip > 0) {
        toSkip -= 1
        all += 1
        continue
      }
      batch.rows.push(line.row)
      batch.characters += line.row.length
      if (batch.rows.length >= BATCH_ROWS || batch.characters >= BATCH_CHARACTERS) await flush()
    } else {
      await flush()
      if (line.kind === 'table') {
        toSkip = begun.progress[line.name] ?? 0
        batch = newBatch(line.name, toSkip)
      } else if (line.kind === 'end') counts = line.end.counts
    }
  }
  if (!counts) throw new BackupFault('The copy does not end')
  return counts
}

const newBatch = (table: string, before: number) => ({ table, before, rows: [] as string[], characters: 0 })

/** Inserts a batch, and in the same transaction how far it goes. */
async function insert(
  database: Database,
  begun: Begun,
  { table, before, rows }: ReturnType<typeof newBatch>,
  columns: string[] | undefined,
): Promise<void> {
  if (!columns) throw new BackupFault(`The copy has rows of ${table}, which this version does not know`)
  const names = columns.map(quoted).join(', ')
  await database.transaction(async () => {
    await database.query('set local statement_timeout = 0')
    await database.query(
      `insert into ${quoted(table)} (${names}) overriding system value
       select ${names} from jsonb_populate_recordset(null::${quoted(table)}, $1::jsonb)`,
      [`[${rows.join(',')}]`],
    )
    await database.query(
      `update restores set progress = progress || jsonb_build_object($2::text, $3::int) where id = $1`,
      [begun.id, table, before + rows.length],
    )
  })
}

/**
 * Closes the tables once all rows are in: counts them, puts the foreign keys back (which checks them) and the triggers, among them those
 * that protect the audit trail, and sets the sequences. All of it happens or nothing.
 * @throws BackupFault when a table has another number of rows than the copy says
 */
export function closeTables(
  database: Database,
  begun: { id: string; constraints: string[] },
  beginning: Beginning,
  counts: Record<string, number>,
  copy: Copy,
): Promise<void> {
  return database.transaction(async (tx) => {
    await database.exec('set local statement_timeout = 0')
    for (const [table, expected] of Object.entries(counts)) {
      const { rows } = await database.query<{ n: number }>(`select count(*) as n from ${quoted(table)}`)
      if (rows[0]?.n !== expected)
        throw new BackupFault(`${rows[0]?.n} rows of ${table} were restored instead of ${expected}`)
    }
    for (const constraint of begun.constraints) await database.exec(constraint)
    for (const { name } of await tablesOf(database))
      await database.exec(`alter table ${quoted(name)} enable trigger user`)
    for (const [name, last] of Object.entries(beginning.sequences))
      if (last > 0) await database.query('select setval($1::regclass, $2::bigint)', [quoted(name), last])
    // The backup that made the copy still runs in its rows.
    await tx
      .update(backups)
      .set({ outcome: 'done', endedAt: sql`started_at`, documents: copy.files, bytesTotal: bytesOf(copy) })
      .where(eq(backups.copy, copy.copy))
    await tx.update(restores).set({ rowsAt: sql`now()` }).where(eq(restores.id, begun.id))
  })
}
