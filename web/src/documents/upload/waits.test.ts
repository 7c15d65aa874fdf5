import { endpoints } from '@deedbox/contract/endpoints.ts'
import { type ErrorCode, errors, refusalsOf } from '@deedbox/contract/refusals.ts'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { answerError } from '../../lib/api.ts'
import { waitsFor } from './waits.ts'

// Missing answers make the page ask whether the server is there, again and again until it is.
beforeAll(() => vi.stubGlobal('fetch', async () => Response.json({ status: 'ok', database: 'ok' })))
afterAll(() => vi.unstubAllGlobals())

const answer = (code: ErrorCode) =>
  answerError(errors[code].status, JSON.stringify({ error: { code, message: errors[code].message } }))

test('an upload waits where time alone helps; for all else it stops, and says why', () => {
  const keys = ['POST /api/uploads', 'GET /api/uploads/:uploadId', 'PATCH /api/uploads/:uploadId'] as const
  const codes = new Set(keys.flatMap((key) => refusalsOf(key, endpoints[key])))
  const waiting = [...codes].filter((code) => waitsFor(answer(code)))
  expect(waiting.sort()).toEqual([
    'request-too-slow',
    'scanner-unavailable',
    'storage-unavailable',
    'too-many-requests',
    'unavailable',
    'upload-busy',
    'upload-offset',
  ])
  expect([...codes]).toEqual(expect.arrayContaining(['upload-limit', 'upload-pieces', 'no-space']))
  expect(waitsFor(answer('upload-offset'))).toBe('storing')
  // Answers without a body: those to HEAD, and missing ones; a proxy sends its own page.
  expect([423, 0, 502, 504].map((status) => waitsFor(answerError(status, '')))).toEqual([
    'storing',
    'away',
    'away',
    'away',
  ])
  expect(waitsFor(answerError(409, '<h1>Conflict</h1>'))).toBeNull()
})
