import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pino } from 'pino'
import { expect, test } from 'vitest'
import { emailOf, password } from '../demo/practice.ts'
import { parseConfig } from '../platform/config.ts'
import { type Running, start } from '../start.ts'
import { newestKept, type Release, releases } from './releases.ts'

const isAll = process.env.RELEASES === 'all'
/** Every fourth, with the first and the newest; `npm run trial -- upgrade` tries all. */
const isWanted = (name: string) => {
  const number = Number(name.slice(0, 4))
  return isAll || [1, newestKept()].includes(number) || number % 4 === 3
}
const migrations = join(import.meta.dirname, '..', '..', 'drizzle')

test('data of every earlier version is migrated, and everything in it is there', {
  timeout: isAll ? 1_200_000 : 240_000,
}, async () => {
  const home = await mkdtemp(join(tmpdir(), 'deedbox-releases-'))
  const seen: string[] = []
  try {
    for await (const release of releases(home, isWanted)) {
      seen.push(release.name)
      const running = await startOn(release)
      await examine(running, release).finally(() => running.stop())
      await rm(release.folder, { recursive: true })
    }
  } finally {
    await rm(home, { recursive: true, force: true })
  }
  expect(seen.length).toBeGreaterThan(9)
  expect([seen.at(0), Number(seen.at(-1)?.slice(0, 4))]).toEqual(['0001_append_only_audit', newestKept()])
})

function startOn({ folder }: Release): Promise<Running> {
  return start({
    config: parseConfig({ DATA_DIR: folder, PORT: '0' }),
    logger: pino({ level: 'silent' }),
    migrations,
    listen: false,
    schedules: false,
    // The first versions did not mark their store.
    ...(!existsSync(join(folder, 'documents', '.deployment')) && { adopt: '' }),
  })
}

async function examine({ app, services }: Running, { name, rows, folder }: Release): Promise<void> {
  const { query } = services.database
  const count = async (table: string) =>
    (await query<{ n: number }>(`select count(*)::int as n from ${table}`)).rows[0]?.n ?? 0
  for (const table of [
    'profiles',
    'documents',
    'document_access',
    'access_requests',
    'owner_contact_requests',
  ])
    expect([name, table, await count(table)]).toEqual([name, table, rows[table] ?? 0])
  expect(await count('audit_events')).toBeGreaterThanOrEqual(rows.audit_events ?? 0)

  const signedIn = await app.inject({
    method: 'POST',
    url: '/api/session',
    payload: { email: emailOf('trustee'), password },
  })
  expect([name, signedIn.statusCode, signedIn.body]).toEqual([name, 200, expect.any(String)])
  const cookie = String(signedIn.headers['set-cookie']).split(';')[0] ?? ''
  const get = (url: string) => app.inject({ url, headers: { cookie } })
  const list = (await get('/api/documents?limit=100')).json<{ total: number }>()
  expect(list.total).toBeGreaterThan(50)
  expect((await get('/api/dashboard/trustee')).statusCode).toBe(200)

  const { rows: documents } = await query<{ id: string; path: string; sha256: string }>(
    'select id, file_path as path, sha256 from documents where deleted_at is null',
  )
  const kept = documents.filter(({ path }) => existsSync(join(folder, 'documents', path)))
  expect(kept).toHaveLength(2)
  for (const { id, sha256 } of kept) {
    const { rawPayload } = await get(`/api/documents/${id}/content`)
    expect(createHash('sha256').update(rawPayload).digest('hex')).toBe(sha256)
  }
}
