import { X509Certificate } from 'node:crypto'

/** A certificate whose signatures can be checked: as PEM, and when it ends. */
export type Certificate = { pem: string; endsAt: Date }

export const notACertificate =
  'Please paste each certificate whole, from -----BEGIN to the end. Its key must be RSA with at least 2,048 bits.'

/** Reads PEM or bare base64; null for what is no certificate, or has a key whose signatures cannot be checked. */
export function readCertificate(text: string): Certificate | null {
  const base64 = text.replace(/-----(BEGIN|END) CERTIFICATE-----/g, '').replace(/\s+/g, '')
  const lines = base64.match(/.{1,64}/g) ?? []
  const pem = `-----BEGIN CERTIFICATE-----\n${lines.join('\n')}\n-----END CERTIFICATE-----\n`
  try {
    const { publicKey, validTo } = new X509Certificate(pem)
    const bits = publicKey.asymmetricKeyDetails?.modulusLength ?? 0
    return publicKey.asymmetricKeyType === 'rsa' && bits >= 2_048 ? { pem, endsAt: new Date(validTo) } : null
  } catch {
    return null
  }
}

/** Returns when stored certificates end. */
export const endsOf = (certificates: readonly string[]): string[] =>
  certificates.map((pem) => new Date(new X509Certificate(pem).validTo).toISOString())
