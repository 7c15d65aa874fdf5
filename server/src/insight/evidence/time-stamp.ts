import { createHash, randomBytes } from 'node:crypto'
import { ProofError } from '@deedbox/proof/error.ts'
import { nonceText, parseTimeStamp, timeStampRequest } from '@deedbox/proof/time-stamp.ts'
import type { Services } from '../../kernel/services.ts'
import { OutsideError, readOutsideBytes } from '../../platform/outside.ts'

/** Time that the authority may take to answer. */
const TIMEOUT_MS = 10_000

/** Limit of bytes of an answer: a chain of certificates takes less. */
const MAX_BYTES = 64 * 1024

const NONCE_BYTES = 8

/** The operator names the authority, so it may be in the operator's own network. */
const reach = { anywhere: true, loopback: true, networks: [] }

async function ask(address: string, manifest: string): Promise<Buffer> {
  const sha256 = createHash('sha256').update(manifest).digest()
  const nonce = randomBytes(NONCE_BYTES)
  const { status, bytes } = await readOutsideBytes(address, reach, {
    ...{ method: 'POST', timeoutMs: TIMEOUT_MS, maxBytes: MAX_BYTES },
    headers: { 'content-type': 'application/timestamp-query', accept: 'application/timestamp-reply' },
    body: timeStampRequest(sha256, nonce),
  })
  if (status !== 200) throw new ProofError(`It answered ${status}.`)
  const stamp = parseTimeStamp(bytes)
  if (stamp.sha256 !== sha256.toString('hex')) throw new ProofError('It stamped something else.')
  if (stamp.nonce !== nonceText(nonce)) throw new ProofError('It answered another request.')
  if (!stamp.hasCertificates) throw new ProofError('It left its certificate out.')
  return bytes
}

/** Returns a time stamp of the manifest, to the byte as the authority gave it; null where none is configured, or it is slow, away or wrong. */
export async function timeStampOf(
  { config: { timestampUrl }, logger }: Pick<Services, 'config' | 'logger'>,
  manifest: string,
): Promise<Buffer | null> {
  if (timestampUrl === undefined) return null
  try {
    return await ask(timestampUrl, manifest)
  } catch (error) {
    const isTheirs = error instanceof OutsideError || error instanceof ProofError
    logger.warn(
      { reason: isTheirs ? error.message : 'its answer is no time stamp' },
      'evidence without time stamp',
    )
    return null
  }
}
