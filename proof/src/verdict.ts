import { fromBase64 } from './bytes.ts'
import { openCheckpoint } from './checkpoint.ts'
import { cosignatureTime, verifierOf } from './cosignature.ts'
import { ProofError } from './error.ts'
import { disclosed, type Json, type Leaf, parseLeaf } from './leaf.ts'
import { leafHash, verifyConsistency, verifyInclusion } from './merkle.ts'
import { COSIGNATURE } from './note.ts'
import { meetsQuorum, parsePolicy } from './policy.ts'
import { parseTlogProof } from './tlog-proof.ts'

/** One event of the evidence. */
export interface Exhibit {
  /** Subject of a failure: an event or file. */
  name: string
  leaf: Uint8Array
  /** Text of its `.tlog-proof`. */
  proof: string
  disclosures?: readonly string[]
}

/** Things brought by somebody who does not rely on the evidence alone. */
export interface Trust {
  /** Verifier key that they hold. */
  key?: string
  /** Earlier signed checkpoint that they hold, and the hashes in base 64 that lead from it to the one of the evidence. */
  checkpoint?: string
  consistency?: readonly string[]
  /** Policy that they hold. */
  policy?: string
}

/** Verdict, never just 'valid': it says on whose word the evidence can be relied. */
export type Verdict =
  | { kind: 'agrees-with-itself' }
  | { kind: 'agrees-with-held-key'; by: 'key' | 'checkpoint' }
  | {
      kind: 'cosigned'
      /** Witnesses of the policy with the times, in seconds since 1970, at which they say that they signed. */
      witnesses: { name: string; at: number }[]
    }

const within = <T>(name: string, work: () => T): T => {
  try {
    return work()
  } catch (error) {
    if (error instanceof ProofError) throw new ProofError(`${name}: ${error.message}`)
    throw error
  }
}

function verdictOf(note: string, ownKey: string, trust: Trust): Verdict {
  if (trust.policy !== undefined) {
    const policy = within('Policy', () => parsePolicy(trust.policy ?? ''))
    const log = policy.logs.find(({ verifier }) => verifier.key.name === note.split('\n')[0])
    if (!log) throw new ProofError('Policy: it does not name this log.')
    const names = [...policy.witnesses]
    const { note: opened } = within('Checkpoint', () =>
      openCheckpoint(
        note,
        log.verifier,
        names.map(([, { verifier }]) => verifier),
      ),
    )
    const witnesses = opened.verified
      .filter(({ key }) => key.type === COSIGNATURE)
      .map(({ key, signature }) => ({
        name: names.find(([, { verifier }]) => verifier.key === key)?.[0] ?? key.name,
        at: cosignatureTime(signature),
      }))
    if (!meetsQuorum(policy, new Set(witnesses.map(({ name }) => name))))
      throw new ProofError('Checkpoint: too few witnesses of the policy cosigned it.')
    return witnesses.length > 0
      ? { kind: 'cosigned', witnesses }
      : { kind: 'agrees-with-held-key', by: 'key' }
  }
  if (trust.key !== undefined) {
    within('Checkpoint', () => openCheckpoint(note, verifierOf(trust.key ?? '')))
    return { kind: 'agrees-with-held-key', by: 'key' }
  }
  if (trust.checkpoint !== undefined) {
    const log = verifierOf(ownKey)
    const held = within('Checkpoint that you hold', () => openCheckpoint(trust.checkpoint ?? '', log))
    const head = openCheckpoint(note, log)
    within('Checkpoint that you hold', () =>
      verifyConsistency({
        oldSize: held.size,
        size: head.size,
        oldRoot: held.root,
        root: head.root,
        proof: (trust.consistency ?? []).map(fromBase64),
      }),
    )
    return { kind: 'agrees-with-held-key', by: 'checkpoint' }
  }
  return { kind: 'agrees-with-itself' }
}

/**
 * Checks evidence, which is cut at one checkpoint. `ownKey` is the verifier key that came with it.
 * Throws a `ProofError` that names the event or file and what is wrong with it.
 */
export function verify(
  exhibits: readonly [Exhibit, ...Exhibit[]],
  ownKey: string,
  trust: Trust = {},
): { verdict: Verdict; events: { name: string; leaf: Leaf; says: Map<string, Json> }[] } {
  const [first] = exhibits
  const { checkpoint: note } = within(first.name, () => parseTlogProof(first.proof))
  const head = within('Checkpoint', () => openCheckpoint(note, verifierOf(ownKey)))
  const events = exhibits.map((exhibit) =>
    within(exhibit.name, () => {
      const proof = parseTlogProof(exhibit.proof)
      if (proof.checkpoint !== note)
        throw new ProofError('The proof is of another checkpoint than the others.')
      const hash = leafHash(exhibit.leaf)
      verifyInclusion({ index: proof.index, size: head.size, hash, proof: proof.hashes, root: head.root })
      const leaf = parseLeaf(exhibit.leaf)
      return { name: exhibit.name, leaf, says: disclosed(leaf, exhibit.disclosures ?? []) }
    }),
  )
  return { verdict: verdictOf(note, ownKey, trust), events }
}
