import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pino } from 'pino'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { geoDatabase } from './geo.testing.ts'
import { openGeo } from './geo.ts'

const lines: string[] = []
const logger = pino({ level: 'warn' }, { write: (line: string) => void lines.push(line) })
let folder = ''
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'deedbox-geo-'))
})
afterAll(() => rm(folder, { recursive: true }))

const named = (en: string) => ({ names: { en } })
const sydney = {
  city: named('Sydney'),
  subdivisions: [named('New South Wales')],
  country: named('Australia'),
}

test('an address is said as a place, as far as the database knows it; private ones are this network', async () => {
  const file = join(folder, 'places.mmdb')
  await writeFile(
    file,
    geoDatabase({
      '203.0.113.0/24': sydney,
      '198.51.100.0/25': { city: named('Singapore'), country: named('Singapore') },
      '2001:db8::/32': { country: named('New Zealand') },
      '192.0.2.0/24': { continent: named('Oceania') },
    }),
  )
  const geo = await openGeo(file, logger)
  expect(
    [
      ...['203.0.113.9', '198.51.100.1', '198.51.100.200', '2001:db8:7::1', '192.0.2.1', '8.8.8.8'],
      ...['10.1.2.3', '127.0.0.1', '::1', 'fd00::1', '172.32.0.1', 'no address', null],
    ].map(geo.placeOf),
  ).toEqual([
    ...['Sydney, New South Wales, Australia', 'Singapore', null, 'New Zealand', null, null],
    ...['This network', 'This network', 'This network', 'This network', null, null, null],
  ])
  expect(lines).toEqual([])
  geo.close()
})

test('a missing or broken file is logged once and is no fault; it is opened again when it changes', async () => {
  const file = join(folder, 'later.mmdb')
  const geo = await openGeo(file, logger)
  expect(geo.placeOf('203.0.113.9')).toBeNull()
  expect(geo.placeOf('10.1.2.3')).toBeNull()
  expect(lines).toHaveLength(1)
  expect(lines[0]).toMatch(/GEO_DATABASE could not be read/)
  await geo.refresh()
  expect(lines).toHaveLength(1)
  await writeFile(file, geoDatabase({ '203.0.113.0/24': sydney }))
  await geo.refresh()
  expect(geo.placeOf('203.0.113.9')).toBe('Sydney, New South Wales, Australia')
  await writeFile(file, 'not a database')
  await geo.refresh()
  expect(lines).toHaveLength(2)
  expect(geo.placeOf('203.0.113.9')).toBe('Sydney, New South Wales, Australia')
  geo.close()
})

test('without a configured database no place is known', async () => {
  const geo = await openGeo(undefined, logger)
  expect(geo.placeOf('10.1.2.3')).toBeNull()
  geo.close()
})
