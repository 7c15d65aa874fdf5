import { randomUUID } from 'node:crypto'
import { limits } from '@deedbox/contract/limits.ts'
import type { Keyring } from '../../platform/encryption/keys.ts'
import { Refusal } from '../../platform/errors.ts'
import { createSigner } from '../../platform/signed.ts'

const { fastestMs, livesMs } = limits.contact
/** Public forms; a token of one is not good for another. */
type Form = 'contact form' | 'inspection form'

/** Makes a token for a public form that is opened now: the form's id and the time, signed. */
export const openForm = (keyring: Keyring, form: Form, now: Date): string =>
  createSigner(keyring, form).sign(`${randomUUID()}.${now.getTime()}`)

/**
 * Returns the id of the form that a token was made for. A robot is refused like a person who was quick or slow, and with words that say
 * what to do: nothing that a person typed is lost.
 * @throws Refusal 'contact-too-quick', after which the same token is good; 'contact-form-old', which needs a new one.
 */
export function readForm(keyring: Keyring, form: Form, token: string, now: Date): string {
  const [id, opened] = createSigner(keyring, form).read(token)?.split('.') ?? []
  const age = now.getTime() - Number(opened)
  if (!id || !(age < livesMs)) throw new Refusal('contact-form-old')
  if (age < fastestMs) throw new Refusal('contact-too-quick')
  return id
}
