import { isIP } from 'node:net'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { addressOf, canonicalAddress, isProxyName, networkOf } from './address.ts'

test.each([
  ['203.0.113.7', '203.0.113.7'],
  [' 203.0.113.7:55123 ', '203.0.113.7'],
  ['::ffff:203.0.113.7', '203.0.113.7'],
  ['2001:DB8:0:0:0:0:0:1', '2001:db8::1'],
  ['[2001:db8::1]:443', '2001:db8::1'],
  ['fe80::1%eth0', 'fe80::1'],
  ['unknown', null],
  ['203.0.113.777', null],
  ['<script>', null],
  ['', null],
  [undefined, null],
])('%s is written as %s', (text, address) => {
  expect(canonicalAddress(text)).toBe(address)
})

test('any input gives a valid address or none', () => {
  const any = fc.oneof(fc.string(), fc.ipV4(), fc.ipV6(), fc.ipV4Extended())
  fc.assert(
    fc.property(any, fc.array(any), (ip, ips) => {
      const address = addressOf({ ip, ips: [ip, ...ips] })
      expect(address === null || isIP(address) > 0).toBe(true)
    }),
  )
})

test('the addresses of one /64 are one network, and those of another are not', () => {
  const group = fc.integer({ min: 0, max: 0xffff }).map((n) => n.toString(16))
  const four = fc.tuple(group, group, group, group)
  const written = (groups: string[]) => networkOf(canonicalAddress(groups.join(':')) ?? '')
  fc.assert(
    fc.property(four, four, four, (prefix, one, other) => {
      fc.pre(!/^0:0:0:0$/.test(prefix.join(':')))
      expect(written([...prefix, ...one])).toBe(written([...prefix, ...other]))
      expect(written([...prefix, ...one])).toBe(`${prefix.join(':')}::/64`)
    }),
  )
  expect(networkOf('203.0.113.7')).toBe('203.0.113.7')
})

test('an invalid address is skipped for the one before it', () => {
  expect(addressOf({ ip: '10.0.0.2', ips: ['127.0.0.1', '10.0.0.2', 'garbage'] })).toBe('10.0.0.2')
  expect(addressOf({ ip: 'garbage' })).toBeNull()
})

test.each([
  ['loopback', true],
  ['10.0.0.1', true],
  ['10.0.0.0/8', true],
  ['2001:db8::/32', true],
  ['0.0.0.0/0', false],
  ['10.0.0.0/33', false],
  ['10.0.0.0/8/8', false],
  ['proxy.example', false],
])('%s is a valid proxy setting: %s', (name, named) => {
  expect(isProxyName(name)).toBe(named)
})
