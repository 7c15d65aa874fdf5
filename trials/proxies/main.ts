import assert from 'node:assert/strict'
import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { get } from 'node:http'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { measureRoom } from '../../server/src/platform/room.ts'
import { createChecks } from '../support/checks.ts'
import { needPackages } from '../support/packages.ts'
import { home, pause, startServer, until } from '../support/server.ts'
import { type Client, clientAddress, createClient, name, serverAddress } from './client.ts'
import { makeCertificate, prepareNetwork } from './network.ts'

/* Runs the proxies with the examples that docs/operations.md prints, in front of a real server. Needs root. */

needPackages({
  '/usr/bin/caddy': 'caddy',
  '/usr/sbin/nginx': 'nginx-light',
  '/usr/sbin/haproxy': 'haproxy',
  '/usr/bin/openssl': 'openssl',
  '/usr/sbin/ip': 'iproute2',
})
const [, , folder = ''] = process.argv
if (!folder) {
  const made = mkdtempSync(join(tmpdir(), 'deedbox-proxies-'))
  const own = ['--net', '--mount', process.execPath, import.meta.filename, made]
  const { status } = spawnSync('unshare', own, { stdio: 'inherit' })
  rmSync(made, { recursive: true })
  process.exit(status ?? 1)
}

prepareNetwork(folder)
const ca = makeCertificate()
const dataDir = join(folder, 'data')
const metricsToken = 'trial-trial-trial-trial'
const publicUrl = `https://${name}`
const server = await startServer({
  PORT: '3000',
  PUBLIC_URL: publicUrl,
  DATA_DIR: dataDir,
  METRICS_TOKEN: metricsToken,
})
const person = { email: 'ada@practice.example', password: 'Brass-Key-1887-Elm' }
const content = Buffer.alloc(100_000_000, 'In witness of which this deed is executed. ')
const half = content.length / 2
const sum = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex')

/** Reads an example of docs/operations.md, by the language of its code block. */
function example(language: string): { path: string; text: string } {
  const page = readFileSync(join(home, 'docs/operations.md'), 'utf8')
  const text = page.split(`\`\`\`${language}\n`)[1]?.split('```\n')[0] ?? ''
  const path = /^# (\/\S+?)(;|\n)/.exec(text)?.[1]
  if (!path) throw new Error(`docs/operations.md has no example for ${language} that names its file`)
  return { path, text }
}

/** Counts the bytes of all files below these folders. */
function bytesIn(...folders: string[]): number {
  const sizes = folders.flatMap((one) =>
    readdirSync(one, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => statSync(join(entry.parentPath, entry.name), { throwIfNoEntry: false })?.size ?? 0),
  )
  return sizes.reduce((all, size) => all + size, 0)
}
const stored = () => bytesIn(join(dataDir, 'documents'))
/** Measures what nginx keeps in temporary files. */
const kept = () => bytesIn('/var/lib/nginx')

const upload = (client: Client, title: string, length: number) =>
  client.begin('POST', `/api/documents?fileName=deed.txt&title=${title}`, {
    'content-type': 'text/plain',
    'content-length': length,
  })

const { check, finish } = createChecks()

