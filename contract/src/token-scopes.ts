import type { TokenScope } from './endpoint.ts'
import { listText } from './list-text.ts'

/** Purpose of each scope of a personal access token. */
export const scopeWords: Record<TokenScope, { label: string; means: string }> = {
  read: {
    label: 'Read',
    means:
      'List, open, search and download the documents you can open, and see access, requests and your profile.',
  },
  upload: { label: 'Upload', means: 'Store new documents that you own.' },
  share: {
    label: 'Share',
    means: 'Share documents, renew and revoke access, and make and decide requests for access.',
  },
  calendar: {
    label: 'Calendar',
    means: 'See what falls due, in a calendar program, by an address that has the token in it.',
  },
}

/** Joins the scopes in words: 'Read and share'. */
export function scopesText(scopes: readonly TokenScope[]): string {
  const text = listText(scopes.map((scope) => scopeWords[scope].label.toLowerCase()))
  return text.charAt(0).toUpperCase() + text.slice(1)
}
