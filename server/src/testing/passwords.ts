import { createPasswords } from '../identity/accounts/passwords.ts'

/**
 * Hashes like those of production, but quick: a real one is meant to take a third of a second. They are handed to `start` by programs of
 * tests only.
 */
export const quickPasswords = createPasswords({ ln: 1, r: 8, p: 1 })
