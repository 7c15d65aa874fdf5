import { expect, test } from 'vitest'
import type { Endpoint } from './endpoint.ts'
import { endpoints } from './endpoints.ts'

const table: [key: string, endpoint: Endpoint][] = Object.entries(endpoints)

/** Calls that send or take bytes, and what bounds them in place of a count. */
const boundedOtherwise: Record<string, string> = {
  'GET /api/live': 'so many open at once by one session',
  'GET /api/documents/:documentId/pages/:page':
    'the queue of pages to draw has a place in turn for each person',
  'PATCH /api/uploads/:uploadId': 'a piece of an upload that was counted when it began',
}

test('whatever hands out or takes files is counted by person, or bounded in a way that is named', () => {
  const bytes = table.filter(([, { who, sends, takesFile }]) => who !== 'public' && (sends || takesFile))
  expect(bytes.length).toBeGreaterThan(10)
  for (const [key, { perPersonMinute }] of bytes)
    expect([key, perPersonMinute !== undefined]).toEqual([key, !(key in boundedOtherwise)])
})

test('what writes to other people is counted by person, what strangers send by network', () => {
  for (const key of [
    'POST /api/invitations',
    'POST /api/users/bulk',
    'POST /api/documents/share',
    'POST /api/documents/:documentId/access',
    'POST /api/requests',
    'POST /api/requests/browse',
    'POST /api/owner-requests',
    'POST /api/announcements',
  ] as const)
    expect([key, (endpoints[key] as Endpoint).perPersonMinute]).toEqual([key, expect.any(Number)])
  for (const [key, { who, perMinute, perPersonMinute }] of table) {
    if (who === 'public') expect([key, perPersonMinute]).toEqual([key, undefined])
    if (who === 'public' && key.startsWith('POST ') && !key.endsWith('/logout'))
      expect([key, perMinute]).toEqual([key, expect.any(Number)])
  }
})
