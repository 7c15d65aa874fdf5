import { Refusal } from '../../platform/errors.ts'
import { readCertificate } from './certificates.ts'
import { spaces } from './saml-response.ts'
import { childrenOf, readXml, SamlFault, withAll, type Xml } from './saml-xml.ts'

const metadata = 'urn:oasis:names:tc:SAML:2.0:metadata'
/** The metadata of AD FS has some 1,500 elements and attributes. */
const metadataLimits = { parts: 10_000, depth: 40 }

/** Statement of an identity provider about itself. */
export type SamlDetails = { issuer: string; signInUrl: string; certificates: string[] }

/**
 * Reads the metadata of an identity provider (SAML metadata, section 2.4.3).
 * @throws Refusal saml-metadata, with words for whoever pasted it
 */
export function readMetadata(text: string): SamlDetails {
  const entity = entityOf(text)
  const roles = childrenOf(entity, metadata, 'IDPSSODescriptor').filter(({ attributes }) =>
    (attributes.protocolSupportEnumeration ?? '').split(/\s+/).includes(spaces.protocol),
  )
  const [role] = roles
  if (!role) throw unreadable('It does not describe a SAML 2.0 identity provider.')
  const redirect = childrenOf(role, metadata, 'SingleSignOnService').find(
    ({ attributes }) => attributes.Binding === 'urn:oasis:names:tc:SAML:2.0:bindings:HTTP-Redirect',
  )
  if (!redirect?.attributes.Location)
    throw unreadable('It names no address for sign-in requests by the HTTP-Redirect binding.')
  const keys = childrenOf(role, metadata, 'KeyDescriptor').filter(
    ({ attributes }) => attributes.use === undefined || attributes.use === 'signing',
  )
  const certificates = keys
    .flatMap(withAll)
    .filter(({ name, space }) => name === 'X509Certificate' && space === spaces.signature)
    .map(({ text }) => readCertificate(text)?.pem)
  if (certificates.length === 0) throw unreadable('It contains no certificate for signatures.')
  if (!certificates.every((pem) => pem !== undefined))
    throw unreadable('The key of its certificate is not RSA with at least 2,048 bits.')
  return {
    issuer: entity.attributes.entityID ?? '',
    signInUrl: redirect.attributes.Location,
    certificates: [...new Set(certificates)],
  }
}

const unreadable = (why: string) => new Refusal('saml-metadata', { values: { why } })

function entityOf(text: string): Xml {
  let root: Xml
  try {
    root = readXml(text, metadataLimits)
  } catch (error) {
    if (!(error instanceof SamlFault)) throw error
    throw unreadable('It is not XML that Deedbox reads: well-formed, and without a DTD.')
  }
  const entities = withAll(root).filter(
    ({ name, space }) => name === 'EntityDescriptor' && space === metadata,
  )
  const [entity] = entities
  if (!entity?.attributes.entityID) throw unreadable('It is not the metadata of an identity provider.')
  if (entities.length > 1) throw unreadable('It describes several providers. Please use the metadata of one.')
  return entity
}
