import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'
import { pino } from 'pino'
import { openDatabase } from '../../server/src/db/client.ts'
import { openSecrets } from '../../server/src/db/kept-secrets.ts'
import { migrate } from '../../server/src/db/migrate.ts'
import { tallyIn } from '../../server/src/db/tallies.ts'
import { openWords } from '../../server/src/db/word-hashes.ts'
import { tieStore } from '../../server/src/documents/store/store-mark.ts'
import { sessionCookieName, signToken } from '../../server/src/kernel/context/session-cookie.ts'
import { loadKeyring } from '../../server/src/platform/encryption/keys.ts'
import { openStorage } from '../../server/src/platform/storage/open.ts'
import type { TestPostgres } from '../../server/src/testing/postgres.ts'
import { withoutIndexes } from './indexes.ts'
import { giveMatters } from './matters.ts'
import { emailOf, largeClient, type Person, people, practice, withLargeClient } from './rows.ts'
import { giveWords } from './words.ts'

/** Database of this number of documents, and the cookies of those who are measured. */
export type Practice = {
  documents: number
  databaseUrl: string
  dataDir: string
  cookies: Record<Person, string>
}

const big = ['documents', 'document_access', 'access_requests', 'audit_events']

/** Rows that triggers keep of new rows; triggers are off while it is filled. The sums of tallies are kept by triggers from here on. */
const derived = `
  set session_replication_role = default;
  insert into recipients select distinct user_email, user_name from document_access on conflict do nothing;
  insert into clients (key) select distinct left(deedbox_fold(client_name), 200) from documents where client_name is not null
    on conflict do nothing;
  update access_requests r set document_organization_id = d.organization_id from documents d where d.id = r.document_id`

/** Fills a new database: rows first, then what is built from them, because keeping ten indexes up to date takes hours. */
async function fill(databaseUrl: string, documents: number, keyId: string): Promise<void> {
  const client = new pg.Client({ connectionString: databaseUrl })
  await client.connect()
  try {
    await client.query(
      `set maintenance_work_mem = '1GB'; set work_mem = '128MB'; set session_replication_role = replica`,
    )
    await withoutIndexes(client, big, () => client.query(practice(documents, keyId)))
    await client.query(`begin; ${derived}`)
    await tallyIn(
      { query: (text, values) => client.query(text, [...(values ?? [])]) as never },
      'Australia/Sydney',
      new Date(),
    )
    await client.query('commit')
    await client.query('vacuum analyze')
  } finally {
    await client.end()
  }
}

/** Makes a session for each person, which lasts a year, as does its proof of who they are. Returns their cookies. */
async function signIn(databaseUrl: string, secret: string): Promise<Record<Person, string>> {
  const client = new pg.Client({ connectionString: databaseUrl })
  await client.connect()
  try {
    const cookies: Partial<Record<Person, string>> = {}
    for (const person of people) {
      const token = `growth-${person}-${crypto.randomUUID()}`
      await client.query(
        `insert into sessions (token, user_id, expires_at, proved_at, created_at, updated_at)
        select $1, user_id, now() + interval '1 year', now() + interval '1 year', now(), now() from profiles where email = $2`,
        [token, emailOf(person)],
      )
      cookies[person] = `${sessionCookieName(false)}=${signToken(token, secret)}`
    }
    return cookies as Record<Person, string>
  } finally {
    await client.end()
  }
}

/** Opens the practice of that size: the one that `folder` has a record of, or a new one in a new database. */
export async function practiceOf(
  documents: number,
  folder: string,
  { createNamed, urlOf }: Pick<TestPostgres, 'createNamed' | 'urlOf'>,
): Promise<Practice> {
  const name = `g${documents}`
  const record = join(folder, `${name}.json`)
  const dataDir = join(folder, `${name}-data`)
  const databaseUrl = urlOf(name)
  const kept = existsSync(record)
  if (!kept) {
    rmSync(dataDir, { recursive: true, force: true })
    mkdirSync(dataDir, { recursive: true })
    await createNamed(name)
  }
  const { keyring, words } = await prepare(databaseUrl, dataDir)
  if (!kept) {
    await fill(databaseUrl, documents, keyring.currentId)
    const cookies = await signIn(databaseUrl, keyring.secret('session cookies').toString('base64'))
    writeFileSync(record, JSON.stringify({ documents, cookies }, null, 2))
  }
  await giveLargeClient(databaseUrl)
  await giveWords(databaseUrl, words)
  await giveMatters(databaseUrl, documents)
  const { cookies } = JSON.parse(readFileSync(record, 'utf8')) as Pick<Practice, 'cookies'>
  return { documents, databaseUrl, dataDir, cookies }
}

/** Gives a large client to a practice, also to one that was kept from before there was one. */
async function giveLargeClient(databaseUrl: string): Promise<void> {
  const client = new pg.Client({ connectionString: databaseUrl })
  await client.connect()
  try {
    const { rowCount } = await client.query('select from clients where key = deedbox_fold($1)', [largeClient])
    if (rowCount) return
    await client.query(withLargeClient)
    await client.query('vacuum analyze documents')
  } finally {
    await client.end()
  }
}

/** Migrates the database as Deedbox does, and gives the data folder its master key and its store. */
async function prepare(databaseUrl: string, dataDir: string) {
  const database = await openDatabase({ databaseUrl, dataDir, logger: pino({ level: 'warn' }) })
  try {
    await migrate(database, join(import.meta.dirname, '..', '..', 'server', 'drizzle'))
    await tieStore({ database, storage: await openStorage({ dataDir }) })
    const keyring = loadKeyring({ dataDir })
    await openSecrets(database, keyring)
    return { keyring, words: await openWords(database, keyring) }
  } finally {
    await database.close()
  }
}
