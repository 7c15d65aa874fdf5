import { expect, test } from 'vitest'
import { browserServices, isServiceName, pushServiceOf } from './services.ts'

const own = 'http://127.0.0.1:4001'
const find = (address: string) => pushServiceOf(address, [...browserServices, own])?.own ?? null

test.each([
  ['https://fcm.googleapis.com/fcm/send/abc', false],
  ['https://updates.push.services.mozilla.com/wpush/v2/abc', false],
  ['https://web.push.apple.com/abc', false],
  ['https://wns2-sg2p.notify.windows.com/w/?token=abc', false],
  [`${own}/abc`, true],
  ['http://fcm.googleapis.com/abc', null],
  ['https://fcm.googleapis.com:8443/abc', null],
  ['https://me:pass@fcm.googleapis.com/abc', null],
  ['https://fcm.googleapis.com.evil.example/abc', null],
  ['https://evilpush.apple.com.example/', null],
  ['https://notify.windows.com@127.0.0.1/', null],
  ['http://127.0.0.1:4002/abc', null],
  ['https://169.254.169.254/latest/meta-data', null],
  ['file:///etc/passwd', null],
  ['not an address', null],
])('%s', (address, expected) => {
  expect(find(address)).toBe(expected)
})

test('services are named by hosts or origins', () => {
  for (const name of [...browserServices, own, 'https://push.example']) expect(isServiceName(name)).toBe(true)
  for (const name of ['*', '*.', 'com', '*.com/x', 'https://push.example/x', 'ftp://push.example'])
    expect(isServiceName(name), name).toBe(false)
})
