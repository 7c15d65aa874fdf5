import { fromBase64, toBase64, wholeNumber } from './bytes.ts'
import { ProofError } from './error.ts'
import { HASH_BYTES } from './merkle.ts'
import { type OpenNote, openNote, type Verifier } from './note.ts'

/** Head of a log: how many leaves it has and what they hash to (tlog-checkpoint v1.0.0). */
export interface Checkpoint {
  origin: string
  size: number
  root: Uint8Array
}

/** Text of a checkpoint, which a note then signs. */
export const checkpointText = ({ origin, size, root }: Checkpoint): string =>
  `${origin}\n${size}\n${toBase64(root)}\n`

/** Checkpoint of its text; lines of extensions behind the first three are ignored. */
export function parseCheckpoint(text: string): Checkpoint {
  const [origin = '', size = '', root = '', ...rest] = text.split('\n')
  if (origin === '' || rest.pop() !== '' || rest.includes(''))
    throw new ProofError('The text is not a checkpoint.')
  const hash = fromBase64(root)
  if (hash.length !== HASH_BYTES) throw new ProofError('The root of the checkpoint is not 32 bytes long.')
  return { origin, size: wholeNumber(size, 'size of the checkpoint'), root: hash }
}

/** Opens a signed checkpoint. Refused besides what `openNote` refuses: an origin that is not the name of the log's key, or is not signed by it. */
export function openCheckpoint(
  note: string | Uint8Array,
  log: Verifier,
  witnesses: readonly Verifier[] = [],
): Checkpoint & { note: OpenNote } {
  const opened = openNote(note, [log, ...witnesses])
  const checkpoint = parseCheckpoint(opened.text)
  if (checkpoint.origin !== log.key.name)
    throw new ProofError('The checkpoint is of another log than the key.')
  if (!opened.verified.some(({ key }) => key === log.key))
    throw new ProofError('The checkpoint is not signed by its log.')
  return { ...checkpoint, note: opened }
}
