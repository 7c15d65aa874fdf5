import { existsSync, mkdirSync } from 'node:fs'
import { Agent, get } from 'node:http'
import type { TestPostgres } from '../../server/src/testing/postgres.ts'
import { median } from '../report.ts'
import { deedbox, type Server } from '../server.ts'
import { type GrowthLine, lines } from './lines.ts'
import { type Practice, practiceOf } from './seed.ts'

export const usualSizes = [1_000, 100_000, 1_000_000]
/** A list may take so long at any size; a dashboard, whatever filter; anything at all. */
const quick = { list: 25, dashboard: 100, worst: 150 }

/** One line of the table: milliseconds at each size, the median of some calls. */
export type Growth = GrowthLine & { ms: number[] }

/** Calls over one connection that stays open, as a browser's does, one after the other. */
async function time(url: string, cookie: string, path: string, rounds: number): Promise<number> {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 })
  const once = () =>
    new Promise<number>((resolve, reject) => {
      const began = performance.now()
      get(url + path, { agent, headers: { cookie } }, (answer) => {
        answer.resume().once('end', () => {
          if (answer.statusCode === 200) resolve(performance.now() - began)
          else reject(new Error(`${path}: ${answer.statusCode}`))
        })
      }).once('error', reject)
    })
  try {
    // The first reads what the others find in memory.
    const first = await once()
    const times: number[] = []
    while (times.length < (first > 2_000 ? 1 : rounds)) times.push(await once())
    return median(times)
  } finally {
    agent.destroy()
  }
}

const ratio = ({ ms }: Growth) => (ms.at(-1) ?? 0) / (ms[0] ?? 1)

/** The most that a line may take at the largest size, in milliseconds. */
export function most({ target, ms: [least = 0] }: Growth): number {
  if (target === 'dashboard') return quick.dashboard
  return Math.min(quick.worst, target === 'flat' ? least * 1.5 : Math.max(quick.list, least * 3))
}

const reached = (line: Growth) => (line.ms.at(-1) ?? 0) <= most(line)

/** A Markdown table, so that the README can hold it as it is printed. */
export function growthTable(measured: readonly Growth[], sizes: readonly number[]): string {
  const number = (value: number) => value.toFixed(value < 10 ? 1 : 0)
  const rows = measured.map((line) => [
    line.who,
    line.what,
    ...line.ms.map(number),
    ratio(line).toFixed(1),
    `at most ${number(most(line))} ms`,
    reached(line) ? 'reached' : 'MISSED',
  ])
  const heads = ['who', 'what', ...sizes.map((size) => size.toLocaleString('en-AU')), 'ratio', 'target', '']
  const all = [heads, heads.map(() => '---'), ...rows].map((row) => `| ${row.join(' | ')} |`)
  const missed = measured.filter((line) => !reached(line)).length
  return `${all.join('\n')}\n\n${measured.length - missed} of ${measured.length} targets reached${missed ? `, ${missed} MISSED` : ''}.`
}

/** Measures every line at every size. `folder` keeps the databases' data folders, and which databases there are. */
export async function measureGrowth(
  postgres: Pick<TestPostgres, 'createNamed' | 'urlOf'>,
  folder: string,
  { sizes, rounds, only }: { sizes: number[]; rounds: number; only: string },
  print: (what: string) => void,
): Promise<Growth[]> {
  if (!existsSync(folder)) mkdirSync(folder, { recursive: true })
  const running: { practice: Practice; server: Server }[] = []
  for (const size of sizes) {
    print(`${size} documents`)
    const practice = await practiceOf(size, folder, postgres)
    const { databaseUrl, dataDir } = practice
    running.push({ practice, server: await deedbox({ DATABASE_URL: databaseUrl, DATA_DIR: dataDir }) })
  }
  const measured: Growth[] = []
  for (const line of lines.filter(({ who, what }) => `${who}: ${what}`.includes(only))) {
    const ms: number[] = []
    for (const { practice, server } of running)
      ms.push(await time(server.url, practice.cookies[line.who], line.path, rounds))
    measured.push({ ...line, ms })
    print(`${line.who}: ${line.what}: ${ms.map((value) => value.toFixed(1)).join(' / ')}`)
  }
  for (const { server } of running) await server.stop()
  return measured
}
