import fc from 'fast-check'
import { expect, test } from 'vitest'
import { ProofError } from './error.ts'
import {
  entryBundle,
  hashesOnLevel,
  MAX_ENTRY_BYTES,
  parseEntryBundle,
  parseTile,
  parseTilePath,
  TILE_WIDTH,
  tilePath,
  widthOf,
} from './tiles.ts'

test('a tree of 70,000 leaves has the tiles of the specification', () => {
  expect([0, 1, 2, 3].map((level) => hashesOnLevel(70_000, level))).toEqual([70_000, 273, 1, 0])
  expect(widthOf(70_000, 0, 272)).toBe(TILE_WIDTH)
  expect(widthOf(70_000, 0, 273)).toBe(112)
  expect(widthOf(70_000, 0, 274)).toBe(0)
  expect(widthOf(70_000, 1, 1)).toBe(17)
  expect(widthOf(70_000, 2, 0)).toBe(1)
  expect(tilePath({ level: 0, index: 273, width: 112 })).toBe('tile/0/273.p/112')
  expect(tilePath({ level: 'entries', index: 1_234_067, width: TILE_WIDTH })).toBe(
    'tile/entries/x001/x234/067',
  )
})

test('an address is read back, and written in no other way', () => {
  fc.assert(
    fc.property(
      fc.oneof(fc.constant('entries' as const), fc.nat({ max: 5 })),
      fc.maxSafeNat(),
      fc.integer({ min: 1, max: TILE_WIDTH }),
      (level, index, width) => {
        expect(parseTilePath(tilePath({ level, index, width }))).toEqual({ level, index, width })
      },
    ),
  )
  for (const path of [
    'tile/0/1',
    'tile/0/x000/001',
    'tile/00/001',
    'tile/6/001',
    'tile/0/001.p/0',
    'tile/0/001.p/256',
    'tile/0/001.p/01',
    'tile/0/x1/001',
    'tile/data/001',
    'tile/5/123/456/078',
    'tile/-1/x123/x456/078',
    'tile/0/001/',
    '/tile/0/001',
  ])
    expect(() => parseTilePath(path), path).toThrow(ProofError)
})

// Addresses of golang/mod sumdb/tlog/tlog_test.go at fe2ec04 (BSD-3-Clause), without the height, which tlog-tiles fixes at 8.
test.each([
  ['tile/0/001', { level: 0, index: 1, width: TILE_WIDTH }],
  ['tile/0/001.p/5', { level: 0, index: 1, width: 5 }],
  ['tile/5/x123/x456/078', { level: 5, index: 123_456_078, width: TILE_WIDTH }],
  ['tile/5/x123/x456/078.p/2', { level: 5, index: 123_456_078, width: 2 }],
  ['tile/0/x003/x057/500', { level: 0, index: 3_057_500, width: TILE_WIDTH }],
  ['tile/entries/x003/x057/500', { level: 'entries', index: 3_057_500, width: TILE_WIDTH }],
] as const)('%s is the address of its tile', (path, tile) => {
  expect(parseTilePath(path)).toEqual(tile)
  expect(tilePath(tile)).toBe(path)
})

test('a tile or bundle of the wrong width is refused', () => {
  expect(parseTile(new Uint8Array(64), 2)).toHaveLength(2)
  expect(() => parseTile(new Uint8Array(64), 3)).toThrow('wrong width')
  expect(() => parseTile(new Uint8Array(63), 2)).toThrow('wrong width')
  const entries = [new Uint8Array(), Uint8Array.of(7), new Uint8Array(MAX_ENTRY_BYTES)]
  const bundle = entryBundle(entries)
  expect(parseEntryBundle(bundle, 3)).toEqual(entries)
  expect(() => parseEntryBundle(bundle, 2)).toThrow('another number')
  expect(() => parseEntryBundle(bundle.subarray(0, -1), 3)).toThrow('cut off')
  expect(() => parseEntryBundle(bundle.subarray(0, 1), 1)).toThrow('cut off')
  expect(() => entryBundle([new Uint8Array(MAX_ENTRY_BYTES + 1)])).toThrow('65,535')
})
