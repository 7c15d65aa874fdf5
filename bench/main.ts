import { spawnSync } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import flags from '../server/flags.json' with { type: 'json' }
import { createDatabase, startPostgres } from '../server/src/testing/postgres.ts'
import { measureDashboard } from './dashboards.ts'
import { measureFiles } from './files.ts'
import { measureFirstPage } from './first-page.ts'
import { growthTable, measureGrowth, mixOfGrowth, usualSizes, writesOfGrowth } from './growth/main.ts'
import { measureHostile } from './hostile/main.ts'
import { measureList, secret } from './list.ts'
import { measureLog } from './log.ts'
import { measurePages } from './pages.ts'
import { measureReading } from './reading.ts'
import { inTurn, type Line, passes, table, verdict } from './report.ts'
import { DOCUMENTS, seed, VISIBLE } from './seed.ts'
import { deedbox, limit } from './server.ts'
import { measureTiming } from './timing.ts'

/**
 * Measures what Deedbox reaches beside the limit of this machine, in one run: see README.md. `npm run bench -- [--quick] [--only
 * list|files|pages|encryption|start|memory|dashboard|timing,…] [--on PostgreSQL|PGlite]` `npm run bench -- --reading [--quick]`: how long
 * pages stay blank while a deed is read in a browser. `npm run bench -- --first-page`: how soon its first page is there, beside pdf.js. `npm run bench -- --hostile`: how much memory 64 hostile files take at once. `npm run
 * bench -- --log [--quick] [--events 10000000]`: what the transparency log costs, whether sealing keeps up, how long proofs take. `npm run
 * bench -- --growth [--sizes 1000,100000,1000000] [--keep FOLDER] [--at URL] [--only 'trustee: search']`: how long calls take as a practice
 * grows. `… --growth --mix 300 [--seed 1]`: random combinations of filters instead; `… --growth --writes`: what keeping tallies costs.
 */
const { values } = parseArgs({
  options: {
    quick: { type: 'boolean', default: false },
    only: { type: 'string' },
    on: { type: 'string' },
    reading: { type: 'boolean', default: false },
    'first-page': { type: 'boolean', default: false },
    hostile: { type: 'boolean', default: false },
    log: { type: 'boolean', default: false },
    events: { type: 'string', default: '10000000' },
    growth: { type: 'boolean', default: false },
    sizes: { type: 'string', default: usualSizes.join() },
    keep: { type: 'string' },
    at: { type: 'string' },
    mix: { type: 'string' },
    seed: { type: 'string', default: '1' },
    writes: { type: 'boolean', default: false },
  },
})
const includes = (part: string) => !values.only || values.only.split(',').includes(part)
const rounds = values.quick ? 3 : 7
const say = (text: string) => process.stdout.write(`${text}\n`)
const began = performance.now()
const print = (what: string) =>
  process.stderr.write(`${((performance.now() - began) / 1000).toFixed(0)} s  ${what}\n`)

const lines: Line[] = []
function found(...more: Line[]): void {
  lines.push(...more)
  for (const line of more) print(`${line.what}: ${(line.ratio ?? line.deedbox).toFixed(2)} ${verdict(line)}`)
}

/** Time after the start in which the garbage of it is collected, as the server does whenever it is calm (`platform/calm.ts`). */
const IDLE_AFTER_MS = 35_000

type Place = { name: string; databaseUrl?: string; memory: { idle: number; loaded: number } }

async function measure(place: Place, home: string): Promise<void> {
  const dataDir = join(home, place.name)
  const folder = join(home, `${place.name}-plain`)
  mkdirSync(folder, { recursive: true })
  mkdirSync(dataDir)
  const database: Record<string, string> = place.databaseUrl ? { DATABASE_URL: place.databaseUrl } : {}
  const seeded = await seed({ dataDir, ...(place.databaseUrl && { databaseUrl: place.databaseUrl }) })
  // Processes cannot share an embedded database: the limit gets a copy.
  const limitDir = join(home, `${place.name}-limit`)
  if (!place.databaseUrl) cpSync(join(dataDir, 'database'), join(limitDir, 'database'), { recursive: true })
  const startDeedbox = () => deedbox({ ...database, DATA_DIR: dataDir })
  const startLimit = () => limit('list', { ...database, DATA_DIR: limitDir, SECRET: secret })

  const memory = (what: string, mebibytes: number, atMost: number) =>
    found({ what: `memory ${what}, ${place.name}`, unit: 'MiB', deedbox: mebibytes, target: { atMost } })

  if (includes('list') || includes('files') || includes('memory')) {
    const ours = await startDeedbox()
    await new Promise((resolve) => setTimeout(resolve, IDLE_AFTER_MS))
    const idle = ours.memory()
    if (includes('list')) {
      print(`list on ${place.name}`)
      const bare = await startLimit()
      // Rounds are many and short, because the load of other programs changes by the second.
      const options = { rounds: 2 * rounds + 1, amount: 768 }
      found(...(await measureList(place.name, { deedbox: ours, limit: bare }, seeded, options)))
      await bare.stop()
    }
    if (includes('files')) {
      print(`files on ${place.name}`)
      const bare = await limit('files', { ...database, FOLDER: folder })
      // The targets of files are for PostgreSQL.
      const options = { rounds, judged: place.databaseUrl !== undefined }
      found(...(await measureFiles(place.name, { deedbox: ours, limit: bare }, folder, seeded, options)))
      await bare.stop()
    }
    memory('idle', idle, place.memory.idle)
    memory('after the load', ours.memory(), place.memory.loaded)
    await ours.stop()
  }
  if (includes('pages')) {
    print(`pages on ${place.name}`)
    const ours = await startDeedbox()
    found(...(await measurePages(place.name, ours, seeded)))
    memory('after drawing pages', ours.memory(), 500)
    await ours.stop()
  }
  if (includes('start')) {
    print(`start on ${place.name}`)
    const once = async (start: typeof startLimit) => {
      const server = await start()
      await server.stop()
      return server.startMs
    }
    // The first of each warms the machine's caches.
    await once(startLimit)
    await once(startDeedbox)
    const figures = await inTurn(
      rounds,
      () => once(startLimit),
      () => once(startDeedbox),
    )
    const what = `start to first answer, ${place.name}`
    found({ what, unit: 'ms', ...figures, target: { atMost: 2.5 } })
  }
}

