import { hexToBytes } from '@noble/hashes/utils.js'
import { expect, test } from 'vitest'
import { fromBase64 } from './bytes.ts'
import { checkpointText, openCheckpoint, parseCheckpoint } from './checkpoint.ts'
import { cosignatureSigner, cosignatureTime, cosignatureVerifier, verifierOf } from './cosignature.ts'
import { ProofError } from './error.ts'
import { leafHash } from './merkle.ts'
import {
  ed25519Signer,
  ed25519Verifier,
  openNote,
  parseNote,
  parseVerifierKey,
  type Signer,
  signNote,
  verifierKeyText,
  verifyEd25519,
} from './note.ts'
import { vectors } from './vectors.testing.ts'

// Keys, text and signatures of golang/mod sumdb/note at fe2ec04 (BSD-3-Clause).
const peterKey = 'PeterNeumann+c74f20a3+ARpc2QcUPDhMQegwxbzhKqiBfsVkmqq/LDE4izWy10TW'
const enochKey = 'EnochRoot+af0cfe78+ATtqJ7zOtqQtYqOo0CpvDXNlMhV3HeJDpjrASKGLWdop'
const peterSecret = fromBase64('AYEKFALVFGyNhPJEMzD1QIDr+Y7hfZx09iUvxdXHKDFz').subarray(1)
const text = `If you think cryptography is the answer to your problem,
then you don't know what your problem is.
`
const peterLine =
  '— PeterNeumann x08go/ZJkuBS9UG/SffcvIAQxVBtiFupLLr8pAcElZInNIuGUgYN1FFYC2pZSNXgKvqfqdngotpRZb6KE6RyyBwJnAM=\n'
const enochLine =
  '— EnochRoot rwz+eBzmZa0SO3NbfRGzPCpDckykFXSdeX+MNtCOXm2/5n2tiOHp+vAF1aGrQ5ovTG01oOTGwnWLox33WWd1RvMc+QQ=\n'
const [peter, enoch] = [peterKey, enochKey].map(verifierOf) as [
  ReturnType<typeof verifierOf>,
  ReturnType<typeof verifierOf>,
]

test("the worked note of C2SP's signed-note opens with its key, and no other text does", () => {
  // github.com/C2SP/C2SP signed-note.md at 5ba5ee8.
  const key = 'example.com/foo+530d903a+AekyeRrm56hApGFkyQR4ZCbV54Id2LKaANYcrnKv3U2k'
  const line =
    '— example.com/foo Uw2QOkn8srV1yJGh2VYRlL1Tnagv1YEq6TfXppzi2ONncAlTgK7Ztg1ERYNZXsYjOBH3mFXmRKuwHjG1Yu72IneyaQM=\n'
  expect(parseVerifierKey(key)).toMatchObject({ name: 'example.com/foo', id: '530d903a', type: 1 })
  expect(verifierKeyText(parseVerifierKey(key))).toBe(key)
  const note = `This is an example message.\n\n${line}`
  expect(openNote(note, [verifierOf(key)])).toMatchObject({ text: 'This is an example message.\n' })
  expect(() => openNote(note.replace('is an', 'is no'), [verifierOf(key)])).toThrow('is wrong')
})

test('no part of a verifier key and no changed letter of it is one', () => {
  for (let from = 0; from <= peterKey.length; from++)
    for (let to = from + 1; to <= peterKey.length; to++)
      if (from > 0 || to < peterKey.length)
        expect(() => verifierOf(peterKey.slice(from, to))).toThrow(ProofError)
  for (let at = 0; at < peterKey.length; at++) {
    const other = String.fromCharCode(peterKey.charCodeAt(at) + 1)
    expect(() => verifierOf(peterKey.slice(0, at) + other + peterKey.slice(at + 1))).toThrow(ProofError)
  }
  for (const key of [
    'PeterNeumann+cc469956+ARpc2QcUPDhMQegwxbzhKqiBfsVkmqq/LDE4izWy10TWBADKEY==',
    'PeterNeumann+173116ae+ZRpc2QcUPDhMQegwxbzhKqiBfsVkmqq/LDE4izWy10TW',
  ])
    expect(() => verifierOf(key)).toThrow(ProofError)
})

test("our signature is the one of Go's signer", () => {
  const signer = ed25519Signer('PeterNeumann', peterSecret)
  expect(signNote(text, [signer])).toBe(`${text}\n${peterLine}`)
  expect(verifierKeyText(signer.key)).toBe(peterKey)
})

