import assert from 'node:assert/strict'
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { dayMs } from '@deedbox/contract/durations.ts'
import type { TestPostgres } from '../../server/src/testing/postgres.ts'
import type { Act, Cast } from './act.ts'
import { upload } from './acts.ts'
import { type Combination, type Deedbox, startDeedbox } from './deedbox.ts'
import type { Counted, Fault, Step } from './faults.ts'
import { each, isOfStore, lasts, nameOf, patience, usual, type Way } from './steps.ts'

/**
 * Number of files so large that those of a few weeks of crashes are few beside them: otherwise the sweep would, rightly, not trust its
 * database.
 */
const files = 400
/** Number of faults after which everything is cleared up. */
const settleEach = 10

/** A deployment that is worked on, one act after the other. */
type Lane = { deedbox: Deedbox; cast: Cast; faults: number }

// People sign in anew for each act: the clock moves by years.
const castOf = async (deedbox: Deedbox): Promise<Cast> => ({
  trustee: await deedbox.person('trustee'),
  requestor: await deedbox.person('requestor'),
})

/** Finds the steps of an act, by a few undisturbed runs. */
async function stepsOf({ deedbox, cast }: Lane, act: Act): Promise<Step[]> {
  const runs: Counted[] = []
  for (let round = 0; round < 3; round++) {
    const { run, examine } = await act.prepare(deedbox, cast)
    await deedbox.arm({ kind: 'count' })
    const answer = await run()
    const counted = await deedbox.disarm()
    assert(answer?.ok && counted, `${act.name} without any fault: ${answer?.status} ${await answer?.text()}`)
    runs.push(counted)
    await examine(true)
  }
  return each(usual(runs))
}

/** Runs once with a fault. Returns whether the fault happened. */
async function once(lane: Lane, act: Act, fault: Fault): Promise<boolean> {
  const { deedbox, cast } = lane
  const { run, examine } = await act.prepare(deedbox, cast)
  await deedbox.arm(fault)
  const answer = await run()
  const counted = await deedbox.disarm()
  await deedbox.revive()
  await examine(answer?.ok === true)
  if (fault.kind === 'fail' && answer && !answer.ok)
    assert([500, 503].includes(answer.status), `the store failed: ${answer.status}`)
  lane.faults += 1
  if (lane.faults % settleEach === 0) await settle(deedbox)
  return counted === null || counted.came
}

/** Checks that everything that was promised is done once the jobs ran, and that the store holds what the database names. */
async function settle(deedbox: Deedbox): Promise<void> {
  // The rounds together are longer than the quarantine lasts, so that what was put there before does not count as much that has no record.
  for (let round = 0; round < 2; round++) {
    await deedbox.shift(16 * dayMs)
    // The jobs of a dead server are started again once their 15 minutes are over.
    await deedbox.rows("update pgboss.job set state = 'retry' where state = 'active' returning id")
    await runJobs(deedbox)
  }
  const [waiting] = await deedbox.rows<{ n: number }>(
    "select count(*)::int as n from mail_messages where status <> 'sent'",
  )
  assert.equal(waiting?.n, 0, 'mails that were promised and not sent')
  const sent = await deedbox.rows<{ recipient: string }>(
    "select distinct recipient from mail_messages where status = 'sent'",
  )
  const arrived = new Set(deedbox.mail.received.map(({ deliveredTo }) => deliveredTo))
  for (const { recipient } of sent) assert(arrived.has(recipient), `no mail reached ${recipient}`)
  // Documents deleted 30 days ago have no content any more.
  const recorded = await deedbox.rows<{ path: string }>(
    'select file_path as path from documents where content_removed_at is null',
  )
  const files = filesOf(deedbox)
  const kept = files.filter((path) => !path.startsWith('.')).sort()
  assert.deepEqual(kept, recorded.map(({ path }) => path).sort(), 'files and records')
  assert.deepEqual(
    files.filter((path) => path.startsWith('.uploads/')),
    [],
    'parts of uploads',
  )
}

