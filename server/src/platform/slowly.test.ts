import { expect, test } from 'vitest'
import { slowly } from './slowly.ts'

const next = async (bytes: AsyncGenerator<Uint8Array>) => String((await bytes.next()).value)

test('a byte comes from time to time while the work goes on, and the rest at its end', async () => {
  const { promise, resolve } = Promise.withResolvers<void>()
  const bytes = slowly('abcdef', promise, 1)
  expect([await next(bytes), await next(bytes), await next(bytes)].join('')).toMatch(/^abc$/)
  resolve()
  let rest = ''
  for await (const some of bytes) rest += Buffer.from(some)
  expect(rest).toBe('def')
})

test('the last byte waits for the end of the work, and its failure is passed on', async () => {
  const { promise, reject } = Promise.withResolvers<void>()
  const bytes = slowly('ab', promise, 1)
  expect(await next(bytes)).toBe('a')
  const last = next(bytes)
  reject(new Error('It failed'))
  await expect(last).rejects.toThrow('It failed')
})
