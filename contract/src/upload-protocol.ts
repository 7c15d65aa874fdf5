/** The header of the answers about a finished resumable upload: the id of its document. */
export const documentHeader = 'deedbox-document'

/** Tells whether a refusal is about the file itself, so that sending it again would not help. */
export const faultOfFile = (code: string): boolean => code.startsWith('file-') || code === 'scanner-limit'
