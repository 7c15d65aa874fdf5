import type { Checkpoint } from '@deedbox/proof/checkpoint.ts'
import { openCheckpoint } from '@deedbox/proof/checkpoint.ts'
import { ProofError } from '@deedbox/proof/error.ts'
import { ed25519Signer, ed25519Verifier, type VerifierKey } from '@deedbox/proof/note.ts'
import { StartFault } from '../../platform/errors.ts'
import type { KeyFolder } from './key-folder.ts'

/** Characters of a signature in base 64: 4 bytes of the key's id and 64 of Ed25519. */
const SIGNATURE_CHARACTERS = 92

/** Head in the text of an email, however that was quoted or wrapped. @throws ProofError where it has none that this key signed */
export function headInMail(text: string, key: VerifierKey): Checkpoint {
  const words = text.replace(/^[>\s]+/gm, '').split(/\s+/)
  const at = words.findIndex((word, index) => word === key.name && /^\d+$/.test(words[index + 1] ?? ''))
  const signed = words.findIndex((word, index) => index > at && word === '—' && words[index + 1] === key.name)
  if (at < 0 || signed < 0) throw new ProofError('There is no head of this log in the text.')
  const [origin, size, root] = words.slice(at, at + 3)
  const signature = words
    .slice(signed + 2)
    .join('')
    .slice(0, SIGNATURE_CHARACTERS)
  return openCheckpoint(`${origin}\n${size}\n${root}\n\n— ${key.name} ${signature}\n`, ed25519Verifier(key))
}

/**
 * Makes a head that was mailed the highest one that is known, if it is: a database and folder that are older then sign nothing.
 * @throws StartFault where the text has no head that the log's key signed, or nothing is known here to compare it with
 */
export function learnMailedHead(folder: KeyFolder, text: string): { known: number; mailed: number } {
  const known = folder.head()
  const [seed] = folder.seeds()
  if (!known || !seed)
    throw new StartFault('The log of this data folder has no key or no head. Begin a new log.')
  try {
    const { origin, size, root } = headInMail(text, ed25519Signer(known.origin, seed).key)
    if (size > known.size) folder.putHead({ origin, size, root: Buffer.from(root).toString('base64') })
    return { known: known.size, mailed: size }
  } catch (error) {
    if (error instanceof ProofError) throw new StartFault(error.message, { cause: error })
    throw error
  }
}
