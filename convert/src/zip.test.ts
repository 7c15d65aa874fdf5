import { randomBytes } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { type Parts, zipOf } from './testing/samples.ts'
import { openZip } from './zip.ts'
import { namesInZip } from './zip-directory.ts'

const mib = 1024 * 1024
const entryMark = Buffer.from('PK\x01\x02', 'latin1')
const endMark = Buffer.from('PK\x05\x06', 'latin1')

/** The ZIP file with its directory changed; `at` is where the entry of this number begins. */
function changed(parts: Parts, number: number, change: (zip: Buffer, at: number) => void): Buffer {
  const zip = zipOf(parts)
  let at = zip.indexOf(entryMark)
  for (let n = 0; n < number; n++) at = zip.indexOf(entryMark, at + 1)
  change(zip, at)
  return zip
}
const two: Parts = { 'a.xml': 'first'.repeat(9), 'b.xml': 'second'.repeat(9) }
const codeOf = (task: Promise<unknown>) =>
  task.then(
    () => 'read',
    ({ name, code }) => `${name} ${code}`,
  )
const readAll = async (zip: Buffer, ...names: string[]) => {
  const open = await openZip(zip)
  for (const name of names) await open.read(name)
}

test('parts are read by their names, as far as a limit allows', async () => {
  const zip = await openZip(zipOf({ ...two, 'c.bin': randomBytes(3 * mib) }))
  expect((await zip.read('b.xml'))?.toString()).toBe(two['b.xml'])
  expect(await zip.read('d.xml')).toBeUndefined()
  expect(await zip.readStart('a.xml', 5)).toEqual({ bytes: Buffer.from('first'), whole: false })
  expect(await zip.readStart('a.xml', 45)).toMatchObject({ whole: true })
  expect(await codeOf(zip.read('c.bin', mib))).toBe('ConvertError too-large')
})

describe('a hostile file is refused', () => {
  const hostile: Record<string, [zip: () => Buffer, code: string]> = {
    'more parts than any office file has': [
      () => zipOf(Object.fromEntries(Array.from({ length: 20_001 }, (_, n) => [`${n}`, ''])), 0),
      'too-large',
    ],
    'a part that unpacks to more than it says': [
      () => changed(two, 0, (zip, at) => zip.writeUInt32LE(9, at + 24)),
      'unreadable',
    ],
    'a part that unpacks to less than it says': [
      () => changed(two, 0, (zip, at) => zip.writeUInt32LE(99, at + 24)),
      'unreadable',
    ],
    'a part with other bytes than were packed': [
      () => changed(two, 0, (zip, at) => zip.writeUInt32LE(1, at + 16)),
      'unreadable',
    ],
    'two parts that share their bytes': [
      () => changed(two, 1, (zip, at) => zip.writeUInt32LE(0, at + 42)),
      'unreadable',
    ],
    'a part that begins within another': [
      () => changed(two, 1, (zip, at) => zip.writeUInt32LE(zip.readUInt32LE(at + 42) - 1, at + 42)),
      'unreadable',
    ],
    'two parts of one name': [() => changed(two, 1, (zip, at) => zip.write('a', at + 46)), 'unreadable'],
    'a name that leads out of the file': [() => zipOf({ ...two, '../../etc/passwd': 'x' }), 'unreadable'],
    'an absolute name': [() => zipOf({ ...two, '/etc/passwd': 'x' }), 'unreadable'],
    'the absolute name of another system': [() => zipOf({ ...two, 'C:\\a.xml': 'x' }), 'unreadable'],
    'a part beyond the limit of one': [
      () => zipOf({ 'a.xml': Buffer.concat([randomBytes(mib), Buffer.alloc(48 * mib)]) }),
      'too-large',
    ],
    'a part under a password': [
      () => changed(two, 0, (zip, at) => zip.writeUInt16LE(1, at + 8)),
      'encrypted',
    ],
    'a directory under a password': [
      () => changed(two, 0, (zip, at) => zip.writeUInt16LE(0x41, at + 8)),
      'encrypted',
    ],
    'a directory that lies outside': [
      () => changed(two, 0, (zip) => zip.writeUInt32LE(0x7f_ff_ff_ff, zip.indexOf(endMark) + 16)),
      'unreadable',
    ],
    'a part that lies outside': [
      () => changed(two, 0, (zip, at) => zip.writeUInt32LE(0x7f_ff_ff_ff, at + 42)),
      'unreadable',
    ],
    'more parts announced than there are': [
      () => changed(two, 0, (zip) => zip.writeUInt16LE(9, zip.indexOf(endMark) + 10)),
      'unreadable',
    ],
    'half of a file': [() => zipOf(two).subarray(0, 90), 'unreadable'],
    nothing: [() => Buffer.alloc(0), 'unreadable'],
  }
  test.each(Object.entries(hostile))('%s', async (_, [zip, code]) => {
    expect(await codeOf(readAll(zip(), 'a.xml'))).toBe(`ConvertError ${code}`)
  })

  test('what is read of it is too large in all', async () => {
    const zip = zipOf({ 'a.xml': Buffer.concat([randomBytes(mib), Buffer.alloc(40 * mib)]) })
    const six = Array.from({ length: 6 }, () => 'a.xml')
    await expect(readAll(zip, ...six)).resolves.toBeUndefined()
    expect(await codeOf(readAll(zip, ...six, 'a.xml'))).toBe('ConvertError too-large')
  })
})

test('of a part that is larger than its limit the start can be read, unless it is hundreds of times its packed size', async () => {
  const start = (zip: Buffer) => openZip(zip).then((open) => open.readStart('a.xml', 64 * mib))
  const large = zipOf({ 'a.xml': Buffer.concat([randomBytes(mib), Buffer.alloc(70 * mib)]) })
  expect(await start(large)).toMatchObject({ whole: false })
  expect(await codeOf(start(zipOf({ 'a.xml': Buffer.alloc(70 * mib) })))).toBe('ConvertError too-large')
})

test('the end of a file tells the names of its parts, where it holds the directory', async () => {
  const zip = zipOf({ 'a.bin': randomBytes(300_000), ...two })
  expect(await namesInZip(zip, zip.length)).toEqual(['a.bin', 'a.xml', 'b.xml'])
  expect(await namesInZip(zip.subarray(-100_000), zip.length)).toEqual(['a.bin', 'a.xml', 'b.xml'])
  expect(await codeOf(namesInZip(zip.subarray(-80), zip.length))).toBe('ConvertError unreadable')
  expect(await codeOf(namesInZip(zip.subarray(0, 1_000), zip.length))).toBe('ConvertError unreadable')
})
