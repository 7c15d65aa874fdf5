import type * as contract from '@deedbox/contract/providers.ts'
import type { Input } from '../../kernel/http/handler.ts'
import { Refusal } from '../../platform/errors.ts'
import { notACertificate, readCertificate } from './certificates.ts'
import type { ProviderRow } from './managed.ts'

type Details = Input<typeof contract.changeProvider>['body']

const needed = 'This field is required'
const notSecure = 'Please enter an address that begins with https://'

const isAddress = (text: string, hosts: RegExp) =>
  URL.canParse(text) &&
  (new URL(text).protocol === 'https:' ||
    (new URL(text).protocol === 'http:' && hosts.test(new URL(text).hostname)))
/** Hosts that may be reached without TLS: only this machine, which only a deployment for tests or development reaches. */
const here = /^(localhost|127\.0\.0\.1|\[::1\])$/

/**
 * Returns what to store of a provider: certificates as PEM in one form. `had`: whether there is a client secret already.
 * @throws Refusal invalid-input for one that could not work.
 */
export function completeDetails(kind: ProviderRow['kind'], details: Details, had: boolean): Details {
  const fields: Record<string, string> = {}
  const read = details.certificates.map(readCertificate).filter((found) => found !== null)
  if (kind === 'oidc') {
    if (!isAddress(details.issuer, here)) fields.issuer = notSecure
    if (!details.clientId) fields.clientId = needed
    if (!details.clientSecret && !had) fields.clientSecret = needed
  } else {
    if (!isAddress(details.signInUrl, here)) fields.signInUrl = notSecure
    if (details.certificates.length === 0) fields.certificates = needed
    else if (read.length < details.certificates.length) fields.certificates = notACertificate
  }
  if (Object.keys(fields).length > 0) throw new Refusal('invalid-input', { fields })
  return { ...details, certificates: read.map(({ pem }) => pem) }
}