test('signatures of unknown keys are kept, and one of a known key is needed', () => {
  const note = `${text}\n${peterLine}${enochLine}`
  const one = openNote(note, [peter])
  expect(one.text).toBe(text)
  expect(one.verified.map(({ key }) => key)).toEqual([peter.key])
  expect(one.unknown.map(({ name }) => name)).toEqual(['EnochRoot'])
  expect(openNote(note, [peter, enoch]).verified).toHaveLength(2)
  expect(() => openNote(note, [])).toThrow('No signature of the note is of a known key')
  expect(() => openNote(`${text}\n${enochLine}`, [enoch, peter, enoch])).toThrow('Two keys have the name')
})

test('a known key that fails refuses the whole note, also beside a good one', () => {
  const wrong = enochLine.replace('zmZa0', 'zmZa1')
  expect(() => openNote(`${text}\n${peterLine}${wrong}`, [peter, enoch])).toThrow('of EnochRoot is wrong')
  expect(openNote(`${text}\n${peterLine}${wrong}`, [peter]).unknown).toHaveLength(1)
  expect(() => openNote(`x${text}\n${peterLine}`, [peter])).toThrow('of PeterNeumann is wrong')
})

test('a line that stands twice is refused, of known and unknown keys', () => {
  expect(() => openNote(`${text}\n${peterLine}${peterLine}`, [peter])).toThrow('stands twice')
  expect(() => openNote(`${text}\n${peterLine}${enochLine}${enochLine}`, [peter])).toThrow('stands twice')
})

test('at least 16 signatures are read, and not more than 100', () => {
  const signers = (count: number) =>
    Array.from({ length: count }, (_, at) => ed25519Signer(`key${at}`, new Uint8Array(32).fill(at)))
  const sixteen = signers(16)
  const verifiers = sixteen.map(({ key }) => ed25519Verifier(key))
  expect(openNote(signNote(text, sixteen), verifiers).verified).toHaveLength(16)
  expect(() => parseNote(signNote(text, signers(101)))).toThrow('too many')
})

test.each([
  ['no signature', text],
  ['an empty line alone', `${text}\n`],
  ['no last new line', `${text}\n${peterLine.slice(0, -1)}`],
  ['a control character', `\u0001${text}\n${peterLine}`],
  ['a carriage return', `${text}\r\n${peterLine}`],
  ['half of a surrogate pair', `\ud800${text}\n${peterLine}`],
  ['a name with a space', `${text}\n${peterLine.replace('PeterNeumann', 'Bad Name')}`],
  ['a name with a plus', `${text}\n${peterLine.replace('PeterNeumann', 'Bad+Name')}`],
  ['another line', `${text}\n${peterLine}Unexpected line.\n`],
  ['a signature of four bytes', `${text}\n— PeterNeumann x08gow==\n`],
])('a note with %s is refused', (_, note) => {
  expect(() => openNote(note, [peter])).toThrow(ProofError)
})

test('bytes that are not UTF-8 are refused', () => {
  const bytes = new TextEncoder().encode(`x${text}\n${peterLine}`)
  bytes[0] = 0xff
  expect(() => openNote(bytes, [peter])).toThrow('not UTF-8')
})

const body = 'test\n123\nf+7CoKgXKE/tNys9TTXcr/ad6U/K3xvznmzew9y6SP0=\n'
const log = ed25519Signer('test', new Uint8Array(32).fill(1))
const witness = cosignatureSigner('witness.example/w1', new Uint8Array(32).fill(2), 1_700_000_000)

test('a cosigned checkpoint opens, and the cosignature says when', () => {
  const note = signNote(body, [log, witness])
  const opened = openCheckpoint(note, ed25519Verifier(log.key), [cosignatureVerifier(witness.key)])
  expect(opened).toMatchObject({ origin: 'test', size: 123 })
  const [, second] = opened.note.verified
  expect(cosignatureTime(second?.signature ?? new Uint8Array())).toBe(1_700_000_000)
  // The log's own key does not open what its bytes cosigned.
  expect(() => openCheckpoint(signNote(body, [witness]), ed25519Verifier(log.key))).toThrow(ProofError)
  const extended = signNote(`${body}Extendo\n`, [log, witness])
  expect(() => openCheckpoint(extended.replace('Extendo', 'Extend@'), ed25519Verifier(log.key))).toThrow(
    'wrong',
  )
})

