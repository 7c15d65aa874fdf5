import { countText } from './counts.ts'

/** Returns names as a sentence lists them: `A, B and C`, or `A, B or C`. */
export const listText = (names: readonly string[], word: 'and' | 'or' = 'and'): string =>
  new Intl.ListFormat('en-AU', { type: word === 'and' ? 'conjunction' : 'disjunction' }).format(names)

/** Returns the first names of a list, of which there are `total`, and how many more there are: `A, B and 3 more`. */
export function shortListText(names: readonly string[], shown: number, total = names.length): string {
  const more = total - Math.min(shown, names.length)
  return listText(more > 0 ? [...names.slice(0, shown), `${countText(more)} more`] : names)
}
