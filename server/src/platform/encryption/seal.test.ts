import { randomBytes } from 'node:crypto'
import { expect, test } from 'vitest'
import { loadKeyring, MasterKeyError } from './keys.ts'
import { openSecret, sealSecret } from './seal.ts'
import { ContentDamagedError } from './stream.ts'

const newKey = () => randomBytes(32).toString('base64')
const keyringOf = (masterKey: string) => loadKeyring({ masterKey, dataDir: '/nonexistent' })

test('a secret opens with its key and purpose only, also after the key was replaced', () => {
  const old = newKey()
  const sealed = sealSecret(keyringOf(old), 'client secret', 'Geheimnis ü')
  expect(sealed).not.toContain('Geheimnis')
  expect(sealSecret(keyringOf(old), 'client secret', 'Geheimnis ü')).not.toBe(sealed)

  const next = newKey()
  expect(openSecret(keyringOf(`${next} ${old}`), 'client secret', sealed)).toBe('Geheimnis ü')
  expect(() => openSecret(keyringOf(next), 'client secret', sealed)).toThrow(MasterKeyError)
  expect(() => openSecret(keyringOf(old), 'something else', sealed)).toThrow(ContentDamagedError)
  const changed = sealed.slice(0, -4) + (sealed.endsWith('AAAA') ? 'BBBB' : 'AAAA')
  expect(() => openSecret(keyringOf(old), 'client secret', changed)).toThrow(ContentDamagedError)
})
