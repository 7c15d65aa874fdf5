import assert from 'node:assert/strict'
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { startPostgres } from '../../server/src/testing/postgres.ts'
import { createChecks } from '../support/checks.ts'
import { type Act, acts, type Cast, upload } from './acts.ts'
import { type Combination, type Deedbox, startDeedbox } from './deedbox.ts'
import type { Fault } from './faults.ts'

/*
 * npm run trial -- crash [--hits 20] [--on pglite,postgres] [--store folder,s3] [--acts upload,share,…]
 * Ends the server at every step of what people do, so many times each, and lets the store fail at every step. Afterwards nothing that was
 * acknowledged may be missing, nothing half done may be seen, every promised mail is sent, and no file without a record stays.
 */
const { values } = parseArgs({
  options: {
    hits: { type: 'string', default: '20' },
    on: { type: 'string', default: 'pglite,postgres' },
    store: { type: 'string', default: 'folder,s3' },
    acts: { type: 'string', default: acts.map(({ name }) => name).join() },
  },
})
const hits = Number(values.hits)
const chosen = acts.filter(({ name }) => values.acts.split(',').includes(name))
const { check, finish } = createChecks()
const dayMs = 86_400_000

/** How many steps an act takes: the most of a few undisturbed runs. */
async function stepsOf(deedbox: Deedbox, cast: Cast, act: Act, fault: Fault): Promise<number> {
  let most = 0
  for (let round = 0; round < 3; round++) {
    const { run, examine } = await act.prepare(deedbox, cast)
    await deedbox.arm(fault)
    const answer = await run()
    most = Math.max(most, (await deedbox.disarm()) ?? 0)
    assert(answer?.ok, `${act.name} without any fault: ${answer?.status} ${await answer?.text()}`)
    await examine(true)
  }
  return most
}

/** One run with a fault. Returns whether the fault happened. */
async function once(deedbox: Deedbox, cast: Cast, act: Act, fault: Fault): Promise<boolean> {
  const { run, examine } = await act.prepare(deedbox, cast)
  await deedbox.arm(fault)
  const answer = await run()
  const steps = await deedbox.disarm()
  const died = steps === null
  await deedbox.revive()
  await examine(answer?.ok === true)
  if (fault.kind === 'fail' && answer && !answer.ok)
    assert([500, 503].includes(answer.status), `the store failed: ${answer.status}`)
  return died || (fault.kind === 'fail' && (steps ?? 0) >= fault.step)
}

/** Everything that was promised is done once the jobs ran, and the store holds what the database names. */
async function settle(deedbox: Deedbox): Promise<void> {
  await deedbox.shift(8 * dayMs)
  // What a dead server was doing is started again once its 15 minutes are over.
  await deedbox.rows("update pgboss.job set state = 'retry' where state = 'active' returning id")
  await deedbox.runJobs()
  await deedbox.runJobs()
  const [waiting] = await deedbox.rows<{ n: number }>(
    "select count(*)::int as n from mail_messages where status <> 'sent'",
  )
  assert.equal(waiting?.n, 0, 'mails that were promised and not sent')
  const sent = await deedbox.rows<{ recipient: string }>(
    "select distinct recipient from mail_messages where status = 'sent'",
  )
  const arrived = new Set(deedbox.mail.received.map(({ deliveredTo }) => deliveredTo))
  for (const { recipient } of sent) assert(arrived.has(recipient), `no mail reached ${recipient}`)
  const recorded = await deedbox.rows<{ path: string }>('select file_path as path from documents')
  assert.deepEqual(filesOf(deedbox), recorded.map(({ path }) => path).sort(), 'files and records')
}

function filesOf({ dataDir, s3 }: Deedbox): string[] {
  if (s3)
    return [...s3.objects.keys()]
      .map((key) => key.replace(/^box\//, ''))
      .filter((key) => !key.startsWith('.'))
      .sort()
  const root = join(dataDir, 'documents')
  return readdirSync(root, { recursive: true, withFileTypes: true })
    .filter((one) => one.isFile())
    .map((one) => join(one.parentPath, one.name).slice(root.length + 1))
    .filter((path) => !path.startsWith('.'))
    .sort()
}

async function tryAll(
  combination: Combination,
  postgres: Awaited<ReturnType<typeof startPostgres>>,
): Promise<void> {
  const place = `${combination.database}, ${combination.store}`
  const deedbox = await startDeedbox(combination, postgres)
  // Signed in anew for each act: the clock moves by years.
  const gather = async (): Promise<Cast> => ({
    trustee: await deedbox.person('trustee'),
    requestor: await deedbox.person('requestor'),
  })
  try {
    const first = await gather()
    // So many files that those of a few weeks of crashes are few beside them: otherwise the sweep would, rightly, not trust its database.
    for (let count = 0; count < 400; count++) await (await upload.prepare(deedbox, first)).run()
    for (const act of chosen) {
      const cast = await gather()
      const steps = await stepsOf(deedbox, cast, act, { kind: 'count' })
      let died = 0
      for (const when of ['before', 'after'] as const)
        for (let step = 1; step <= steps; step++)
          await check(
            `${place}: ${act.name} killed ${when} step ${step} of ${steps}, ${hits} times`,
            async () => {
              let times = 0
              // The step is not reached when a run happens to need fewer.
              for (let round = 0; round < 3 * hits && times < hits; round++) {
                if (await once(deedbox, cast, act, { kind: 'kill', step, when })) times += 1
                if (round % 4 === 3) await settle(deedbox)
              }
              died += times
              await settle(deedbox)
            },
          )
      await check(`${place}: ${act.name} was killed`, () => assert(died >= hits, `only ${died} times`))
      const ofStore = await stepsOf(deedbox, cast, act, { kind: 'fail', step: 1_000_000, code: 'EIO' })
      for (const code of ['EIO', 'ENOSPC'] as const)
        for (let step = 1; step <= ofStore; step++)
          await check(
            `${place}: ${act.name}, ${code} from step ${step} of the store on, ${hits} times`,
            async () => {
              for (let round = 0; round < hits; round++) {
                await once(deedbox, cast, act, { kind: 'fail', step, code })
                if (round % 4 === 3) await settle(deedbox)
              }
              await settle(deedbox)
            },
          )
    }
  } finally {
    await deedbox.stop()
  }
}

const databases = values.on.split(',') as Combination['database'][]
const stores = values.store.split(',') as Combination['store'][]
const postgres = databases.includes('postgres') ? await startPostgres({ durable: true }) : null
try {
  for (const database of databases) {
    if (database === 'postgres' && !postgres)
      process.stdout.write('No PostgreSQL on this machine: that half is left out.\n')
    else for (const store of stores) await tryAll({ database, store }, postgres)
  }
} finally {
  await postgres?.stop()
}
finish()
