import { secp256k1 } from '@noble/curves/secp256k1.js'
import { describe, expect, test } from 'vitest'
import { addressOf, isFor, readWalletMessage, signerOf } from './wallet-message.ts'

const now = new Date('2026-11-22T08:00:00Z')
const address = '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed'
const message = (more: { first?: string; address?: string; body?: string; end?: string } = {}) =>
  `${more.first ?? 'deedbox.example'} wants you to sign in with your Ethereum account:
${more.address ?? address}

${more.body ?? 'I sign in.\n'}
URI: https://deedbox.example/login
Version: 1
Chain ID: 1
Nonce: 32891756
Issued At: 2026-11-22T07:59:00.000Z${more.end ?? ''}`

const read = (more?: Parameters<typeof message>[0]) => readWalletMessage(message(more))
const usable = (more: Parameters<typeof message>[0], publicUrl = 'https://deedbox.example', at = now) => {
  const found = read(more)
  return found !== null && isFor(found, publicUrl, at)
}

describe('a message to sign in with', () => {
  test('is read with and without what may be left out', () => {
    expect(read()?.address).toBe(address)
    expect(read({ body: '' })?.uri).toBe('https://deedbox.example/login')
    expect(read({ address: address.toLowerCase() })?.address).toBe(address)
    const whole =
      '\nExpiration Time: 2026-11-22T09:00:00Z\nNot Before: 2026-11-22T07:00:00+00:00\nRequest ID: a-1\nResources:\n- https://deedbox.example/a\n- ipfs://abc'
    expect(read({ first: 'https://deedbox.example', end: whole })?.scheme).toBe('https')
  })

  test('is refused when a letter is not as the standard has it', () => {
    for (const wrong of [
      { address: address.replace('aA', 'Aa') },
      { address: address.slice(0, -1) },
      { body: 'Two\nlines\n' },
      { end: '\n' },
      { end: '\nResources:\n- not a uri' },
      { end: '\nNot Before: 2026-11-22T07:00:00Z\nExpiration Time: 2026-11-22T09:00:00Z' },
      { end: '\nExpiration Time: 2026-13-45T09:00:00Z' },
      { end: '\nNonce: 32891757' },
    ])
      expect(read(wrong), JSON.stringify(wrong)).toBeNull()
  })

  test('counts here and now only', () => {
    expect(usable({})).toBe(true)
    expect(usable({}, 'https://other.example')).toBe(false)
    expect(usable({ first: 'http://deedbox.example' })).toBe(false)
    expect(usable({ first: 'deedbox.example.evil.example' })).toBe(false)
    expect(usable({}, undefined, new Date('2026-11-22T08:09:00Z'))).toBe(false)
    expect(usable({}, undefined, new Date('2026-11-22T07:57:00Z'))).toBe(false)
    expect(usable({ end: '\nExpiration Time: 2026-11-22T08:00:00Z' })).toBe(false)
    expect(usable({ end: '\nNot Before: 2026-11-22T08:00:01Z' })).toBe(false)
  })
})

describe('a signature', () => {
  // The published example of EIP-191 libraries: key, text, signature.
  const key = Buffer.from('4c0883a69102937d6231471b5dbb6204fe5129617082792ae468d01a3f362318', 'hex')
  const known =
    '0xb91467e570a6466aa9e9876cbcd013baba02900b8979d43fe208a4a4f339f5fd6007e74cd82e037b800186422fc2da167c747ef045e5d18a5f5d4300f8e1a0291c'

  test('names the address that made it', () => {
    expect(signerOf('Some data', known)).toBe('0x2c7536E3605D9C16a7a3D7b1898e529396a65c23')
    expect(addressOf(secp256k1.getPublicKey(key, false))).toBe('0x2c7536E3605D9C16a7a3D7b1898e529396a65c23')
    expect(signerOf('Some data!', known)).not.toBe('0x2c7536E3605D9C16a7a3D7b1898e529396a65c23')
  })

  test('is refused in a form that anyone could make of another', () => {
    const twin = secp256k1.Point.Fn.ORDER - BigInt(`0x${known.slice(66, 130)}`)
    const high = `${known.slice(0, 66)}${twin.toString(16).padStart(64, '0')}1b`
    expect(secp256k1.Signature.fromBytes(Buffer.from(high.slice(2, 130), 'hex')).hasHighS()).toBe(true)
    for (const wrong of [
      high,
      known.slice(0, -2),
      `${known.slice(0, -2)}ff`,
      `0x${'0'.repeat(130)}`,
      'nonsense',
    ])
      expect(signerOf('Some data', wrong), wrong).toBeNull()
  })
})
