import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '../../testing/app.ts'
import { accepts } from './compression.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.stop())

const get = (encodings?: string) =>
  app.call(null, 'GET', '/api/openapi.json', undefined, {
    headers: encodings ? { 'accept-encoding': encodings } : {},
  })

test('a long JSON response is compressed with an encoding that the caller accepts', async () => {
  const plain = await get()
  expect(plain.headers['content-encoding']).toBeUndefined()
  const small = await get('gzip, deflate, br, zstd')
  expect(small.headers).toMatchObject({ 'content-encoding': 'br', vary: 'accept-encoding' })
  expect(small.rawPayload.length).toBeLessThan(plain.rawPayload.length / 4)
  expect(brotliDecompressSync(small.rawPayload).toString()).toBe(plain.payload)
  const zipped = await get('gzip;q=0.5, br;q=0')
  expect(zipped.headers['content-encoding']).toBe('gzip')
  expect(gunzipSync(zipped.rawPayload).toString()).toBe(plain.payload)
})

test('a short response, and one to a caller that accepts no encoding, is not compressed', async () => {
  const short = await app.call(null, 'GET', '/api/nowhere', undefined, {
    headers: { 'accept-encoding': 'br' },
  })
  expect(short.headers['content-encoding']).toBeUndefined()
  expect((await get('identity')).headers['content-encoding']).toBeUndefined()
})

test('the weights in Accept-Encoding are respected', () => {
  expect(accepts('br', 'br')).toBe(true)
  expect(accepts('gzip; q=0.3 , BR ;q=1.0', 'br')).toBe(true)
  expect(accepts('br;q=0, gzip', 'br')).toBe(false)
  expect(accepts('br;q=0.000', 'br')).toBe(false)
  expect(accepts('brx', 'br')).toBe(false)
  expect(accepts(undefined, 'gzip')).toBe(false)
})
