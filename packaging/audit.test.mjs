import { mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { allowedAdvisories, audit, NO_ANSWER } from '../scripts/audit.mjs'

// Tests start npm up to three times each.
vi.setConfig({ testTimeout: 60_000 })

/** Weaknesses by package that the registry knows; if unset, it does not know the call. */
let weaknesses
let asked
const registry = createServer(async (request, response) => {
  const chunks = []
  for await (const chunk of request) chunks.push(chunk)
  const json = (body) => response.setHeader('content-type', 'application/json').end(JSON.stringify(body))
  if (!weaknesses) return response.writeHead(405).end()
  if (request.url === '/-/npm/v1/security/advisories/bulk') {
    asked = JSON.parse(gunzipSync(Buffer.concat(chunks)).toString())
    return json(Object.fromEntries(Object.entries(weaknesses).filter(([name]) => asked[name])))
  }
  const name = decodeURIComponent(request.url.slice(1))
  const versions = Object.fromEntries((asked?.[name] ?? []).map((version) => [version, { name, version }]))
  json({ name, 'dist-tags': {}, versions })
})
let env
let cache
beforeAll(async () => {
  await new Promise((done) => registry.listen(0, '127.0.0.1', done))
  cache = mkdtempSync(join(tmpdir(), 'deedbox-npm-'))
  const url = `http://127.0.0.1:${registry.address().port}/`
  env = { ...process.env, npm_config_registry: url, npm_config_cache: cache }
})
afterAll(() => {
  registry.close()
  rmSync(cache, { recursive: true, force: true })
})

let weaknessesMade = 0
const weakness = (id, severity) => [
  {
    id: ++weaknessesMade,
    url: `https://github.com/advisories/${id}`,
    title: 'Answers twice',
    severity,
    vulnerable_versions: '>=5.0.0',
    cwe: [],
    cvss: { score: 0, vectorString: null },
  },
]
const today = '2026-11-23'
const allow = (until) => [{ advisory: 'GHSA-a', reason: 'Deedbox does not answer twice.', until }]

test('a serious weakness of what Deedbox runs with fails, unless it is allowed until a day that is not over', async () => {
  weaknesses = { fastify: weakness('GHSA-a', 'high'), vitest: weakness('GHSA-b', 'critical') }
  const result = await audit({ allowed: [], today, env })
  expect(result).toEqual({
    code: 1,
    lines: [
      'FAILS  high     fastify >=5.0.0: Answers twice (GHSA-a)',
      'noted  critical vitest >=5.0.0: Answers twice (GHSA-b); a tool, not in the package',
    ],
  })
  expect(Object.keys(asked)).toEqual(expect.arrayContaining(['fastify', 'sharp', 'react-dom']))
  expect(await audit({ allowed: allow(today), today, env })).toEqual({
    code: 0,
    lines: [
      expect.stringMatching(/^noted .*; allowed until 2026-11-23: Deedbox does not answer twice\.$/),
      expect.stringContaining('vitest'),
    ],
  })
  expect(await audit({ allowed: allow('2026-11-22'), today, env })).toMatchObject({ code: 1 })
})

test('a weakness that is not serious is noted, and what is allowed for nothing is named', async () => {
  weaknesses = { fastify: weakness('GHSA-c', 'moderate') }
  const { code, lines } = await audit({ allowed: allow(today), today, env })
  expect(code).toBe(0)
  expect(lines).toEqual([
    'noted  moderate fastify >=5.0.0: Answers twice (GHSA-c)',
    'GHSA-a is allowed, but no longer reported: remove it',
  ])
  weaknesses = {}
  expect(await audit({ allowed: [], today, env })).toEqual({ code: 0, lines: ['nothing is known'] })
})

test('a registry that does not know the call is told apart from nothing that is known', async () => {
  weaknesses = undefined
  const { code, lines } = await audit({ allowed: [], today, env })
  expect(code).toBe(NO_ANSWER)
  expect(lines[0]).toMatch(/^no registry answers: .*405/)
})

test('what is allowed says why and until when', () => {
  for (const { advisory, reason, until } of allowedAdvisories()) {
    expect(advisory).toMatch(/^GHSA-[\w-]+$/)
    expect(reason.length).toBeGreaterThan(20)
    expect(until).toMatch(/^\d{4}-\d\d-\d\d$/)
  }
})
