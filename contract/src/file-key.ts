/** Header of calls that read pages: the key that `unlockFile` answered to the right password of a PDF. It is never part of an address (ADR 62). */
export const fileKeyHeader = 'deedbox-file-key'

/** Header of the answers about a finished upload: the PDF needs a password, so its words cannot be searched. */
export const lockedHeader = 'deedbox-locked'

/** Hours for which such a key is good. */
export const fileKeyHours = 8
