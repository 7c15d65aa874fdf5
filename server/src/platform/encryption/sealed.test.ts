import { randomBytes } from 'node:crypto'
import { tmpdir } from 'node:os'
import { expect, test } from 'vitest'
import { loadKeyring, MasterKeyError } from './keys.ts'
import { seal, unseal } from './sealed.ts'
import { ContentDamagedError } from './stream.ts'

const newKey = () => randomBytes(32).toString('base64')
const keyringOf = (...keys: string[]) => loadKeyring({ masterKey: keys.join(' '), dataDir: tmpdir() })

test('a sealed secret is readable only for what it belongs to, and still after the master key was rotated', () => {
  const [first, second] = [newKey(), newKey()]
  const sealed = seal(keyringOf(first), 'factor 1', 'the secret, naïve')
  expect(unseal(keyringOf(first), 'factor 1', sealed)).toBe('the secret, naïve')
  expect(unseal(keyringOf(second, first), 'factor 1', sealed)).toBe('the secret, naïve')
  expect(() => unseal(keyringOf(second), 'factor 1', sealed)).toThrow(MasterKeyError)
  expect(() => unseal(keyringOf(first), 'factor 2', sealed)).toThrow(ContentDamagedError)
  expect(() => unseal(keyringOf(first), 'factor 1', `${sealed.slice(0, -2)}AA`)).toThrow(ContentDamagedError)
  expect(() => unseal(keyringOf(first), 'factor 1', sealed.slice(0, 30))).toThrow(ContentDamagedError)
})
