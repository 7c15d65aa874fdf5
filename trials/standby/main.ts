// npm run trial -- standby: PostgreSQL with a synchronous standby under load; reports from it, cut off from it, failed over to it.
import { strict as assert } from 'node:assert'
import { createChecks } from '../support/checks.ts'
import { type Client, createClient } from '../support/client.ts'
import { type Failure, type Load, startLoad } from '../support/load.ts'
import { password, signUp } from '../support/people.ts'
import { checkRecords } from '../support/records.ts'
import { pause, until } from '../support/server.ts'
import { checkPaths } from './paths.ts'
import { startPlace } from './place.ts'

const clients = 6
/**
 * Milliseconds that the line is cut: longer than a statement may take (30 s), so that a commit which waits for the standby is not given up
 * by then.
 */
const cutMs = 32_000

const { check, finish } = createChecks()
const print = (text: string) => process.stdout.write(`        ${text}\n`)
const place = await startPlace()
const { url, smtp, ask } = place

/** Counts the transactions that the standby has had in Deedbox's database; servers report theirs after a second. */
async function transactionsThere(): Promise<number> {
  await pause(2_500)
  const [row] = await ask<{ n: number }>(
    place.standbyPostgres,
    `select (xact_commit + xact_rollback)::int as n from pg_stat_database where datname = '${new URL(place.standbyUrl).pathname.slice(1)}'`,
  )
  return row?.n ?? 0
}

const callsOf = ({ calls }: Load) => [...calls.values()].reduce((a, b) => a + b, 0)

/** Returns how many bytes the primary has logged. */
async function wal(): Promise<number> {
  const [row] = await ask<{ n: string }>(place.primaryUrl, `select pg_current_wal_lsn() - '0/0' as n`)
  return Number(row?.n)
}

async function startAdmin(): Promise<Client> {
  const link = () => /\/setup\/(\S+)\s/.exec(place.servers[0]?.said() ?? '')?.[1]
  await until(link, 'the server prints the link to its setup')
  const setup = link()
  const admin = createClient(url, '127.0.1.250')
  const json = { email: 'admin@example.com', password, firstName: 'Ada', lastName: 'Elm' }
  const answer = await admin.call('POST', `/api/setup/${setup}`, { json })
  assert.equal(answer.status, 201, answer.body.toString())
  return admin
}

