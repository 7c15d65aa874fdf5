import { existsSync, mkdirSync } from 'node:fs'
import type { TestPostgres } from '../../server/src/testing/postgres.ts'
import { deedbox, type Server } from '../server.ts'
import { countBlocks } from './blocks.ts'
import { type GrowthLine, lines } from './lines.ts'
import { measureMix } from './mix.ts'
import { type Practice, practiceOf } from './seed.ts'
import { flatRatio, saidOf, targetsAt } from './targets.ts'
import { callsOf, timesOf } from './times.ts'
import { measureWrites } from './writes.ts'

export const usualSizes = [1_000, 100_000, 1_000_000]
/** Line of the table: milliseconds at each size; blocks read at the smallest and the largest. */
export type Growth = GrowthLine & { ms: number[]; blocks: (number | undefined)[] }

const ratio = (line: Growth) => last(line) / (line.ms[0] ?? 1)

/** State: the call looks for a text, of which an index finds a part. */
const searches = ({ path }: GrowthLine) => /[?&](search|userEmail|q)=/.test(path)

/** Returns the most that a line may take at the largest size, in milliseconds. */
function most(line: Growth, documents: number): number {
  if (line.target === 'flat') return (line.ms[0] ?? 0) * flatRatio
  const { list, slowest } = targetsAt(documents)
  return line.target === 'list' && !searches(line) ? list : slowest
}

const last = ({ ms }: Growth) => ms.at(-1) ?? 0

/** Returns a Markdown table, so that the README can hold it as it is printed. */
export function growthTable(measured: readonly Growth[], sizes: readonly number[]): string {
  const documents = sizes.at(-1) ?? 0
  const reached = (line: Growth) => last(line) <= most(line, documents)
  const number = (value: number) => value.toFixed(value < 10 ? 1 : 0)
  const rows = measured.map((line) => [
    line.who,
    line.what,
    ...line.ms.map(number),
    line.blocks.map((blocks) => blocks?.toLocaleString('en-AU') ?? '').join(' / '),
    ratio(line).toFixed(1),
    `at most ${number(most(line, documents))} ms`,
    reached(line) ? 'reached' : 'MISSED',
  ])
  const heads = [
    'who',
    'what',
    ...sizes.map((size) => size.toLocaleString('en-AU')),
    'blocks',
    'ratio',
    'target',
    '',
  ]
  const all = [heads, heads.map(() => '---'), ...rows].map((row) => `| ${row.join(' | ')} |`)
  const missed = measured.filter((line) => !reached(line)).length
  const ofMany = measured.filter(({ target }) => target !== 'flat').map(last)
  return [
    ...all,
    '',
    `${measured.length - missed} of ${measured.length} targets reached${missed ? `, ${missed} MISSED` : ''}.`,
    saidOf(ofMany, documents),
  ].join('\n')
}

type Place = Pick<TestPostgres, 'createNamed' | 'urlOf'>
type Print = (what: string) => void

/** Opens the practices of these sizes, each with a server. `folder` keeps the databases' data folders, and which databases there are. */
async function withPractices<T>(
  postgres: Place,
  folder: string,
  sizes: number[],
  print: Print,
  work: (running: { practice: Practice; server: Server }[]) => Promise<T>,
): Promise<T> {
  if (!existsSync(folder)) mkdirSync(folder, { recursive: true })
  const running: { practice: Practice; server: Server }[] = []
  try {
    for (const size of sizes) {
      print(`${size} documents`)
      const practice = await practiceOf(size, folder, postgres)
      const { databaseUrl, dataDir } = practice
      running.push({ practice, server: await deedbox({ DATABASE_URL: databaseUrl, DATA_DIR: dataDir }) })
    }
    return await work(running)
  } finally {
    for (const { server } of running) await server.stop()
  }
}

/** Measures every line at every size. */
export const measureGrowth = (
  postgres: Place,
  folder: string,
  { sizes, rounds, only }: { sizes: number[]; rounds: number; only: string },
  print: Print,
): Promise<Growth[]> =>
  withPractices(postgres, folder, sizes, print, async (running) => {
    const blocks = await Promise.all(running.map(({ practice }) => countBlocks(practice.databaseUrl)))
    const ends = [...new Set([0, running.length - 1])]
    const measured: Growth[] = []
    for (const line of lines.filter(({ who, what }) => `${who}: ${what}`.includes(only))) {
      const calls = await Promise.all(running.map((place) => callsOf(line, place)))
      // Calls that must be flat differ by a millisecond. Other work on the machine only adds to it, so the quicker calls of many tell.
      const ms =
        line.target === 'flat' ? await timesOf(calls, 4 * rounds, 0.25) : await timesOf(calls, rounds, 0.5)
      const read: Growth['blocks'] = []
      for (const end of ends) read.push(await blocks[end]?.of(async () => calls[end]?.call()))
      measured.push({ ...line, ms, blocks: read })
      print(`${line.who}: ${line.what}: ${ms.map((value) => value.toFixed(1)).join(' / ')}`)
      for (const { end } of calls) end()
    }
    for (const one of blocks) await one?.end()
    return measured
  })

/** Random combinations of filters, at the smallest and the largest size. */
export const mixOfGrowth = (
  postgres: Place,
  folder: string,
  { sizes, ...options }: { sizes: number[]; times: number; seed: number },
  print: Print,
): Promise<string> =>
  withPractices(postgres, folder, sizes, print, (running) => measureMix(running, options, print))

/** Measures what keeping tallies costs those who write, at each size. */
export const writesOfGrowth = (
  postgres: Place,
  folder: string,
  sizes: number[],
  print: Print,
): Promise<string> =>
  withPractices(postgres, folder, sizes, print, async (running) => {
    const tables: string[] = []
    for (const { practice, server } of running) {
      await server.stop()
      tables.push(await measureWrites(practice.databaseUrl, practice.documents, print))
    }
    return tables.join('\n\n')
  })
