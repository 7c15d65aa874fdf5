import { expect, test } from 'vitest'
import { passkeyPlace } from './passkey-place.ts'

test.each([
  ['https://deeds.example', 'https://deeds.example', 'deeds.example'],
  ['https://deeds.example:8443/', 'https://deeds.example:8443', 'deeds.example'],
  ['http://localhost:3000', 'http://localhost:3000', 'localhost'],
  ['http://deeds.localhost', 'http://deeds.localhost', 'deeds.localhost'],
])('passkeys of %s belong there', (publicUrl, origin, rpId) => {
  expect(passkeyPlace({ publicUrl }, { publicUrl })).toEqual({ origin, rpId })
})

test.each(['http://deeds.example', 'https://203.0.113.7', 'https://[2001:db8::7]', 'http://127.0.0.1:3000'])(
  'browsers have no passkeys for %s',
  (publicUrl) => {
    expect(passkeyPlace({ publicUrl }, { publicUrl })).toBeNull()
  },
)

test.each(['http://127.0.0.1:3000', 'http://[::1]:3000', 'http://localhost:3000'])(
  'without PUBLIC_URL, %s is localhost too',
  (publicUrl) => {
    const place = { origin: 'http://localhost:3000', rpId: 'localhost' }
    expect(passkeyPlace({ publicUrl }, { publicUrl: undefined })).toEqual(place)
  },
)
