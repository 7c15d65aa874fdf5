import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pino } from 'pino'
import { expect, test } from 'vitest'
import { emailOf, password } from '../../demo/practice.ts'
import { migrations } from '../home.ts'
import { parseConfig } from '../platform/config.ts'
import { type Running, start } from '../start.ts'
import { keptData, type Release, unpackData } from './releases.ts'

test('data of every earlier release is migrated, and everything in it is there', async () => {
  const home = await mkdtemp(join(tmpdir(), 'deedbox-releases-'))
  try {
    expect(keptData().length).toBeGreaterThan(0)
    for (const name of keptData()) {
      const folder = join(home, name)
      const release = unpackData(name, folder)
      const running = await startOn(folder)
      await examine(running, release, folder).finally(() => running.stop())
      await rm(folder, { recursive: true })
    }
  } finally {
    await rm(home, { recursive: true, force: true })
  }
})

function startOn(folder: string): Promise<Running> {
  return start({
    config: parseConfig({ DATA_DIR: folder, PORT: '0' }),
    logger: pino({ level: 'silent' }),
    migrations,
    listen: false,
    schedules: false,
  })
}

async function examine(
  { app, services }: Running,
  { version, rows }: Release,
  folder: string,
): Promise<void> {
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
    expect([version, table, await count(table)]).toEqual([version, table, rows[table] ?? 0])
  expect(await count('audit_events')).toBeGreaterThanOrEqual(rows.audit_events ?? 0)

  const signedIn = await app.inject({
    method: 'POST',
    url: '/api/session',
    payload: { email: emailOf('trustee'), password },
  })
  expect([version, signedIn.statusCode, signedIn.body]).toEqual([version, 200, expect.any(String)])
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
