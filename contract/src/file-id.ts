/**
 * Id of a file that is read: of a document, or of a file attached to the mail that the document is, counted from 1, as in `<id>.2`; `<id>.2.1` is the
 * first attachment of an attached mail. Calls about files take it in place of the document's id (ADR 62).
 */
export type FileId = { documentId: string; attachment: number[] }

/** Number of mails within each other that are opened, and of attachments of one. */
export const mostAttached = { deep: 3, each: 999 } as const

export const fileIdPattern = /^([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})((?:\.[1-9]\d{0,2}){0,3})$/i

/** Reads the id of a file. */
export function readFileId(fileId: string): FileId {
  const [documentId = '', ...numbers] = fileId.split('.')
  return { documentId, attachment: numbers.map(Number) }
}

/** Makes the id of a file attached to another one. */
export const attachedTo = (fileId: string, number: number | string): string => `${fileId}.${number}`
