import { afterEach, expect, test } from 'vitest'
import { fileKeyFor, forgetFileKey, keepFileKey } from './file-keys.ts'

const [file, other] = ['0c1d', '0c1e']
afterEach(() => forgetFileKey(file))

test('the key of a file goes with the calls that read this file, and with no other', () => {
  keepFileKey(file, 'sealed')
  const key = { 'deedbox-file-key': 'sealed' }
  for (const call of ['pages', 'pages/1?width=800', 'search?text=a'])
    expect(fileKeyFor(`/api/documents/${file}/${call}`)).toEqual(key)
  for (const address of [`/api/documents/${other}/pages`, '/api/documents?text=a', '/api/session'])
    expect(fileKeyFor(address)).toEqual({})
  forgetFileKey(file)
  expect(fileKeyFor(`/api/documents/${file}/pages`)).toEqual({})
})
