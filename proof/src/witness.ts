import { fromBase64, sameBytes, wholeNumber } from './bytes.ts'
import { type Checkpoint, openCheckpoint } from './checkpoint.ts'
import { ProofError } from './error.ts'
import { EMPTY_ROOT, HASH_BYTES, verifyConsistency } from './merkle.ts'
import type { Verifier } from './note.ts'

/** Limit of hashes of a consistency proof that a witness reads (tlog-witness v1.0.0). */
const MAX_HASHES = 63

/** Answer of a witness to `add-checkpoint`: a refusal, or what it is to keep and then to cosign. */
export type Judged =
  | { status: 400 | 403 | 404 | 422; reason: string }
  /** `size` of the head that it cosigned last. */
  | { status: 409; size: number }
  | { status: 200; checkpoint: Checkpoint; text: string; signature: Uint8Array; key: Verifier['key'] }

const refused = (status: 400 | 403 | 404 | 422, reason: string): Judged => ({ status, reason })

interface Request {
  old: number
  proof: Uint8Array[]
  note: string
}

function parse(body: string): Request {
  const split = body.indexOf('\n\n')
  const [first = '', ...lines] = body.slice(0, Math.max(0, split)).split('\n')
  if (!first.startsWith('old ')) throw new ProofError('The request has no old size.')
  if (lines.length > MAX_HASHES) throw new ProofError('The proof has too many hashes.')
  const proof = lines.map(fromBase64)
  if (proof.some(({ length }) => length !== HASH_BYTES)) throw new ProofError('A hash is not 32 bytes long.')
  return { old: wholeNumber(first.slice(4), 'old size'), proof, note: body.slice(split + 2) }
}

function reasonOf(work: () => void): string | null {
  try {
    work()
    return null
  } catch (error) {
    if (error instanceof ProofError) return error.message
    throw error
  }
}

/** Judges a request to `add-checkpoint` (tlog-witness v1.0.0); `known` is the head of an origin that was cosigned last, `logs` the keys that are trusted. */
export function judgeCheckpoint(
  body: string,
  logs: readonly Verifier[],
  known: (origin: string) => Pick<Checkpoint, 'size' | 'root'> | null,
): Judged {
  let request: Request | undefined
  const malformed = reasonOf(() => {
    request = parse(body)
  })
  if (!request) return refused(400, malformed ?? 'The request is malformed.')
  const { old, proof, note } = request
  const origin = note.split('\n')[0] ?? ''
  const log = logs.find(({ key }) => key.name === origin)
  if (!log) return refused(404, 'The log is not known.')
  let opened: ReturnType<typeof openCheckpoint> | undefined
  const forbidden = reasonOf(() => {
    opened = openCheckpoint(note, log)
  })
  const [signed] = opened?.note.verified ?? []
  if (!opened || !signed) return refused(403, forbidden ?? 'The log did not sign it.')
  const { size, root } = opened
  if (old > size) return refused(400, 'The old size is larger than the checkpoint.')
  const last = known(origin) ?? { size: 0, root: EMPTY_ROOT }
  if (old !== last.size) return { status: 409, size: last.size }
  const inconsistent = reasonOf(() => {
    if (size === 0 && !sameBytes(root, EMPTY_ROOT)) throw new ProofError('An empty tree has another root.')
    if (old > 0) verifyConsistency({ oldSize: old, size, oldRoot: last.root, root, proof })
    else if (proof.length > 0) throw new ProofError('A proof from an empty tree says nothing.')
  })
  if (inconsistent) return refused(422, inconsistent)
  return { status: 200, checkpoint: { origin, size, root }, text: opened.note.text, ...signed }
}
