import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import { pino } from 'pino'
import { openDatabase } from '../server/src/db/client.ts'
import { openSecrets } from '../server/src/db/kept-secrets.ts'
import { migrate } from '../server/src/db/migrate.ts'
import { tieStore } from '../server/src/documents/store/store-mark.ts'
import { sessionCookieName, signToken } from '../server/src/kernel/context/session-cookie.ts'
import { loadKeyring } from '../server/src/platform/encryption/keys.ts'
import { openStorage } from '../server/src/platform/storage/open.ts'

export const DOCUMENTS = 10_000
export const VISIBLE = 100
const OTHERS = 20

export type Seeded = {
  /** The requestor who may see 100 of the documents, with the cookie of a live session. */
  requestor: { email: string; cookie: string }
  /** A confirmed trustee, with the session's token as in the database, and its cookie. */
  trustee: { token: string; cookie: string }
  /** Cookies of 20 other trustees: one person may fetch 1,000 files a minute. */
  trustees: string[]
  /** 20 guests, each with the cookie of a live session. */
  guests: { email: string; cookie: string }[]
}

export type Size = { documents: number; grantsEach: number }

/**
 * Inserts one practice: 40 trustees, 400 guests who share the grants (2 on each document, unless said), and the requestor with live,
 * revoked and expired ones (of 10,000 documents 100, 20 and 20). There are rows only, without contents: lists never open one. Ids are
 * random, as they are in real life.
 */
const practice = ({ documents, grantsEach }: Size) => `
  insert into profiles (user_id, email, email_verified, name, first_name, last_name, role, confirmed_at, created_at, updated_at)
  values
    ($1, 'tess@practice.example', true, 'Tess Trustee', 'Tess', 'Trustee', 'trustee', now(), now(), now()),
    ($2, 'rex@practice.example', true, 'Rex Requestor', 'Rex', 'Requestor', 'requestor', null, now(), now());
  insert into profiles (email, email_verified, name, first_name, last_name, role, access_expires_at, created_at, updated_at)
  select 'guest' || n || '@practice.example', true, 'Guest ' || n, 'Guest', n::text, 'guest', now() + interval '1 year', now(), now()
  from generate_series(1, 400) n;
  insert into profiles (email, email_verified, name, first_name, last_name, role, confirmed_at, created_at, updated_at)
  select 'trustee' || n || '@practice.example', true, 'Trustee ' || n, 'Trustee', n::text, 'trustee', now(), now(), now()
  from generate_series(1, 39) n;
  insert into documents (title, type, created_at, expiry_date, file_name, file_path, file_size, file_type, sha256,
    owner_id, owner_name, owner_email, client_name, wrapped_key, master_key_id)
  select 'Deed of the family trust no. ' || n, case n % 2 when 0 then 'trust_deed' else 'other' end,
    date_trunc('milliseconds', now() - n * interval '17 minutes'), case n % 3 when 0 then current_date + n % 900 end,
    'deed-' || n || '.pdf', o.user_id || '/' || n || '.pdf', 100000 + n, 'application/pdf', md5(n::text) || md5('b' || n),
    o.user_id, o.name, o.email, 'Client ' || n % 700, '\\x00', $5
  from generate_series(1, ${documents}) n
  join (select *, row_number() over (order by email) as no from profiles where role = 'trustee') o on o.no = n % 40 + 1;
  insert into document_access (document_id, user_id, user_email, user_name, granted_by, granted_by_name, granted_at, auto_revoke_date)
  select d.id, p.user_id, p.email, p.name, $1, 'Tess Trustee', now(), now() + interval '540 days'
  from (select id, row_number() over (order by created_at) as n from documents) d
  cross join generate_series(1, ${grantsEach}) each
  join profiles p on p.email = 'guest' || (d.n * 7 + each * 131) % 400 + 1 || '@practice.example';
  insert into document_access (document_id, user_id, user_email, user_name, granted_by, granted_by_name, granted_at, expires_at, status)
  select id, $2, 'rex@practice.example', 'Rex Requestor', $1, 'Tess Trustee', now() - interval '10 days',
    case when n % 70 = 2 then now() - interval '1 day' else now() + interval '90 days' end,
    case when n % 70 = 0 then 'revoked' else 'active' end
  from (select id, row_number() over (order by created_at desc) as n from documents) d
  where n % 100 = 51 or (n % 70 in (0, 2) and n <= 70 * 20);
  insert into sessions (token, user_id, expires_at, created_at, updated_at)
  values ($3, $1, now() + interval '7 days', now(), now()), ($4, $2, now() + interval '7 days', now(), now());
  insert into sessions (token, user_id, expires_at, created_at, updated_at)
  select $6 || n, user_id, now() + interval '7 days', now(), now()
  from generate_series(1, ${OTHERS}) n join profiles on email = 'guest' || n || '@practice.example';
  insert into sessions (token, user_id, expires_at, created_at, updated_at)
  select $7 || n, user_id, now() + interval '7 days', now(), now()
  from generate_series(1, ${OTHERS}) n join profiles on email = 'trustee' || n || '@practice.example'`

/** Migrates the database as Deedbox does and fills it by SQL. `dataDir` gets its master key and its store as on a first start. */
export async function seed(
  place: { databaseUrl?: string; dataDir: string },
  size: Size = { documents: DOCUMENTS, grantsEach: 2 },
  /** Statements that add further rows. */
  history = '',
): Promise<Seeded> {
  const logger = pino({ level: 'warn' })
  const database = await openDatabase({ ...place, logger })
  const keyring = loadKeyring({ dataDir: place.dataDir })
  const tokens = [randomUUID() + randomUUID(), randomUUID() + randomUUID()] as const
  const [guestToken, trusteeToken] = [randomUUID() + randomUUID(), randomUUID() + randomUUID()]
  try {
    await migrate(database, join(import.meta.dirname, '..', 'server', 'drizzle'))
    await openSecrets(database, keyring)
    await tieStore({ database, storage: await openStorage({ dataDir: place.dataDir }) })
    const values = [randomUUID(), randomUUID(), ...tokens, keyring.currentId, guestToken, trusteeToken].map(
      (value) => `'${value}'`,
    )
    const filled = (sql: string) => sql.replace(/\$(\d)/g, (_, n: string) => values[Number(n) - 1] ?? '')
    // Consecutive messages may use different connections of the pool.
    const withoutTimeout = (sql: string) => database.exec(`set statement_timeout = 0; ${sql}`)
    await withoutTimeout(filled(practice(size)))
    if (history) await withoutTimeout(filled(history))
    await database.exec('set statement_timeout = 0')
    await database.exec('vacuum analyze')
  } finally {
    await database.close()
  }
  const secret = keyring.secret('session cookies').toString('base64')
  const cookie = (token: string) => `${sessionCookieName(false)}=${signToken(token, secret)}`
  return {
    trustee: { token: tokens[0], cookie: cookie(tokens[0]) },
    requestor: { email: 'rex@practice.example', cookie: cookie(tokens[1]) },
    trustees: Array.from({ length: OTHERS }, (_, n) => cookie(`${trusteeToken}${n + 1}`)),
    guests: Array.from({ length: OTHERS }, (_, n) => ({
      email: `guest${n + 1}@practice.example`,
      cookie: cookie(`${guestToken}${n + 1}`),
    })),
  }
}
