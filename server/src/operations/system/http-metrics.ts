import type { Metric, Sample } from './prometheus.ts'

const buckets = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10]
const methods = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'])

/** Returns one of few names, whatever clients ask for: routes of the API by their pattern, all pages and files as one. */
const routeOf = (pattern: string | undefined) =>
  pattern === undefined ? 'none' : /^\/(api|auth|metrics)\b/.test(pattern) ? pattern : 'page'

type Series = { labels: { method: string; route: string }; counts: number[]; count: number; sum: number }

/** Counts requests and their durations. */
export function createHttpMetrics() {
  const totals = new Map<string, Sample>()
  const series = new Map<string, Series>()

  function observe(asked: string, pattern: string | undefined, status: number, ms: number): void {
    const method = methods.has(asked) ? asked : 'other'
    const route = routeOf(pattern)
    const key = `${method} ${route}`
    const total = totals.get(`${key} ${status}`) ?? {
      labels: { method, route, status: `${status}` },
      value: 0,
    }
    total.value++
    totals.set(`${key} ${status}`, total)
    const one = series.get(key) ?? {
      labels: { method, route },
      counts: buckets.map(() => 0),
      count: 0,
      sum: 0,
    }
    const seconds = ms / 1_000
    const bucket = buckets.findIndex((end) => seconds <= end)
    if (bucket >= 0) one.counts[bucket] = (one.counts[bucket] ?? 0) + 1
    one.count++
    one.sum += seconds
    series.set(key, one)
  }

  const samplesOf = ({ labels, counts, count, sum }: Series): Sample[] => {
    let below = 0
    return [
      ...buckets.map((end, index) => {
        below += counts[index] ?? 0
        return { suffix: '_bucket', labels: { ...labels, le: `${end}` }, value: below }
      }),
      { suffix: '_bucket', labels: { ...labels, le: '+Inf' }, value: count },
      { suffix: '_sum', labels, value: sum },
      { suffix: '_count', labels, value: count },
    ]
  }

  const metrics = (): Metric[] => [
    {
      name: 'deedbox_http_requests_total',
      help: 'Requests that were answered.',
      type: 'counter',
      samples: [...totals.values()],
    },
    {
      name: 'deedbox_http_request_duration_seconds',
      help: 'From the arrival of a request to the end of its answer.',
      type: 'histogram',
      samples: [...series.values()].flatMap(samplesOf),
    },
  ]
  return { observe, metrics }
}
