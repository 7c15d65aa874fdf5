import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { rename } from 'node:fs/promises'
import { get, type IncomingMessage } from 'node:http'
import { connect } from 'node:net'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { loadKeyring } from './platform/encryption/keys.ts'
import { start } from './start.ts'
import { type Person, startTestApp, type TestApp } from './testing/app.ts'

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
  // What was accepted after it was answered: so it is accepted as well.
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
  expect(loadKeyring({ dataDir: app.dataDir }).created).toBe(true)
  await rename(`${key}.mislaid`, key)
  const back = await again()
  await back.stop()
})