test('a checkpoint of another origin than its key is refused', () => {
  const other = ed25519Signer('other', new Uint8Array(32).fill(1))
  expect(() => openCheckpoint(signNote(body, [other]), ed25519Verifier(other.key))).toThrow('another log')
  expect(() =>
    openCheckpoint(signNote(body, [witness]), ed25519Verifier(log.key), [cosignatureVerifier(witness.key)]),
  ).toThrow('not signed by its log')
})

test.each([
  ['Head\n9944\n'],
  ['\n9944\nf+7CoKgXKE/tNys9TTXcr/ad6U/K3xvznmzew9y6SP0=\n'],
  ['Log\n123\nf+7CoKgXKE/tNys9TTXcr/ad6U/K3xvznmzew9y6SP0='],
  ['Log\nbananas\nf+7CoKgXKE/tNys9TTXcr/ad6U/K3xvznmzew9y6SP0=\n'],
  ['Log\n-34\nf+7CoKgXKE/tNys9TTXcr/ad6U/K3xvznmzew9y6SP0=\n'],
  ['Log\n034\nf+7CoKgXKE/tNys9TTXcr/ad6U/K3xvznmzew9y6SP0=\n'],
  ['Log\n3438945738945739845734895735\nf+7CoKgXKE/tNys9TTXcr/ad6U/K3xvznmzew9y6SP0=\n'],
  ["Log\n123\nThisIsn'tBase64\n"],
  ['Log\n123\nYmFuYW5hcw==\n'],
  ['go.sum database tree\n0xabcdef\nTszzRgjTG6xce+z2AG31kAXYKBgQVtCSCE40HmuwBb0=\n'],
  ['go.sum database tree\n123456789012\nTszzRgjTG6xce+z2AG31kAXYKBgQVtCSCE40HmuwBTOOBIG=\n'],
])('%j is no checkpoint', (given) => {
  expect(() => parseCheckpoint(given)).toThrow(ProofError)
})

// Keys and cases of transparency-dev/formats log/note_test.go at 0b850f1 (Apache-2.0).
const [formatsLog, known1, known2, unknown] = (
  [
    ['Log', 'AdEIq9FLRQni54Wg68T96VJO+iayOaulswav2DUMKgvQ'],
    ['Known', 'AQPRoE2+Z+Ed1HaHBA9F/FfracvcZ2rDU39kCecMEoci'],
    ['KnownAgain', 'ARhZda/l25zjGZswYLDZsLNRzNpmv5wYTN9IoTr1OJ2+'],
    ['Unknown', 'Aav2knTC6orbhXX8pMWuNiWgO+Wwk2DB+h1eU2Q1W1nU'],
  ] as const
).map(([name, secret]) => ed25519Signer(name, fromBase64(secret).subarray(1))) as [
  Signer,
  Signer,
  Signer,
  Signer,
]
const [ownHead, strangeHead] = ['Log', 'TestParseCheckpoint'].map(
  (origin) => `${origin}\n42\nf+7CoKgXKE/tNys9TTXcr/ad6U/K3xvznmzew9y6SP0=\n`,
) as [string, string]

test('keys of transparency-dev/formats are the ones that their secrets make', () => {
  expect([formatsLog, known1, known2, unknown].map(({ key }) => verifierKeyText(key))).toEqual([
    'Log+2271c621+AemuH5ooBpEPcr+W8onrjA1NfuzBVHdezakU81Ekarvs',
    'Known+451c786d+AXAQ0T7lbwuY4ABJ9/MYY9bWV3hmSyOGVt2x42NkmdUH',
    'KnownAgain+4893b26c+AQ+LR7BFF/F/dkpIBjBpSvT0crkteizuUkavAoGeaYMj',
    'Unknown+fdbb2e08+AWgRIYZ+8x1Vl+1Q+sR8zciNHiYI1SdlBjNw+RV0rots',
  ])
})

test.each<[string, string, Signer[], number | null]>([
  ['no signature', ownHead, [], null],
  ['that of the log', ownHead, [formatsLog], 1],
  ['a text that is no head', "if this is a valid checkpoint then I'll eat my hat\n", [formatsLog], null],
  ['the log and one known', ownHead, [formatsLog, known1], 2],
  ['the log, one known and one unknown', ownHead, [formatsLog, known1, unknown], 2],
  ['all known', ownHead, [formatsLog, known1, known2], 3],
  ['all known in another order', ownHead, [known2, formatsLog, known1], 3],
  ['all', ownHead, [formatsLog, known1, known2, unknown], 3],
  ['only known, not the log', ownHead, [known1, known2], null],
  ['all under another origin', strangeHead, [formatsLog, known1, known2, unknown], null],
])('a checkpoint with %s', (_, text, signers, verified) => {
  const note = signers.length > 0 ? signNote(text, signers) : `${text}\n`
  const [own, ...others] = [formatsLog, known1, known2].map(({ key }) => ed25519Verifier(key))
  const open = () => openCheckpoint(note, own as NonNullable<typeof own>, others).note.verified.length
  if (verified === null) expect(open).toThrow(ProofError)
  else expect(open()).toBe(verified)
})

