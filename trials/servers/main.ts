// npm run trial -- servers: three servers behind HAProxy on one PostgreSQL and OpenStack Swift's S3 interface, under load.
import { strict as assert } from 'node:assert'
import { createChecks } from '../support/checks.ts'
import { startCluster } from '../support/cluster.ts'
import { haproxyPackages } from '../support/haproxy.ts'
import { type Failure, startLoad } from '../support/load.ts'
import { needPackages } from '../support/packages.ts'
import { signUp } from '../support/people.ts'
import { checkRecords } from '../support/records.ts'
import { pause, until } from '../support/server.ts'
import { swiftPackages } from '../support/swift.ts'
import { createWatch } from './watch.ts'

const clients = 8
/** Milliseconds for what was on its way when a server was killed; the balancer notices a moment later. */
const inFlightMs = 250

needPackages({ ...swiftPackages, ...haproxyPackages })
const { check, finish } = createChecks()
const print = (text: string) => process.stdout.write(`${text}\n`)
const cluster = await startCluster()
const { url, smtp, postgres } = cluster

try {
  await check('three servers that start at once on an empty database print the same set-up link', () => {
    const links = cluster.servers.map((server) => /\/setup\/\S+/.exec(server.said())?.[0])
    assert.ok(links[0])
    assert.deepEqual(new Set(links).size, 1)
  })
  const pairs = await Promise.all(
    Array.from({ length: clients }, async (_, n) => ({
      owner: await signUp(url, smtp, 'trustee', n + 1),
      reader: await signUp(url, smtp, 'requestor', n + 101),
    })),
  )
  const watch = createWatch(
    url,
    pairs.map(({ reader }) => reader),
  )
  const load = startLoad(pairs)

  /** Does something under load; the failures that began since, and a line about them. */
  async function during(what: string, event: () => Promise<unknown>, restMs = 8_000): Promise<Failure[]> {
    const [from, before] = [Date.now(), load.failures.length]
    const callsBefore = [...load.calls.values()].reduce((a, b) => a + b, 0)
    await event()
    await pause(restMs)
    const failed = load.failures.slice(before)
    const calls = [...load.calls.values()].reduce((a, b) => a + b, 0) - callsBefore
    const last = Math.max(from, ...failed.map(({ to }) => to))
    print(
      `        ${what}: ${calls} calls, ${failed.length} failed, the last after ${((last - from) / 1000).toFixed(1)} s`,
    )
    return failed
  }
  const none = (failed: readonly Failure[]) => assert.deepEqual(failed, [])

  await check('eight clients work for ten seconds without a failure', async () => {
    none(await during('steady', () => pause(10_000)))
  })
  await check('one server is killed: only what was in flight on it fails', async () => {
    let at = 0
    const failed = await during('SIGKILL', async () => {
      at = Date.now()
      await cluster.server(0).kill()
    })
    none(failed.filter(({ from }) => from > at + inFlightMs))
    none(await during('started again', () => cluster.startAgain(0)))
  })
  await check('one server is stopped gracefully: no request fails', async () => {
    none(await during('SIGTERM', async () => assert.equal(await cluster.server(1).stop(), 0)))
    none(await during('started again', () => cluster.startAgain(1)))
  })
  for (const how of ['fast', 'immediate'] as const)
    await check(
      `PostgreSQL is restarted (${how}): what needed it is told to try again, and all goes on by itself`,
      async () => {
        let back = 0
        const failed = await during(
          `PostgreSQL ${how}`,
          async () => {
            await postgres.pause(how)
            await pause(2_000)
            await postgres.resume()
            back = Date.now()
          },
          20_000,
        )
        none(failed.filter(({ status, retryAfter }) => status !== 503 || !retryAfter))
        none(failed.filter(({ from }) => from > back + 5_000))
      },
    )
  await check('the public pages were there all the time', () => assert.deepEqual(watch.missed, []))
  await check('readers whose server has gone hear of changes again', async () => {
    await load.stop()
    await watch.hearsAgain(load)
  })
  await check('no answer was wrong', () => assert.deepEqual(load.wrong, []))
  await check(
    'every document that was acknowledged is whole, and its access is as acknowledged',
    async () => {
      await load.verify()
      assert.deepEqual(load.wrong, [])
    },
  )
  await check('records, events, mails and jobs agree; what was not acknowledged is absent or whole', () =>
    checkRecords(cluster, load),
  )
  await check('three servers are healthy', async () => {
    for (const server of cluster.servers)
      await until(async () => (await fetch(`${server.url}/api/health`)).ok, `${server.url} is healthy`, 10)
  })
  watch.stop()
  print(`Calls: ${JSON.stringify(Object.fromEntries(load.calls))}`)
} finally {
  await cluster.stop()
}
finish()
process.exit()