async function tryProxy(language: string, command: string[], first: boolean): Promise<void> {
  const { path, text } = example(language)
  mkdirSync(dirname(path), { recursive: true })
  writeFileSync(path, text)
  const [program = '', ...args] = command
  const env = { PATH: process.env.PATH, HOME: folder }
  const proxy: ChildProcess = spawn(program, args, { stdio: ['ignore', 'ignore', 'pipe'], env })
  const ended = once(proxy, 'exit')
  let complaint = ''
  proxy.stderr?.setEncoding('utf8').on('data', (said: string) => {
    complaint += said
  })
  const client = createClient(ca)
  const told = (what: string) => `${language}: ${what}`
  let documentId = ''
  try {
    await check(told('answers over https, and leads pages there from http, but no programs'), async () => {
      await until(async () => (await client.call('GET', '/api/health')).status === 200, 'it answers', 20)
      const plain = async (path: string) => {
        const [answer] = await once(get({ host: serverAddress, path, headers: { host: name } }), 'response')
        answer.resume()
        return [answer.statusCode, answer.headers.location]
      }
      assert.deepEqual(await plain('/login'), [301, `${publicUrl}/login`])
      for (const path of ['/api/documents', '/auth/v1/user', '/metrics'])
        assert.deepEqual(await plain(path), [403, undefined])
    })
    await check(told('signs in with a Secure cookie and strict transport security'), async () => {
      const names = { firstName: 'Ada', lastName: 'Elm' }
      const setup = /\/setup\/(\S+)/.exec(server.said())?.[1]
      const signIn = () => client.call('POST', '/api/session', person)
      const answer = first
        ? await client.call('POST', `/api/setup/${setup}`, { ...person, ...names })
        : await signIn()
      assert.ok(answer.status === 201 || answer.status === 200, answer.body)
      assert.match(String(answer.headers['set-cookie']), /^__Host-.*; Secure/)
      assert.match(String(answer.headers['strict-transport-security']), /max-age=\d{8}/)
      assert.equal((await client.call('GET', '/api/documents')).status, 200)
    })
    await check(told('passes on an upload of 100 MB as it arrives, without a temporary file'), async () => {
      const before = stored()
      const sent = upload(client, `Deed-${language}`, content.length)
      sent.write(content.subarray(0, half))
      // The client pauses half-way: all but the last buffers must be with the server by now.
      await until(() => stored() - before > half - 4_000_000, 'the first half is stored', 10)
      assert.ok(kept() < 1_000_000)
      sent.end(content.subarray(half))
      const [answer] = await once(sent, 'response')
      const body = await answer.setEncoding('utf8').toArray()
      assert.equal(answer.statusCode, 201, body.join(''))
      documentId = JSON.parse(body.join('')).document.id
    })
    await check(told('passes on a download of 100 MB as it is read'), async () => {
      const began = performance.now()
      const asked = client.begin('GET', `/api/documents/${documentId}/content`)
      asked.end()
      const [answer] = await once(asked, 'response')
      assert.equal(answer.statusCode, 200)
      await once(answer, 'readable')
      const firstByte = performance.now() - began
      // The client reads nothing for a second: nothing may be collected meanwhile.
      await pause(1_000)
      assert.ok(kept() < 1_000_000)
      assert.equal(sum(Buffer.concat(await answer.toArray())), sum(content))
      process.stdout.write(`        first byte after ${firstByte.toFixed(0)} ms\n`)
      assert.ok(firstByte < 2_000)
    })
    await check(told('passes on live events at once'), async () => {
      const live = await client.live()
      await until(() => live.arrived().includes('retry'), 'the stream has begun', 5)
      const small = upload(client, 'Small', 4)
      small.end('deed')
      const [answer] = await once(small, 'response')
      answer.resume()
      const began = performance.now()
      await until(() => live.arrived().includes('documents'), 'the change is told', 5)
      process.stdout.write(`        told ${(performance.now() - began).toFixed(0)} ms after the answer\n`)
      assert.ok(performance.now() - began < 1_000)
      live.close()
    })
    await check(told('tells the true address of the client, not the one that it claims'), async () => {
      const history = await client.call('GET', `/api/documents/${documentId}/history`)
      const addresses = [...history.body.matchAll(/"ip":"([^"]+)"/g)].map(([, ip]) => ip)
      assert.deepEqual([...new Set(addresses)], [clientAddress])
    })
    await check(
      told('lets people read while no files are accepted, because the disk is nearly full'),
      async () => {
        const ballast = join(dataDir, 'ballast')
        const health = async () => JSON.parse((await client.call('GET', '/api/health')).body)
        const fill = spawnSync('fallocate', [
          '--length',
          String(measureRoom(dataDir) - 100 * 1024 * 1024),
          ballast,
        ])
        try {
          assert.equal(fill.status, 0, String(fill.stderr))
          await until(async () => (await health()).storage !== 'ok', 'no files are accepted', 60)
          // The pause is longer than the proxy takes to see it.
          await pause(8_000)
          assert.equal((await client.call('GET', '/login')).status, 200)
          const read = client.begin('GET', `/api/documents/${documentId}/content`)
          read.end()
          const [answer] = await once(read, 'response')
          assert.equal(answer.statusCode, 200)
          assert.equal(sum(Buffer.concat(await answer.toArray())), sum(content))
          const sent = upload(client, 'Refused', 4)
          sent.end('deed')
          const [refused] = await once(sent, 'response')
          refused.resume()
          assert.deepEqual([refused.statusCode, refused.headers['retry-after']], [503, '60'])
        } finally {
          rmSync(ballast, { force: true })
        }
        await until(async () => (await health()).status === 'ok', 'it goes on by itself', 60)
      },
    )
    await check(told('opens /metrics with the token only'), async () => {
      const withToken = await client.call('GET', '/metrics', undefined, {
        authorization: `Bearer ${metricsToken}`,
      })
      assert.match(withToken.body, /deedbox_database_up 1/)
      assert.notEqual((await client.call('GET', '/metrics')).status, 200)
    })
  } finally {
    client.close()
    proxy.kill('SIGTERM')
    await Promise.race([ended, pause(10_000)])
    proxy.kill('SIGKILL')
    if (!documentId) process.stdout.write(complaint)
  }
}

await tryProxy('caddyfile', ['caddy', 'run', '--config', '/etc/caddy/Caddyfile'], true)
await tryProxy('nginx', ['nginx', '-g', 'daemon off;'], false)
await tryProxy('haproxy', ['haproxy', '-db', '-f', '/etc/haproxy/haproxy.cfg'], false)
await check('the server ends in good order', async () => assert.equal(await server.stop(), 0))
finish()
process.exit()
