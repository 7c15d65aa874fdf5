import assert from 'node:assert/strict'
import type { TestPostgres } from '../../server/src/testing/postgres.ts'
import { type Command, openCommands } from './commands.ts'
import type { Combination } from './deedbox.ts'
import type { Counted, Fault } from './faults.ts'
import { isOfStore, lasts, nameOf, patience, some, spread, usual, type Way } from './steps.ts'

/**
 * Number of runs that follow each other before what they left is looked at, where the server of an embedded database must start for that.
 */
const together = 10

type Place = { title: string; command: Command; deedbox: Awaited<ReturnType<typeof openCommands>>['deedbox'] }
type Runs = { code: number | null; said: string }[]

/** Tells whether the server must end for the command: one process has an embedded database open at a time. */
const mustTurnAside = ({ command, deedbox }: Place) => command.alone && deedbox.database === 'pglite'

/** Runs the command with each of these faults, then looks at what they left, repeats it and looks again. */
async function runAll(place: Place, faults: Fault[]): Promise<Runs> {
  const { prepare } = place.command
  const { deedbox } = place
  const prepared: Awaited<ReturnType<typeof prepare>>[] = []
  for (let n = 0; n < faults.length; n++) prepared.push(await prepare())
  const without = async (work: () => Promise<void>) => {
    if (mustTurnAside(place)) await deedbox.end()
    try {
      await work()
    } finally {
      await deedbox.revive()
    }
  }
  const ended: Runs = []
  await without(async () => {
    for (const [n, { run }] of prepared.entries()) ended.push(await run(faults[n] ?? { kind: 'count' }))
  })
  for (const { look } of prepared) await look?.()
  await without(async () => {
    for (const { again } of prepared) await again()
  })
  for (const { examine } of prepared) await examine?.()
  return ended
}

const countedIn = (said: string): Counted => {
  const [, text] = /^counted (.+)$/m.exec(said) ?? []
  if (!text) throw new Error(`It did not count: ${said}`)
  return JSON.parse(text) as Counted
}

async function tryCommand({ check, hits, only }: Way, place: Place): Promise<void> {
  const { title } = place
  const batch = mustTurnAside(place) ? together : 1
  let kinds = new Map<string, number>()
  await check(`${title} without a fault`, async () => {
    const ended = await runAll(place, [{ kind: 'count' }, { kind: 'count' }])
    for (const { code, said } of ended) assert.equal(code, 0, said)
    kinds = new Map([...usual(ended.map(({ said }) => countedIn(said)))].filter(([what]) => only.test(what)))
  })
  let killed = 0
  for (const [what, count] of [...kinds].filter(([what]) => lasts(what))) {
    const nths = spread(count, hits)
    const wanted = Math.max(nths.length, hits)
    await check(`${title} killed at ${nths.length} of ${count}: ${what}, ${wanted} times`, async () => {
      let times = 0
      for (let round = 0; round < patience * wanted && times < wanted; round += batch) {
        const faults = Array.from({ length: Math.min(batch, wanted - times) }, (_, n): Fault => {
          const nth = nths[(round + n) % nths.length] ?? 1
          // Steps come both before and after, where they are met more than once.
          const turn = ((round + n) % nths.length) + Math.floor((round + n) / nths.length)
          return { kind: 'kill', at: { what, nth }, when: turn % 2 === 0 ? 'before' : 'after' }
        })
        const ended = await runAll(place, faults)
        for (const { code, said } of ended) assert(code === null || code === 0, said)
        times += ended.filter(({ code }) => code === null).length
      }
      killed += times
      if (times < wanted) process.stdout.write(`        reached ${times} times: ${title}, ${what}\n`)
    })
  }
  await check(`${title}: ${killed} kills at ${[...kinds.keys()].filter(lasts).length} kinds of step`, () =>
    assert(killed >= hits),
  )
  for (const [what, count] of [...kinds].filter(([what]) => isOfStore(what)))
    await check(`${title}, EIO and ENOSPC from the first, a middle and the last ${what} on`, async () => {
      const faults = some(count).flatMap((nth) =>
        (['EIO', 'ENOSPC'] as const).map((code): Fault => ({ kind: 'fail', at: { what, nth }, code })),
      )
      const ended: Runs = []
      for (let n = 0; n < faults.length; n += batch)
        ended.push(...(await runAll(place, faults.slice(n, n + batch))))
      for (const [n, { code, said }] of ended.entries()) {
        const fault = faults[n]
        const named = fault && fault.kind === 'fail' ? `${fault.code} ${nameOf(fault.at)}` : ''
        assert.notEqual(code, null, `${named} ended by a signal: ${said}`)
        assert.doesNotMatch(said, /^\s+at .+:\d+:\d+\)?$/m, named)
      }
    })
}

export async function tryCommands(
  way: Way,
  combination: Combination,
  postgres: TestPostgres | null,
  wanted: readonly string[],
): Promise<void> {
  const { commands, deedbox, stop } = await openCommands(combination, postgres)
  const place = `${combination.database}, ${combination.store}`
  try {
    for (const command of commands.filter(({ name }) => wanted.includes(name)))
      await tryCommand(way, { title: `${place}: ${command.name}`, command, deedbox })
  } finally {
    await stop()
  }
}
