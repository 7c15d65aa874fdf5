import { randomBytes } from 'node:crypto'
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { startSmsProvider } from '../server/src/testing/sms.ts'
import { startSmtp } from '../server/src/testing/smtp.ts'
import { median } from './report.ts'
import { seed } from './seed.ts'
import { deedbox, type Server } from './server.ts'

const TRIES = 200

/** A request that anybody may make about somebody. `known`: whether that is somebody with an account. */
type Ask = { what: string; path: string; body: (known: boolean, n: number) => object }

const email = (known: boolean, n: number) => `${known ? 'known' : 'other'}${n}@timing.example`
const phone = (known: boolean, n: number) => `+6140${known ? 1 : 2}${String(n).padStart(6, '0')}`

const asks: Ask[] = [
  {
    what: 'sign in, wrong password',
    path: '/api/session',
    body: (known, n) => ({ email: email(known, n), password: 'Wrong-Password-9' }),
  },
  { what: 'reset link', path: '/api/password/forgot', body: (known, n) => ({ email: email(known, n) }) },
  {
    what: 'code by text message',
    path: '/api/session/phone',
    body: (known, n) => ({ phone: phone(known, n) }),
  },
  { what: 'how to sign in', path: '/api/sign-in/way', body: (known, n) => ({ email: email(known, n) }) },
  {
    what: 'token, wrong password',
    path: '/auth/v1/token?grant_type=password',
    body: (known, n) => ({ email: email(known, 1_000 + n), password: 'Wrong-Password-9' }),
  },
  {
    what: 'code and magic link by email',
    path: '/auth/v1/otp',
    body: (known, n) => ({ email: email(known, n), create_user: false }),
  },
  {
    what: 'code again',
    path: '/auth/v1/resend',
    body: (known, n) => ({ type: 'signup', email: email(known, n) }),
  },
  {
    what: 'reset link, API',
    path: '/auth/v1/recover',
    body: (known, n) => ({ email: email(known, 1_000 + n) }),
  },
]

/** Inserts people with a password and a proved phone number, one for each try, so that no lockout or limit is reached. */
const people = (hash: string) => `
  with made as (
    insert into profiles (email, email_verified, name, first_name, last_name, role, sign_in_phone, created_at, updated_at)
    select 'known' || n || '@timing.example', true, 'Known ' || n, 'Known', n::text, 'requestor',
      '+61401' || lpad(n::text, 6, '0'), now(), now()
    from generate_series(0, 1000 + ${TRIES}) n returning user_id)
  insert into auth_accounts (account_id, provider_id, user_id, password, created_at, updated_at)
  select user_id, 'credential', user_id, '${hash}', now(), now() from made;`

/** Returns the hash of a password that nobody knows: as the library writes its hashes, and as slow to check. */
const nobodysHash = () => `${randomBytes(16).toString('hex')}:${randomBytes(64).toString('hex')}`

type Tries = { times: number[]; answers: Set<string> }

/** Sends one request from an address of its own, so that the limits by address are not reached either. */
async function once(
  { url }: Server,
  { path, body }: Ask,
  known: boolean,
  n: number,
  tries: Tries,
): Promise<boolean> {
  const headers = {
    'content-type': 'application/json',
    'x-forwarded-for': `203.${known ? 0 : 1}.${n >> 8}.${n & 255}`,
  }
  const began = performance.now()
  const answer = await fetch(url + path, { method: 'POST', headers, body: JSON.stringify(body(known, n)) })
  const text = await answer.text()
  tries.times.push(performance.now() - began)
  // Values that are new each time say nothing.
  tries.answers.add(`${answer.status} ${text.replace(/"requestId":"[^"]*"|\d{4}-\d\d-\d\dT[\d:.]+Z/g, '')}`)
  return answer.status !== 404
}

/** Returns how often somebody who sees one answer of each kind would be right that the slower one is (0.5: as often as by guessing). */
function toldApart(known: readonly number[], unknown: readonly number[]): number {
  const slower = known.flatMap((one) => unknown.map((other) => (one > other ? 1 : one === other ? 0.5 : 0)))
  const share = slower.reduce<number>((sum, each) => sum + each, 0) / slower.length
  return Math.max(share, 1 - share)
}

/** Measures whether time or wording of an answer tells who has an account: 200 tries for known and 200 for unknown people, mixed. */
export async function measureTiming(
  place: { name: string; databaseUrl?: string },
  home: string,
): Promise<string> {
  const dataDir = join(home, `timing-${place.name}`)
  mkdirSync(dataDir)
  const { databaseUrl } = place
  const database = databaseUrl ? { databaseUrl } : {}
  const size = { documents: 10, grantsEach: 1 }
  await seed({ dataDir, ...database }, size, people(nobodysHash()))
  const [smtp, sms] = await Promise.all([startSmtp(), startSmsProvider()])
  const server = await deedbox({
    ...(databaseUrl && { DATABASE_URL: databaseUrl }),
    DATA_DIR: dataDir,
    SMTP_URL: smtp.url,
    MAIL_FROM: 'deedbox@timing.example',
    ...sms.env,
    TRUSTED_PROXIES: 'loopback',
  })
  const lines = [
    `| 200 tries each, ${place.name} | known, ms | unknown, ms | ratio | told apart | same words |`,
    '| --- | --- | --- | --- | --- | --- |',
  ]
  for (const ask of asks) {
    const [known, unknown] = [true, false].map((): Tries => ({ times: [], answers: new Set() }))
    if (!known || !unknown) throw new Error('two kinds are measured')
    // The first loads code and warms caches.
    const served = await once(server, ask, false, 1_000 + TRIES, { times: [], answers: new Set() })
    // The order is random, because what one request leaves to be done in the background makes the next ones slower.
    const order = Array.from({ length: 2 * TRIES }, (_, at) => ({ at, by: Math.random() })).sort(
      (x, y) => x.by - y.by,
    )
    for (const { at } of served ? order : [])
      await once(server, ask, at % 2 === 0, at >> 1, at % 2 === 0 ? known : unknown)
    if (!served) continue
    const [ours, others] = [median(known.times), median(unknown.times)]
    const same = [...known.answers].sort().join() === [...unknown.answers].sort().join()
    const figures = [ours.toFixed(2), others.toFixed(2), (ours / others).toFixed(2)]
    const apart = `${(100 * toldApart(known.times, unknown.times)).toFixed(0)} %`
    lines.push(`| ${[ask.what, ...figures, apart, same ? 'yes' : 'NO'].join(' | ')} |`)
    if (!same)
      process.stderr.write(
        `${ask.what}: ${[...known.answers].slice(0, 3)} / ${[...unknown.answers].slice(0, 3)}\n`,
      )
  }
  await server.stop()
  await smtp.stop()
  await sms.stop()
  return lines.join('\n')
}
