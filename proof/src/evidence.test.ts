import { sha256 } from '@noble/hashes/sha2.js'
import { bytesToHex } from '@noble/hashes/utils.js'
import { expect, test } from 'vitest'
import { bytesOf, toBase64 } from './bytes.ts'
import { checkpointText } from './checkpoint.ts'
import { cosignatureSigner } from './cosignature.ts'
import { examine } from './evidence.ts'
import { eventLine, jsonLine, manifestLine, proofFile, sealText } from './evidence-format.ts'
import { heldOf, reportLines, verdictText } from './evidence-words.ts'
import { disclosureHash, disclosureText, type Json, leafBytes } from './leaf.ts'
import { leafHash } from './merkle.ts'
import { ed25519Signer, signNote, verifierKeyText } from './note.ts'
import { tlogProofText } from './tlog-proof.ts'
import { consistencyProof, inclusionProof, type TileReader, treeRoot } from './tree.ts'
import type { Files } from './zip-files.ts'

const origin = 'deeds.example/log/4f2a'
const log = ed25519Signer(origin, new Uint8Array(32).fill(1))
const witness = cosignatureSigner('w.example', new Uint8Array(32).fill(2), 1_700_000_000)
const key = verifierKeyText(log.key)
const held = `log ${key}\nwitness Law-Society ${verifierKeyText(witness.key)}\nquorum Law-Society\n`
const hex = (text: string) => bytesToHex(sha256(bytesOf(text)))

function sealed(number: number, event: string, fields: { [name: string]: Json }) {
  const disclosures = Object.entries(fields).map(([name, value]) =>
    disclosureText({ salt: new Uint8Array(16).fill(number), name, value }),
  )
  const at = '2026-01-01 00:00:00.000000'
  const leaf = leafBytes({ at, event, number, _sd: disclosures.map(disclosureHash) })
  return { log: origin, number, leaf, disclosures, label: event, text: '' }
}

/** Evidence of two events and a document, as a folder of texts, whose maker may write other lines before sealing them. */
async function made(
  signers = [log, witness],
  written = (lines: string) => lines,
): Promise<Map<string, string>> {
  const deed = 'The deed.'
  const first = sealed(7, 'document_uploaded', { 'details.sha256': hex(deed) })
  const second = sealed(9, 'document_viewed', { actor_name: 'Mary Chen' })
  const files = new Map([
    ['documents/deed.txt', deed],
    ['events.jsonl', written(eventLine(first, 0) + eventLine(second, 1))],
    ['evidence.pdf', 'A summary.'],
    ['policy.txt', `log ${key}\nquorum none\n`],
  ])
  const manifest = [...files].map(([name, text]) => manifestLine(hex(text), name)).join('')
  const seal = sealed(12, 'evidence_sealed', { 'details.manifest': hex(manifest) })
  const all = [first, second, seal]
  const read: TileReader = async (tiles) =>
    tiles.map(({ width }) => all.slice(0, width).map(({ leaf }) => leafHash(leaf)))
  const head = async (size: number, by = [log]) =>
    signNote(checkpointText({ origin, size, root: await treeRoot(size, read) }), by)
  const checkpoint = await head(3, signers)
  for (const [index, { number }] of all.entries())
    files.set(
      proofFile(number),
      tlogProofText({ index, hashes: await inclusionProof(index, 3, read), checkpoint }),
    )
  const way = (await consistencyProof(2, 3, read)).map(toBase64)
  files.set('earlier.jsonl', jsonLine({ checkpoint: await head(2), proof: way }))
  files.set('checkpoint.txt', checkpoint)
  files.set('manifest.txt', manifest)
  return files.set('seal.json', sealText(seal))
}

const filesOf = (files: ReadonlyMap<string, string>): Files => ({
  names: [...files.keys()],
  async *read(name) {
    yield bytesOf(files.get(name) ?? '')
  },
})
const found = async (files: ReadonlyMap<string, string>, text = '') => examine(filesOf(files), heldOf(text))

