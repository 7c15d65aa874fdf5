import { createHash, createHmac, randomBytes } from 'node:crypto'
import { wordlist } from '@scure/bip39/wordlists/english.js'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { keyringOf } from '../../platform/encryption/keys.ts'
import { Refusal } from '../../platform/errors.ts'
import { divideKey, putTogether } from './escrow.ts'

const newRing = () => keyringOf(randomBytes(32).toString('base64'))
const keyOf = (ring: ReturnType<typeof newRing>) =>
  ring.masterKeys.get(ring.currentId)?.export().toString('base64')
const three = { parts: 5, threshold: 3 }

/*
 * A second program, written from what the sheet says and from nothing else.
 */
function recovered(parts: string[]): { key: Buffer; fingerprint: string; beginning: string } {
  const times = (a: number, b: number): number => {
    let product = 0
    for (; b > 0; b >>= 1, a = a & 0x80 ? (a << 1) ^ 0x11b : a << 1) if (b & 1) product ^= a
    return product
  }
  const inverse = (a: number) => {
    for (let b = 1; b < 256; b++) if (times(a, b) === 1) return b
    throw new Error('0 has no inverse')
  }
  const points = parts.map((text) => {
    let bits = ''
    for (const word of text.split(' ')) bits += wordlist.indexOf(word).toString(2).padStart(11, '0')
    const bytes: number[] = []
    for (let at = 0; at < bits.length; at += 8) bytes.push(Number.parseInt(bits.slice(at, at + 8), 2))
    expect(bytes).toHaveLength(44)
    const sum = createHash('sha256')
      .update(Uint8Array.from(bytes.slice(0, 41)))
      .digest()
    expect([...sum.subarray(0, 3)]).toEqual(bytes.slice(41))
    expect(bytes[0]).toBe(1)
    return { x: bytes[40] ?? 0, y: bytes.slice(8, 40), needed: bytes[1], beginning: bytes.slice(4, 8) }
  })
  expect(points).toHaveLength(points[0]?.needed ?? -1)
  const key = Buffer.alloc(32)
  for (let i = 0; i < 32; i++)
    for (const { x, y } of points) {
      let term = y[i] ?? 0
      for (const other of points) if (other.x !== x) term = times(term, times(other.x, inverse(other.x ^ x)))
      key[i] = (key[i] ?? 0) ^ term
    }
  const fingerprint = createHmac('sha256', key).update('deedbox/master-key-id').digest('hex').slice(0, 16)
  return { key, fingerprint, beginning: Buffer.from(points[0]?.beginning ?? []).toString('hex') }
}

const refusal = async (parts: string[]) => {
  try {
    await putTogether(parts)
  } catch (error) {
    if (error instanceof Refusal) return { code: error.code, message: error.message }
    throw error
  }
  return null
}

test('any three of five parts give the key back, in any order, to us and to a second program', async () => {
  const ring = newRing()
  const { parts } = await divideKey(ring, three)
  await fc.assert(
    fc.asyncProperty(fc.shuffledSubarray([0, 1, 2, 3, 4], { minLength: 3, maxLength: 3 }), async (chosen) => {
      const some = chosen.map((at) => parts[at] ?? '')
      expect((await putTogether(some)).key).toBe(keyOf(ring))
      const other = recovered(some)
      expect(other.key.toString('base64')).toBe(keyOf(ring))
      expect(other.fingerprint).toBe(ring.currentId)
      expect(ring.currentId.startsWith(other.beginning)).toBe(true)
    }),
    { numRuns: 10 },
  )
  expect((await putTogether(parts)).key).toBe(keyOf(ring))
})

test('a part may be typed in capitals, with numbers, line breaks and dots', async () => {
  const ring = newRing()
  const { parts } = await divideKey(ring, { parts: 2, threshold: 2 })
  const typed = parts.map((part) =>
    part
      .split(' ')
      .map((word, at) => `${at + 1}. ${word.toUpperCase()}`)
      .join('\n'),
  )
  expect((await putTogether(typed)).key).toBe(keyOf(ring))
})

test('a wrong, swapped, repeated, missing or foreign part is refused and named, without its words', async () => {
  const ring = newRing()
  const [a = '', b = '', c = '', d = ''] = (await divideKey(ring, three)).parts
  const [again = ''] = (await divideKey(ring, three)).parts
  const [foreign = ''] = (await divideKey(newRing(), three)).parts
  expect(await refusal([a, b])).toMatchObject({ code: 'parts-few', message: '3 parts are needed.' })
  expect(await refusal([a, b, a])).toMatchObject({
    code: 'part-repeated',
    message: 'Part 3 is the same as part 1.',
  })
  expect(await refusal([a, again, c])).toMatchObject({
    code: 'part-other',
    message: expect.stringMatching(/^Part 2 /),
  })
  expect(await refusal([a, b, foreign])).toMatchObject({
    code: 'part-other',
    message: expect.stringMatching(/^Part 3 /),
  })
  const words = b.split(' ')
  const swapped = [...words]
  const at = words.findIndex((word, n) => n > 8 && word !== words[n + 1])
  ;[swapped[at], swapped[at + 1]] = [words[at + 1] ?? '', words[at] ?? '']
  const wrong = [
    swapped.join(' '),
    words.slice(1).join(' '),
    `${b} abandon`,
    b.replace(/^\w+/, 'deedbox'),
    [...words.slice(0, -1), wordlist[(wordlist.indexOf(words.at(-1) ?? '') + 1) % 2048]].join(' '),
  ]
  for (const one of wrong) {
    const refused = await refusal([a, one, d])
    expect(refused).toMatchObject({ code: 'part-unreadable', message: expect.stringMatching(/^Part 2 /) })
    expect(refused?.message).not.toContain(words[20])
  }
})

test('parts whose checksums are right but whose key is another are refused', async () => {
  const ring = newRing()
  const [a = '', b = '', c = ''] = (await divideKey(ring, three)).parts
  // Somebody changes a share and makes its checksum anew.
  const bits = b
    .split(' ')
    .map((word) => wordlist.indexOf(word).toString(2).padStart(11, '0'))
    .join('')
  const bytes = Buffer.from((bits.match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2)))
  bytes[20] = (bytes[20] ?? 0) ^ 1
  createHash('sha256').update(bytes.subarray(0, 41)).digest().copy(bytes, 41, 0, 3)
  const changed = [...bytes].map((byte) => byte.toString(2).padStart(8, '0')).join('')
  const forged = (changed.match(/.{11}/g) ?? []).map((word) => wordlist[Number.parseInt(word, 2)]).join(' ')
  expect(await refusal([a, forged, c])).toMatchObject({ code: 'parts-wrong' })
})