/** Runs all jobs but the reading of 400 documents, which has an act of its own. */
async function runJobs(deedbox: Deedbox, tries = 3): Promise<void> {
  try {
    await deedbox.runJobs(['index-documents'])
  } catch (error) {
    // The machine may be so busy that no connection comes in time; then jobs are tried again, as they always are. First what still runs
    // ends.
    if (tries === 1 || !/timeout exceeded when trying to connect/.test(String(error))) throw error
    await deedbox.kill()
    await deedbox.revive()
    await deedbox.rows("update pgboss.job set state = 'retry' where state = 'active' returning id")
    await runJobs(deedbox, tries - 1)
  }
}

function filesOf({ dataDir, s3 }: Deedbox): string[] {
  if (s3) return [...s3.objects.keys()].map((key) => key.replace(/^box\//, ''))
  const root = join(dataDir, 'documents')
  return readdirSync(root, { recursive: true, withFileTypes: true })
    .filter((one) => one.isFile())
    .map((one) => join(one.parentPath, one.name).slice(root.length + 1))
}

async function openLanes(
  { lanes }: Way,
  combination: Combination,
  postgres: TestPostgres | null,
): Promise<Lane[]> {
  const first = await startDeedbox(combination, postgres)
  const cast = await castOf(first)
  // It notes who reads the words, and the documents that come now are none of its business.
  await first.runJob('index-documents')
  const one = async () => (await upload.prepare(first, cast)).run()
  for (let count = 0; count < files; count += 8) await Promise.all(Array.from({ length: 8 }, one))
  const opened: Lane[] = [{ deedbox: first, cast, faults: 0 }]
  while (opened.length < lanes) opened.push({ deedbox: await first.copy(), cast, faults: 0 })
  return opened
}

type Task = { name: string; work: (lane: Lane) => Promise<void> }

/** Runs all tasks, each lane one at a time. */
async function share({ check }: Way, lanes: Lane[], tasks: Task[]): Promise<void> {
  await Promise.all(
    lanes.map(async (lane) => {
      for (let task = tasks.shift(); task; task = tasks.shift()) {
        const { name, work } = task
        await check(name, async () => {
          await lane.deedbox.revive()
          await work(lane)
        })
      }
    }),
  )
}

export async function tryActs(
  way: Way,
  combination: Combination,
  postgres: TestPostgres | null,
  chosen: readonly Act[],
): Promise<void> {
  const place = `${combination.database}, ${combination.store}`
  const lanes = await openLanes(way, combination, postgres)
  try {
    for (const act of chosen) await tryAct(way, `${place}: ${act.name}`, lanes, act)
  } finally {
    await Promise.all(lanes.map(({ deedbox }) => deedbox.stop()))
  }
}

async function tryAct(way: Way, title: string, lanes: Lane[], act: Act): Promise<void> {
  const { check, hits, only } = way
  for (const lane of lanes) lane.cast = await castOf(lane.deedbox)
  const [first] = lanes
  let steps: Step[] = []
  await check(`${title} without a fault`, async () => {
    if (first) steps = (await stepsOf(first, act)).filter((step) => only.test(nameOf(step)))
  })
  const tasks: Task[] = []
  let killed = 0
  for (const at of steps.filter(({ what }) => lasts(what)))
    tasks.push({
      name: `${title} killed at ${nameOf(at)}, ${hits} times`,
      async work(lane) {
        let times = 0
        for (let round = 0; round < patience * hits && times < hits; round++) {
          const when = times % 2 === 0 ? 'before' : 'after'
          if (await once(lane, act, { kind: 'kill', at, when })) times += 1
        }
        killed += times
        if (times < hits) process.stdout.write(`        reached ${times} times: ${title}, ${nameOf(at)}\n`)
      },
    })
  for (const at of steps.filter(({ what }) => isOfStore(what)))
    for (const code of ['EIO', 'ENOSPC'] as const)
      tasks.push({
        name: `${title}, ${code} from ${nameOf(at)} on, ${hits} times`,
        async work(lane) {
          for (let round = 0; round < hits; round++) await once(lane, act, { kind: 'fail', at, code })
        },
      })
  const lasting = steps.filter(({ what }) => lasts(what)).length
  await share(way, lanes, tasks)
  await check(`${title}: ${killed} kills at ${lasting} steps, then everything is in its place`, async () => {
    assert(killed >= Math.min(hits, lasting), `only ${killed}`)
    for (const { deedbox } of lanes) {
      await deedbox.revive()
      await settle(deedbox)
    }
  })
}