test('whole evidence has no problems, and says on whose word it rests', async () => {
  const files = await made()
  const alone = await found(files)
  expect(alone.problems).toEqual([])
  expect(alone.events.map(({ number, says }) => [number, ...says.values()])).toEqual([
    [7, hex('The deed.')],
    [9, 'Mary Chen'],
  ])
  expect(alone.documents).toEqual([{ file: 'documents/deed.txt', sha256: hex('The deed.'), event: 7 }])
  const title = async (text: string) => (await found(files, text)).logs.map((one) => verdictText(one).title)
  expect(await title('')).toEqual(['Agrees with itself'])
  expect(await title(key)).toEqual(['Agrees with the key that you hold'])
  const earlier = JSON.parse(files.get('earlier.jsonl') ?? '').checkpoint
  expect(await title(earlier)).toEqual(['Agrees with the checkpoint that you hold'])
  expect(await title(`${key}\n\n${earlier}`)).toEqual(['Agrees with the checkpoint that you hold'])
  expect(await title(held)).toEqual(['Cosigned by 1 independent witness under this policy'])
  const thief = verifierKeyText(ed25519Signer(origin, new Uint8Array(32).fill(3)).key)
  expect(await title(thief)).toEqual(['Does not agree with what you hold'])
  expect(reportLines(await found(files, held)).join('\n')).toContain('Law-Society at 2023-11-14 22:13:20 UTC')
})

/** Characters from one change to the next: each of them would take minutes. */
const STEP = 61

test('a changed byte in any file is named by that file', async () => {
  const files = await made()
  for (const [name, text] of files)
    for (
      let at = 0;
      at < text.length;
      at = at === text.length - 1 ? text.length : Math.min(at + STEP, text.length - 1)
    ) {
      const other = text[at] === 'x' ? 'y' : 'x'
      const changed = new Map(files).set(name, text.slice(0, at) + other + text.slice(at + 1))
      const { problems } = await found(changed)
      expect(
        problems.map(({ file }) => file),
        `${name}, character ${at}: ${JSON.stringify(problems)}`,
      ).toContain(name)
    }
})

test('a line that says something else than its leaf is named, though its list of files is sealed', async () => {
  const lies: [from: string, to: string][] = [
    ['"at":"2026-01-01 00:00', '"at":"2026-01-01 00:01'],
    ['"event":"document_viewed"', '"event":"document_deleted"'],
    ['"index":1', '"index":0'],
    ['"says":{"actor_name":"Mary Chen"}', '"says":{"actor_name":"Mary Chan"}'],
    ['"text":""}', '"text":"","until":"2026-12-31"}'],
  ]
  for (const [from, to] of lies) {
    const files = await made(undefined, (lines) => {
      const at = lines.lastIndexOf(from)
      return lines.slice(0, at) + to + lines.slice(at + from.length)
    })
    expect((await found(files)).problems, to).toEqual([
      { file: 'events.jsonl', what: 'Event 9: its line says something else than its leaf.' },
    ])
  }
})

test('a missing file and one that does not belong there are named', async () => {
  const files = await made()
  for (const name of files.keys()) {
    if (name === 'earlier.jsonl') continue
    const fewer = new Map(files)
    fewer.delete(name)
    expect(
      (await found(fewer)).problems.map(({ file }) => file),
      name,
    ).toContain(name)
  }
  const more = new Map(files).set('letter.txt', 'Dear court')
  expect((await found(more)).problems).toEqual([
    { file: 'letter.txt', what: 'It does not belong to this evidence.' },
  ])
})

test('a summary that was rewritten together with the list of files is named, as the list is sealed', async () => {
  const files = await made()
  const list = files.get('manifest.txt') ?? ''
  const forged = new Map(files)
    .set('evidence.pdf', 'A lie.')
    .set('manifest.txt', list.replace(hex('A summary.'), hex('A lie.')))
  expect((await found(forged)).problems).toEqual([
    { file: 'manifest.txt', what: 'It is not the list of files that was sealed in the log.' },
  ])
})
