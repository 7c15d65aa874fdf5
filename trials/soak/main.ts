// npm run trial -- soak [--minutes 30]: three servers behind HAProxy under steady load; memory, descriptors, lag stay flat, and memory is given back after it.
import { strict as assert } from 'node:assert'
import { createChecks } from '../support/checks.ts'
import { startCluster } from '../support/cluster.ts'
import { haproxyPackages } from '../support/haproxy.ts'
import { startLoad } from '../support/load.ts'
import { needPackages } from '../support/packages.ts'
import { signUp } from '../support/people.ts'
import { pause } from '../support/server.ts'
import { swiftPackages } from '../support/swift.ts'
import { createPages } from './pages.ts'
import { comparison, type Sample, sampleOf } from './samples.ts'

const clients = 8
const everyMs = 10_000
/**
 * Milliseconds until a server is calm: after the load, workers that draw end after a minute, and garbage is collected within another half.
 */
const calmMs = 120_000
/** Limit of the memory that a server keeps, in MiB, besides workers that still read the words of what was uploaded; those end a minute after their last task. */
const mostAfter = 300
const option = process.argv.indexOf('--minutes')
const minutes = option < 0 ? 30 : Number(process.argv[option + 1])
if (!(minutes > 0)) throw new Error('--minutes wants a number')

needPackages({ ...swiftPackages, ...haproxyPackages })
const { check, finish } = createChecks()
const print = (text: string) => process.stdout.write(`${text}\n`)
const cluster = await startCluster()

try {
  const { url, smtp } = cluster
  const pairs = await Promise.all(
    Array.from({ length: clients }, async (_, n) => ({
      owner: await signUp(url, smtp, 'trustee', n + 1),
      reader: await signUp(url, smtp, 'requestor', n + 101),
    })),
  )
  const pages = createPages(pairs)
  const load = startLoad(pairs, { pauseMs: 50 })
  const samples: Sample[][] = cluster.servers.map(() => [])
  const end = Date.now() + minutes * 60_000
  while (Date.now() < end) {
    await pause(Math.min(everyMs, end - Date.now()))
    for (const [n, server] of cluster.servers.entries()) samples[n]?.push(await sampleOf(server))
    // Mails are only counted here.
    smtp.received.splice(0)
  }
  await Promise.all([load.stop(), pages.stop()])

  const calls = Object.fromEntries([...load.calls, ...pages.calls])
  print(`${minutes} minutes; calls: ${JSON.stringify(calls)}`)
  for (const [n, taken] of samples.entries()) {
    const { rows, problems } = comparison(taken)
    print(`server ${n + 1}${' '.repeat(21)}second quarter   last quarter   at most`)
    for (const row of rows) print(row)
    await check(`server ${n + 1} stays as it is`, () => assert.deepEqual(problems, []))
  }
  await pause(calmMs)
  for (const [n, server] of cluster.servers.entries()) {
    const { memory, workers } = await sampleOf(server)
    print(
      `server ${n + 1}, ${calmMs / 1000} s after the load: ${memory.toFixed(0)} MiB, and its workers ${workers.toFixed(0)}`,
    )
    await check(`server ${n + 1} gives memory back`, () =>
      assert(memory <= mostAfter, `more than ${mostAfter} MiB`),
    )
  }
  await check('no request failed', () => {
    const failed = [...load.failures, ...pages.failures]
    assert.equal(failed.length, 0, `${failed.length} failed, first: ${JSON.stringify(failed.slice(0, 5))}`)
  })
  await check('no answer was wrong', () => assert.deepEqual(load.wrong, []))
} finally {
  await cluster.stop()
}
finish()
process.exit()
