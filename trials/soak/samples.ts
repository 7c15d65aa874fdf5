import { readdirSync } from 'node:fs'
import { ownMb } from '../../server/src/testing/resident.ts'
import { metricsToken } from '../support/cluster.ts'
import type { Server } from '../support/server.ts'

/** Memory of the server and of the workers that draw and read for it in MiB, delay of the event loop since the last sample in ms. */
export type Sample = {
  memory: number
  workers: number
  heap: number
  descriptors: number
  delayP99: number
  delayMax: number
}

/** Reads what a server says of itself: figures by their names, with their labels. */
async function metricsOf(server: Server): Promise<(name: string) => number> {
  const answer = await fetch(`${server.url}/metrics`, {
    headers: { authorization: `Bearer ${metricsToken}` },
  })
  if (!answer.ok) throw new Error(`/metrics: ${answer.status}`)
  const text = await answer.text()
  return (name) => {
    const value = text.split('\n').find((line) => line.startsWith(`${name} `))
    if (value === undefined) throw new Error(`/metrics has no ${name}`)
    return Number(value.slice(name.length + 1))
  }
}

/** Returns what one server uses now. */
export async function sampleOf(server: Server): Promise<Sample> {
  const value = await metricsOf(server)
  const memory = ownMb(server.process.pid ?? 0)
  return {
    memory,
    workers: server.memory() - memory,
    heap: value('nodejs_heap_size_used_bytes') / 1024 ** 2,
    descriptors: readdirSync(`/proc/${server.process.pid}/fd`).length,
    delayP99: value('nodejs_eventloop_lag_p99_seconds') * 1_000,
    delayMax: value('nodejs_eventloop_lag_max_seconds') * 1_000,
  }
}

const median = (values: readonly number[]): number =>
  values.toSorted((a, b) => a - b)[values.length >> 1] ?? 0

/**
 * Excess that the median of the last quarter may have over that of the second. A leak grows with the work done, so with twice the work by
 * far more than these: a heap between collections varies by a tenth, buffers in flight by some MiB, connections by the pools (16 to the
 * database, 50 to the store, those of the balancer), the delay with the other processes of the machine.
 */
const allowed: Record<keyof Sample, { times: number; plus: number } | null> = {
  memory: { times: 1.1, plus: 10 },
  // One or two at work; each is replaced when it has grown.
  workers: null,
  heap: { times: 1.1, plus: 10 },
  descriptors: { times: 1.1, plus: 20 },
  delayP99: { times: 1.5, plus: 25 },
  delayMax: null,
}

/** Returns the medians of the second and the last quarter, as lines of a table, and what has grown. The first quarter warms up. */
export function comparison(samples: readonly Sample[]): { rows: string[]; problems: string[] } {
  const quarter = Math.floor(samples.length / 4)
  const [second, last] = [samples.slice(quarter, 2 * quarter), samples.slice(-quarter)]
  const problems: string[] = []
  const rows = Object.entries(allowed).map(([name, bound]) => {
    const of = (part: readonly Sample[]) => median(part.map((sample) => sample[name as keyof Sample]))
    const [before, after] = [of(second), of(last)]
    const most = bound ? before * bound.times + bound.plus : null
    if (most !== null && after > most)
      problems.push(`${name} grew from ${before.toFixed(1)} to ${after.toFixed(1)}`)
    const cells = [before.toFixed(1), after.toFixed(1), most?.toFixed(1) ?? '-']
    return `  ${name.padEnd(14)}${cells.map((cell) => cell.padStart(16)).join('')}`
  })
  return { rows, problems }
}
