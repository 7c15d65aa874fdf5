import { Refusal } from '../errors.ts'
import { ObjectExistsError } from './storage.ts'

const FULL_CODES = new Set(['ENOSPC', 'EDQUOT', 'EFBIG'])

/**
 * Returns the refusal for a storage that is full or cannot be used now; returns every other error unchanged. For content under a path that
 * was never used before: something else there is a fault of the storage as well.
 */
export function storageTrouble(error: unknown): unknown {
  if (!(error instanceof Error) || error instanceof Refusal) return error
  const code = 'code' in error ? String(error.code) : ''
  if (FULL_CODES.has(code)) return new Refusal('no-space', { cause: error })
  // An error of the operating system or the network, a stream that ended too early, or an answer of an S3 service.
  const away =
    /^E[A-Z]+$/.test(code) ||
    code === 'ERR_STREAM_PREMATURE_CLOSE' ||
    '$metadata' in error ||
    error.name === 'TimeoutError' ||
    error instanceof ObjectExistsError
  return away ? new Refusal('storage-unavailable', { cause: error }) : error
}
