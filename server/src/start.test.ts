import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { mkdtemp, rename, rm, writeFile } from 'node:fs/promises'
import { get, type IncomingMessage } from 'node:http'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { parseConfig } from './platform/config.ts'
import { StartFault } from './platform/errors.ts'
import { terminalFault } from './platform/terminal-fault.ts'
import { start } from './start.ts'
import { type Person, startTestApp, type TestApp } from './testing/app.ts'
import { freePort } from './testing/free-port.ts'
import { createDatabase } from './testing/postgres.ts'

async function store(app: TestApp, owner: Person, content: Buffer | string): Promise<string> {
  const answer = await app.call(owner, 'POST', '/api/documents?fileName=deed.txt&title=Deed', undefined, {
    payload: content,
    headers: { 'content-type': 'text/plain' },
  })
  expect(answer.statusCode, answer.body).toBe(201)
  return answer.json().document.id
}

test('stopping lets a running download finish and takes no new requests', async () => {
  const app = await startTestApp({}, { listen: true })
  const owner = await app.person('trustee')
  const text = randomBytes(8 * 1024 * 1024).toString('hex')
  const id = await store(app, owner, text)
  const request = get(`${app.address}/api/documents/${id}/content`, { headers: { cookie: owner.cookie } })
  const [response] = (await once(request, 'response')) as [IncomingMessage]
  response.pause()

  const stopped = app.stop()
  const refused = await fetch(`${app.address}/api/health`).then(
    ({ status }) => status,
    () => 'no connection',
  )
  expect([503, 'no connection']).toContain(refused)
  const chunks: Buffer[] = []
  response.on('data', (chunk: Buffer) => chunks.push(chunk))
  response.resume()
  await once(response, 'end')
  expect(Buffer.concat(chunks).equals(Buffer.from(text))).toBe(true)
  await stopped
})

test('a start has all the time that a slow machine takes for it', async () => {
  const app = await startTestApp()
  expect(app.app.initialConfig.pluginTimeout).toBe(0)
  await app.stop()
})

test('a server that is told to stop says so to balancers first, and still serves meanwhile', async () => {
  const app = await startTestApp({ DRAIN_SECONDS: '1' }, { listen: true })
  const stopped = app.stop()
  const health = await fetch(`${app.address}/api/health`)
  expect([health.status, health.headers.get('connection')]).toEqual([503, 'close'])
  expect(await health.json()).toMatchObject({ status: 'stopping', database: 'ok', storage: 'ok' })
  expect((await fetch(`${app.address}/api/session`)).status).toBe(200)
  await stopped
  await expect(fetch(`${app.address}/api/health`)).rejects.toThrow()
})

test('a connection that a browser opened ahead of need does not hold up a stop', async () => {
  const app = await startTestApp({}, { listen: true })
  const { hostname, port } = new URL(app.address)
  const opened = connect(Number(port), hostname)
  await once(opened, 'connect')
  // The connection was accepted after the answer, so this one is accepted as well.
  expect((await fetch(`${app.address}/api/health`)).status).toBe(200)
  const ended = once(opened, 'close')
  await app.stop()
  await ended
})

test('a deployment that lost its master key says so and stays as it is', async () => {
  const app = await startTestApp()
  const owner = await app.person('trustee')
  await store(app, owner, 'I leave the box to my granddaughter.')
  const { config, logger } = app.services
  await app.running.stop()
  const key = join(app.dataDir, 'master.key')
  await rename(key, `${key}.mislaid`)

  const again = () => start({ config, logger, migrations: app.migrations, listen: false })
  await expect(again()).rejects.toThrow('encrypted under another master key')
  // It made no key of its own that would stand in the way of the right one.
  expect(existsSync(key)).toBe(false)
  await rename(`${key}.mislaid`, key)
  const back = await again()
  await back.stop()
})

test('what keeps a server from starting is one sentence: the port, the database, the folder, the sender', async () => {
  const app = await startTestApp({}, { listen: true })
  const { config, logger } = app.services
  const port = Number(new URL(app.address).port)
  const folder = await mkdtemp(join(tmpdir(), 'deedbox-start-'))
  const said = async (env: Record<string, string>) => {
    const asked = {
      HOST: config.host,
      PORT: '0',
      DATABASE_URL: config.databaseUrl ?? '',
      DATA_DIR: folder,
      ...env,
    }
    const failure = await Promise.resolve()
      .then(() => start({ config: parseConfig(asked), logger, migrations: app.migrations }))
      .then(
        (running) => running.stop().then(() => null),
        (error: unknown) => error,
      )
    expect(failure).toBeInstanceOf(StartFault)
    return terminalFault(failure)
  }
  try {
    const file = join(folder, 'file')
    await writeFile(file, '')
    expect(await said({ DATA_DIR: join(file, 'data') })).toMatch(
      /^DATA_DIR \/.*\/file\/data cannot be written \(ENOTDIR\)/,
    )
    expect(await said({ MAIL_FROM: 'Deedbox' })).toContain('MAIL_FROM must be name@example.com')
    const nobody = `127.0.0.1:${await freePort()}`
    expect(await said({ DATABASE_URL: `postgres://a:secret@${nobody}/b` })).toBe(
      `PostgreSQL at ${nobody} does not answer (ECONNREFUSED): check that it runs and can be reached from here, and DATABASE_URL.`,
    )
    if (config.databaseUrl) {
      const missing = new URL('/no_such_database', config.databaseUrl).href
      expect(await said({ DATABASE_URL: missing })).toMatch(
        /^PostgreSQL at .* has no database of the name .*\(3D000\)\.$/,
      )
    }
    // A database of its own on PostgreSQL, so that only the port is taken.
    const database = config.databaseUrl && {
      DATABASE_URL: await createDatabase(new URL('/template1', config.databaseUrl).href),
    }
    expect(await said({ PORT: String(port), ...database })).toMatch(
      new RegExp(
        `^Port ${port} of 127.0.0.1 is in use: stop the program that has it, .* or set PORT to another one\\.$`,
      ),
    )
  } finally {
    await app.stop()
    await rm(folder, { recursive: true })
  }
})