test('a head that the checksum database of Go signed opens under its text, and not as a checkpoint of its key', () => {
  // The same file, and tlog/note_test.go of golang/mod at fe2ec04.
  const key = verifierOf('sum.golang.org+033de0ae+Ac4zctda0e5eza+HJyk9SxEdh+s3Ux18htTTAD8OuAn8')
  const body = 'go.sum database tree\n6476701\nmb8QLQIs0Z0yP5Cstq6guj87oXWeC9gEM8oVikmm9Wk=\n'
  const note = `${body}\n— sum.golang.org Az3grsLX85Gz+s1SiTbgkuqxgItqFq7gsMUEyVnrsa9LM7Us9S+1xbFIGu95949rj4nPRYfvimWEPWL+o3GeoWwOoAw=\n`
  expect(parseCheckpoint(openNote(note, [key]).text)).toMatchObject({ size: 6_476_701 })
  expect(() => openCheckpoint(note, key)).toThrow('another log')
  const root = leafHash(new TextEncoder().encode('hello world'))
  const golden = 'go.sum database tree\n123456789012\nTszzRgjTG6xce+z2AG31kAXYKBgQVtCSCE40HmuwBb0=\n'
  expect(checkpointText({ origin: 'go.sum database tree', size: 123_456_789_012, root })).toBe(golden)
  expect(parseCheckpoint(golden)).toEqual({ origin: 'go.sum database tree', size: 123_456_789_012, root })
  expect(parseCheckpoint(`${golden}JOE\n`).root).toEqual(root)
})

test('times of cosignatures are the ones that transparency-dev/formats reads', () => {
  // note/note_cosigv1_test.go at 0b850f1 (Apache-2.0).
  const bytes = (base64: string) => fromBase64(base64).subarray(4)
  expect(
    cosignatureTime(
      bytes(
        'ZGhGuQAAAABm/qTPeyKXD+R2rzyQsxPiP8mXum7qq/iF0u4vanlqJyocWODBt97w9uL+8qT7S5gxEHWWOworDcFiEBYJXORmnFBOBA==',
      ),
    ),
  ).toBe(1_727_964_367)
  expect(() =>
    cosignatureTime(
      bytes('eQjRQm6eSKzFoiYalgwCPXu2y3ijtg68is9M46JKxuZB+dRfTmeQeDBoXnvxZx2ugnkyV+MUMLXpWs1hPb/W/4xkNQY='),
    ),
  ).toThrow('wrong length')
  expect(verifierOf('remora.n621.de+da77ade7+BOvN63jn/bLvkieywe8R6UYAtVtNbZpXh34x7onlmtw2').key.type).toBe(4)
  expect(verifierOf('TEST+7997405c+AQcC+FTVKf0jlTdHDY3rbevmnKxxPjigCXlVtGe6RIr6').key.type).toBe(1)
  for (const refused of [
    'bananas.sigstore.dev+12344556',
    'rekor.sigstore.dev+12345678+THIS_IS_NOT_BASE64!',
    'rekor.sigstore.dev+12345678+AwEB',
    'TEST+NOT_A_NUMBER+AQcC+FTVKf0jlTdHDY3rbevmnKxxPjigCXlVtGe6RIr6',
    'TEST+00000000+AQcC+FTVKf0jlTdHDY3rbevmnKxxPjigCXlVtGe6RIr6',
  ])
    expect(() => verifierOf(refused), refused).toThrow(ProofError)
})

interface Wycheproof {
  id: number
  comment: string
  key: string
  message: string
  signature: string
  result: 'valid' | 'invalid'
}
test.each(vectors<{ cases: Wycheproof[] }>('ed25519').cases)(
  'Ed25519 $id: $result ($comment)',
  ({ key, message, signature, result }) => {
    const [bytes, text, publicKey] = [signature, message, key].map(hexToBytes) as [
      Uint8Array,
      Uint8Array,
      Uint8Array,
    ]
    expect(verifyEd25519(bytes, text, publicKey)).toBe(result === 'valid')
  },
)
