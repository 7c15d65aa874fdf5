import { createHash } from 'node:crypto'
import type { Signature } from '@deedbox/contract/signatures.ts'
import { fromBER, OctetString, UTCTime } from 'asn1js'
import {
  Certificate,
  ContentInfo,
  getCrypto,
  IssuerAndSerialNumber,
  type RelativeDistinguishedNames,
  SignedData,
  type SignerInfo,
  TSTInfo,
} from 'pkijs'
import type { SignatureField } from './pdf-signatures.ts'
import { cutAt, inOneLine } from './pdf-strings.ts'

// RFC 5652, RFC 5280, RFC 3161
const oid = {
  messageDigest: '1.2.840.113549.1.9.4',
  signingTime: '1.2.840.113549.1.9.5',
  subjectKey: '2.5.29.14',
  name: '2.5.4.3',
  organisation: '2.5.4.10',
}
const hashes: Readonly<Record<string, Signature['digest']>> = {
  '1.3.14.3.2.26': 'SHA-1',
  '2.16.840.1.101.3.4.2.1': 'SHA-256',
  '2.16.840.1.101.3.4.2.2': 'SHA-384',
  '2.16.840.1.101.3.4.2.3': 'SHA-512',
}
/** Bytes that are hashed for all signatures of a file together, and those of a signature that signs them without a digest. */
const most = { hashed: 1024 ** 3, undigested: 16 * 1024 ** 2 }

/** Checks what each signature of a file says of its bytes; nobody is trusted, and no issuer is asked. */
export async function checkSignatures(fields: SignatureField[], file: Uint8Array): Promise<Signature[]> {
  let hashed = 0
  const checked: Signature[] = []
  for (const field of fields) {
    hashed += file.length
    checked.push(await checkOne(field, file, hashed > most.hashed))
  }
  return checked
}

async function checkOne(field: SignatureField, file: Uint8Array, tooMuch: boolean): Promise<Signature> {
  const { range, reason, form, at, permits } = field
  const [, first = 0, second = 0, last = 0] = range
  const after = Math.max(0, file.length - second - last)
  const base: Signature = {
    ...{ verdict: 'unchecked', signer: '', organisation: '', issuer: '', validFrom: null, validUntil: null },
    ...{ at, timeStamp: false, reason, digest: null, after },
    permits: permits >= 1 && permits <= 3 ? permits : null,
  }
  if (!isWhole(field, file)) return { ...base, verdict: 'wrong-range' }
  if (tooMuch) return base
  const pieces = [file.subarray(0, first), file.subarray(second, second + last)]
  try {
    return { ...base, ...(await checkMessage(field.contents, form, pieces, at)) }
  } catch {
    // Faults that a hostile signature makes the parser throw.
    return base
  }
}

/** Tells whether the range is the file from its first byte but for one gap, and the gap is this very signature. */
function isWhole({ range, contents }: SignatureField, file: Uint8Array): boolean {
  if (range.length !== 4 || range.some((part) => part < 0)) return false
  const [start = 0, first = 0, second = 0, last = 0] = range
  if (start !== 0 || second <= first || second + last > file.length || contents.length === 0) return false
  const gap = Buffer.from(file.subarray(first, second)).toString('latin1')
  if (!gap.startsWith('<') || !gap.endsWith('>')) return false
  const digits = gap.slice(1, -1).replace(/[\s\0]+/g, '')
  return /^[\da-f]*$/i.test(digits) && Buffer.from(digits, 'hex').equals(contents)
}

