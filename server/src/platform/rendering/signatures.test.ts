import { execFile } from 'node:child_process'
import { mkdtemp, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { signatureNotes } from '@deedbox/contract/signature-terms.ts'
import type { Signature } from '@deedbox/contract/signatures.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createRenderer, type Renderer } from './renderer.ts'
import { pdfOf, silent, source } from './samples.ts'
import { increment, newSigner, type Signer, sign, unsignedPdf } from './signed.testing.ts'

let renderer: Renderer
let jane: Signer
let wei: Signer
let folder: string
beforeAll(async () => {
  renderer = createRenderer({ logger: silent })
  folder = await mkdtemp(join(tmpdir(), 'signed-'))
  jane = await newSigner('Jane Chen')
  wei = await newSigner('Wei Li', ['ec', '-pkeyopt', 'ec_paramgen_curve:P-256'])
})
afterAll(() => renderer.close())

let last = 0
const check = (pdf: Buffer) => renderer.signatures(source(`file ${++last}`, pdf))
const verdicts = (found: Signature[]) => found.map(({ verdict, after }) => [verdict, after > 0])

/** Verdict of poppler on each signature: valid, and whether it covers the whole file. */
async function pdfsig(pdf: Buffer) {
  const file = join(folder, 'signed.pdf')
  await writeFile(file, pdf)
  const { stdout } = await promisify(execFile)('pdfsig', ['-nocert', file]).catch((error) => error)
  return (stdout as string)
    .split(/^Signature #/m)
    .slice(1)
    .map((part) => ({
      valid: part.includes('Signature is Valid.'),
      whole: part.includes('Total document signed'),
      name: /Common Name: (.*)/.exec(part)?.[1],
    }))
}
const poppler = await promisify(execFile)('pdfsig', ['-v']).then(
  () => true,
  (error) => error.code !== 'ENOENT',
)

test('a signature says who, when, by which certificate, and that the whole file is unchanged', async () => {
  const [found, ...others] = await check(await sign(unsignedPdf(), jane, 1, { permits: 2 }))
  expect(others).toEqual([])
  expect(found).toMatchObject({
    ...{ verdict: 'intact', signer: 'Jane Chen', organisation: 'Chen and Partners', issuer: 'Jane Chen' },
    ...{ at: '2026-10-31T22:00:00.000Z', timeStamp: false, reason: 'Approved', digest: 'SHA-256', after: 0 },
    permits: 2,
  })
  expect(await check(unsignedPdf())).toEqual([])
  expect(await check(await pdfOf(['No signature']))).toEqual([])
})

/** Files with what is to be found of each signature in them: the verdict, and whether something was added after it. */
const cases: Record<string, { make: () => Promise<Buffer>; found: [string, boolean][] }> = {
  'by an elliptic curve': { make: () => sign(unsignedPdf(), wei), found: [['intact', false]] },
  'by RSA-PSS': {
    make: () => sign(unsignedPdf(), jane, 1, { words: ['-keyopt', 'rsa_padding_mode:pss'] }),
    found: [['intact', false]],
  },
  'with SHA-512, in the European form': {
    make: () => sign(unsignedPdf(), jane, 1, { digest: 'sha512', form: 'ETSI.CAdES.detached' }),
    found: [['intact', false]],
  },
  'without signed attributes': {
    make: () => sign(unsignedPdf(), jane, 1, { words: ['-noattr'] }),
    found: [['intact', false]],
  },
  'signed by two, one after the other': {
    make: async () => sign(await sign(unsignedPdf(), jane), wei, 2),
    found: [
      ['intact', true],
      ['intact', false],
    ],
  },
  'with something added after it': {
    make: async () => increment(await sign(unsignedPdf(), jane), '10 0 obj\n<< /Added true >>\nendobj\n'),
    found: [['intact', true]],
  },
  'whose range stops short of the end': {
    make: () => sign(unsignedPdf(), jane, 1, { short: 7 }),
    found: [['intact', true]],
  },
  'with a byte changed': {
    make: async () => {
      const pdf = await sign(unsignedPdf(), jane)
      pdf[pdf.indexOf('200 200 l')] = 0x31
      return pdf
    },
    found: [['changed', false]],
  },
  'without signed attributes, with a byte changed': {
    make: async () => {
      const pdf = await sign(unsignedPdf(), jane, 1, { words: ['-noattr'] })
      pdf[pdf.indexOf('200 200 l')] = 0x31
      return pdf
    },
    found: [['changed', false]],
  },
  'whose signed time was changed': {
    make: async () => {
      const pdf = await sign(unsignedPdf(), jane)
      // The attribute of the signing time, in the message.
      const place = pdf.indexOf('2a864886f70d010905') + 26
      pdf[place] = pdf[place] === 0x32 ? 0x33 : 0x32
      return pdf
    },
    found: [['invalid', false]],
  },
}

describe.each(Object.entries(cases))('a PDF %s', (_, { make, found }) => {
  test('is told as it is', async () => {
    expect(verdicts(await check(await make()))).toEqual(found)
  })
  test.skipIf(!poppler)('is told as pdfsig tells it', async () => {
    const pdf = await make()
    const told = (await check(pdf)).map(({ verdict, after, signer }) => ({
      ...{ valid: verdict === 'intact', whole: after === 0, name: signer },
    }))
    expect(await pdfsig(pdf)).toMatchObject(
      told.map(({ valid, whole, name }) => ({ valid, ...(valid && { whole }), name })),
    )
  })
})

test('a gap that is not the signature covers nothing, however valid the message is', async () => {
  const signed = await sign(unsignedPdf(), jane)
  const widen = (change: (range: number[]) => number[]) => {
    const pdf = Buffer.from(signed)
    const place = pdf.indexOf('/ByteRange [') + '/ByteRange ['.length
    const range = pdf
      .subarray(place, place + 60)
      .toString('latin1')
      .trim()
      .split(' ')
      .map(Number)
    pdf.write(change(range).join(' ').padEnd(60), place, 'latin1')
    return pdf
  }
  for (const change of [
    ([a = 0, b = 0, c = 0, d = 0]) => [a, b - 40, c, d],
    ([a = 0, b = 0, c = 0, d = 0]) => [a, b, c + 4, d - 4],
    ([, b = 0, c = 0, d = 0]) => [8, b - 8, c, d],
    ([a = 0, b = 0]) => [a, b],
    ([a = 0, b = 0, c = 0, d = 0]) => [a, b, c, d + 500],
  ] as ((range: number[]) => number[])[])
    expect(verdicts(await check(widen(change))).map(([verdict]) => verdict)).toEqual(['wrong-range'])
})

test('a message that is damaged, or of an unknown form, is not checked and harms nothing', async () => {
  const signed = await sign(unsignedPdf(), jane)
  const broken = Buffer.from(signed)
  broken.write('ff'.repeat(400), signed.indexOf('/Contents <') + 30, 'latin1')
  expect(await check(broken)).toMatchObject([{ verdict: 'unchecked' }])
  const other = await sign(unsignedPdf(), jane, 1, { form: 'adbe.x509.rsa_sha1' })
  expect(await check(other)).toMatchObject([{ verdict: 'unchecked', signer: 'Jane Chen' }])
})

test('what else is to be known stands beside it', () => {
  const found: Parameters<typeof signatureNotes>[0] = {
    ...{ verdict: 'intact', after: 9, permits: 1, at: '2026-05-01T00:00:00.000Z', digest: 'SHA-1' },
    ...{ validFrom: '2024-01-01T00:00:00.000Z', validUntil: '2026-01-01T00:00:00.000Z' },
  }
  expect(signatureNotes(found, false)).toEqual([
    'Something was added to the file afterwards, which no signature that is in order covers.',
    'The signer allowed no later changes.',
    'The certificate was not valid at that time.',
    'It was made with SHA-1, which can be forged.',
  ])
  expect(signatureNotes({ ...found, permits: null, digest: 'SHA-256', validUntil: null }, true)).toEqual([
    'Something was added to the file afterwards; a later signature covers the whole file.',
  ])
})
