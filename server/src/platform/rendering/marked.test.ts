import { expect, test } from 'vitest'
import { markedPages, usualMarkedBytes } from './marked.ts'

const page = (bytes: number) => ({ image: Buffer.alloc(bytes), width: 1, height: 1 })

test('the page that was not looked at for the longest time makes way', () => {
  const pages = markedPages(30)
  for (const name of ['a 1', 'a 2', 'b 1']) pages.put(name, page(10))
  expect(pages.get('a 1')).toBeDefined()
  pages.put('b 2', page(10))
  expect(['a 1', 'a 2', 'b 1', 'b 2'].filter((name) => pages.get(name))).toEqual(['a 1', 'b 1', 'b 2'])
})

test('a page that is put again counts once, one that is too large is not kept, and a document is forgotten whole', () => {
  const pages = markedPages(30)
  for (let n = 0; n < 5; n++) pages.put('a 1', page(10))
  pages.put('a 2', page(20))
  expect(pages.get('a 1')).toBeDefined()
  pages.put('b 1', page(31))
  expect(pages.get('b 1')).toBeUndefined()
  pages.forget('a ')
  expect(pages.get('a 1') ?? pages.get('a 2')).toBeUndefined()
})

test('without a setting a 32nd of the memory is used, within bounds', () => {
  const MiB = 1024 ** 2
  expect([256, 2_048, 65_536].map((memory) => usualMarkedBytes(memory * MiB) / MiB)).toEqual([16, 64, 256])
})
