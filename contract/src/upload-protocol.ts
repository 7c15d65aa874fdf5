/** The header of the answers about a finished resumable upload: the id of its document. */
export const documentHeader = 'deedbox-document'
