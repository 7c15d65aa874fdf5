import { connect } from 'node:net'
import { text } from 'node:stream/consumers'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '../../testing/app.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp({}, { listen: true })
})
afterAll(() => app.stop())

/** Reads the server's response to these bytes, until the connection ends. */
async function answerTo(sent: string) {
  const socket = connect(Number(new URL(app.address).port), '127.0.0.1')
  socket.write(sent, 'latin1')
  const answer = await text(socket)
  const [head = '', ...body] = answer.split('\r\n\r\n')
  const [status = '', ...lines] = head.split('\r\n')
  const headers = Object.fromEntries(lines.map((line) => line.toLowerCase().split(': ', 2)))
  return { status: Number(status.split(' ')[1]), headers, body: body.join('\r\n\r\n') }
}

const last = 'Host: localhost\r\nConnection: close\r\n\r\n'
const cases: [string, string, number, string][] = [
  ['no HTTP at all', 'hello\r\n\r\n', 400, 'malformed-request'],
  ['a TLS greeting', '\u0016\u0003\u0001\u0002\u0000\u0001', 400, 'malformed-request'],
  ['a header with a NUL', `GET / HTTP/1.1\r\nX: a\u0000b\r\n${last}`, 400, 'malformed-request'],
  [
    'two lengths',
    `POST /api/session HTTP/1.1\r\nContent-Length: 1\r\nContent-Length: 2\r\n${last}`,
    400,
    'malformed-request',
  ],
  [
    'a length and chunks',
    `POST /api/session HTTP/1.1\r\nContent-Length: 1\r\nTransfer-Encoding: chunked\r\n${last}`,
    400,
    'malformed-request',
  ],
  ['an unknown method', `BREW /api/session HTTP/1.1\r\n${last}`, 400, 'malformed-request'],
  ['too many headers', `GET / HTTP/1.1\r\nX: ${'a'.repeat(20_000)}\r\n${last}`, 431, 'headers-too-large'],
  ['a very long address', `GET /${'a'.repeat(20_000)} HTTP/1.1\r\n${last}`, 431, 'headers-too-large'],
  ['an address that is none', `GET /%ff HTTP/1.1\r\n${last}`, 400, 'malformed-request'],
  ['no host', 'GET / HTTP/1.1\r\nConnection: close\r\n\r\n', 403, 'wrong-origin'],
  ['another host', 'GET / HTTP/1.0\r\nHost: evil.example\r\n\r\n', 403, 'wrong-origin'],
  ['a strange expectation', `GET /api/nothing HTTP/1.1\r\nExpect: tea\r\n${last}`, 404, 'not-found'],
  ['a whole address', `GET http://evil.example/api/nothing HTTP/1.1\r\n${last}`, 404, 'not-found'],
  ['an asterisk', `OPTIONS * HTTP/1.1\r\n${last}`, 404, 'not-found'],
]

test.each(cases)('%s is refused with our message', async (_, sent, status, code) => {
  const answer = await answerTo(sent)
  expect(answer.status, answer.body).toBe(status)
  expect(JSON.parse(answer.body)).toEqual({
    error: { code, message: expect.any(String), requestId: expect.stringMatching(/^[\w-]{36}$/) },
  })
  expect(answer.headers).toMatchObject({
    'cache-control': 'no-store',
    'content-type': 'application/json; charset=utf-8',
    'content-length': String(answer.body.length),
    'x-content-type-options': 'nosniff',
    'content-security-policy': expect.stringContaining("default-src 'none'"),
    connection: 'close',
  })
})
