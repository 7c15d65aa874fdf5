import { bytesToHex } from '@noble/hashes/utils.js'
import {
  Boolean as AsnBoolean,
  type AsnType,
  Constructed,
  fromBER,
  GeneralizedTime,
  Integer,
  Null,
  ObjectIdentifier,
  OctetString,
  Sequence,
} from 'asn1js'
import { ProofError } from './error.ts'

const SHA256 = '2.16.840.1.101.3.4.2.1'
const SIGNED_DATA = '1.2.840.113549.1.7.2'
const TST_INFO = '1.2.840.113549.1.9.16.1.4'

/** Answer of a time-stamping authority (RFC 3161). Its signature is not checked here. */
export interface TimeStamp {
  /** Time that it says. */
  at: Date
  /** SHA-256 of what it stamps, in hexadecimal digits. */
  sha256: string
  /** Number of the request that it answers, in hexadecimal digits; empty where it has none. */
  nonce: string
  hasCertificates: boolean
}

/** Integer that is positive, whatever its first bit. */
const positive = (bytes: Uint8Array) => new Integer({ valueHex: Uint8Array.of(1, ...bytes).buffer })

/** Request for a time stamp of a SHA-256, with the certificates in the answer. @param nonce random bytes */
export function timeStampRequest(sha256: Uint8Array, nonce: Uint8Array): Uint8Array {
  const algorithm = new Sequence({ value: [new ObjectIdentifier({ value: SHA256 }), new Null()] })
  const imprint = new Sequence({
    value: [algorithm, new OctetString({ valueHex: Uint8Array.from(sha256).buffer })],
  })
  const request = new Sequence({
    value: [new Integer({ value: 1 }), imprint, positive(nonce), new AsnBoolean({ value: true })],
  })
  return new Uint8Array(request.toBER())
}

/** Number of a request as the answer repeats it. */
export const nonceText = (nonce: Uint8Array): string => bytesToHex(Uint8Array.of(1, ...nonce))

const wrong = () => new ProofError('It is not a time stamp.')

function read(bytes: ArrayBuffer | Uint8Array): AsnType {
  const { offset, result } = fromBER(Uint8Array.from(new Uint8Array(bytes)).buffer)
  if (offset !== bytes.byteLength) throw wrong()
  return result
}
function partsOf(item: AsnType | undefined): AsnType[] {
  if (!(item instanceof Constructed)) throw wrong()
  return item.valueBlock.value as AsnType[]
}
const needId = (item: AsnType | undefined, id: string) => {
  if (!(item instanceof ObjectIdentifier) || item.valueBlock.toString() !== id) throw wrong()
}
function textOf(item: AsnType | undefined): Uint8Array {
  if (!(item instanceof OctetString)) throw wrong()
  return new Uint8Array(item.getValue())
}

/** Time stamp of the bytes of a TimeStampResp. Refused: one that was not granted, one of another hash than SHA-256. */
export function parseTimeStamp(bytes: Uint8Array): TimeStamp {
  const [status, token] = partsOf(read(bytes))
  const [said] = partsOf(status)
  if (!(said instanceof Integer)) throw wrong()
  if (said.valueBlock.valueDec > 1) throw new ProofError('The authority did not grant it.')
  const [kind, content] = partsOf(token)
  needId(kind, SIGNED_DATA)
  const signed = partsOf(partsOf(content)[0])
  const [type, octets] = partsOf(signed[2])
  needId(type, TST_INFO)
  const info = partsOf(read(textOf(partsOf(octets)[0])))
  const [algorithm, hash] = partsOf(info[2])
  needId(partsOf(algorithm)[0], SHA256)
  const at = info[4]
  if (!(at instanceof GeneralizedTime)) throw wrong()
  const nonce = info.slice(5).find((item) => item instanceof Integer)
  return {
    at: at.toDate(),
    sha256: bytesToHex(textOf(hash)),
    nonce: nonce ? bytesToHex(nonce.valueBlock.valueHexView) : '',
    hasCertificates: signed
      .slice(3)
      .some(({ idBlock: { tagClass, tagNumber } }) => tagClass === 3 && tagNumber === 0),
  }
}
