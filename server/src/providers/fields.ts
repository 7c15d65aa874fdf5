import { X509Certificate } from 'node:crypto'
import type * as contract from '@deedbox/contract/providers.ts'
import type { Input } from '../http/handler.ts'
import { Refusal } from '../platform/errors.ts'
import type { ProviderRow } from './managed.ts'

type Details = Input<typeof contract.changeProvider>['body']

const needed = 'This field is required'
const notSecure = 'Please enter an address that begins with https://'

const isAddress = (text: string, hosts: RegExp) =>
  URL.canParse(text) &&
  (new URL(text).protocol === 'https:' ||
    (new URL(text).protocol === 'http:' && hosts.test(new URL(text).hostname)))
/** Without TLS only this machine, which only a deployment for tests or development reaches. */
const here = /^(localhost|127\.0\.0\.1|\[::1\])$/

const isCertificate = (pem: string): boolean => {
  try {
    return new X509Certificate(pem).publicKey !== null
  } catch {
    return false
  }
}

/** Refuses a provider that could not work. `had`: whether there is a client secret already. @throws Refusal invalid-input. */
export function refuseIncomplete(kind: ProviderRow['kind'], details: Details, had: boolean): void {
  const fields: Record<string, string> = {}
  if (kind === 'oidc') {
    if (!isAddress(details.issuer, here)) fields.issuer = notSecure
    if (!details.clientId) fields.clientId = needed
    if (!details.clientSecret && !had) fields.clientSecret = needed
  } else {
    if (!isAddress(details.signInUrl, here)) fields.signInUrl = notSecure
    if (details.certificates.length === 0) fields.certificates = needed
    else if (!details.certificates.every(isCertificate))
      fields.certificates = 'Please paste each certificate whole, from -----BEGIN to the end.'
  }
  if (Object.keys(fields).length > 0) throw new Refusal('invalid-input', { fields })
}
