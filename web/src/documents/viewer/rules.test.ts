import { expect, test } from 'vitest'
import { copiedText, linkName, noteName, numbered } from './annotations.ts'
import { askedPage } from './asked-page.ts'
import {
  findsOf,
  firstFrom,
  lacksPlaces,
  nextFind,
  placeAmong,
  stepFrom,
  summaryOf,
  withPages,
} from './finds.ts'
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
  // Ctrl+A takes the document, and in a field what is typed there.
  expect(
    (['page', 'list', 'field'] as const).map((where) => commandOf(key('a', { ctrlKey: true }), where)),
  ).toEqual([...['select-all', 'select-all', null]])
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
})

test('the next find is that from the open page on, once the last one is out of view', () => {
  const boxes: [] = []
  const finds = [1, 1, 4, 9].map((page, at) => ({ page, nth: at === 1 ? 1 : 0, excerpt: '', boxes }))
  const step = (current: number, by: 1 | -1, page: number, seen = page) =>
    stepFrom(finds, current, by, page, (each) => each === seen)
  expect([step(0, 1, 1), step(1, 1, 1), step(3, 1, 9), step(0, -1, 1)]).toEqual([1, 2, 0, 3])
  expect([step(0, 1, 3), step(0, 1, 4), step(0, 1, 10), step(0, -1, 8)]).toEqual([2, 2, 0, 2])
  // Open counts the page under the middle, while the find stands in view on the one before.
  expect(step(2, 1, 5, 4)).toBe(3)
})

test('places of pages that are looked at come to those that the search told', () => {
  const places = (count: number) => Array.from({ length: count }, () => ({ excerpt: 'x', boxes: [] }))
  const hits = [
    { page: 1, count: 2, excerpt: 'x', places: places(2) },
    { page: 12, count: 3, excerpt: 'x', places: [] },
  ]
  expect([lacksPlaces(hits, 1, 10), lacksPlaces(hits, 11, 20)]).toEqual([false, true])
  const all = withPages(hits, [{ page: 12, count: 3, excerpt: 'x', places: places(3) }])
  expect(findsOf(all).map(({ page, nth }) => [page, nth])).toEqual([
    ...[
      [1, 0],
      [1, 1],
      [12, 0],
      [12, 1],
      [12, 2],
    ],
  ])
  expect(placeAmong(hits, { page: 12, nth: 1 })).toEqual({ place: 4, all: 5 })
})

test('a search says what it found, and which pages are pictures without words', () => {
  const hit = (page: number, count: number) => ({ page, count, excerpt: '', places: [] })
  const said = (hits: ReturnType<typeof hit>[], wordless = 0, unread = 0, pages = 4) =>
    summaryOf({ hits, wordless, unread }, pages)
  expect(said([hit(2, 2), hit(3, 1)])).toBe('Found 3 times on 2 pages')
  expect(said([hit(1, 1)])).toBe('Found once on one page')
  expect(said([])).toBe('Not found in this document')
  expect(said([], 3)).toBe('No words found. 3 of 4 pages are pictures without words')
  expect(said([], 4)).toBe('No words found. All 4 pages are pictures without words')
  expect(said([], 1, 0, 1)).toBe('No words found. This page is a picture without words')
  expect(said([hit(1, 1)], 1, 2)).toBe(
    'Found once on one page. 1 of 4 pages is a picture without words. 2 of 4 pages are pictures not read yet: search again in a moment',
  )
})

test('links, notes and copied words have their names', () => {
  expect(linkName({ page: 12, y: null })).toBe('Go to page 12')
  expect(linkName({ address: 'https://bank.example@evil.example/' })).toBe('Link to evil.example')
  const [note] = numbered([
    {
      page: 3,
      box: { x: 0, y: 0, width: 0.1, height: 0.1 },
      kind: 'highlight' as const,
      words: { text: `Is this\nright? ${'x'.repeat(100)}`, author: 'Jane', at: null },
    },
  ])
  if (!note) throw new Error('no note')
  expect(noteName(note)).toBe(`Highlighted 1 by Jane: Is this right? ${'x'.repeat(64)}…`)
  expect(noteName({ ...note, words: null })).toBe('Highlighted 1')
  expect(copiedText([{ text: ' One\n' }, { text: '' }, { text: 'Three' }])).toBe('One\n\nThree')
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
