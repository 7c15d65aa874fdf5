import { createHmac, randomUUID } from 'node:crypto'
import type { Passwords } from '../accounts/auth.ts'

const digest = (salt: string, password: string) => createHmac('sha256', salt).update(password).digest('hex')

/** Salted like the library's hashes, but quick. The browser stories use the library's own. */
export const quickPasswords: Passwords = {
  async hash(password) {
    const salt = randomUUID()
    return `${salt}:${digest(salt, password)}`
  },
  async verify({ hash, password }) {
    const [salt = '', digested] = hash.split(':')
    return digest(salt, password) === digested
  },
}
