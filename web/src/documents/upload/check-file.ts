import { extensionOf, fileTypes } from '@deedbox/contract/file-types.ts'
import { limits } from '@deedbox/contract/limits.ts'
import { errors } from '@deedbox/contract/messages.ts'
import { fileSize } from '@deedbox/contract/sizes.ts'

/** Why a file cannot be uploaded, checked before it is sent; null if it can. */
export function refusalOf(file: { name: string; size: number }, maxBytes: number): string | null {
  if (!fileTypes[extensionOf(file.name)]) return errors['file-type'].message
  if (file.size === 0) return errors['file-empty'].message
  if (file.size > maxBytes)
    return `${errors['file-too-large'].message} At most ${fileSize(maxBytes)} can be stored.`
  return null
}

/** A title suggested by the file name: 'smith_family-trust.pdf' → 'smith family-trust'. */
export function titleOf(fileName: string): string {
  const bare = fileName
    .replace(/\.[^.]+$/, '')
    .replace(/[_\s]+/g, ' ')
    .trim()
  return (bare || fileName).slice(0, limits.text.title)
}
