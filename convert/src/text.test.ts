import { expect, test } from 'vitest'
import { pagesOf, wordsOf } from './testing/pages.ts'
import { linesOf } from './text.ts'

test('a text in any encoding is pages with the same words', async () => {
  const letter = 'Dear Zoë,\n\nto my café I leave £20 and “a piano”.'
  const windows = Buffer.from(letter.replace('“', '\x93').replace('”', '\x94'), 'latin1')
  const utf16 = Buffer.concat([Buffer.from([0xff, 0xfe]), Buffer.from(letter, 'utf16le')])
  for (const bytes of [Buffer.from(letter), Buffer.from(`\ufeff${letter}`), windows, utf16, utf16.swap16()])
    expect(await wordsOf('txt', bytes)).toEqual(['Dear Zoë, to my café I leave £20 and “a piano”.'])
})

test('long lines wrap, tabs lead to columns, a form feed begins a page, and nothing stands outside of the page', async () => {
  const long = 'the residue of my estate '.repeat(30)
  const [first, second] = await pagesOf('txt', `a\tb\nabcdef\tb\n${long}\n${'x'.repeat(400)}\flast page`)
  expect(second?.text).toBe('last page')
  const edge = Math.max(...(first?.words ?? []).map(({ right }) => right))
  expect(edge).toBeLessThan(0.9)
  const columns = (first?.words ?? []).filter(({ text }) => text === 'b').map(({ x }) => x)
  expect(columns[0]).toBeCloseTo(columns[1] ?? 0, 3)
  expect(first?.text.match(/residue/g)).toHaveLength(30)
  expect(first?.text.match(/x/g)).toHaveLength(400)
})

test('letters that no font here has are boxes that are explained, and their text can be read', async () => {
  const [page] = await pagesOf('txt', 'Ελένη, Владимир, Nguyễn\n遺言 and الوصية')
  for (const words of ['Ελένη', 'Владимир', 'Nguyễn', '遺言', 'الوصية', 'A box (□) stands for each letter'])
    expect(page?.text, words).toContain(words)
  expect((await pagesOf('txt', 'Ελένη'))[0]?.text).toBe('Ελένη')
})

test('a text that is too long is shown in part, which is said on the first and on the last page', async () => {
  const pages = await pagesOf('txt', 'line\n'.repeat(60_000))
  expect(pages).toHaveLength(500)
  for (const page of [0, 499]) expect(pages[page]?.text).toContain('Only the first 500 pages')
  expect(pages[1]?.text).not.toContain('Only')
})

test('of empty lines and pages no more are taken apart than are shown', () => {
  const style = { face: 'mono', size: 9.5 } as const
  for (const [content, blocks] of [
    ['a\r\nb\r\rc\n', 5],
    ['\f', 3],
    ['', 1],
  ] as const)
    expect(linesOf(content, style)).toHaveLength(blocks)
  for (const end of ['\n', '\f', '\r\n'])
    expect(linesOf(end.repeat(2_500_000), style).length).toBeLessThan(60_000)
})
