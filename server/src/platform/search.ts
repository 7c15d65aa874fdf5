import { fold } from '@deedbox/contract/fold.ts'
import { type Column, type SQL, sql } from 'drizzle-orm'

const maxWords = 8

/** Returns the words of a search, at most eight, folded like the stored texts (`deedbox_fold`). */
export const wordsOf = (text: string): string[] =>
  fold(text)
    .split(/[\s\p{Cc}]+/u)
    .filter(Boolean)
    .slice(0, maxWords)

/** Escapes a text for a LIKE pattern. */
export const escaped = (text: string): string => text.replace(/[\\%_]/g, '\\$&')

/** Makes a LIKE pattern that matches the text anywhere. */
export const anywhere = (text: string): string => `%${escaped(text)}%`

/** Three letters or digits in a row, of which an index of trigrams finds every text that has them. */
const trigram = /[\p{L}\p{N}]{3}/u

/**
 * Condition: the text contains the word anywhere. A word without a trigram would have its index read from end to end, so that no index is offered for it: the
 * texts are looked at.
 */
export const contains = (text: Column | SQL, word: string): SQL =>
  trigram.test(word) ? sql`${text} like ${anywhere(word)}` : sql`strpos(${text}, ${word}) > 0`