/** Checks the CMS message of a signature against the bytes that it covers. @throws Error where it cannot be read */
async function checkMessage(
  contents: Buffer,
  form: string,
  pieces: Uint8Array[],
  said: string | null,
): Promise<Partial<Signature>> {
  const signed = new SignedData({ schema: new ContentInfo({ schema: parse(contents) }).content })
  const [info, another] = signed.signerInfos
  const certificates = (signed.certificates ?? []).filter((one) => one instanceof Certificate)
  const certificate = info && certificates.find((one) => isOf(info, one))
  const digest = info && hashes[info.digestAlgorithm.algorithmId]
  if (!info || another || !certificate || !digest) return certificate ? about(certificate) : {}
  const found = { ...about(certificate), digest, at: said ?? signingTime(info) }
  const content = signed.encapContentInfo.eContent?.getValue()
  const bytes = content ? [new Uint8Array(content)] : pieces
  if (!content && !detached.includes(form)) return found
  const stamp = content && form === 'ETSI.RFC3161' ? new TSTInfo({ schema: parse(content) }) : undefined
  const stamped = stamp ? { at: stamp.genTime.toISOString(), timeStamp: true } : {}
  if (content && !stamp && form !== 'adbe.pkcs7.sha1') return found
  // Content that a message carries within itself says by its own hash which bytes it is about.
  const own = stamp
    ? {
        hash: hashes[stamp.messageImprint.hashAlgorithm.algorithmId],
        value: hex(stamp.messageImprint.hashedMessage),
      }
    : { hash: 'SHA-1' as const, value: content ? Buffer.from(content).toString('hex') : '' }
  if (content && !own.hash) return { ...found, ...stamped }
  if (content && own.hash && hashOf(own.hash, pieces) !== own.value)
    return { ...found, ...stamped, verdict: 'changed' }
  const attributes = info.signedAttrs
  if (!attributes && sizeOf(bytes) > most.undigested) return { ...found, ...stamped }
  if (attributes && hashOf(digest, bytes) !== digestIn(info))
    return { ...found, ...stamped, verdict: content ? 'invalid' : 'changed' }
  const valid = await getCrypto(true)
    .verifyWithPublicKey(
      attributes ? attributes.encodedValue : Uint8Array.from(Buffer.concat(bytes)).buffer,
      info.signature,
      certificate.subjectPublicKeyInfo,
      info.signatureAlgorithm,
      digest,
    )
    .catch(() => null)
  const verdict = valid === null ? 'unchecked' : valid ? 'intact' : attributes ? 'invalid' : 'changed'
  return { ...found, ...stamped, verdict }
}

const detached = ['adbe.pkcs7.detached', 'ETSI.CAdES.detached']

function parse(bytes: Uint8Array | ArrayBuffer) {
  const { offset, result } = fromBER(Uint8Array.from(new Uint8Array(bytes)).buffer)
  // Zeros may follow, up to the room that was kept for it.
  if (offset === -1) throw new Error('not ASN.1')
  return result
}

const sizeOf = (pieces: Uint8Array[]): number => pieces.reduce((sum, { length }) => sum + length, 0)
const hex = (text: OctetString): string => Buffer.from(text.getValue()).toString('hex')

function hashOf(name: NonNullable<Signature['digest']>, pieces: Uint8Array[]): string {
  const hash = createHash(name.replace('-', '').toLowerCase())
  for (const piece of pieces) hash.update(piece)
  return hash.digest('hex')
}

function isOf({ sid }: SignerInfo, certificate: Certificate): boolean {
  if (sid instanceof IssuerAndSerialNumber)
    return certificate.issuer.isEqual(sid.issuer) && certificate.serialNumber.isEqual(sid.serialNumber)
  const key = certificate.extensions?.find(({ extnID }) => extnID === oid.subjectKey)?.parsedValue
  const wanted = (sid as { valueBlock?: { valueHexView?: Uint8Array } }).valueBlock?.valueHexView
  return (
    key instanceof OctetString && wanted !== undefined && hex(key) === Buffer.from(wanted).toString('hex')
  )
}

const attribute = ({ signedAttrs }: SignerInfo, type: string): unknown =>
  signedAttrs?.attributes.find((one) => one.type === type)?.values[0]

function digestIn(info: SignerInfo): string | null {
  const value = attribute(info, oid.messageDigest)
  return value instanceof OctetString ? hex(value) : null
}

function signingTime(info: SignerInfo): string | null {
  const value = attribute(info, oid.signingTime)
  return value instanceof UTCTime ? value.toDate().toISOString() : null
}

function nameIn(names: RelativeDistinguishedNames, type: string): string {
  const found = names.typesAndValues.find((one) => one.type === type)?.value as
    | { valueBlock: { value: unknown } }
    | undefined
  return typeof found?.valueBlock.value === 'string' ? cutAt(inOneLine(found.valueBlock.value), 200) : ''
}

function about({ subject, issuer, notBefore, notAfter }: Certificate): Partial<Signature> {
  return {
    signer: nameIn(subject, oid.name),
    organisation: nameIn(subject, oid.organisation),
    issuer: nameIn(issuer, oid.name) || nameIn(issuer, oid.organisation),
    validFrom: notBefore.value.toISOString(),
    validUntil: notAfter.value.toISOString(),
  }
}
