import { expect, test } from 'vitest'
import { encryptPush, isPushKey } from './encrypt.ts'

const bytes = (text: string) => Buffer.from(text, 'base64url')
/** Keys of RFC 8291, appendix A. */
const keys = {
  p256dh: 'BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4',
  auth: 'BTBZMqHH6r4Tts7J_aSIgg',
}

test('a message is encrypted as in the example of RFC 8291', () => {
  const message = encryptPush('When I grow up, I want to be a watermelon', keys, {
    privateKey: bytes('yfWPiYE-n46HLnH0KqZOF1fJJU3MYrct3AELtAQ-oRw'),
    salt: bytes('DGv6ra1nlYgDCS1FRnbzlw'),
  })
  expect(message.toString('base64url')).toBe(
    'DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7A_yl95bQpu6cVPTpK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNWQexSgSxsj_Qulcy4a-fN',
  )
})

test('each message has its own key and salt', () => {
  expect(encryptPush('A', keys).equals(encryptPush('A', keys))).toBe(false)
})

test('a key that is no point of the curve is told, and a text that does not fit is refused', () => {
  expect(isPushKey(keys)).toBe(true)
  expect(isPushKey({ ...keys, p256dh: Buffer.alloc(65, 4).toString('base64url') })).toBe(false)
  expect(() => encryptPush('a'.repeat(4_080), keys)).toThrow(RangeError)
})
