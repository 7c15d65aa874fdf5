/** A proof, note or text that is refused; its message says why in plain words. */
export class ProofError extends Error {
  override readonly name = 'ProofError'
}
