import { once } from 'node:events'
import { get, type IncomingMessage } from 'node:http'
import { connect, type Socket } from 'node:net'
import { text } from 'node:stream/consumers'
import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { documents } from '../../db/tables/documents.ts'
import { type Person, startTestApp, type TestApp } from '../../testing/app.ts'

let app: TestApp
let owner: Person
const logs: string[] = []
beforeAll(async () => {
  app = await startTestApp(
    {},
    {
      listen: true,
      logs,
      clientLimits: {
        headers: 300,
        body: 400,
        silence: 300,
        stretch: 600,
        leastBytes: 4_096,
        stalled: 2_000,
      },
    },
  )
  owner = await app.person('trustee')
})
afterAll(() => app.stop())

function open(): Socket {
  const { hostname, port } = new URL(app.address)
  const socket = connect(Number(port), hostname)
  socket.on('error', () => undefined)
  return socket
}

/** Returns what a socket receives. Bytes still being sent make the server's end of it look like a reset: that is an end too. */
async function textUntilClosed(socket: Socket): Promise<string> {
  let received = ''
  try {
    for await (const chunk of socket.setEncoding('utf8')) received += chunk
  } catch (error) {
    if (!['ECONNRESET', 'EPIPE'].includes((error as NodeJS.ErrnoException).code ?? '')) throw error
  }
  return received
}

/** Writes byte by byte (or the given parts) until the server closes the connection, and returns its response. */
async function trickle(
  head: string,
  piece: string,
  everyMs: number,
): Promise<{ answer: string; tookMs: number }> {
  const socket = open()
  const began = Date.now()
  socket.write(head)
  const writing = setInterval(() => socket.write(piece), everyMs)
  const answer = await textUntilClosed(socket)
  clearInterval(writing)
  socket.destroy()
  return { answer, tookMs: Date.now() - began }
}

const file = (length: number) =>
  [
    'POST /api/documents?fileName=a.txt&title=A HTTP/1.1',
    'Host: localhost',
    'Content-Type: text/plain',
    `Content-Length: ${length}`,
    `Cookie: ${owner.cookie}`,
    '',
    '',
  ].join('\r\n')

test('a JSON body that arrives byte by byte is ended with 408', async () => {
  const head =
    'POST /api/session HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: 5000\r\n\r\n'
  const { answer, tookMs } = await trickle(head, ' ', 20)
  expect(answer).toMatch(/^HTTP\/1\.1 408 /)
  expect(answer).toContain('"code":"request-too-slow"')
  expect(answer.toLowerCase()).toContain('cache-control: no-store')
  expect(answer.toLowerCase()).toContain('x-content-type-options: nosniff')
  expect(tookMs).toBeGreaterThanOrEqual(390)
})

test('the connection is also closed for a slow body whose request was already refused', async () => {
  for (const [url, host] of [
    ['/api/nothing', 'localhost'],
    ['/api/session', 'evil.example'],
    ['/%ff', 'localhost'],
  ]) {
    const head = `POST ${url} HTTP/1.1\r\nHost: ${host}\r\nTransfer-Encoding: chunked\r\n\r\n`
    const { answer } = await trickle(head, '1\r\nx\r\n', 20)
    expect(answer, url).toMatch(/^HTTP\/1\.1 4\d\d /)
  }
})

test('headers that arrive byte by byte are ended with 408 and our message', async () => {
  const { answer } = await trickle('GET / HTTP/1.1\r\nHost: localhost\r\nX: ', 'x', 20)
  expect(answer).toMatch(/^HTTP\/1\.1 408 /)
  expect(answer).toContain('"code":"request-too-slow"')
  expect(answer).toContain('x-content-type-options: nosniff')
})

test('an upload that stalls or only drips is ended with 408 and leaves nothing stored', async () => {
  const silent = await trickle(file(1_000_000), '', 10_000)
  expect(silent.answer).toMatch(/^HTTP\/1\.1 408 /)
  const dripping = await trickle(file(1_000_000), 'x'.repeat(10), 50)
  expect(dripping.answer).toMatch(/^HTTP\/1\.1 408 /)
  expect(dripping.tookMs).toBeGreaterThanOrEqual(590)
  expect(await app.services.database.db.$count(documents)).toBe(0)
  expect(logs.filter((line) => JSON.parse(line).level >= 50)).toEqual([])
})

test('an upload that is slow but steady is stored, however long it takes', async () => {
  const socket = open()
  socket.write(file(40 * 1_024))
  for (let piece = 0; piece < 40; piece += 1) {
    socket.write('x'.repeat(1_024))
    await pause(50)
  }
  const [answer] = (await once(socket, 'data')) as [Buffer]
  expect(answer.toString()).toMatch(/^HTTP\/1\.1 201 /)
  socket.destroy()
})

test('a download that nobody reads is cut off', async () => {
  const payload = 'x'.repeat(16 * 1024 * 1024)
  const headers = { 'content-type': 'text/plain' }
  const url = '/api/documents?fileName=b.txt&title=B'
  const stored = await app.call(owner, 'POST', url, undefined, { payload, headers })
  const content = `${app.address}/api/documents/${stored.json().document.id}/content`
  const request = get(content, { headers: { cookie: owner.cookie } })
  const [response] = (await once(request, 'response')) as [IncomingMessage]
  response.pause()
  await pause(5_000)
  response.resume()
  await expect(text(response)).rejects.toThrow()
})
