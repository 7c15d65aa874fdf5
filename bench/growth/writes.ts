import pg from 'pg'
import { median } from '../report.ts'
import { emailOf } from './rows.ts'

const rounds = 9
/** Number of rows in one transaction, so many that a commit hardly counts. */
const rows = 200

/** Documents by the trustee, one statement each as an upload does; then five grants on each in a statement each, as a single share does. */
const upload = `insert into documents (title, type, created_at, expiry_date, file_name, file_path, file_size, file_type, sha256, owner_id,
    owner_name, owner_email, client_name, wrapped_key, master_key_id)
  select 'Bench deed ' || $1::int, 'other', now(), current_date + $1::int, 'bench.pdf', 'bench/' || gen_random_uuid(), 1000, 'application/pdf',
    md5($1::int::text), user_id, name, email, 'Bench client ' || $1::int % 7, '\\x00', 'bench' from profiles where email = '${emailOf('trustee')}'
  returning id`
const share = `insert into document_access (document_id, user_email, user_name, granted_by, granted_by_name, granted_at, expires_at)
  select $1, 'bench' || $2::int || '@mail.example', 'Bench ' || $2::int, owner_id, owner_name, now(), now() + $2::int * interval '20 days'
  from documents where id = $1`
/** Statement that shares many documents with three people. */
const shareMany = `insert into document_access (document_id, user_email, user_name, granted_by, granted_by_name, granted_at, expires_at)
  select id, 'many' || n || '@mail.example', 'Many ' || n, owner_id, owner_name, now(), now() + interval '20 days'
  from documents, generate_series(1, 3) n where id = any($1)`

type Speed = { uploads: number; shares: number; 'shares, 600 at once': number }

/** Runs one round in a transaction that is rolled back; `triggers`: with those that keep the tallies, or without. */
async function round(client: pg.Client, triggers: string[]): Promise<Speed> {
  await client.query('begin')
  try {
    for (const trigger of triggers) await client.query(trigger)
    const ids: string[] = []
    const began = performance.now()
    for (let n = 0; n < rows; n++)
      ids.push((await client.query<{ id: string }>(upload, [n])).rows[0]?.id ?? '')
    const uploaded = performance.now()
    for (const [n, id] of ids.entries())
      for (let each = 0; each < 5; each++) await client.query(share, [id, n + each * 31])
    const shared = performance.now()
    await client.query(shareMany, [ids])
    return {
      uploads: (1000 * rows) / (uploaded - began),
      shares: (5000 * rows) / (shared - uploaded),
      'shares, 600 at once': (3000 * rows) / (performance.now() - shared),
    }
  } finally {
    await client.query('rollback')
  }
}

/**
 * Measures how many rows of documents and grants PostgreSQL takes a second with the triggers that keep tallies, sums and recipients, and
 * without them, in turn. Nothing stays: each round is rolled back. Returns a Markdown table.
 */
export async function measureWrites(
  databaseUrl: string,
  documents: number,
  print: (what: string) => void,
): Promise<string> {
  const client = new pg.Client({ connectionString: databaseUrl })
  await client.connect()
  try {
    const { rows: found } = await client.query<{ off: string }>(
      `select format('alter table %s disable trigger %I', tgrelid::regclass, tgname) as off from pg_trigger
      where not tgisinternal and tgrelid in ('documents'::regclass, 'document_access'::regclass)
        and (tgname like '%tallied%' or tgname like '%recipients%' or tgname like '%clients%')`,
    )
    const off = found.map(({ off }) => off)
    await round(client, [])
    const pairs: [Speed, Speed][] = []
    for (let n = 0; n < rounds; n++) {
      const first = await round(client, n % 2 ? off : [])
      const second = await round(client, n % 2 ? [] : off)
      pairs.push(n % 2 ? [second, first] : [first, second])
      print(`round ${n + 1} of ${rounds}`)
    }
    const line = (what: keyof Speed) => {
      const speeds = [0, 1].map((side) => median(pairs.map((pair) => pair[side as 0 | 1][what])))
      const ratio = median(pairs.map(([kept, bare]) => kept[what] / bare[what]))
      return `| ${[documents.toLocaleString('en-AU'), what, ...speeds.map((speed) => speed.toFixed(0)), ratio.toFixed(2)].join(' | ')} |`
    }
    return [
      '| documents | rows a second | with the triggers | without | ratio |',
      '| --- | --- | --- | --- | --- |',
      line('uploads'),
      line('shares'),
      line('shares, 600 at once'),
    ].join('\n')
  } finally {
    await client.end()
  }
}
