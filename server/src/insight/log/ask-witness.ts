import { createHash } from 'node:crypto'
import { lookup } from 'node:dns/promises'
import { hostname, networkInterfaces } from 'node:os'
import { toBase64, wholeNumber } from '@deedbox/proof/bytes.ts'
import { type Checkpoint, openCheckpoint } from '@deedbox/proof/checkpoint.ts'
import { cosignatureTime } from '@deedbox/proof/cosignature.ts'
import { ProofError } from '@deedbox/proof/error.ts'
import { openNote, signatureLine, type Verifier } from '@deedbox/proof/note.ts'
import { OutsideError, readOutside } from '../../platform/outside.ts'
import type { NamedWitness } from '../../platform/witnesses.ts'

/** Time that a witness may take to answer. */
const TIMEOUT_MS = 10_000

/** Limit of bytes of an answer: a hundred signatures take less. */
const MAX_BYTES = 64 * 1024

/** The operator names witnesses, so they may be in the operator's own network. */
const reach = { anywhere: true, loopback: true, networks: [] }

/** Head that the log signed. */
export interface SignedHead {
  origin: string
  size: number
  /** Signed note. */
  note: string
}

export interface Cosignature {
  line: string
  /** Time that the witness says, in seconds since 1970; null in a line whose kind or key is not known. */
  seconds: number | null
}

/** Answer of a witness: its signatures, the larger size that it knows, or a sentence why there are none. */
export type Answer =
  | { kind: 'cosigned'; lines: Cosignature[] }
  | { kind: 'ahead'; size: number }
  | { kind: 'fault'; text: string }

const fault = (text: string): Answer => ({ kind: 'fault', text })

/** Signatures in an answer. @throws ProofError where the witness's own is missing or wrong */
function cosignaturesOf({ verifier }: NamedWitness, note: string, answer: string): Cosignature[] {
  const text = note.slice(0, note.indexOf('\n\n') + 1)
  const { verified, unknown } = openNote(`${text}\n${answer}`, [verifier])
  return [
    ...verified.map(({ key, signature }) => ({
      line: signatureLine({ ...key, signature }),
      seconds: cosignatureTime(signature),
    })),
    ...unknown.map((signature) => ({ line: signatureLine(signature), seconds: null })),
  ]
}

async function said(work: () => Promise<Answer>): Promise<Answer> {
  try {
    return await work()
  } catch (error) {
    if (error instanceof OutsideError || error instanceof ProofError) return fault(error.message)
    throw error
  }
}

/**
 * Asks a witness to cosign a head (C2SP tlog-witness, `add-checkpoint`).
 * @param known size that it cosigned last, as far as is known; one that it knows better is used at once
 * @param proofFrom proof that the head begins with a tree of that size
 */
export const cosign = (
  witness: NamedWitness,
  { size, note }: SignedHead,
  known: number,
  proofFrom: (old: number) => Promise<Uint8Array[]>,
): Promise<Answer> =>
  said(async () => {
    let old = known
    for (let asked = 0; asked < 2; asked++) {
      const proof = old === 0 || old === size ? [] : await proofFrom(old)
      const { status, text } = await readOutside(`${witness.url}/add-checkpoint`, reach, {
        ...{ method: 'POST', timeoutMs: TIMEOUT_MS, maxBytes: MAX_BYTES },
        headers: { 'content-type': 'text/plain; charset=utf-8', accept: 'text/plain' },
        body: `old ${old}\n${proof.map((hash) => `${toBase64(hash)}\n`).join('')}\n${note}`,
      })
      if (status === 200) return { kind: 'cosigned', lines: cosignaturesOf(witness, note, text) }
      if (status !== 409) return fault(`It answered ${status}: ${text.trim().slice(0, 200)}`)
      old = wholeNumber(text.trim(), 'size that it answered')
      if (old > size) return { kind: 'ahead', size: old }
    }
    return fault('It named two sizes that it cosigned last.')
  })

/** Newest head that a witness has of a log; null where it has none, does not tell (it is newer than the tag of tlog-witness) or is away. */
export async function newestAt({ url }: NamedWitness, log: Verifier): Promise<Checkpoint | null> {
  const file = createHash('sha256').update(log.key.name).digest('hex')
  try {
    const ask = { timeoutMs: TIMEOUT_MS, maxBytes: MAX_BYTES, headers: { accept: 'text/plain' } }
    const { status, text } = await readOutside(`${url}/${file}/checkpoint`, reach, ask)
    return status === 200 ? openCheckpoint(text, log) : null
  } catch (error) {
    if (error instanceof OutsideError || error instanceof ProofError) return null
    throw error
  }
}

/** Says whether an address is one of this machine: whoever has the machine has both. */
export async function isOnThisMachine(url: string): Promise<boolean> {
  const host = new URL(url).hostname.replace(/^\[(.*)\]$/, '$1')
  if (host === 'localhost' || host === hostname()) return true
  const own = Object.values(networkInterfaces()).flatMap((all) => (all ?? []).map(({ address }) => address))
  const addresses = await lookup(host, { all: true }).catch(() => [])
  return addresses.some(({ address }) => own.includes(address) || /^127\./.test(address))
}