try {
  const admin = await startAdmin()
  const pairs = await Promise.all(
    Array.from({ length: clients }, async (_, n) => ({
      owner: await signUp(url, smtp, 'trustee', n + 1),
      reader: await signUp(url, smtp, 'requestor', n + 101),
    })),
  )
  const [own, ...others] = pairs
  assert.ok(own)
  const load = startLoad(others, { pauseMs: 20 })
  const titles = () => load.clients.flatMap(({ stored }) => stored.map(({ title }) => title))

  /** Checks that the report of all documents has each of these titles; returns how long it took, in ms. */
  async function report(...more: string[]): Promise<number> {
    const expected = [...titles(), ...more]
    const began = performance.now()
    const answer = await admin.call('GET', '/api/audit/exports/documents-audit.csv')
    const took = Math.round(performance.now() - began)
    assert.equal(answer.status, 200, answer.body.toString())
    const lines = answer.body.toString()
    for (const title of expected)
      assert.ok(
        lines.includes(`${title},`) || lines.includes(`"${title}",`),
        `the report is without ${title}`,
      )
    return took
  }
  const upload = async (title: string) => {
    const query = new URLSearchParams({ fileName: 'deed.txt', title })
    return own.owner.client.call('POST', `/api/documents?${query}`, { content: Buffer.from(title) })
  }
  const failedSince = (from: number): Failure[] => load.failures.filter((failure) => failure.to >= from)
  const wereTold = (failed: readonly Failure[]) =>
    assert.deepEqual(
      failed.filter(({ status, retryAfter }) => status !== 503 || !retryAfter),
      [],
    )

  await check('uploads, lists, downloads, shares and revocations never read from the standby', async () => {
    const before = await transactionsThere()
    const [from, calls] = [await wal(), callsOf(load)]
    await pause(8_000)
    const [bytes, made] = [(await wal()) - from, callsOf(load) - calls]
    print(`${made} calls wrote ${Math.round(bytes / 1_000)} kB of WAL`)
    assert.equal(await transactionsThere(), before)
    assert.deepEqual(load.failures, [])
  })

  await check(
    'a report is read from the standby and has everything acknowledged before it was asked for',
    async () => {
      const before = await transactionsThere()
      const took: number[] = []
      for (let n = 0; n < 20; n++) took.push(await report())
      const there = await ask(
        place.standbyPostgres,
        `select from pg_stat_activity where application_name = 'deedbox' and query like '%Title%' or query like '%c0%'`,
      )
      assert.ok(there.length > 0, 'pg_stat_activity of the standby has no report')
      // A connection tells its last transactions when it is idle for ten seconds.
      let more = 0
      const told = async () => {
        more = (await transactionsThere()) - before
        return more >= 40
      }
      await until(told, 'the standby tells 40 transactions', 30)
      print(
        `20 reports, ${Math.min(...took)} to ${Math.max(...took)} ms, ${more} transactions on the standby`,
      )
    },
  )

  await check(
    'while the standby does not replay, a revocation is effective at once and a report comes from the primary',
    async () => {
      const { document } = (await upload('A will')).json<{ document: { id: string } }>()
      const content = `/api/documents/${document.id}/content`
      const json = { email: own.reader.email, accessLevel: 'download' }
      const shared = await own.owner.client.call('POST', `/api/documents/${document.id}/access`, { json })
      assert.equal((await own.reader.client.call('GET', content)).status, 200)
      await report('A will')
      await ask(place.standbyUrl, 'select pg_wal_replay_pause()')
      try {
        const { grant } = shared.json<{ grant: { id: string } }>()
        const revoked = await own.owner.client.call('POST', `/api/access/${grant.id}/revoke`)
        assert.equal(revoked.status, 200)
        assert.equal((await own.reader.client.call('GET', content)).status, 404)
        const list = await own.reader.client.call('GET', '/api/documents')
        assert.ok(!list.body.includes(document.id))
        const [there] = await ask<{ status: string }>(
          place.standbyUrl,
          `select status from document_access where id = '${grant.id}'`,
        )
        assert.equal(there?.status, 'active', 'the standby had the revocation already')
        assert.equal((await upload('A later deed')).status, 201)
        const took = await report('A will', 'A later deed')
        print(`the report took ${took} ms`)
        assert.ok(took >= 1_000 && took < 4_000, `${took} ms`)
      } finally {
        await ask(place.standbyUrl, 'select pg_wal_replay_resume()')
      }
    },
  )

  await check(
    'nothing is acknowledged while the standby is cut off, and all goes on when it is back',
    async () => {
      const from = Date.now()
      place.replication.hold()
      let answered = false
      const waiting = upload('A deed that waits').then((answer) => {
        answered = true
        return answer
      })
      await pause(cutMs)
      const before = answered
      place.replication.release()
      const { status } = await waiting
      assert.ok(!before && (status === 201 || status === 503), `${status}, before: ${before}`)
      const back = Date.now()
      await pause(10_000)
      const failed = failedSince(from)
      wereTold(failed)
      assert.deepEqual(
        failed.filter((failure) => failure.from > back + 5_000),
        [],
      )
      print(
        `${failed.length} calls were told to try again; the upload got ${status} after the standby was back`,
      )
    },
  )

  await check('the primary is killed and the standby promoted: servers recover by themselves', async () => {
    const from = Date.now()
    const before = callsOf(load)
    // Transactions that are committed from here on are on the primary only, and are lost with it.
    place.replication.hold()
    await pause(1_000)
    await place.postgres.pause('immediate')
    await pause(2_000)
    // An address that leads there too early: a standby must not decide about access.
    place.leadToStandby()
    await pause(3_000)
    const promoted = Date.now()
    const meanwhile = await Promise.all(
      place.servers.map(async (server) => (await fetch(`${server.url}/api/health`)).status),
    )
    assert.deepEqual(meanwhile, [503, 503])
    assert.equal((await own.reader.client.call('GET', '/api/documents')).status, 503)
    await place.standby.promote()
    await until(async () => (await upload('The first deed')).status === 201, 'an upload is stored')
    const first = Date.now() - promoted
    await pause(12_000)
    const failed = failedSince(from)
    wereTold(failed)
    assert.deepEqual(
      failed.filter((failure) => failure.from > promoted + 5_000),
      [],
    )
    const last = Math.max(...failed.map(({ to }) => to)) - promoted
    const calls = callsOf(load) - before
    print(
      `${calls} calls, ${failed.length} told to try again; an upload ${first} ms after the promotion began, the last 503 ${last} ms after it`,
    )
  })

  await check('a report comes from the database at once, now that the replica is the database', async () => {
    const took = await report('The first deed')
    print(`it took ${took} ms`)
    assert.ok(took < 1_000, `${took} ms`)
  })

  await load.stop()
  await check('no answer was wrong', () => assert.deepEqual(load.wrong, []))
  await check(
    'every document that was acknowledged is whole, and its access is as acknowledged',
    async () => {
      await load.verify()
      assert.deepEqual(load.wrong, [])
    },
  )
  await check('no path is missing, given twice or overwritten', () => checkPaths(place, print))
  const theirs = await ask<{ id: string; title: string; sha256: string }>(
    place.standbyUrl,
    `select id, title, sha256 from documents where owner_email = '${own.owner.email}'`,
  )
  load.clients[0]?.stored.push(...theirs.map((row) => ({ ...row, grantId: null, shared: null })))
  await check('records, events, mails and jobs agree; what was not acknowledged is absent or whole', () =>
    checkRecords({ databaseUrl: place.standbyUrl, smtp }, load),
  )
  await check('both servers are healthy', async () => {
    for (const server of place.servers)
      await until(async () => (await fetch(`${server.url}/api/health`)).ok, `${server.url} is healthy`, 10)
  })
  print(`Calls: ${JSON.stringify(Object.fromEntries(load.calls))}`)
} finally {
  await place.stop()
}
finish()
process.exit()
