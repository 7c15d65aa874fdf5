import { readdirSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { bytesOf, toBase64 } from './bytes.ts'
import { ProofError } from './error.ts'
import { leafHash } from './merkle.ts'
import { parseTlogProof, tlogProofText } from './tlog-proof.ts'

// Cases of transparency-dev/formats proof/tlog_proof_test.go at 0b850f1 (Apache-2.0).
const [one, two] = ['hash1', 'hash2'].map((text) => leafHash(bytesOf(text))) as [Uint8Array, Uint8Array]

test.each([
  [{ index: 5, hashes: [one, two], checkpoint: 'test checkpoint\n' }, ''],
  [{ index: 10, hashes: [one], checkpoint: 'checkpoint data\n', extra: bytesOf('extra information') }, 'x'],
  [{ index: 0, hashes: [], checkpoint: 'checkpoint\n' }, ''],
])('a proof is written and read back', (proof, extra) => {
  const text = tlogProofText(proof)
  const lines = [
    'c2sp.org/tlog-proof@v1',
    ...(extra ? ['extra ZXh0cmEgaW5mb3JtYXRpb24='] : []),
    `index ${proof.index}`,
    ...proof.hashes.map(toBase64),
    '',
    proof.checkpoint,
  ]
  expect(text).toBe(lines.join('\n'))
  expect(parseTlogProof(text)).toEqual(proof)
})

test.each([
  ['wrong-header\nindex 0\n\ncheckpoint\n'],
  ['c2sp.org/tlog-proof@v1\nextra !!notbase64!!\nindex 0\n\ncheckpoint\n'],
  ['c2sp.org/tlog-proof@v1\n\n\ncheckpoint\n'],
  ['c2sp.org/tlog-proof@v1\nindex notanumber\n\ncheckpoint\n'],
  ['c2sp.org/tlog-proof@v1\nindex -5\n\ncheckpoint\n'],
  ['c2sp.org/tlog-proof@v1\nindex 05\n\ncheckpoint\n'],
  ['c2sp.org/tlog-proof@v1\nindex 0\n!!notbase64!!\n\ncheckpoint\n'],
  [`c2sp.org/tlog-proof@v1\nindex 0\n${toBase64(new Uint8Array(64))}\n\ncheckpoint\n`],
  [`c2sp.org/tlog-proof@v1\nindex 0\n${`${toBase64(one)}\n`.repeat(64)}\ncheckpoint\n`],
  ['c2sp.org/tlog-proof@v1\nindex 0\n'],
  [`c2sp.org/tlog-proof@v1\nindex 0\n${'a'.repeat(65 * 1024)}\n`],
])('%j is refused', (text) => {
  expect(() => parseTlogProof(text)).toThrow(ProofError)
})

test('nothing here but the tests needs Node, so that a page can verify', () => {
  const folder = new URL('.', import.meta.url)
  const files = readdirSync(folder).filter((name) => !/\.(test|testing)\.ts$/.test(name))
  expect(files).toContain('verdict.ts')
  for (const name of files) {
    const imports = [...readFileSync(new URL(name, folder), 'utf8').matchAll(/from '([^']+)'/g)]
    for (const [, from = ''] of imports)
      expect(from, name).toMatch(/^(\.\/[a-z-]+\.ts|@noble\/(curves|hashes)\/\S+|canonicalize|asn1js)$/)
  }
})
