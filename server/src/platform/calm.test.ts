import { constants, PerformanceObserver } from 'node:perf_hooks'
import { getHeapStatistics } from 'node:v8'
import { expect, test } from 'vitest'
import { collector, collectWhenCalm } from './calm.ts'

const mib = 1024 * 1024

/** Waits for the next collection of the whole heap; Node's types leave out what it tells of one. */
function collection(): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>()
  const observer = new PerformanceObserver((list) => {
    const entries = list.getEntries() as unknown as { detail: { kind: number } }[]
    if (!entries.some(({ detail }) => detail.kind === constants.NODE_PERFORMANCE_GC_MAJOR)) return
    observer.disconnect()
    resolve()
  })
  observer.observe({ entryTypes: ['gc'] })
  return promise
}

test('garbage is collected once a process is calm after work', async () => {
  const collected = collection()
  collectWhenCalm({ everyMs: 200 })
  await collected
})

test('a heap that has grown goes back to the system, and is left alone until it has grown again', () => {
  const collect = collector()
  collect()
  const small = getHeapStatistics().total_physical_size
  let garbage: number[][] = Array.from({ length: 4_000 }, () => Array.from({ length: 2_000 }, (_, n) => n))
  const grown = getHeapStatistics().total_physical_size
  expect(grown).toBeGreaterThan(small + 50 * mib)
  garbage = []
  collect()
  const after = getHeapStatistics().total_physical_size
  expect(after).toBeLessThan(small + 10 * mib)
  // Less than is worth a collection.
  garbage = Array.from({ length: 500 }, () => Array.from({ length: 2_000 }, (_, n) => n))
  const kept = getHeapStatistics().total_physical_size
  expect(kept).toBeGreaterThan(after + 6 * mib)
  garbage = []
  collect()
  expect(getHeapStatistics().total_physical_size).toBeGreaterThan(kept - 4 * mib)
  expect(garbage).toHaveLength(0)
})
