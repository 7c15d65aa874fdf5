import { Readable } from 'node:stream'
import { expect, test } from 'vitest'
import { piecesOf } from './pieces.ts'

const text = async (chunks: AsyncIterable<Buffer>) =>
  Buffer.concat(await Readable.from(chunks).toArray()).toString()
const source = (...chunks: string[]) => piecesOf(Readable.from(chunks.map((chunk) => Buffer.from(chunk))))

test('a stream is read in pieces of any size, whatever chunks it has, and looking ahead takes nothing away', async () => {
  const pieces = source('abc', 'defg', 'h')
  expect((await pieces.peek(4)).toString()).toBe('abcd')
  expect(await text(pieces.take(2))).toBe('ab')
  expect(await text(pieces.take(4))).toBe('cdef')
  expect((await pieces.peek(9)).toString()).toBe('gh')
  expect(await text(pieces.take(9))).toBe('gh')
  expect((await pieces.peek(1)).length).toBe(0)
  expect(await text(pieces.take(9))).toBe('')
})

test('a piece ends when it has taken too long, but never empty', async () => {
  const pieces = source('abc', 'defg', 'h')
  expect(await text(pieces.take(9, 0))).toBe('abc')
  expect(await text(pieces.take(9))).toBe('defgh')
})
