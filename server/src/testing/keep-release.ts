import { spawn } from 'node:child_process'
import { once } from 'node:events'
import fs from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { PGlite } from '@electric-sql/pglite'
import { pg_trgm } from '@electric-sql/pglite/contrib/pg_trgm'
import flags from '../../flags.json' with { type: 'json' }
import about from '../../package.json' with { type: 'json' }
import { pack } from '../db/template.ts'
import { migrations } from '../home.ts'
import { about as aboutFile, kept, type Release } from './releases.ts'

/*
 * npm run keep -w server: keeps the demonstration's data folder as this version leaves it, and the built server, for the tests of
 * upgrades (server/releases/README.md). Build before.
 */

const CONTENTS_KEPT = 2
const SEGMENT_BYTES = 16 * 1024 * 1024
const PAGE_BYTES = 8192
const WRITTEN_LAST_BYTES = 1024 * 1024
/** Level of zstd: as small as it gets in a few seconds. */
const LEVEL = 19

const server = join(import.meta.dirname, '..', '..')

/** Starts the built demonstration, and ends it once its practice is there, before it can remove its folder. */
async function makeData(home: string): Promise<string> {
  const { PATH } = process.env
  const demo = spawn(process.execPath, [...flags, join(server, 'dist', 'demo.js')], {
    env: { PATH, TMPDIR: home, PORT: '0' },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const ended = once(demo, 'exit')
  let said = ''
  for await (const text of demo.stdout.setEncoding('utf8')) {
    said += text
    if (said.includes('is ready')) break
  }
  demo.kill('SIGKILL')
  await ended
  const folder = fs.readdirSync(home).find((name) => name.startsWith('deedbox-demo-'))
  if (!said.includes('is ready') || !folder) throw new Error('The demonstration did not start')
  return join(home, folder)
}

const open = (folder: string) =>
  PGlite.create({ dataDir: join(folder, 'database'), extensions: { pg_trgm }, relaxedDurability: false })

/** Closes the database cleanly, and leaves out what no test looks at and what would not compress. */
async function slim(folder: string): Promise<void> {
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
  const release: Release = { version: about.version, rows: {} }
  for (const { name } of tables) {
    const { rows: counted } = await database.query<{ n: number }>(`select count(*)::int as n from "${name}"`)
    release.rows[name] = counted[0]?.n ?? 0
  }
  const { rows: documents } = await database.query<{ path: string }>(
    'select file_path as path from documents where wrapped_key is not null and deleted_at is null order by file_size, file_path',
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
  const at = Number.parseInt(redo.split('/')[1] ?? '', 16) % SEGMENT_BYTES
  // Its first page says which segment it is. What follows the little that was written last is from an older segment.
  if (at > 2 * PAGE_BYTES) segment.fill(0, PAGE_BYTES, at - (at % PAGE_BYTES))
  segment.fill(0, Math.min(at + WRITTEN_LAST_BYTES, SEGMENT_BYTES))
  fs.writeFileSync(join(folderOfLog, file), segment)

  const keptContents = new Set(documents.slice(0, CONTENTS_KEPT).map(({ path }) => path))
  const contents = join(folder, 'documents')
  for (const one of fs.readdirSync(contents, { recursive: true, withFileTypes: true })) {
    const path = join(one.parentPath, one.name)
    const name = path.slice(contents.length + 1)
    if (one.isFile() && !one.name.startsWith('.') && !keptContents.has(name)) fs.rmSync(path)
  }
  fs.writeFileSync(join(folder, aboutFile), `${JSON.stringify(release)}\n`)
}

/** Copies the built server with its migrations, as the next release starts it; without maps, the demonstration and what only tests start. */
function copyServer(folder: string): void {
  const isKept = (path: string) => !/\.map$|\.zst$|(demo|testing-serve)\.js$/.test(path)
  fs.cpSync(join(server, 'dist'), join(folder, 'dist'), { recursive: true, filter: isKept })
  fs.cpSync(migrations, join(folder, 'drizzle'), {
    recursive: true,
    filter: (path) => !path.endsWith('_snapshot.json'),
  })
  fs.writeFileSync(join(folder, 'package.json'), '{ "type": "module" }\n')
}

if (!fs.existsSync(join(server, 'dist', 'demo.js')))
  throw new Error('Build the server first: npm start, once')
process.umask(0o077)
const home = fs.mkdtempSync(join(tmpdir(), 'deedbox-keep-'))
try {
  const [data, built] = [await makeData(home), join(home, 'server')]
  await slim(data)
  copyServer(built)
  for (const [folder, name] of [
    [data, `data-${about.version}.zst`],
    [built, 'server.zst'],
  ] as const) {
    pack(folder, join(kept, name), LEVEL)
    process.stdout.write(`${name}: ${fs.statSync(join(kept, name)).size} bytes\n`)
  }
} finally {
  fs.rmSync(home, { recursive: true, force: true })
}
