import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { fold } from '@deedbox/contract/fold.ts'
import fc from 'fast-check'
import { pino } from 'pino'
import { afterAll, describe, expect, test } from 'vitest'
import { migrations } from '../home.ts'
import { withNewDatabase } from '../testing/database.ts'
import { startPostgres } from '../testing/postgres.ts'
import { openDatabase } from './client.ts'
import { migrate } from './migrate.ts'

const logger = pino({ level: 'silent' })
const home = fs.mkdtempSync(path.join(os.tmpdir(), 'deedbox-fold-'))
const postgres = await startPostgres()
afterAll(async () => {
  await postgres?.stop()
  fs.rmSync(home, { recursive: true, force: true })
})

/** Alphabets with case or accents, and some without; not the letters that newer versions of Unicode add. */
const ranges = [
  [0x20, 0x24f],
  [0x250, 0x377],
  [0x37a, 0x52f],
  [0x531, 0x5f4],
  [0x600, 0x6ff],
  [0x900, 0x97f],
  [0xe01, 0xe3a],
  [0x10a0, 0x10ff],
  [0x1e00, 0x1fff],
  [0x2000, 0x214f],
  [0x3041, 0x30ff],
  [0x4e00, 0x4e20],
  [0xac00, 0xac80],
  [0xfb00, 0xfb06],
  [0xff01, 0xff5e],
  [0x10400, 0x1044f],
]
const letters = ranges.flatMap(([from = 0, to = 0]) =>
  Array.from({ length: to - from + 1 }, (_, n) => String.fromCodePoint(from + n)),
)

describe.each(['pglite', 'postgres'] as const)('on %s', (kind) => {
  test.skipIf(kind === 'postgres' && !postgres)(
    'the database folds like the contract, and folds what it stores',
    async () => {
      const databaseUrl = kind === 'postgres' ? await postgres?.createDatabase() : undefined
      const database = await openDatabase({
        databaseUrl,
        dataDir: withNewDatabase(path.join(home, kind)),
        logger,
      })
      await migrate(database, migrations)
      const owner = '11111111-1111-4111-8111-111111111111'
      const name = 'Zoe\u0308 Ångström'
      await database.query(
        'insert into profiles (user_id, email, name, created_at, updated_at) values ($1, $2, $3, now(), now())',
        [owner, 'zoe@example.com', name],
      )
      await database.query(
        `insert into documents (title, client_name, file_name, file_path, file_size, file_type, sha256, owner_id, owner_name,
         owner_email, master_key_id, created_at) values ($1, $2, 'E\u0301.pdf', 'p', 1, 'text/plain', '', $3, $4, 'zoe@example.com', '', now())`,
        ['\u00c9tude\u2028der Stra\u00dfe', '\u039f\u03b4\u03c5\u03c3\u03c3\u03b5\u03cd\u03c2', owner, name],
      )
      const stored = await database.query<{ text: string }>(
        'select search_text as text from documents union all select search_text from profiles',
      )
      // A detail that a document has not leaves its space.
      expect(stored.rows.map(({ text }) => text.replace(/ +/g, ' '))).toEqual([
        'etude\u2028der strasse οδυσσευσ zoe angstrom zoe@example.com e.pdf',
        'zoe angstrom zoe@example.com',
      ])

      const texts = [
        ...letters,
        ...fc.sample(fc.string({ unit: fc.constantFrom(...letters), maxLength: 12 }), 300),
      ]
      const folded = await database.query<{ text: string; once: string; twice: string }>(
        `select text, deedbox_fold(text) as once, deedbox_fold(deedbox_fold(text)) as twice
         from unnest($1::text[]) with ordinality as given(text, n) order by n`,
        [texts],
      )
      expect(folded.rows).toHaveLength(texts.length)
      expect(folded.rows.filter(({ text, once, twice }) => once !== fold(text) || twice !== once)).toEqual([])
      await database.close()
    },
  )
})
