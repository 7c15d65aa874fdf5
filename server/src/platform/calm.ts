import { getHeapStatistics, setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'

/** Part of a processor that the main thread of a calm process takes at most. */
const calm = 0.1
/** Bytes by which a thread's heap has to have grown for a collection, which halts the thread for a tenth of a second or two. */
const worthCollecting = 24 * 1024 * 1024

/**
 * Makes what collects the garbage of this process and gives its memory back to the system, if it has become much since the last
 * time. V8 leaves that to the next work: it lets a heap grow to more than twice of what is alive, and keeps the pages that it has
 * freed.
 */
export function collector(): () => void {
  setFlagsFromString('--expose-gc')
  const collect = runInNewContext('gc') as (how: { type: 'major'; flavor: 'last-resort' }) => void
  const taken = () => {
    const { total_physical_size, external_memory } = getHeapStatistics()
    return total_physical_size + external_memory
  }
  let left = 0
  return () => {
    if (taken() - left < worthCollecting) return
    collect({ type: 'major', flavor: 'last-resort' })
    left = taken()
  }
}

/** Collects garbage whenever the main thread is calm after work. */
export function collectWhenCalm({ everyMs = 30_000 } = {}): void {
  const collect = collector()
  let before = process.threadCpuUsage()
  setInterval(() => {
    const { user, system } = process.threadCpuUsage(before)
    before = process.threadCpuUsage()
    if (user + system < everyMs * 1_000 * calm) collect()
  }, everyMs).unref()
}