/** Reads the chosen segment size's line of bench/encryption.ts, which measures by itself. */
function encryption(): Line {
  const args = [...flags, 'bench/encryption.ts', '--rounds', String(rounds), '--megabytes', '256']
  const { stdout, status } = spawnSync(process.execPath, args, {
    cwd: join(import.meta.dirname, '..'),
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const bare = /\(limit\) +(\d+) MB\/s/.exec(stdout)
  const speeds = /Deedbox, encrypt, .*\(chosen\) +(\d+) MB\/s +([\d.]+)/.exec(stdout)
  if (status !== 0 || !bare || !speeds) throw new Error('bench/encryption.ts failed')
  return {
    what: 'encryption alone',
    unit: 'MB/s',
    deedbox: Number(speeds[1]),
    limit: Number(bare[1]),
    ratio: Number(speeds[2]),
    target: { atLeast: 0.4 },
  }
}

// Processes that were started end with this one, and their folders are removed.
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(1))

const home = mkdtempSync(join(tmpdir(), 'deedbox-bench-'))
if (values.reading || values['first-page'] || values.hostile) {
  try {
    if (values['first-page']) say(await measureFirstPage(home, values.quick ? 1 : 5))
    if (values.reading) say(await measureReading(home, values.quick ? 20 : 60))
    if (values.hostile) say(await measureHostile(home, values.quick ? 16 : 64))
  } finally {
    rmSync(home, { recursive: true, force: true })
  }
  process.exit()
}
const timing: string[] = []
const keepIn = values.growth && values.keep ? resolve(values.keep) : undefined
/** Returns a PostgreSQL that runs already. */
const running = (at: string) => {
  const urlOf = (name: string) => new URL(`/${name}`, at).href
  return { urlOf, createNamed: (name: string) => createDatabase(urlOf('template1'), name) }
}
const postgres =
  values.on === 'PGlite' || (values.growth && values.at)
    ? null
    : await startPostgres({ durable: true, keepIn })
/** State: everything is measured, as far as the options do not leave it out. */
const isWhole = !values.growth && !values.log
try {
  if (isWhole && includes('encryption')) found(encryption())
  if (values.log) {
    if (!postgres) throw new Error('The log is measured on PostgreSQL')
    const options = { quick: values.quick, events: Number(values.events) }
    found(...(await measureLog(await postgres.createDatabase(), home, options, print)))
  } else if (values.growth) {
    const place = values.at ? running(values.at) : postgres
    if (!place) throw new Error('The growth is measured on PostgreSQL')
    const sizes = values.sizes.split(',').map(Number)
    const options = { sizes, rounds: values.quick ? 5 : 15, only: values.only ?? '' }
    const folder = keepIn ?? home
    if (values.mix) {
      const draws = { sizes, times: Number(values.mix), seed: Number(values.seed) }
      say(await mixOfGrowth(place, folder, draws, print))
    } else if (values.writes) say(await writesOfGrowth(place, folder, sizes, print))
    else say(growthTable(await measureGrowth(place, folder, options, print), sizes))
  } else if (postgres) {
    const databaseUrl = await postgres.createDatabase()
    if (includes('dashboard')) {
      print('trustee dashboard, once the database is filled')
      found(...(await measureDashboard(postgres.createDatabase, home, rounds)))
    }
    if (includes('timing')) {
      print('times of answers about people')
      timing.push(
        await measureTiming({ name: 'PostgreSQL', databaseUrl: await postgres.createDatabase() }, home),
      )
    }
    if (!['dashboard', 'timing'].includes(values.only ?? ''))
      await measure({ name: 'PostgreSQL', databaseUrl, memory: { idle: 160, loaded: 320 } }, home)
  } else say('No PostgreSQL on this machine (or not asked for): that half is left out.')
  if (isWhole && values.on !== 'PostgreSQL' && includes('timing'))
    timing.push(await measureTiming({ name: 'PGlite' }, home))
  if (isWhole && values.on !== 'PostgreSQL' && values.only !== 'timing')
    await measure({ name: 'PGlite', memory: { idle: 420, loaded: 520 } }, home)
} finally {
  await postgres?.stop()
  rmSync(home, { recursive: true, force: true })
}

if (timing.length > 0) say(`\n${timing.join('\n\n')}`)
if (lines.length > 0) {
  say(
    `\nDeedbox beside the limit of this machine: Node ${process.version}, ${DOCUMENTS} documents, ${VISIBLE} visible, LOG_LEVEL=warn.`,
  )
  say(`Medians of ${rounds} rounds in turn; the ratio is the median of the rounds' own ratios.\n`)
  say(table(lines))
  const missed = lines.filter((line) => !passes(line)).length
  const judged = lines.filter((line) => line.target).length
  say(`\n${judged - missed} of ${judged} targets reached${missed ? `, ${missed} MISSED` : ''}.`)
}
