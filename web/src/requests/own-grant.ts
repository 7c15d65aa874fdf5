/** The fields of the reader's own live grant that Extend and Remove need. */
export type OwnGrant = { id: string; documentId: string; documentTitle: string; endsAt: string | null }
