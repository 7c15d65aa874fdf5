import { expect, test } from 'vitest'
import { toBase64 } from './bytes.ts'
import { checkpointText } from './checkpoint.ts'
import { cosignatureSigner } from './cosignature.ts'
import { disclosureHash, disclosureText, leafBytes } from './leaf.ts'
import { leafHash } from './merkle.ts'
import { ed25519Signer, signNote, verifierKeyText } from './note.ts'
import { parseTlogProof, tlogProofText } from './tlog-proof.ts'
import { consistencyProof, inclusionProof, type TileReader, treeRoot } from './tree.ts'
import { type Exhibit, verify } from './verdict.ts'

const origin = 'deeds.example/log/4f2a'
const log = ed25519Signer(origin, new Uint8Array(32).fill(1))
const thief = ed25519Signer(origin, new Uint8Array(32).fill(3))
const witness = cosignatureSigner('w.example', new Uint8Array(32).fill(2), 1_700_000_000)
const ownKey = verifierKeyText(log.key)
const policy = `log ${ownKey}\nwitness Law-Society ${verifierKeyText(witness.key)}\nquorum Law-Society\n`

const salt = new Uint8Array(16)
const said = disclosureText({ salt, name: 'actor_name', value: 'Mary Chen' })
const leaves = [1, 2, 3].map((number) =>
  leafBytes({
    at: '2026-01-01 00:00:00.000000',
    event: 'document_viewed',
    number,
    _sd: [disclosureHash(said)],
  }),
)
const read: TileReader = async (tiles) => tiles.map(({ width }) => leaves.slice(0, width).map(leafHash))
const head = async (size: number, signers = [log]) =>
  signNote(checkpointText({ origin, size, root: await treeRoot(size, read) }), signers)

async function evidence(signers = [log]): Promise<[Exhibit, ...Exhibit[]]> {
  const checkpoint = await head(3, signers)
  const exhibit = async (leaf: Uint8Array, index: number) => ({
    name: `Event ${index + 1}`,
    leaf,
    disclosures: [said],
    proof: tlogProofText({ index, hashes: await inclusionProof(index, 3, read), checkpoint }),
  })
  const [first, ...rest] = await Promise.all(leaves.map(exhibit))
  if (!first) throw new Error('There are three leaves.')
  return [first, ...rest]
}

test('evidence alone agrees with itself, and no more is said', async () => {
  const { verdict, events } = verify(await evidence(), ownKey)
  expect(verdict).toEqual({ kind: 'agrees-with-itself' })
  expect(events[1]?.says.get('actor_name')).toBe('Mary Chen')
})

test('it agrees with a key that somebody holds, and with an earlier checkpoint', async () => {
  expect(verify(await evidence(), ownKey, { key: ownKey }).verdict).toEqual({
    kind: 'agrees-with-held-key',
    by: 'key',
  })
  const consistency = (await consistencyProof(2, 3, read)).map(toBase64)
  const checkpoint = await head(2)
  expect(verify(await evidence(), ownKey, { checkpoint, consistency }).verdict).toEqual({
    kind: 'agrees-with-held-key',
    by: 'checkpoint',
  })
  const items = await evidence()
  expect(() => verify(items, ownKey, { checkpoint })).toThrow('Checkpoint that you hold: ')
})

test('it is cosigned by witnesses of the policy, at their times', async () => {
  expect(verify(await evidence([log, witness]), ownKey, { policy }).verdict).toEqual({
    kind: 'cosigned',
    witnesses: [{ name: 'Law-Society', at: 1_700_000_000 }],
  })
  const alone = await evidence()
  expect(() => verify(alone, ownKey, { policy })).toThrow('too few witnesses')
})

test('a log that was made anew with another key agrees with itself only', async () => {
  const forged = await evidence([thief])
  const theirs = verifierKeyText(thief.key)
  expect(verify(forged, theirs).verdict.kind).toBe('agrees-with-itself')
  expect(() => verify(forged, theirs, { key: ownKey })).toThrow('Checkpoint: ')
  expect(() => verify(forged, theirs, { policy })).toThrow('Checkpoint: ')
  expect(() => verify(forged, ownKey)).toThrow('Checkpoint: ')
})

test('what was changed is named', async () => {
  const [first, second, third] = await evidence()
  if (!second || !third) throw new Error('There are three events.')
  const changed = Uint8Array.from(second.leaf)
  changed[20] = (changed[20] ?? 0) ^ 1
  expect(() => verify([first, { ...second, leaf: changed }], ownKey)).toThrow('Event 2: ')
  expect(() => verify([first, { ...second, leaf: third.leaf }], ownKey)).toThrow('Event 2: ')
  expect(() => verify([first, { ...second, proof: 'x' }], ownKey)).toThrow('Event 2: ')
  const untrue = disclosureText({ salt, name: 'actor_name', value: 'Mary Chan' })
  expect(() => verify([first, { ...second, disclosures: [untrue] }], ownKey)).toThrow('Event 2: ')
  const elsewhere = tlogProofText({ ...parseTlogProof(second.proof), checkpoint: await head(2) })
  expect(() => verify([first, { ...second, proof: elsewhere }], ownKey)).toThrow('another checkpoint')
})
