import { execFileSync } from 'node:child_process'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'

/*
 * Writes what drizzle-kit makes of `tables/` into drizzle/0000_schema.sql, between its two lines with ===, and its snapshot beside it (npm
 * run schema -w server). The lines around them are written by hand. Used until 0.1.0 is tagged (CONTRIBUTING.md).
 */
const server = path.join(import.meta.dirname, '..', '..')
const schema = path.join(server, 'drizzle', '0000_schema.sql')
const begin = '-- === Tables and indexes, by drizzle-kit\n'
const end = '\n--> statement-breakpoint\n-- === End of tables and indexes'

const made = fs.mkdtempSync(path.join(os.tmpdir(), 'deedbox-schema-'))
const kit = path.join(server, '..', 'node_modules', '.bin', 'drizzle-kit')
const tables = path.join(server, 'src', 'db', 'tables', 'index.ts')
execFileSync(
  kit,
  ['generate', '--dialect=postgresql', `--schema=${tables}`, `--out=${made}`, '--name=schema'],
  { cwd: server },
)
const read = (...name: string[]) => fs.readFileSync(path.join(made, ...name), 'utf8')
const statements = read('0000_schema.sql')
  .replace(/(--> statement-breakpoint)?\s*$/, '')
  .trimEnd()
// The same tables make the same file: drizzle-kit gives every snapshot an id by chance.
const snapshot = {
  ...JSON.parse(read('meta', '0000_snapshot.json')),
  id: '00000000-0000-4000-8000-000000000001',
}
fs.rmSync(made, { recursive: true })

const whole = fs.readFileSync(schema, 'utf8')
const [from, to] = [whole.indexOf(begin), whole.indexOf(end)]
if (from < 0 || to < from)
  throw new Error(`${schema} lacks the lines with === between which the tables stand`)
fs.writeFileSync(schema, whole.slice(0, from + begin.length) + statements + whole.slice(to))
fs.writeFileSync(
  path.join(server, 'drizzle', 'meta', '0000_snapshot.json'),
  `${JSON.stringify(snapshot, null, 2)}\n`,
)
