import { createHash } from 'node:crypto'
import { passwordStrength } from '@deedbox/contract/password.ts'
import { isTrivialPassword, type PasswordOwner } from '@deedbox/contract/trivial-password.ts'
import { Refusal } from '../platform/errors.ts'
import type { Services } from '../services.ts'
import { breachedSuffixes } from './breaches.ts'

/** How long a person who chose a password waits for the range service. */
const TIMEOUT_MS = 2_000

/**
 * Checks every new password, whatever the browser has checked (specification, section 5). `strong`: also by the rule of
 * the sign-up form; a reset only requires 6 characters.
 * @throws Refusal password-weak, password-compromised.
 */
export async function refusePassword(
  services: Services,
  password: string,
  owner: PasswordOwner,
  { strong }: { strong: boolean },
): Promise<void> {
  if (strong && !passwordStrength(password).valid) throw new Refusal('password-weak')
  if (isTrivialPassword(password, owner)) throw new Refusal('password-weak')
  const hash = createHash('sha1').update(password).digest('hex').toUpperCase()
  const breached = await breachedSuffixes(services, hash.slice(0, 5), TIMEOUT_MS)
  if (breached.includes(hash.slice(5))) throw new Refusal('password-compromised')
}
