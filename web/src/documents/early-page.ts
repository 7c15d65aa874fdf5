import { bytesAt } from '../lib/download.ts'
import { type AskedPage, firstPictureAddress, pictureAddress } from './page-address.ts'

let early: { address: string; bytes: Promise<Blob> } | null = null

/**
 * Asks for the picture of the first page, with which the reader opens, before its size is known. Any other page may not be there, and the audit trail
 * would say that it was sent. Returns how to give it up.
 */
export function askEarly(documentId: string): () => void {
  const stop = new AbortController()
  const address = firstPictureAddress(documentId)
  const asked = { address, bytes: bytesAt(address, stop.signal) }
  // Nobody may take it.
  asked.bytes.catch(() => undefined)
  early = asked
  return () => {
    stop.abort()
    if (early === asked) early = null
  }
}

/** Takes the picture that was asked for early, if it is this one; null if it is not, or did not come. */
export async function takeEarly(asked: AskedPage): Promise<Blob | null> {
  if (early?.address !== pictureAddress({ ...asked, ahead: true })) return null
  const { bytes } = early
  early = null
  return bytes.catch(() => null)
}
