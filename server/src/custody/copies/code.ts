import { createHash, randomBytes } from 'node:crypto'
import { codeBytes, codeOf, readCode } from '@deedbox/contract/copy-code.ts'

/** Makes a code that nobody can guess, and that tells nothing of any other. */
export const newCode = (): string => codeOf(randomBytes(codeBytes))

/** Returns the hash by which a code is found; what is no code has one that no copy has. */
export const codeHash = (typed: string): string =>
  createHash('sha256')
    .update(readCode(typed) ?? `no code ${typed}`)
    .digest('hex')
