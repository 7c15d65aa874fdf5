import { once } from 'node:events'
import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, test } from 'vitest'
import { mayReach, readOutside } from './outside.ts'

const nowhere = { anywhere: false, loopback: false, networks: [] }
const here = { ...nowhere, loopback: true }
const ask = { timeoutMs: 1_000, maxBytes: 100 }

test.each([
  ['8.8.8.8', true],
  ['2606:4700::1111', true],
  ['127.0.0.1', false],
  ['10.1.2.3', false],
  ['169.254.169.254', false],
  ['::ffff:192.168.0.1', false],
  ['::1', false],
  ['::', false],
  ['fd00::1', false],
  ['fe80::1', false],
  ['2002:7f00:1::', false],
  ['64:ff9b::7f00:1', false],
  ['not an address', false],
])('%s may be reached: %s', (address, may) => {
  expect(mayReach(address, nowhere)).toBe(may)
})

test('configured networks may be reached, and this machine where it is allowed', () => {
  expect(mayReach('10.1.2.3', { ...nowhere, networks: ['10.1.0.0/16'] })).toBe(true)
  expect(mayReach('10.2.2.3', { ...nowhere, networks: ['10.1.0.0/16'] })).toBe(false)
  expect(mayReach('fd00::5', { ...nowhere, networks: ['fd00::5'] })).toBe(true)
  expect(mayReach('127.0.0.1', here)).toBe(true)
})

async function serving<T>(answer: RequestListener, work: (url: string) => Promise<T>): Promise<T> {
  const server = createServer(answer).listen(0, '127.0.0.1')
  await once(server, 'listening')
  try {
    return await work(`http://localhost:${(server.address() as AddressInfo).port}/`)
  } finally {
    server.closeAllConnections()
    server.close()
  }
}

test('nothing is asked without TLS, and no name leads to this machine', async () => {
  let asked = 0
  await serving(
    () => {
      asked += 1
    },
    async (url) => {
      await expect(readOutside(url, nowhere, ask)).rejects.toThrow('does not begin with https://')
      await expect(readOutside(url.replace('http:', 'https:'), nowhere, ask)).rejects.toThrow(
        'private network',
      )
      await expect(readOutside('https://127.0.0.1/', nowhere, ask)).rejects.toThrow('private network')
      await expect(readOutside('https://[::ffff:7f00:1]/', nowhere, ask)).rejects.toThrow('private network')
    },
  )
  expect(asked).toBe(0)
})

test('redirects, long answers and silence are refused', async () => {
  await serving(
    (_, response) => response.writeHead(302, { location: 'http://169.254.169.254/' }).end(),
    (url) => expect(readOutside(url, here, ask)).rejects.toThrow('sends us on'),
  )
  await serving(
    (_, response) => response.end('x'.repeat(101)),
    (url) => expect(readOutside(url, here, ask)).rejects.toThrow('too large'),
  )
  await serving(
    () => undefined,
    (url) => expect(readOutside(url, here, { ...ask, timeoutMs: 50 })).rejects.toThrow('did not answer'),
  )
  await serving(
    (_, response) => response.end('{}'),
    async (url) => expect(await readOutside(url, here, ask)).toEqual({ status: 200, text: '{}' }),
  )
})
