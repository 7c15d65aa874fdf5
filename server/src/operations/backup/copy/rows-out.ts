import { once } from 'node:events'
import { createWriteStream } from 'node:fs'
import { finished } from 'node:stream/promises'
import type { Database } from '../../../db/client.ts'
import { FORMAT } from '../place/head.ts'
import type { Sink } from '../place/spool.ts'
import { quoted, type Table, tablesOf } from '../place/tables.ts'

/** Line before the rows: all that a restore needs besides them and the content. */
export type Beginning = {
  format: number
  deployment: string
  copy: string
  version: string
  /** The migrations that the database had, as Drizzle's journal identifies them. */
  migrations: number[]
  /** Last value of each sequence. */
  sequences: Record<string, number>
  /** The master keys in base64, the current one first, separated by spaces. */
  masterKeys: string
}

/** Number of rows fetched at a time: this bounds the memory. */
const BATCH = 1_000

/*
 * The stream is lines, each with a letter first: `b` the beginning, `t` a table (its name), `r` one of its rows, `e` the end.
 */

/**
 * Writes everything of the database as it is at one moment, and into `names` the content that belongs to it: a line for each
 * document whose content should exist, with what is known of its ciphertext. On the embedded database requests wait.
 * @returns the rows of each table
 */
export async function writeRows(
  database: Database,
  sink: Sink,
  names: string,
  beginning: Pick<Beginning, 'deployment' | 'copy' | 'version' | 'masterKeys'>,
  onRows: (rows: number) => void,
): Promise<Record<string, number>> {
  const counts: Record<string, number> = {}
  let rows = 0
  await database.transaction(
    async () => {
      await unhurried(database)
      const said = { format: FORMAT, ...beginning, ...(await stateOf(database)) } satisfies Beginning
      await sink.write(`b${JSON.stringify(said)}\n`)
      for (const table of await tablesOf(database)) {
        await sink.write(`t${JSON.stringify(table.name)}\n`)
        counts[table.name] = 0
        await fetchAll<{ row: string }>(database, selectRows(table), async (batch) => {
          counts[table.name] = (counts[table.name] ?? 0) + batch.length
          rows += batch.length
          onRows(rows)
          await sink.write(batch.map(({ row }) => `r${row}\n`).join(''))
        })
      }
      await writeNames(database, names)
    },
    { isolationLevel: 'repeatable read', accessMode: 'read only' },
  )
  return counts
}

/** Selects rows. Documents come by path, in the order of their content in the list: both are read side by side later. */
const selectRows = ({ name, columns }: Table): string => {
  const row = `select ${columns.map((column) => `t.${quoted(column)}`).join(', ')}`
  const order = name === 'documents' ? ' order by t.file_path collate "C"' : ''
  return `select to_jsonb(x)::text as row from (${row} from ${quoted(name)} t${order}) x`
}

async function stateOf({ query }: Database): Promise<Pick<Beginning, 'migrations' | 'sequences'>> {
  const { rows: migrations } = await query<{ made: number }>(
    'select created_at as made from drizzle.__drizzle_migrations order by created_at',
  )
  const { rows: sequences } = await query<{ name: string; last: number | null }>(
    `select sequencename::text as name, last_value as last from pg_sequences where schemaname = 'public'`,
  )
  return {
    migrations: migrations.map(({ made }) => made),
    sequences: Object.fromEntries(sequences.map(({ name, last }) => [name, Number(last ?? 0)])),
  }
}

const CONTENT = `select d.file_path as path, c.bytes, c.sha256 from documents d
  left join content_digests c on c.path = d.file_path
  where d.wrapped_key is not null order by d.file_path collate "C"`

/** A document's content, and what is known of its ciphertext. */
export type Named = { path: string; bytes: number | null; sha256: string | null }

/**
 * Writes a line for each document whose content should exist, sorted by path, by bytes. In a transaction.
 * @throws when the file cannot be written, e.g. because the disk is full
 */
export async function writeNames(database: Database, file: string): Promise<void> {
  await unhurried(database)
  const out = createWriteStream(file, { mode: 0o600 })
  // Listens from the start: a full disk must not end the server.
  const written = finished(out)
  written.catch(() => undefined)
  await fetchAll<Named>(database, CONTENT, async (batch) => {
    const lines = batch.map((named) => `${JSON.stringify(named)}\n`).join('')
    if (!out.write(lines)) await Promise.race([once(out, 'drain'), written])
  })
  out.end()
  await written
}

/** Lets a transaction take as long as it takes to read and write all. */
const unhurried = ({ exec }: Database) =>
  exec('set local statement_timeout = 0; set local idle_in_transaction_session_timeout = 0')

async function fetchAll<Row>(
  { query, exec }: Pick<Database, 'query' | 'exec'>,
  select: string,
  take: (rows: Row[]) => Promise<void>,
): Promise<void> {
  await exec(`declare reading no scroll cursor for ${select}`)
  for (;;) {
    const { rows } = await query<Row>(`fetch ${BATCH} from reading`)
    if (rows.length > 0) await take(rows)
    if (rows.length < BATCH) break
  }
  await exec('close reading')
}
