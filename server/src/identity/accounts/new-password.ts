import { createHash } from 'node:crypto'
import { passwordProblems } from '@deedbox/contract/messages.ts'
import type { PasswordRule } from '@deedbox/contract/password-problem.ts'
import type { PasswordOwner } from '@deedbox/contract/trivial-password.ts'
import type { Services } from '../../kernel/services.ts'
import { Refusal } from '../../platform/errors.ts'
import { breachedSuffixes } from './breaches.ts'

/** Milliseconds that a person who chose a password waits for the range service. */
const TIMEOUT_MS = 2_000

/**
 * Checks every new password by the rule that the browser shows too, and asks the range service itself (specification,
 * section 5). @throws Refusal password-weak with its reason under `password`, password-compromised.
 */
export async function refusePassword(
  services: Services,
  password: string,
  owner: PasswordOwner,
  rule: PasswordRule,
): Promise<void> {
  // The list of common passwords is large and seldom needed.
  const { passwordProblem } = await import('@deedbox/contract/password-problem.ts')
  const problem = passwordProblem(password, owner, rule)
  if (problem) throw new Refusal('password-weak', { fields: { password: passwordProblems[problem] } })
  const hash = createHash('sha1').update(password).digest('hex').toUpperCase()
  const breached = await breachedSuffixes(services, hash.slice(0, 5), TIMEOUT_MS)
  if (breached?.includes(hash.slice(5))) throw new Refusal('password-compromised')
}
