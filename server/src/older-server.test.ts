import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { afterAll, expect, inject, test } from 'vitest'
import flags from '../flags.json' with { type: 'json' }
import { startTestApp, type TestApp } from './testing/app.ts'
import { freePort } from './testing/free-port.ts'
import { createDatabase } from './testing/postgres.ts'
import { unpackServer } from './testing/releases.ts'

/*
 * Migrations run while the servers of the release before still serve (ADR 38): this starts that server, migrates its
 * database under it, and has it do the day's work. Only PostgreSQL allows several servers.
 */
const alone = !inject('postgresUrl')
const cache = join(import.meta.dirname, '..', '..', '.cache')
mkdirSync(cache, { recursive: true })
// Inside the repository, so that it finds its packages.
const home = mkdtempSync(join(cache, 'older-server-'))
const dataDir = mkdtempSync(join(tmpdir(), 'deedbox-older-'))
let child: ChildProcess | undefined
let app: TestApp | undefined
afterAll(async () => {
  child?.kill('SIGKILL')
  await app?.stop()
  for (const folder of [home, dataDir]) rmSync(folder, { recursive: true, force: true })
})

test.skipIf(alone)(
  'the server of the release before works on the migrated database, and does not start on it again',
  async () => {
    unpackServer(home)
    const databaseUrl = await createDatabase(new URL('/template1', inject('postgresUrl')).href)
    const port = await freePort()
    const env = { PATH: process.env.PATH, DATABASE_URL: databaseUrl, DATA_DIR: dataDir, PORT: String(port) }
    const startOlder = () =>
      spawn(process.execPath, [...flags, join(home, 'dist', 'main.js')], {
        env,
        stdio: ['ignore', 'pipe', 'pipe'],
      })
    child = startOlder()
    await expect.poll(() => fetch(`http://127.0.0.1:${port}/api/health`).then(({ ok }) => ok)).toBe(true)

    app = await startTestApp({ DATABASE_URL: databaseUrl, DATA_DIR: dataDir })
    const [admin, trustee, guest] = [
      await app.person('admin'),
      await app.person('trustee'),
      await app.person('guest'),
    ]
    const older = async (as: { cookie: string }, method: string, path: string, body?: unknown) => {
      const answer = await fetch(`http://127.0.0.1:${port}${path}`, {
        method,
        headers: {
          cookie: as.cookie,
          origin: `http://127.0.0.1:${port}`,
          ...(body !== undefined && {
            'content-type': typeof body === 'string' ? 'text/plain' : 'application/json',
          }),
        },
        body: body === undefined ? null : typeof body === 'string' ? body : JSON.stringify(body),
      })
      const answered = await answer.text()
      expect([method, path, answer.status, answered]).toEqual([
        method,
        path,
        expect.toSatisfy((status: number) => status >= 200 && status < 300),
        expect.any(String),
      ])
      return answered.startsWith('{') ? JSON.parse(answered) : answered
    }

    const will = 'I leave the box to my granddaughter.'
    const { document } = await older(trustee, 'POST', '/api/documents?fileName=will.txt&title=Will', will)
    const { grant } = await older(trustee, 'POST', `/api/documents/${document.id}/access`, {
      email: guest.email,
    })
    expect(await older(guest, 'GET', `/api/documents/${document.id}/content`)).toBe(will)
    await older(trustee, 'POST', `/api/access/${grant.id}/renew`, {})
    await older(trustee, 'POST', `/api/access/${grant.id}/revoke`, {})
    await older(trustee, 'DELETE', `/api/documents/${document.id}`)
    await older(trustee, 'POST', `/api/documents/${document.id}/restore`)

    // Lists and figures that it has.
    const { paths } = await older(admin, 'GET', '/api/openapi.json')
    const simple = Object.keys(paths as object).filter((path) => paths[path].get && !path.includes('{'))
    expect(simple.length).toBeGreaterThan(30)
    for (const path of simple.filter((one) => one.startsWith('/api/') && one !== '/api/live')) {
      const { status } = await fetch(`http://127.0.0.1:${port}${path}`, { headers: { cookie: admin.cookie } })
      expect([path, status]).toEqual([path, expect.toSatisfy((code: number) => code < 500)])
    }

    const seen = await app.call(trustee, 'GET', `/api/documents/${document.id}/content`)
    expect([seen.statusCode, seen.body]).toEqual([200, will])

    child.kill('SIGTERM')
    await once(child, 'exit')
    // The older server answers also right after a release, when it knows every migration there is.
    await app.services.database.query(
      "insert into drizzle.__drizzle_migrations (hash, created_at) values ('of a later version', 4102444800000)",
    )
    child = startOlder()
    const [refusal] = await Promise.all([text(child.stderr as NodeJS.ReadableStream), once(child, 'exit')])
    expect(child.exitCode).toBe(1)
    expect(refusal).toContain('The database was used by a newer version of Deedbox')
  },
)
