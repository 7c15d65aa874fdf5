import { extensionOf, fileTypes } from '@deedbox/contract/file-types.ts'

/**
 * Characters that Windows, macOS or Linux refuse in a name, and that would mislead: controls, and marks that turn the direction of text.
 */
const unsafe = /[\p{Cc}\p{Cf}\p{Co}\p{Cs}\p{Zl}\p{Zp}<>:"/\\|?*]+/gu
/** Names of devices on Windows, with any extension. */
const device = /^(con|prn|aux|nul|com\d|lpt\d)$/i
const maxCharacters = 100

/** Returns a title as part of a file name that every system can store. */
export function safeName(title: string): string {
  const plain = title.normalize('NFC').replace(unsafe, ' ').replace(/\s+/g, ' ')
  const short = [...plain].slice(0, maxCharacters).join('')
  const name = short.replace(/^[\s.]+|[\s.]+$/g, '')
  if (name === '') return 'Untitled'
  return device.test(name.split('.')[0] ?? '') ? `_${name}` : name
}

/** Returns the extension that fits a type: the one that the file had, if it is of that type. */
function extensionFor({ fileName, fileType }: { fileName: string; fileType: string }): string {
  const own = extensionOf(fileName)
  if (fileTypes[own] === fileType) return own
  return Object.keys(fileTypes).find((known) => fileTypes[known] === fileType) ?? 'bin'
}

/** Gives each document a name that no other has, also where capitals do not count. */
export function uniqueNames() {
  const taken = new Set<string>()
  return (document: { title: string; fileName: string; fileType: string }): string => {
    const extension = extensionFor(document)
    const title = safeName(document.title)
    const name = title.toLowerCase().endsWith(`.${extension}`) ? title.slice(0, -extension.length - 1) : title
    for (let n = 1; ; n++) {
      const candidate = `${name}${n > 1 ? ` (${n})` : ''}.${extension}`
      const folded = candidate.normalize('NFKC').toLowerCase()
      if (taken.has(folded)) continue
      taken.add(folded)
      return candidate
    }
  }
}
