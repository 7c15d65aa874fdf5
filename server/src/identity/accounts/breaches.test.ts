import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '../../testing/app.ts'

const suffix = (c: string) => c.repeat(35)
let answer: RequestListener
const seen: { url: string | undefined; padding: string | string[] | undefined }[] = []
const server = createServer((request, response) => {
  seen.push({ url: request.url, padding: request.headers['add-padding'] })
  answer(request, response)
})
let app: TestApp
beforeAll(async () => {
  const listening = Promise.withResolvers<void>()
  server.listen(0, '127.0.0.1', listening.resolve)
  await listening.promise
  const { port } = server.address() as AddressInfo
  app = await startTestApp({ BREACH_RANGE_URL: `http://127.0.0.1:${port}/range/` })
})
beforeEach(() => {
  seen.length = 0
})
afterAll(async () => {
  await app.stop()
  server.closeAllConnections()
  server.close()
})

const lookUp = (prefix: string) => app.call(null, 'GET', `/api/password/breaches/${prefix}`)

test('the range service is asked with five characters and padding; padding is left out', async () => {
  answer = (_request, response) => {
    response.end(`${suffix('A')}:12\r\n${suffix('b')}:0\r\n${suffix('C')}:3`)
  }
  const found = await lookUp('5baa6')
  expect(found.json()).toEqual({ suffixes: [suffix('A'), suffix('C')] })
  expect(seen).toEqual([{ url: '/range/5BAA6', padding: 'true' }])
})

test.each(['5BAA', '5BAA61', '5BAAG', '..%2F..'])('%s is no prefix and asks nobody', async (prefix) => {
  expect((await lookUp(prefix)).statusCode).toBe(400)
  expect(seen).toEqual([])
})

const failures: Record<string, RequestListener> = {
  'an error': (_request, response) => {
    response.writeHead(503).end(`${suffix('A')}:1`)
  },
  'a cut connection': (request) => {
    request.socket.destroy()
  },
  'a redirect': (_request, response) => {
    response.writeHead(302, { location: '/elsewhere' }).end()
  },
  'an endless answer': (_request, response) => {
    const line = `${suffix('A')}:1\r\n`.repeat(1_000)
    const more = () => {
      if (!response.destroyed) response.write(line, more)
    }
    more()
  },
  silence: () => undefined,
}

test('no match is an empty list', async () => {
  answer = (_request, response) => {
    response.end(`${suffix('A')}:0`)
  }
  expect((await lookUp('5BAA6')).json()).toEqual({ suffixes: [] })
})

test.each(Object.entries(failures))('%s is told from no match', async (_name, listener) => {
  answer = listener
  const found = await lookUp('5BAA6')
  expect(found.statusCode).toBe(200)
  expect(found.json()).toEqual({ suffixes: null })
  expect(seen).toHaveLength(1)
})
