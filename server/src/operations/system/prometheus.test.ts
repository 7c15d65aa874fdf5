import fc from 'fast-check'
import { expect, test } from 'vitest'
import { createHttpMetrics } from './http-metrics.ts'
import { exposition, gauge } from './prometheus.ts'

/** Reads a line as Prometheus does: label values with their three escapes. */
function parse(line: string) {
  const [, name, labels = '', value] = /^([a-z_]+)(?:\{(.*)\})? (\S+)$/s.exec(line) ?? []
  const pairs = [...labels.matchAll(/([a-z_]+)="((?:[^"\\\n]|\\["\\n])*)"/g)].map(([, label, text = '']) => [
    label,
    text.replace(/\\(.)/g, (_, escaped) => (escaped === 'n' ? '\n' : escaped)),
  ])
  return {
    name,
    labels: Object.fromEntries(pairs),
    value: value === '+Inf' ? Number.POSITIVE_INFINITY : Number(value),
  }
}

test('whatever is in a label comes back, on one line', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary', maxLength: 20 }), fc.integer(), (text, value) => {
      const written = exposition([
        gauge('deedbox_test', 'Help', [{ labels: { route: text, other: '"' }, value }]),
      ])
      const lines = written.split('\n')
      expect(lines).toHaveLength(4)
      expect(parse(lines[2] ?? '')).toEqual({
        name: 'deedbox_test',
        labels: { route: text, other: '"' },
        value,
      })
    }),
  )
})

test('help is on one line, and nothing is said of what was not measured', () => {
  expect(exposition([gauge('a', 'one\ntwo \\ three', 1), gauge('b', 'nothing', [])])).toBe(
    '# HELP a one\\ntwo \\\\ three\n# TYPE a gauge\na 1\n',
  )
  expect(exposition([gauge('a', '', Number.POSITIVE_INFINITY)])).toContain('a +Inf\n')
  expect(exposition([gauge('a', '', Number.NaN)])).toContain('a NaN\n')
})

test('durations are counted in cumulative buckets', () => {
  const http = createHttpMetrics()
  for (const ms of [1, 30, 30, 20_000]) http.observe('GET', '/api/documents', 200, ms)
  http.observe('GET', '/api/documents', 403, 2)
  const text = exposition(http.metrics())
  const of = (start: string) => text.split('\n').filter((line) => line.startsWith(start))
  expect(of('deedbox_http_requests_total')).toEqual([
    'deedbox_http_requests_total{method="GET",route="/api/documents",status="200"} 4',
    'deedbox_http_requests_total{method="GET",route="/api/documents",status="403"} 1',
  ])
  const buckets = of('deedbox_http_request_duration_seconds_bucket').map(parse)
  expect(buckets.at(0)).toMatchObject({ labels: { le: '0.005' }, value: 2 })
  expect(buckets.at(-2)).toMatchObject({ labels: { le: '10' }, value: 4 })
  expect(buckets.at(-1)).toMatchObject({ labels: { le: '+Inf' }, value: 5 })
  const values = buckets.map(({ value }) => value)
  expect(values).toEqual([...values].sort((a, b) => a - b))
  expect(of('deedbox_http_request_duration_seconds_count').map(parse)).toMatchObject([{ value: 5 }])
  expect(of('deedbox_http_request_duration_seconds_sum').map(parse)[0]?.value).toBeCloseTo(20.063)
})

test('no caller can add series: unknown methods and addresses share theirs', () => {
  const http = createHttpMetrics()
  fc.assert(
    fc.property(fc.string(), fc.webPath(), (method, path) => {
      http.observe(method, undefined, 404, 1)
      http.observe('GET', `/assets${path}`, 200, 1)
    }),
  )
  const routes = new Set(http.metrics()[0]?.samples.map(({ labels }) => labels?.route))
  const methods = new Set(http.metrics()[0]?.samples.map(({ labels }) => labels?.method))
  expect([...routes].sort()).toEqual(['none', 'page'])
  expect([...methods].sort()).toEqual(['GET', 'other'])
})
