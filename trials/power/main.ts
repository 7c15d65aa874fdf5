import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { needPackages } from '../support/packages.ts'
import type { Recorded } from './acts.ts'
import { cutsOf, statesOf } from './cuts.ts'
import { examine } from './examine.ts'
import { placesIn, record } from './record.ts'

/*
 * npm run trial -- power [--states 500] [--lanes 2] [--seed 1] [--recording FOLDER] [--only 17,23]
 * Records what a Deedbox writes and syncs, builds the states that a power cut may leave of the disk, starts Deedbox on each and looks for all
 * that was acknowledged. A state that fails is named by its number, and repeated with the recording that is kept: --recording … --only …
 */
const { values } = parseArgs({
  options: {
    states: { type: 'string', default: '500' },
    lanes: { type: 'string', default: '2' },
    seed: { type: 'string', default: '1' },
    recording: { type: 'string' },
    only: { type: 'string' },
  },
})
needPackages({ '/usr/bin/strace': 'strace' })
// States are written once each and thrown away.
if (existsSync('/dev/shm')) process.env.TMPDIR ??= '/dev/shm'
const say = (text: string) => process.stdout.write(`${text}\n`)
const temporary = () => mkdtempSync(join(process.env.TMPDIR ?? '/tmp', 'deedbox-power-'))
const recording = values.recording ?? temporary()
const began = performance.now()
const minutes = () => `${((performance.now() - began) / 60_000).toFixed(1)} minutes`
if (!existsSync(placesIn(recording).record)) {
  mkdirSync(recording, { recursive: true })
  await record(recording)
}
const recorded = JSON.parse(readFileSync(placesIn(recording).record, 'utf8')) as Recorded
const cuts = await cutsOf(recording, recorded)
const { writes, syncs, names } = cuts
say(
  `Recorded ${recorded.acts.length} acts: ${writes} writes, ${syncs} syncs, ${names} changes of names (${minutes()})`,
)

const only = values.only?.split(',').map(Number)
const running = new Set<Promise<void>>()
const failed: number[] = []
let passed = 0
for await (const state of statesOf(
  recording,
  cuts,
  Number(values.states),
  Number(values.seed),
  only,
  temporary,
)) {
  const { number, folder, way, cutAt, about } = state
  const mine = examine(folder, recorded, cutAt)
    .then(() => {
      passed += 1
      if (passed % 50 === 0) say(`${passed} states passed (${minutes()})`)
    })
    .catch((error: unknown) => {
      failed.push(number)
      say(`FAILED  state ${number} (${way}; ${about}): ${error instanceof Error ? error.message : error}`)
    })
    .finally(() => {
      rmSync(folder, { recursive: true, force: true })
      running.delete(mine)
    })
  running.add(mine)
  if (running.size >= Number(values.lanes)) await Promise.race(running)
}
await Promise.all(running)
if (failed.length > 0)
  say(
    `Again: npm run trial -- power --recording ${recording} --seed ${values.seed} --states ${values.states} --only ${failed.sort((a, b) => a - b).join()}`,
  )
else if (!values.recording) rmSync(recording, { recursive: true, force: true })
say(`\n${passed} passed, ${failed.length} failed: states after a power cut, in ${minutes()}`)
process.exitCode = failed.length > 0 || passed === 0 ? 1 : 0
