/** One of the reader's own live grants, as far as extending it and giving it up need it. */
export type OwnGrant = { id: string; documentId: string; documentTitle: string; endsAt: string | null }
