import { counted, countText } from '@deedbox/contract/counts.ts'

/** Writes 'A, B and 3 more': the first names of a list, of which there are `total`. */
export function listText(names: readonly string[], shown: number, total = names.length): string {
  const more = total - Math.min(shown, names.length)
  const all = more > 0 ? [...names.slice(0, shown), `${countText(more)} more`] : names
  return new Intl.ListFormat('en-AU', { type: 'conjunction' }).format(all)
}

/** Counts in words: '1 document', '1,000 documents'. */
export const documentsText = (count: number): string => counted(count, 'document')
