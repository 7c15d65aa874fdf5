import { monitorEventLoopDelay } from 'node:perf_hooks'
import { gauge, type Metric } from './prometheus.ts'

/** Measures memory, processor time and the lag of the event loop since the last scrape. */
export function createProcessMetrics() {
  const lag = monitorEventLoopDelay({ resolution: 20 })
  lag.enable()
  const startedAt = Date.now() / 1_000 - process.uptime()
  const metrics = (): Metric[] => {
    const { rss, heapUsed } = process.memoryUsage()
    const { user, system } = process.cpuUsage()
    const seconds = (nanoseconds: number) => (Number.isFinite(nanoseconds) ? nanoseconds / 1e9 : 0)
    const metrics = [
      gauge('process_resident_memory_bytes', 'Memory of the process.', rss),
      gauge('nodejs_heap_size_used_bytes', 'Memory in use by JavaScript.', heapUsed),
      gauge('process_start_time_seconds', 'When the process started, in seconds since 1970.', startedAt),
      gauge('deedbox_uptime_seconds', 'How long the process has run.', process.uptime()),
      gauge('nodejs_eventloop_lag_mean_seconds', 'Mean lag of the event loop.', seconds(lag.mean)),
      gauge('nodejs_eventloop_lag_p99_seconds', '99th percentile of the lag.', seconds(lag.percentile(99))),
      gauge('nodejs_eventloop_lag_max_seconds', 'Longest lag of the event loop.', seconds(lag.max)),
      {
        name: 'process_cpu_seconds_total',
        help: 'Processor time.',
        type: 'counter' as const,
        samples: [{ value: (user + system) / 1e6 }],
      },
    ]
    lag.reset()
    return metrics
  }
  return { metrics, stop: () => void lag.disable() }
}
