import type { Original } from './queries.ts'

export const unseen = 'A document that you cannot see'

/** Names an original: its own name, or the title of its document where the reader sees it. */
export const nameOf = ({ title, document }: Pick<Original, 'title' | 'document'>): string =>
  title || (document?.title ?? unseen)
