import { expect, test } from 'vitest'
import { askedPage } from './asked-page.ts'
import { findsOf, firstFrom, nextFind, summaryOf } from './finds.ts'
import { commandOf } from './keys.ts'
import { rangeOf } from './print-range.ts'
import { sentencesOf } from './sentences.ts'

const key = (key: string, held: Partial<KeyboardEvent> = {}) => ({
  ...{ key, ctrlKey: false, metaKey: false, altKey: false, shiftKey: false },
  ...held,
})

test('keys have their commands; in a field only Escape and those with Ctrl, in a list not the arrows', () => {
  const onPage = (...keys: string[]) => keys.map((name) => commandOf(key(name), 'page'))
  expect(onPage('PageDown', 'ArrowLeft', 'End', '=', '0', 'r', 'R', '?', 'x', 'Tab', ' ')).toEqual([
    ...['screen-on', 'previous', 'last', 'larger', 'own', 'turn', 'turn', 'help', null, null, null],
  ])
  expect(commandOf(key('N', { shiftKey: true }), 'page')).toBe('previous-hit')
  expect(commandOf(key('?', { shiftKey: true }), 'page')).toBe('help')
  expect(commandOf(key('f', { ctrlKey: true }), 'field')).toBe('find')
  expect(commandOf(key('p', { metaKey: true }), 'list')).toBe('print')
  expect(commandOf(key('r', { ctrlKey: true }), 'page')).toBeNull()
  expect(commandOf(key('ArrowLeft', { altKey: true }), 'page')).toBeNull()
  expect(['f', 'End', 'Escape'].map((name) => commandOf(key(name), 'field'))).toEqual([null, null, 'close'])
  expect(['ArrowDown', 'Home', 'PageDown'].map((name) => commandOf(key(name), 'list'))).toEqual([
    ...[null, null, 'screen-on'],
  ])
})

test('finds follow each other through the document and begin again', () => {
  const place = (excerpt: string) => ({ excerpt, boxes: [] })
  const hits = [
    { page: 2, count: 2, excerpt: 'a', places: [place('a'), place('b')] },
    { page: 9, count: 1, excerpt: 'c', places: [] },
  ]
  const finds = findsOf(hits)
  expect(finds.map(({ page, excerpt }) => [page, excerpt])).toEqual([
    [2, 'a'],
    [2, 'b'],
    [9, 'c'],
  ])
  expect([1, 2, 3, 10].map((page) => firstFrom(finds, page))).toEqual([0, 0, 2, 0])
  expect([nextFind(2, 1, 3), nextFind(0, -1, 3), nextFind(0, 1, 0)]).toEqual([0, 2, 0])
  expect(summaryOf(hits)).toBe('Found 3 times on 2 pages')
  expect(summaryOf([{ page: 1, count: 1, excerpt: '', places: [] }])).toBe('Found once on one page')
  expect(summaryOf([])).toBe('Not found in this document')
})

test('a page number that does not exist is said', () => {
  expect(['4', ' 1 ', '', '04'].map((text) => askedPage(text, 4))).toEqual([4, 1, null, 4])
  expect(['0', '5', '99999'].map((text) => askedPage(text, 4))).toEqual([
    ...Array(3).fill('This document has 4 pages'),
  ])
  expect(askedPage('2', 1)).toBe('This document has one page')
  expect(['x', '-1', '1.5', '2a'].map((text) => askedPage(text, 4))).toEqual(
    Array(4).fill('Enter a page number'),
  )
})

test('pages to print are one page, or from one to another', () => {
  expect(['5', ' 3 - 7 ', '3–3', '2 to 4'].map((text) => rangeOf(text, 9))).toEqual([
    ...[
      { from: 5, to: 5 },
      { from: 3, to: 7 },
      { from: 3, to: 3 },
      { from: 2, to: 4 },
    ],
  ])
  expect(['', '0', '10', '7-3', '3-10', 'all', '1,2'].some((text) => rangeOf(text, 9))).toBe(false)
})

test('a text is read aloud in sentences, and long ones in parts', () => {
  expect(sentencesOf('The Settlor\ndeclares. 1.1\nIt is so; and  ends … —')).toEqual([
    ...['The Settlor declares.', '1.', '1 It is so;', 'and ends … —'],
  ])
  const long = sentencesOf('word '.repeat(100))
  expect(long.every((part) => part.length <= 200)).toBe(true)
  expect(long.join(' ')).toBe('word '.repeat(100).trim())
  expect(sentencesOf(' … ')).toEqual([])
})
