import { extensionOf, fileTypes } from '@deedbox/contract/file-types.ts'
import { errors } from '@deedbox/contract/refusals/documents.ts'
import { sizeLimit } from '@deedbox/contract/sizes.ts'

/** Returns why a file cannot be uploaded, before it is sent; null if it can. */
export function refusalOf(file: { name: string; size: number }, maxBytes: number): string | null {
  if (!fileTypes[extensionOf(file.name)]) return errors['file-type'].message
  if (file.size === 0) return errors['file-empty'].message
  if (file.size > maxBytes)
    return `${errors['file-too-large'].message} At most ${sizeLimit(maxBytes)} can be stored.`
  return null
}

export { titleOf } from '@deedbox/contract/file-types.ts'
