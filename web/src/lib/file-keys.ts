import { fileKeyHeader } from '@deedbox/contract/file-key.ts'

/** Keys of files that were opened with their password, by the id of the file: in memory only, and until its reader is closed. */
const keys = new Map<string, string>()

export const keepFileKey = (fileId: string, key: string): void => void keys.set(fileId, key)
export const forgetFileKey = (fileId: string): void => void keys.delete(fileId)

/** Returns the header that a call about such a file brings; none for any other. */
export function fileKeyFor(address: string): Record<string, string> {
  const key = keys.get(/^\/api\/documents\/([^/?]+)\//.exec(address)?.[1] ?? '')
  return key === undefined ? {} : { [fileKeyHeader]: key }
}
