import fs from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { PGlite } from '@electric-sql/pglite'
import { pg_trgm } from '@electric-sql/pglite/contrib/pg_trgm'
import { packReleases, type Release } from './releases.ts'

/*
 * Keeps data folders, or the built server, of a release for the tests of upgrades (server/releases/README.md). The data
 * folders are changed: give it copies.
 */

const CONTENTS_KEPT = 2
const SEGMENT = 16 * 1024 * 1024
const PAGE = 8192
const WRITTEN_LAST = 1024 * 1024

const open = (folder: string) =>
  PGlite.create({ dataDir: join(folder, 'database'), extensions: { pg_trgm }, relaxedDurability: false })

/** Closes the database cleanly, and empties the part of its log that no start needs: it would not compress. */
async function slim(folder: string): Promise<Release> {
  for (const name of fs.readdirSync(folder))
    if (!['database', 'documents', 'master.key'].includes(name))
      fs.rmSync(join(folder, name), { recursive: true })
  const first = await open(folder)
  await first.exec('vacuum analyze')
  await first.exec('checkpoint')
  await first.close()

  const database = await open(folder)
  const { rows: tables } = await database.query<{ name: string }>(
    "select table_name as name from information_schema.tables where table_schema = 'public' and table_type = 'BASE TABLE' order by 1",
  )
  const rows: Record<string, number> = {}
  for (const { name } of tables) {
    const { rows: counted } = await database.query<{ n: number }>(`select count(*)::int as n from "${name}"`)
    rows[name] = counted[0]?.n ?? 0
  }
  const { rows: documents } = await database.query<{ path: string }>(
    'select file_path as path from documents where wrapped_key is not null and deleted_at is null order by file_size, file_path',
  )
  const { rows: applied } = await database.query<{ made: number }>(
    'select created_at::float8 as made from drizzle.__drizzle_migrations order by created_at desc limit 1',
  )
  const { rows: log } = await database.query<{ redo: string; file: string }>(
    'select redo_lsn::text as redo, redo_wal_file as file from pg_control_checkpoint()',
  )
  await database.close()

  const { redo = '', file = '' } = log[0] ?? {}
  const folderOfLog = join(folder, 'database', 'pg_wal')
  for (const name of fs.readdirSync(folderOfLog))
    if (/^[0-9A-F]{24}$/.test(name) && name !== file) fs.rmSync(join(folderOfLog, name))
  const segment = fs.readFileSync(join(folderOfLog, file))
  const at = Number.parseInt(redo.split('/')[1] ?? '', 16) % SEGMENT
  // Its first page says which segment it is. What follows the little that was written last is from an older segment.
  if (at > 2 * PAGE) segment.fill(0, PAGE, at - (at % PAGE))
  segment.fill(0, Math.min(at + WRITTEN_LAST, SEGMENT))
  fs.writeFileSync(join(folderOfLog, file), segment)

  const keptContents = new Set(documents.slice(0, CONTENTS_KEPT).map(({ path }) => path))
  const contents = join(folder, 'documents')
  for (const one of fs.readdirSync(contents, { recursive: true, withFileTypes: true })) {
    const path = join(one.parentPath, one.name)
    const name = path.slice(contents.length + 1)
    if (one.isFile() && !one.name.startsWith('.') && !keptContents.has(name)) fs.rmSync(path)
  }
  return { name: nameOf(applied[0]?.made), rows, folder }
}

function nameOf(made: number | undefined): string {
  const journal = join(import.meta.dirname, '..', '..', 'drizzle', 'meta', '_journal.json')
  const { entries } = JSON.parse(fs.readFileSync(journal, 'utf8')) as {
    entries: { when: number; tag: string }[]
  }
  const entry = entries.find(({ when }) => when === made)
  if (!entry) throw new Error('The folder has a migration that this version does not know')
  return entry.tag
}

/** The built server with its migrations, as other releases start it; without maps, the demonstration and what only tests start. */
async function keepServer(target: string): Promise<void> {
  const server = join(import.meta.dirname, '..', '..')
  const folder = fs.mkdtempSync(join(tmpdir(), 'deedbox-keep-'))
  const isKept = (path: string) => !/\.map$|\.gz$|(demo|testing-serve)\.js$/.test(path)
  fs.cpSync(join(server, 'dist'), join(folder, 'dist'), { recursive: true, filter: isKept })
  fs.cpSync(join(server, 'drizzle'), join(folder, 'drizzle'), {
    recursive: true,
    filter: (path) => !path.endsWith('_snapshot.json'),
  })
  fs.writeFileSync(join(folder, 'package.json'), '{ "type": "module" }\n')
  await packReleases([{ name: 'server', rows: {}, folder }], target)
  fs.rmSync(folder, { recursive: true })
}

async function keepData(folders: string[], target: string): Promise<void> {
  const all: Release[] = []
  for (const folder of folders) all.push(await slim(folder))
  await packReleases(
    all.sort((one, other) => (one.name < other.name ? -1 : 1)),
    target,
  )
}

const [what, ...given] = process.argv.slice(2)
const target = given.pop()
if (what === 'server' && target && given.length === 0) await keepServer(target)
else if (what === 'data' && target && given.length > 0) await keepData(given, target)
else throw new Error('keep-release.ts server TARGET, or keep-release.ts data FOLDER… TARGET')
process.stdout.write(`${target}: ${fs.statSync(target).size} bytes\n`)
