import type { Signature } from './signatures.ts'

/** Findings about a signature, in words. */
export const signatureVerdicts = {
  intact: 'The part that it covers is unchanged since it was signed',
  changed: 'The part that it covers was changed after it was signed',
  invalid: 'The signature does not belong to its certificate',
  'wrong-range': 'It does not cover what a signature must cover, so it says nothing of this file',
  unchecked: 'Deedbox cannot check a signature of this form',
} as const

const permitted: Readonly<Record<number, string>> = {
  1: 'The signer allowed no later changes.',
  2: 'The signer allowed forms to be filled in and signed later.',
  3: 'The signer allowed forms to be filled in and signed, and notes to be added, later.',
}

type Found = Pick<Signature, 'verdict' | 'after' | 'permits' | 'at' | 'validFrom' | 'validUntil' | 'digest'>

/** Tells what else is to be known of a signature, a sentence each. `later`: one after it is intact and covers the whole file. */
export function signatureNotes(
  { verdict, after, permits, at, validFrom, validUntil, digest }: Found,
  later: boolean,
): string[] {
  const outside = at && ((validFrom && at < validFrom) || (validUntil && at > validUntil))
  const added = later
    ? 'Something was added to the file afterwards; a later signature covers the whole file.'
    : 'Something was added to the file afterwards, which no signature that is in order covers.'
  return [
    verdict === 'intact' && (after === 0 ? 'It covers the whole file.' : added),
    permits && permitted[permits],
    outside && 'The certificate was not valid at that time.',
    digest === 'SHA-1' && 'It was made with SHA-1, which can be forged.',
  ].filter((note): note is string => Boolean(note))
}
